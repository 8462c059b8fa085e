"""Sweeps: their cases, the names of cases, and the conditions that leave cases out."""

import math
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cellwise as cw
from cellwise.experiments.kept_export import export_kept
from cellwise.where import Where, conditions

VALUES = {
    "switch.buffer": "1000 cells",
    "topology.link_delay": "1 ms",
    "tcp.mss": "512 bytes",
    "tcp.variant": "reno",
    "seed": 3,
    "tcp.delayed_ack": True,
}


def test_a_grid_has_every_value_with_every_other_and_a_zip_goes_together(brief: cw.Scenario) -> None:
    made = cw.sweep(
        brief,
        grid={"switch.drop.policy": ["tail", "epd"]},
        zip={"seed": [1, 2], "topology.sources": [3, 4]},
    )
    assert list(made.cases) == [
        f"switch.drop.policy={policy} seed={seed} topology.sources={seed + 2}"
        for policy in ("tail", "epd")
        for seed in (1, 2)
    ]
    last = made.cases["switch.drop.policy=epd seed=2 topology.sources=4"].to_dict()
    assert (last["seed"], last["topology"]["sources"], last["switch"]["drop"]["policy"]) == (2, 4, "epd")


def test_true_and_tables_are_written_as_scenarios_write_them(brief: cw.Scenario, tmp_path: Path) -> None:
    swept = cw.sweep(brief.with_(duration="20 ms"), grid={"tcp.sack": [True, False]})
    assert list(swept.cases) == ["tcp.sack=true", "tcp.sack=false"]
    found = swept.run(tmp_path / "swept", replications=1, metrics=["efficiency"])
    assert [row[0] for row in found.sheet().rows] == ["true", "false"]
    assert found.table.select('"tcp.sack"').fetchall() == [("true",), ("false",)]
    export_kept(tmp_path / "swept", tmp_path / "tables", lambda _point: None)
    for name in ("sweep", "runs", "flows"):
        rows = (tmp_path / "tables" / f"{name}.csv").read_text().splitlines()
        assert rows[1].startswith("tcp.sack=true,true,")
    tables = cw.sweep(brief, grid={"switch.drop": [{"policy": "epd", "threshold": 0.5}]})
    assert list(tables.cases) == ['switch.drop={ policy = "epd", threshold = 0.5 }']


def test_cases_one_by_one_may_leave_a_factor_alone(brief: cw.Scenario) -> None:
    made = cw.sweep(brief, cases=[{"seed": 5}, {"seed": 6, "switch.drop.policy": "epd"}])
    assert made.factors == ("seed", "switch.drop.policy")
    assert list(made.cases) == ["seed=5", "seed=6 switch.drop.policy=epd"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "nothing is varied"),
        ({"grid": {"seed": [1]}, "zip": {"seed": [1]}}, "seed comes twice"),
        ({"zip": {"seed": [1, 2], "duration": ["1 s"]}}, "seed has 2, duration has 1"),
        ({"grid": {"seed": []}}, "seed needs a list"),
        ({"grid": {"seed": "12"}}, "seed needs a list"),
        ({"grid": {"seed": [1, 2]}, "where": "seed > 2"}, "leaves no case of 2"),
        ({"grid": {"seed": list(range(400)), "topology.sources": list(range(400))}}, "too many"),
    ],
)
def test_what_is_no_sweep_is_refused(brief: cw.Scenario, arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        cw.sweep(brief, **arguments)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("switch.buffer >= 1000 cells", True),
        ("switch.buffer == '1000 cells'", True),
        ("switch.buffer > '900 cells' and not seed == 4", True),
        ("500 cells < switch.buffer < 1000cells", False),
        ("topology.link_delay > 100 us", True),
        ("topology.link_delay == '1000 us'", True),
        ("topology.link_delay * 2 <= 1.9 ms or topology.link_delay - 1 us > 0.999 ms", False),
        ("topology.link_delay / 1 us == 1000 and -1 ms < topology.link_delay", True),
        ("tcp.mss == 0.5 KiB", True),
        ("tcp.variant != 'reno' or seed * 2 == 6", True),
        ("tcp.variant == 'tahoe'", False),
        ("tcp.delayed_ack == True", True),
        ("seed = 3", True),
        ("tcp.variant=tahoe", False),
        ("topology.link_delay=1000 us", True),
        ("-seed < (0 - 2) / 1 and seed + 1 > 3", True),
    ],
)
def test_conditions_say_what_they_seem_to(text: str, *, holds: bool) -> None:
    assert Where(text)(VALUES) is holds


@pytest.mark.parametrize("value", ["", "= 3", "two\nlines"])
def test_a_value_that_is_given_by_its_path_may_be_any_text(value: str) -> None:
    (where,) = conditions({"title": value})
    assert [where({"title": one}) for one in (value, "another")] == [True, False]
    assert where.paths == ("title",)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "(lambda: True)()",
        "[x for x in (1, 2)] == 1",
        "seed.__class__ == 1",
        "seed",
        "",
        "switch.buffer > '900 ms'",
        "switch.buffer >= 1000",
        "switch.buffer == 1000",
        "topology.link_delay + 1 > 2 ms",
        "topology.link_delay * topology.link_delay > 2 ms",
        "tcp.delayed_ack > 0",
        "tcp.variant > 'a'",
        "seed in (1, 2)",
        "seed / 0 == 1",
        "unknown == 1",
        "seed ** 99999999 > 1",
        "f'{seed}' == '3'",
    ],
)
def test_anything_else_in_a_condition_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="where: "):
        Where(text)(VALUES)


def test_quantities_are_compared_across_units_and_never_with_bare_numbers(brief: cw.Scenario) -> None:
    grid = {"topology.link_delay": ["5 us", "1 ms", "10 ms"]}
    for where in ("topology.link_delay > 100 us", "topology.link_delay >= '0.001 s'"):
        made = cw.sweep(brief, grid=grid, where=where)
        assert list(made.cases) == ["topology.link_delay=1 ms", "topology.link_delay=10 ms"]
    with pytest.raises(ValueError, match="with a number without a unit; give one of ps, ns, us, ms"):
        cw.sweep(brief, grid=grid, where="topology.link_delay >= 1")


@given(st.text(max_size=40))
def test_no_text_makes_a_condition_do_anything_but_answer_or_refuse(text: str) -> None:
    try:
        answer = Where(text)(VALUES)
    except ValueError as error:
        answer = None if str(error).startswith("where: ") else error
    assert answer in (True, False, None)


def test_a_sweep_is_stored_as_points_and_a_table(brief: cw.Scenario, tmp_path: Path) -> None:
    made = cw.sweep(brief.with_(duration="60 ms"), grid={"switch.drop.policy": ["tail", "epd"]})
    table = made.run(tmp_path, replications=2, jobs=2).numbers
    assert len(list((tmp_path / "points").glob("*.json"))) == 4
    runs = duckdb.read_parquet(str(tmp_path / "runs.parquet")).fetchall()
    assert [(row[1], row[2]) for row in runs] == [("tail", 0), ("tail", 1), ("epd", 0), ("epd", 1)]
    (first, _) = table.rows()
    by_hand = [
        cw.metrics.value(run, "efficiency@sw1.trunk") for run in cw.replicate(made.cases[first["case"]], 2)
    ]
    assert first["efficiency"] == pytest.approx(sum(by_hand) / 2)
    assert first["efficiency ±"] == pytest.approx(12.706 * abs(by_hand[0] - by_hand[1]) / 2, rel=1e-3)
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "points").iterdir()}
    made.run(tmp_path, replications=2)
    assert before == {path.name: path.stat().st_mtime_ns for path in (tmp_path / "points").iterdir()}


def test_one_replication_has_no_half_width(brief: cw.Scenario, tmp_path: Path) -> None:
    made = cw.sweep(brief.with_(duration="60 ms"), grid={"switch.drop.policy": ["tail"]})
    (row,) = made.run(tmp_path, replications=1).numbers.rows()
    assert math.isfinite(row["efficiency"])
    assert math.isnan(row["efficiency ±"])
