"""`cellwise.find`: the answer, the runs that show it, and that any machine finds the same."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments.answer import Found, Tried
from cellwise.experiments.bench import Bench
from cellwise.experiments.bisect import Bracket
from cellwise.experiments.experiment import Setup
from cellwise.experiments.find import Search
from cellwise.experiments.find_best import BATCH
from cellwise.experiments.find_goal import _more, _surer
from cellwise.experiments.goals import Goal, needed_of
from cellwise.experiments.kept import kept_sources
from cellwise.experiments.precision import Precision
from cellwise.experiments.spaces import Range, space_of
from cellwise.intervals import mean_interval
from cellwise.metrics.by_name import metric
from cellwise.plots.marks import Interval
from cellwise.points.store import Held, Point


@pytest.fixture
def base(brief: cw.Scenario) -> cw.Scenario:
    return brief.with_(duration="60 ms")


#: Losses rise with the buffer up to about 4000 cells, and fall beyond.
LOST = {"switch.buffer": "100..9000 cells"}
RISING = {"switch.buffer": "100..3000 cells"}


def find_lost(base: cw.Scenario, **options: Any) -> Found:
    return cw.find(base, RISING, "vcs.cells_lost:sum <= 800", **options)


def without_cost(found: Found) -> dict[str, Any]:
    plain = found.as_plain()
    for one in plain["surer"]:
        del one["cpu_s"]
    return plain


def test_the_answer_holds_and_the_value_beyond_it_does_not(base: cw.Scenario) -> None:
    found = cw.find(base, {"switch.buffer": "3000..9000 cells"}, "vcs.cells_lost:sum <= 800", within=0.01)
    assert found.value is not None
    assert found.beyond is not None
    assert found.which == "least"
    assert found.is_monotone is True

    def interval(value: Any) -> Any:
        runs = cw.replicate(base.with_({"switch.buffer": value}), 5)
        return mean_interval([cw.metrics.value(run, "vcs.cells_lost:sum") for run in runs])

    assert interval(found.value).high <= 800
    assert interval(found.beyond.values["switch.buffer"]).low > 800
    near, far = (int(str(one).split()[0]) for one in (found.value, found.beyond.values["switch.buffer"]))
    assert 0 < near - far <= 0.01 * near
    assert found.scenario == base.with_({"switch.buffer": found.value})


def test_what_is_not_monotone_is_said_with_the_value_that_shows_it(base: cw.Scenario) -> None:
    found = cw.find(base, LOST, "vcs.cells_lost:sum <= 800", which="least", replications=3)
    assert found.value == "100 cells"
    assert found.counter is not None
    assert found.is_monotone is False
    assert any(line.startswith("NOT MONOTONE") and found.counter.name in line for line in found.says())
    assert found.counter.verdict == "fails"


def test_the_same_question_has_the_same_answer_for_any_number_of_jobs(
    base: cw.Scenario, tmp_path: Path
) -> None:
    first = find_lost(base, jobs=1)
    with ThreadPoolExecutor(3) as executor:
        others = [find_lost(base, jobs=3), find_lost(base, executor=executor, folder=tmp_path / "stored")]
    assert all(without_cost(one) == without_cost(first) for one in others)
    best = [
        cw.find(base, VARIED, maximise="efficiency", trials=BATCH + 2, replications=2, jobs=jobs)
        for jobs in (1, 3)
    ]
    assert without_cost(best[0]) == without_cost(best[1])


VARIED = {"switch.buffer": "300..3000 cells", "switch.drop.policy": ["tail", "epd"]}


def test_runs_are_added_until_the_goal_is_decided_and_no_further(base: cw.Scenario) -> None:
    found = cw.find(
        base,
        {"switch.buffer": "100..9000 cells"},
        "efficiency >= 0.6",
        replications=cw.Precision(0.02, least=3, most=9),
    )
    counts = {
        one.verdict: {each.replications for each in found.tried if each.verdict == one.verdict}
        for one in found.tried
    }
    assert all(3 <= count <= 9 for ones in counts.values() for count in ones)
    assert counts.get("undecided", {9}) == {9}, "what is undecided has as many as are allowed"
    assert {"holds", "fails"} <= set(counts)
    assert 3 in counts["holds"], "what is clear at once has no more"
    for one in found.tried:
        interval = one.interval("efficiency", 0.95)
        assert interval is not None
        assert (one.verdict == "holds") == (interval.low >= 0.6)
        assert (one.verdict == "fails") == (interval.high < 0.6)


def test_a_higher_confidence_needs_more_to_hold(base: cw.Scenario) -> None:
    low, high = (
        cw.find(
            base, {"switch.buffer": "300..9000 cells"}, "efficiency >= 0.6", confidence=level, replications=3
        )
        for level in (0.5, 0.999)
    )
    shown = [{one.name for one in found.tried if one.verdict in ("holds", "fails")} for found in (low, high)]
    assert len(shown[1]) < len(shown[0])
    widths = [one.tried[0].interval("efficiency", one.confidence) for one in (low, high)]
    assert widths[0] is not None
    assert widths[1] is not None
    assert widths[0].half_width < widths[1].half_width


def test_what_it_costs_to_be_surer_follows_the_spread() -> None:
    values = np.array([0.7, 0.9, 0.8, 0.75, 0.85])
    tried = Tried(0, {"a": 1}, "undecided", {"efficiency": values}, cpu_s=10.0)
    goal = Goal.of("efficiency >= 0.79")
    wanted = needed_of([goal], {"efficiency": values}, 0.95)
    cost = _more("deciding", tried, wanted)
    assert cost.runs == wanted - 5
    assert cost.cpu_s == pytest.approx(2.0 * cost.runs)
    nearer = needed_of([Goal.of("efficiency >= 0.795")], {"efficiency": values}, 0.95)
    assert nearer == pytest.approx(4 * wanted, rel=0.05), "half as far takes four times as many"


def test_what_is_undecided_takes_more_runs_whatever_the_estimate_says(base: cw.Scenario) -> None:
    # The spread of five runs says that five are enough, but the interval still reaches across the goal.
    values = np.array([0.8, 1.0, 0.8, 1.0, 0.9]) - 0.9
    half_width = mean_interval(values).half_width
    goal = Goal.of(f"efficiency >= {0.9 - 0.999 * half_width}")
    undecided = Tried(1, {"a": 1}, "undecided", {"efficiency": values + 0.9}, cpu_s=5.0)
    holding = Tried(2, {"a": 2}, "holds", {"efficiency": values + 1.9}, cpu_s=5.0)
    bracket = Bracket("least", Fraction(2), Fraction(1), None)
    range_ = space_of("a", "0..10", 0.02)
    assert isinstance(range_, Range)
    reported = _surer(bracket, holding, undecided, [goal], Precision(0.02, 5, 50), range_)
    (deciding,) = [one for one in reported if one.what.startswith("deciding")]
    assert deciding.runs >= 1


def test_a_search_that_was_stopped_goes_on_from_its_points(
    base: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = find_lost(base, folder=tmp_path / "whole")
    rounds, run = 0, Setup.run

    def stop(setup: Setup, points: Sequence[Point]) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 3:
            raise KeyboardInterrupt
        run(setup, points)

    monkeypatch.setattr(Setup, "run", stop)
    with pytest.raises(KeyboardInterrupt):
        find_lost(base, folder=tmp_path / "stopped")
    monkeypatch.setattr(Setup, "run", run)
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "stopped" / "points").iterdir()}
    assert 0 < len(kept) < len(list((tmp_path / "whole" / "points").iterdir()))
    again = find_lost(base, folder=tmp_path / "stopped")
    assert without_cost(again) == without_cost(whole)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "no point was run again"


def test_the_folder_has_the_runs_that_show_it_and_a_picture(base: cw.Scenario, tmp_path: Path) -> None:
    made = Search(base, RISING, "vcs.cells_lost:sum <= 800", command="cellwise find it")
    found = made.run(tmp_path)
    reported = json.loads((tmp_path / "find.json").read_text())
    assert reported["found"] == {"switch.buffer": found.value}
    runs = duckdb.read_parquet(str(tmp_path / "runs.parquet")).fetchall()
    assert len(runs) == sum(one.replications for one in found.tried)
    rows = duckdb.read_parquet(str(tmp_path / "find.parquet"))
    assert set(rows.columns) >= {"switch.buffer", "replications", "verdict", "vcs.cells_lost:sum"}
    picture = (tmp_path / "find.svg").read_text()
    for word in ("holds", "fails", f"answer: {found.value}", "cellwise find it", "vcs.cells_lost:sum"):
        assert word.replace("<", "&lt;") in picture
    sources = kept_sources(tmp_path, pytest.fail)
    assert sources is not None
    assert len(sources) == len(runs)
    (tmp_path / "find.json").write_text(json.dumps({**reported, "confidence": 0.5}))
    with pytest.raises(cw.ResultsError, match="was changed; run it again"):
        kept_sources(tmp_path, pytest.fail)


def test_the_picture_shows_every_value_with_its_interval(base: cw.Scenario) -> None:
    found = find_lost(base)
    columns = found.plot().columns()
    shown = {
        float(x): y
        for x, y in zip(columns["switch_buffer_cells"], columns["sum_of_cells_lost_in_vcs"], strict=True)
    }
    for one in found.tried:
        interval = one.interval("vcs.cells_lost:sum", 0.95)
        assert interval is not None
        assert shown[float(one.name.split()[0])] == pytest.approx(interval.mean)
    assert found.plot().to_svg() == find_lost(base).plot().to_svg()


def test_the_best_of_several_settings_is_shown_by_runs_without_a_part_in_the_choice(
    base: cw.Scenario,
) -> None:
    found = cw.find(base, VARIED, maximise="efficiency", trials=2 * BATCH, replications=3, jobs=2)
    assert found.answer is not None
    assert found.values is not None
    with pytest.raises(ValueError, match="2 settings were varied"):
        _ = found.value
    assert found.answer.replications == 6
    scenario = found.scenario
    assert scenario is not None
    expected = [cw.metrics.value(run, "efficiency") for run in cw.replicate(scenario, 6)[3:]]
    assert found.answer.shown("efficiency").tolist() == expected
    for rival in found.rivals:
        assert rival.tried.shown("efficiency").mean() <= np.mean(expected)
        apart = rival.tried.shown("efficiency") - np.array(expected)
        assert rival.difference == mean_interval(apart)
    ranked = sorted((one.measured["efficiency"][:3].mean() for one in found.tried), reverse=True)
    finalists = [one for one in found.tried if one.replications == 6]
    assert sorted((one.measured["efficiency"][:3].mean() for one in finalists), reverse=True) == ranked[:5]


def test_less_is_better_where_a_metric_is_to_be_the_least(base: cw.Scenario) -> None:
    vary = {"switch.buffer": ["500 cells", "1000 cells", "8000 cells"]}
    found = cw.find(base, vary, minimise="vcs.cells_lost:sum", trials=BATCH, replications=2)
    assert found.value == "8000 cells"
    most = cw.find(base, vary, maximise="vcs.cells_lost:sum", trials=BATCH, replications=2)
    assert most.value == "1000 cells"
    assert len(most.tried) <= 3, "what was tried is not tried again"


def test_the_best_values_keep_the_limits_that_are_given_with_the_metric(base: cw.Scenario) -> None:
    vary = {"switch.buffer": [f"{cells} cells" for cells in (1000, 2000, 9000)]}
    lost, queue = "vcs.cells_lost:sum", "ports.queue_max_cells@sw1.trunk"
    options: dict[str, Any] = {"minimise": lost, "trials": 2 * BATCH, "replications": 3, "jobs": 2}
    assert cw.find(base, vary, **options).value == "9000 cells"
    found = cw.find(base, vary, f"{queue} <= 5000", **options)
    assert found.value == "1000 cells"
    assert found.asked == f"the switch.buffer with the least mean of {lost}, where {queue} <= 5000"
    verdicts = {one.name: one.verdict for one in found.tried}
    assert verdicts == {"1000 cells": "holds", "2000 cells": "holds", "9000 cells": "fails"}
    assert [one.tried.name for one in found.rivals] == ["2000 cells"]
    assert found.answer is not None
    assert found.answer.shown(queue).tolist() == [1001] * 3
    assert {"holds", "fails"} <= {mark.name for mark in found.plot().marks if isinstance(mark, Interval)}


def test_where_no_values_keep_the_limits_that_is_said(base: cw.Scenario) -> None:
    found = cw.find(
        base, VARIED, "efficiency >= 1.5", maximise="fairness", trials=BATCH, replications=2, jobs=2
    )
    assert (found.answer, found.rivals) == (None, ())
    first, *rest = found.says()
    assert "none of the 8 that were tried was shown to be there, with 95 % confidence" in first
    assert any(line.startswith("  at ") and ", fails: " in line for line in rest)


def test_another_seed_proposes_other_values(base: cw.Scenario) -> None:
    tried = [
        [
            one.values
            for one in cw.find(scenario, VARIED, maximise="efficiency", trials=BATCH, replications=2).tried
        ]
        for scenario in (base, base, base.with_(seed=2))
    ]
    assert tried[0] == tried[1] != tried[2]


def test_values_that_cannot_run_are_reported_with_their_reason(base: cw.Scenario) -> None:
    sound = base.with_({"switch.drop": {"policy": "epd", "threshold": "900 cells"}})
    vary = {"switch.buffer": ["500 cells", "1000 cells", "2000 cells"]}
    found = cw.find(sound, vary, maximise="efficiency", trials=BATCH, replications=2)
    (failed,) = [one for one in found.tried if one.failure]
    assert (failed.name, failed.verdict, failed.replications) == ("500 cells", "cannot run", 0)
    assert "switch.drop.threshold" in failed.failure
    assert any("1 cannot run, the first of them 500 cells" in line for line in found.says())
    nothing = {"switch.buffer": ["500 cells", "600 cells"]}
    with pytest.raises(cw.ConfigError, match=r"switch\.buffer=[56]00 cells: switch\.drop\.threshold"):
        cw.find(sound, nothing, maximise="efficiency", trials=BATCH, replications=2)
    with pytest.raises(cw.ConfigError, match=r"switch\.buffer=100 cells: switch\.drop\.threshold") as refused:
        cw.find(sound, {"switch.buffer": "100..9000 cells"}, "efficiency >= 0.5")
    assert refused.value.issues[0]["path"] == "switch.drop.threshold"


@pytest.mark.parametrize(
    ("vary", "options", "reported"),
    [
        ({}, {"goal": "efficiency >= 0.5"}, "vary: nothing is varied"),
        (LOST, {}, "give a goal, or a metric to maximise or to minimise"),
        (LOST, {"minimise": "fairness", "maximise": "efficiency"}, "give one metric to maximise or to minim"),
        (VARIED, {"goal": "efficiency >= 0.5"}, "a goal takes one range"),
        (LOST, {"maximise": "speed"}, "maximise: 'speed' is not known"),
        (LOST, {"goal": "efficiency >= 0.5", "replications": 1}, "give at least 2: one run has no interval"),
        (LOST, {"goal": "efficiency >= 0.5", "which": "best"}, "which: 'best' is not allowed"),
        (LOST, {"goal": "efficiency >= 0.5", "confidence": 95}, "confidence: 95 is not allowed"),
        (LOST, {"goal": "efficiency >= 0.5", "within": 0}, "within: 0 is not allowed"),
        (LOST, {"goal": "flows.delay_max_s@nobody <= 5 ms"}, "flows has no row 'nobody'"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(
    base: cw.Scenario, vary: dict[str, Any], options: dict[str, Any], reported: str
) -> None:
    with pytest.raises(ValueError, match=reported):
        cw.find(base, vary, **options)


def test_all_that_is_wrong_is_reported_at_once(base: cw.Scenario) -> None:
    with pytest.raises(ValueError, match="confidence") as refused:
        cw.find(base, {"switch.buffer": "9..1 cells"}, "speed > 1", confidence=2, points=1)
    assert len(str(refused.value).splitlines()) == 4


def test_a_goal_that_nothing_holds_is_said(base: cw.Scenario) -> None:
    found = cw.find(base, LOST, "efficiency >= 1.5", replications=2)
    assert (found.answer, found.value, found.scenario, found.is_monotone) == (None, None, None, None)
    assert "none of the 5 values" in found.says()[0]
    assert replace(found.plot(), size="column").to_bytes("png")


def test_a_scenario_without_chance_is_reported_to_be_one(base: cw.Scenario) -> None:
    alone = cw.Scenario.from_template("n-source").with_({"topology.sources": 1}, duration="60 ms")
    found = cw.find(alone, {"switch.buffer": "100..2000 cells"}, "vcs.cells_lost:sum <= 0", replications=2)
    assert found.is_without_chance
    assert any(line.startswith("nothing in this is random") for line in found.says())
    assert not find_lost(base).is_without_chance


def test_a_search_without_a_folder_keeps_no_run_that_it_has_measured(brief: cw.Scenario) -> None:
    held: Held = {}
    bench = Bench(brief, {"efficiency": metric("efficiency")}, Setup(held))
    cases = [bench.case({"switch.buffer": f"{cells} cells"}) for cells in (300, 600)]
    bench.run({case.name: 2 for case in cases})
    assert [len(case.of("efficiency")) for case in cases] == [2, 2]
    assert not held
