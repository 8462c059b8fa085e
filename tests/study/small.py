"""A study of two cases that takes a moment, with a table that ranks policies."""

from dataclasses import replace

import cellwise as cw
from cellwise import studies
from cellwise.points.store import PointResult
from cellwise.study import Case, Claim, Number, Part, Row, Study, Table
from cellwise.study.values import View

#: Asked for once: some tests have another study under every name.
GOYAL96 = studies.get("goyal96")

POLICIES = ("tail", "epd", "fba")


def of_run(point: PointResult, _scenario: cw.Scenario) -> dict[str, float]:
    return {"lost": float(point.tables["vcs"]["cells_lost"].sum())}


def some_are_lost(view: View) -> tuple[bool, str]:
    return view("tail", "lost") > 0, f"{view('tail', 'lost'):.0f} cells"


def small(changes: dict[str, object] | None = None) -> Study:
    """Give the study; `changes` is taken for the sake of its kind only."""
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "120 ms",
            "switch.buffer": "300 cells",
            "tcp.timer_tick": "10 ms",
            "tcp.delayed_ack": False,
        }
    )
    cases = {name: Case(name, scenario.with_({"switch.drop.policy": name})) for name in POLICIES}
    # Far from ours, so that they are outside whatever is lost.
    numbers = {name: Number(f"{9 - at}000000", name, "lost") for at, name in enumerate(POLICIES)}
    table = Table(
        "table1", "Cells lost", ("sources",), dict.fromkeys(POLICIES, "lost"), [Row(("5",), numbers)]
    )
    return replace(
        GOYAL96,
        name="small",
        cases=cases,
        tables=(table,),
        figures=(),
        extra_cases={},
        claims=[Claim("small-1", "here", "cells are lost", "count", (Part("lost", some_are_lost),), 2)],
        measure=of_run,
        rebuild=small,
    )
