"""The verification gate: it passes as things are, and no check passes when what it checks is broken."""

import dataclasses
import math
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import cellwise as cw
from cellwise import _core, verify
from cellwise.verify import (
    Between,
    Check,
    Covered,
    Differs,
    Estimate,
    Exactly,
    Item,
    Outcome,
    Within,
    codecs,
    queues,
    simulate,
    tcp,
)
from cellwise.verify import encapsulations as framing

Change = Callable[[cw.Scenario], cw.Scenario]


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """The whole gate, once."""
    return verify.verify(jobs=2)


def wrong(item: Item) -> Iterator[Any]:
    """Values that are wrong by as little as the item promises to find, and what is no number."""
    expected = item.expected
    if isinstance(expected, Exactly):
        if isinstance(expected.value, int):
            yield from (expected.value - 1, expected.value + 1, float(expected.value))
        else:
            yield from (f"{expected.value} ", expected.value[:-1], "")
    elif isinstance(expected, Within):
        assert expected.tolerance <= 0.05 * abs(expected.value)
        yield from (expected.value + side * 1.01 * expected.tolerance for side in (-1, 1))
        yield math.nan
    elif isinstance(expected, Differs):
        yield from (expected.ours - 1, expected.ours + 1, float(expected.ours), math.nan)
        yield from wrong(dataclasses.replace(item, expected=expected.printed))
    elif isinstance(expected, Between):
        assert math.isfinite(expected.low)
        yield expected.low - 0.01 * max(abs(expected.low), 1)
        if math.isfinite(expected.high):
            yield expected.high + 0.01 * max(abs(expected.high), 1)
        yield math.nan
    else:
        assert isinstance(expected, Covered)
        assert isinstance(item.computed, Estimate)
        assert expected.sharpness <= 0.08
        off = (1 + 1e-9) * max(item.computed.half_width, 1e-12)
        for mean in (expected.value - off, expected.value + off, math.nan):
            yield dataclasses.replace(item.computed, mean=mean)
        yield dataclasses.replace(
            item.computed, mean=expected.value, half_width=1.01 * expected.sharpness * expected.value
        )
        yield dataclasses.replace(item.computed, half_width=math.nan)


def test_every_check_holds_and_names_its_source(outcomes: list[Outcome]) -> None:
    assert [one.check.name for one in outcomes] == list(verify.CHECKS)
    for one in outcomes:
        failed = [f"{item.quantity}: {item.computed}, not {item.expected}" for item in one.items]
        assert one.holds, (one.check.name, one.fault, failed)
        assert len(one.check.source.split()) > 3
        assert all(item.quantity for item in one.items)


def test_no_item_admits_a_value_that_is_wrong_by_little(outcomes: list[Outcome]) -> None:
    tried = 0
    for outcome in outcomes:
        for number, item in enumerate(outcome.items):
            for value in wrong(item):
                broken = dataclasses.replace(item, computed=value)
                assert not broken.holds, (outcome.check.name, broken)
                items = [*outcome.items[:number], broken, *outcome.items[number + 1 :]]
                assert not dataclasses.replace(outcome, items=items).holds
                tried += 1
    assert tried > 200


def test_one_value_is_known_to_differ_and_the_ledger_says_by_how_much(outcomes: list[Outcome]) -> None:
    (item,) = [item for outcome in outcomes for item in outcome.items if item.verdict != "good"]
    assert (item.quantity, item.verdict) == ("largest queue, WAN, 15 sources, cells", "differs")
    assert isinstance(item.expected, Differs)
    printed = item.expected.printed
    assert (printed.value, printed.tolerance) == (196203, pytest.approx(0.01 * 196203))
    assert item.computed - printed.value == 294 * 12 + 28
    near = dataclasses.replace(item, computed=round(1.009 * printed.value))
    assert (near.holds, near.verdict) == (True, "good")
    nothing_else = Outcome(Check("alone", "", "", list), [item], 0.0)
    assert not nothing_else.holds, "a number that differs is no evidence"


def with_changes(changes: dict[str, Any], **sections: Any) -> Change:
    return lambda scenario: scenario.with_(changes, **sections)


def source(pattern: str) -> Change:
    """Replace the cell source, keeping its rate."""

    def change(scenario: cw.Scenario) -> cw.Scenario:
        rate = scenario["cells"]["source"]["rate"]
        return scenario.with_(cells={"source": {"pattern": pattern, "rate": rate}})

    return change


def larger_bursts(scenario: cw.Scenario) -> cw.Scenario:
    cells = int(scenario["topology"]["mbs"].split()[0])
    return scenario.with_({"topology.mbs": f"{cells * 102 // 100} cells"})


def noisier(scenario: cw.Scenario) -> cw.Scenario:
    noise = scenario["topology"]["noise"]
    key = "cell_error_ratio" if "cell_error_ratio" in noise else "bit_error_ratio"
    return scenario.with_({f"topology.noise.{key}": 1.05 * noise[key]})


def other_tie_in_reference(scenario: cw.Scenario) -> cw.Scenario:
    return scenario.with_(tie="fixed") if scenario.to_dict().get("reference") else scenario


#: What breaks each check that runs scenarios: the network that is run is not the one that was asked for.
BROKEN: dict[str, Change] = {
    "gcra": larger_bursts,
    "queue-md1": source("constant"),
    "queue-nd1": source("poisson"),
    "queue-finite": lambda scenario: scenario.with_({"switch.buffer": "6 cells"}),
    "max-min": lambda scenario: scenario.with_({"vcs": {"vc1": {"abr": {"mcr": "5 Mbit/s"}}}}),
    "tcp-slow-start": with_changes({"tcp.delayed_ack": True}),
    "tcp-square-root": with_changes({"tcp.variant": "no-fast-retransmit"}),
    "tcp-recovery": with_changes({"tcp.variant": "reno"}),
    "tcp-timelines": with_changes({"tcp.delayed_ack": True}),
    "tcp-cubic": with_changes({"tcp.cubic.c": 0.5}),
    "tcp-vegas": with_changes({"tcp.variant": "reno"}),
    "goyal96-table1": with_changes({"atm.encapsulation": "vc-mux", "tcp.mss": "536 bytes"}),
    "line-errors": noisier,
    "reference-mode": other_tie_in_reference,
}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer points of the checks that take the longest."""
    monkeypatch.setattr(queues, "LOADS", (0.8,))
    monkeypatch.setattr(queues, "FINITE", ((0.8, 4),))
    monkeypatch.setattr(queues, "PERIODIC", ((10, 12.5),))
    monkeypatch.setattr(tcp, "LOSS_RATIOS", (1e-3,))
    monkeypatch.setattr(tcp, "OTHERS", ())


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", BROKEN)
def test_a_check_fails_when_the_simulator_does_something_else(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = BROKEN[name]
    monkeypatch.setattr(simulate, "run", lambda scenario: cw.run(change(scenario)))
    (outcome,) = verify.verify([name])
    assert outcome.fault == ""
    assert not outcome.holds


def test_every_check_is_broken_by_some_test() -> None:
    others = {"encapsulations", "conservation", "same-seed", *(check.name for check in codecs.CHECKS)}
    assert set(BROKEN) | others == set(verify.CHECKS)


def test_wrong_framing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = framing._core.overhead

    class Wrong:
        """An octet more in every frame."""

        @staticmethod
        def overhead(sizes: list[str], name: str) -> list[dict[str, Any]]:
            return right([str(int(size) + 1) if int(size) < 65535 else size for size in sizes], name)

    monkeypatch.setattr(framing, "_core", Wrong)
    (outcome,) = verify.verify(["encapsulations"])
    assert not outcome.holds


def with_a_wrong_bit(octets: bytes) -> bytes:
    return codecs.flipped(octets, 7)


#: What breaks each codec check: encoders that get a bit wrong, decoders that take everything.
WRONG_CODECS: dict[tuple[str, str], Callable[..., Any]] = {
    ("cell-codec", "encode_header"): lambda *fields: with_a_wrong_bit(_core.encode_header(*fields)),
    ("cell-codec", "decode_header"): lambda octets: {"vpi": 1},
    ("aal5-codec", "encode_frame"): lambda sdu: [*map(with_a_wrong_bit, _core.encode_frame(sdu))],
    ("aal5-codec", "decode_frame"): lambda payloads: (b"", 0, 0),
    ("rm-codec", "encode_rm"): lambda *rates, **flags: with_a_wrong_bit(_core.encode_rm(*rates, **flags)),
    ("rm-codec", "decode_rm"): lambda payload: dict.fromkeys(("backward", "bn", "ci", "ni"), False),
}


@pytest.mark.parametrize(("name", "function"), WRONG_CODECS)
def test_a_wrong_codec_is_found(name: str, function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    functions = {one: getattr(_core, one) for one in _core.__all__}
    wrong_core = SimpleNamespace(**{**functions, function: WRONG_CODECS[name, function]})
    monkeypatch.setattr(codecs, "_core", wrong_core)
    (outcome,) = verify.verify([name])
    assert not outcome.holds


def test_what_is_no_cell_frame_or_rm_cell_is_refused_with_the_reason() -> None:
    for refused, reason in [
        (lambda: _core.encode_header(256, 0, 0, False), "VPI 256 does not fit; it has 8 bits here"),
        (lambda: _core.encode_header(0, 0, 8, False), "pti: 8 is not allowed; give 0 to 7"),
        (lambda: _core.decode_header(bytes(4)), "a header has 5 octets, not 4"),
        (lambda: _core.encode_frame(b""), "at least 1 octet"),
        (lambda: _core.decode_frame([]), "payloads: give at least one"),
        (lambda: _core.decode_frame([bytes(47)]), "a payload has 48 octets, not 47"),
        (lambda: _core.decode_rm(bytes(47)), "a payload has 48 octets, not 47"),
        (lambda: _core.decode_rm(bytes(48)), "protocol 0 is not ABR"),
    ]:
        with pytest.raises(ValueError, match=re.escape(reason)):
            refused()


class Tampered:
    """A run whose audit or tables say something else."""

    def __init__(self, run: cw.Run, audit: dict[str, int], column: str) -> None:
        self._run, self._audit, self._column = run, audit, column

    @property
    def audit(self) -> dict[str, int]:
        return {key: value + self._audit.get(key, 0) for key, value in self._run.audit.items()}

    def columns(self, table: str) -> dict[str, Any]:
        columns = dict(self._run.columns(table))
        if self._column in columns:
            columns[self._column] = columns[self._column] + 1
        return columns


@pytest.mark.parametrize(
    ("audit", "column"),
    [
        ({"delivered": -1}, ""),
        ({"sent": 1}, ""),
        ({"lost": 1, "delivered": -1}, ""),
        ({}, "cells_lost"),
        ({}, "cells_delivered"),
        ({}, "lost_overflow_cells"),
    ],
)
def test_a_cell_that_is_missing_in_the_books_is_found(
    audit: dict[str, int], column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "run", lambda scenario: Tampered(cw.run(scenario), audit, column))
    (outcome,) = verify.verify(["conservation"])
    assert outcome.fault == ""
    assert not outcome.holds


@pytest.mark.parametrize("constant", [True, False])
def test_results_that_change_from_run_to_run_or_never_are_found(
    constant: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = iter(range(1000))
    monkeypatch.setattr(
        simulate, "run", lambda scenario: cw.run(scenario.with_(seed=7 if constant else next(seeds)))
    )
    (outcome,) = verify.verify(["same-seed"])
    assert not outcome.holds


def test_a_check_that_cannot_be_carried_through_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(scenario: cw.Scenario) -> cw.Run:
        raise cw.SimulationError("no run today")

    monkeypatch.setattr(simulate, "run", refuse)
    gcra, framing_check = verify.verify(["encapsulations", "gcra"])[::-1]
    assert (gcra.holds, gcra.fault) == (False, "SimulationError: no run today")
    assert framing_check.holds


def test_a_check_that_compares_nothing_has_failed() -> None:
    assert not Outcome(Check("nothing", "", "", list), [], 0.0).holds


def test_an_interval_too_wide_to_see_an_error_is_no_evidence() -> None:
    assert Covered(2.0, 0.03).admits(Estimate(2.05, 0.06, 16))
    assert not Covered(2.0, 0.03).admits(Estimate(2.0, 0.07, 16))
    assert not Covered(2.0, 0.03).admits(2.0)


def test_estimates_have_the_interval_of_student() -> None:
    scenario = cw.Scenario.from_template("n-source").with_(duration="1 ms")
    values = iter([1.0, 3.0] * 8)
    found = simulate.estimate(scenario, lambda run: next(values))
    # The variance of eight ones and eight threes is 16/15; t of 15 degrees of freedom at 99.9 % is 4.073.
    assert found.mean == 2.0
    assert found.half_width == pytest.approx(4.073 * math.sqrt(16 / 15 / 16))
    assert found.replications == 16


def test_unknown_names_list_the_checks() -> None:
    with pytest.raises(ValueError, match=r"'gcrb' is not known; the checks are .*gcra"):
        verify.verify(["gcrb"])
    with pytest.raises(ValueError, match="jobs"):
        verify.verify(jobs=0)
