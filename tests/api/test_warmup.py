"""MSER-5: where it cuts series whose truncation point is known, and what it does of runs."""

from collections.abc import Callable

import numpy as np
import pytest

import cellwise as cw
from cellwise.warmup import BATCH, WINDOWS, mser5, warmup_s


def by_definition(values: np.ndarray) -> int:
    """The cut as the method is written down, with no running sums."""
    batches = values[: values.size // BATCH * BATCH].reshape(-1, BATCH).mean(axis=1)
    errors = [
        ((batches[cut:] - batches[cut:].mean()) ** 2).sum() / (batches.size - cut) ** 2
        for cut in range(batches.size // 2 + 1)
    ]
    return BATCH * int(np.argmin(errors))


@pytest.mark.parametrize("begin", [0, 5, 50, 200, 400])
def test_a_step_is_cut_where_it_is(begin: int) -> None:
    values = np.where(np.arange(1000) < begin, 0.0, 10.0) + np.random.default_rng(1).normal(0, 0.3, 1000)
    found = mser5(values)
    # Noise may make a batch or two more worth leaving out, never less than the step.
    assert begin <= found.samples <= begin + 100
    assert found.settled


def test_a_decaying_start_is_cut_after_most_of_it_is_gone() -> None:
    at = np.arange(2000)
    values = 5 + 20 * np.exp(-at / 60) + np.random.default_rng(2).normal(0, 1, 2000)
    assert 100 <= mser5(values).samples <= 400


@pytest.mark.parametrize("seed", range(20))
def test_the_cut_is_that_of_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = 1e6 + np.cumsum(rng.normal(0, 1, 300)) * rng.uniform(0, 1) + rng.normal(0, 3, 300)
    assert mser5(values).samples == by_definition(values)


def test_a_constant_series_needs_no_cut() -> None:
    assert mser5(np.full(100, 3.7)).samples == 0


def test_a_series_that_only_rises_has_not_settled() -> None:
    assert not mser5(np.arange(500.0)).settled


@pytest.mark.parametrize("bad", [[1.0] * 49, [float("nan")] * 100, [[1.0] * 100]])
def test_what_cannot_be_judged_is_refused(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="at least 50 finite values"):
        mser5(bad)


def test_a_flow_that_starts_late_is_waited_for(brief: cw.Scenario) -> None:
    steady = {"switch.buffer": "unlimited", "topology.sources": 2}
    late = brief.with_(
        {**steady, "flows": {name: {"start": "60 ms"} for name in ("tcp1", "tcp2")}}, duration="400 ms"
    )
    found_s, settled = warmup_s(late)
    assert settled
    assert 0.06 <= found_s < 0.2
    assert found_s == pytest.approx(round(found_s * WINDOWS / 0.4) * 0.4 / WINDOWS)


def test_a_scenario_without_tcp_has_no_throughput_to_judge(brief: cw.Scenario) -> None:
    cells = {f"tcp{number}": {"kind": "udp", "udp": {"rate": "1 Mbit/s"}} for number in range(1, 6)}
    with pytest.raises(ValueError, match="mser5 needs the throughput of TCP flows"):
        warmup_s(brief.with_({"flows": cells}))
    with pytest.raises(ValueError, match="mser5 needs the throughput of TCP flows"):
        warmup_s(brief.with_({"flow.kind": "udp"}))


@pytest.mark.parametrize(
    "make",
    [
        lambda: cw.Scenario.from_toml('duration = "3"\nwarmup = "mser5"\n[topology]\ntemplate = "n-source"'),
        lambda: cw.Scenario.from_dict({"duration": "3", "warmup": "mser5"}),
        lambda: cw.Scenario.from_template("n-source").set("warmup", "mser5"),
        lambda: cw.Scenario.from_template("n-source").with_(warmup="mser5"),
    ],
    ids=["toml", "dict", "set", "with"],
)
def test_a_scenario_that_asks_for_a_pilot_run_is_reported_who_makes_one(
    make: Callable[[], cw.Scenario],
) -> None:
    with pytest.raises(cw.ConfigError) as reported:
        make()
    rules = {issue["path"]: issue["rule"] for issue in reported.value.issues}
    assert "--warmup mser5" in rules["warmup"]
    assert f'warmup: "mser5" is not allowed; {rules["warmup"]}' in str(reported.value)
    # Other mistakes are reported as before.
    if "duration" in rules:
        assert f'duration: "3" is not allowed; {rules["duration"]}' in str(reported.value)
        assert "mser5" not in rules["duration"]


def test_any_other_warm_up_that_is_no_time_is_reported_as_ever() -> None:
    with pytest.raises(cw.ConfigError, match='warmup: "soon" is not allowed; give a number and a unit'):
        cw.Scenario.from_template("n-source").with_(warmup="soon")
