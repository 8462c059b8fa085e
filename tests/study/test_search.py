"""A joint search over a study's open choices, on a study of three cases."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.study.small import of_run, small

import cellwise as cw
from cellwise.study import Number, Row, Setting, Study, Table, drive
from cellwise.study.search import Search, as_plain, best, check, options_of, save, search

SETTINGS = (
    Setting("tcp.timer_tick", "10 ms", "ours", stated=False, others=("20 ms", "50 ms", "no time")),
    Setting("tcp.min_rto_ticks", 2, "ours", stated=False, others=(1, 3)),
    Setting("switch.buffer", "300 cells", "the document", stated=True, others=("200 cells",)),
)


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """Give a study whose printed numbers are those of another reading: ticks of 50 ms."""
    chosen = {one.path: one.value for one in SETTINGS} | dict(changes or {})
    base = small()
    cases = {name: replace(case, scenario=case.scenario.with_(chosen)) for name, case in base.cases.items()}
    tables = [
        Table(
            f"of-{name}",
            name,
            ("case",),
            {"lost": "lost"},
            [Row((name,), {"lost": Number(printed, name, "lost")})],
        )
        for name, printed in PRINTED.items()
    ]
    return replace(
        base, cases=cases, tables=tables, settings=SETTINGS, claims=(), rebuild=study, measure=of_run
    )


def _lost(name: str) -> str:
    scenario = small().cases[name].scenario.with_({"tcp.timer_tick": "50 ms"})
    run = cw.run(scenario.replications(1)[0])
    return f"{run.columns('vcs')['cells_lost'].sum():.0f}"


PRINTED = {name: _lost(name) for name in ("tail", "epd")}


def test_a_search_finds_the_reading_behind_the_numbers_and_tells_what_was_held_out(tmp_path: Path) -> None:
    made = search(study(), tmp_path, Search(30, ("of-tail",), ("of-epd",), replications=1), jobs=2)
    assert dict(made[0].choices) == {}, "the shipped reading is tried first"
    found = best(made)[0]
    assert found.choices["tcp.timer_tick"] == "50 ms"
    assert found.crps == 0
    assert found.held_out is not None
    assert made[0].crps is not None
    assert made[0].crps > 0
    assert len({json.dumps(one.choices, sort_keys=True) for one in made}) == len(made)


def test_one_reading_is_compared_with_all_tables(tmp_path: Path) -> None:
    asked = Search(8, ("of-tail",), ("of-epd",), replications=1)
    for one in search(study(), tmp_path, asked)[1:3]:
        if one.failure:
            continue
        outcome = drive(study(one.choices), tmp_path, replications=1, quiet=True)
        errors = {name: abs(found[0].error or 0) for name, found in outcome.comparisons.items()}
        assert one.fitted is not None
        assert one.held_out is not None
        assert one.fitted.mean_error == pytest.approx(errors["of-tail"], abs=1e-6)
        assert one.held_out.mean_error == pytest.approx(errors["of-epd"], abs=1e-6)


def test_the_same_search_makes_the_same_readings_from_stored_points(tmp_path: Path) -> None:
    asked = Search(12, ("of-tail",), replications=1)
    first = search(study(), tmp_path, asked)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "points").iterdir()}
    assert search(study(), tmp_path, asked) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "points").iterdir()} == before


def test_a_reading_that_cannot_be_simulated_is_reported_with_its_reason(tmp_path: Path) -> None:
    made = search(study(), tmp_path, Search(30, ("of-tail",), replications=1))
    failed = [one for one in made if one.failure]
    assert failed
    assert all(one.choices["tcp.timer_tick"] == "no time" for one in failed)
    assert all("no time" in one.failure for one in failed)
    reported = as_plain(study(), Search(30, ("of-tail",)), made)
    assert len(reported["trials"]) + len(reported["failed"]) == len(made)
    save(tmp_path, reported)
    assert (
        json.loads((tmp_path / "search.json").read_text())["failed"]
        == json.loads(json.dumps(reported))["failed"]
    )


def test_what_the_document_states_is_open_only_if_asked() -> None:
    assert set(options_of(study(), stated=False)) == {"tcp.timer_tick", "tcp.min_rto_ticks"}
    assert options_of(study(), stated=True)["switch.buffer"] == ["300 cells", "200 cells"]


@pytest.mark.parametrize(
    ("asked", "reported"),
    [
        (Search(1, ("of-red",)), "--tables: of-red: not known; the tables are of-tail, of-epd"),
        (Search(1, ("of-tail",), ("of-x",)), "--hold-out: of-x: not known"),
        (Search(1, ("of-tail",), ("of-tail",)), "--hold-out: of-tail: what is fitted cannot be held out"),
        (Search(1, ()), "--tables: no prediction of small is counted there"),
    ],
)
def test_what_cannot_be_searched_is_refused(asked: Search, reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        check(study(), asked)


def test_a_study_without_open_choices_cannot_be_searched() -> None:
    closed = replace(study(), settings=[replace(one, others=()) for one in SETTINGS])
    with pytest.raises(ValueError, match="--search: no choice of small is open"):
        check(closed, Search(1, ("of-tail",)))


def test_a_longer_search_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    short = search(study(), tmp_path, Search(12, ("of-tail",), replications=1))
    longer = search(study(), tmp_path, Search(16, ("of-tail",), replications=1))
    assert longer[: len(short)] == short
