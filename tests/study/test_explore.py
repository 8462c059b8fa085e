from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

import cellwise as cw
from cellwise import studies
from cellwise.points.store import PointResult, plan
from cellwise.reports.study_page import render
from cellwise.reports.summary import as_json
from cellwise.reports.terminal import print_outcome
from cellwise.study import Case, Claim, Part, Study, drive, sensitivity
from cellwise.study.definition import Exploration
from cellwise.study.draws import uniform
from cellwise.study.explore import explore
from cellwise.study.values import MissingCaseError, Values, View

TABLE = Exploration(
    "small",
    "Two sources",
    ("sources",),
    {"sources": "how many", "lost": "cells lost"},
    {("two",): "two"},
    "A note.",
)


def of_run(point: PointResult, scenario: cw.Scenario) -> dict[str, float]:
    lost = float(point.tables["vcs"]["cells_lost"].sum())
    return {"sources": float(scenario["topology"]["sources"]), "lost": lost}


def small(changes: dict[str, object] | None = None) -> Study:
    """A study without any published table."""
    scenario = cw.Scenario.from_template("n-source").with_(
        {"duration": "20 ms", "topology.sources": 2, "switch.buffer": "30 cells", **(changes or {})}
    )
    kept = [setting for setting in studies.get("goyal96").settings if setting.path == "tie"]

    def two(view: View) -> tuple[bool, str]:
        return view("two", "sources") == 2, "counted"

    return replace(
        studies.get("goyal96"),
        name="small",
        cases={"two": Case("two", scenario)},
        tables=(),
        figures=(),
        extra_cases={},
        explorations=(TABLE,),
        claims=[Claim("small-1", "here", "there are two", "count them", (Part("two", two),), 2)],
        settings=kept,
        measure=of_run,
        rebuild=small,
        sensitivity_tables=("small",),
    )


def values(numbers: Sequence[float]) -> Values:
    return Values({"two": [{"sources": 2.0, "lost": number} for number in numbers]})


def test_an_exploration_gives_the_median_and_the_range() -> None:
    sources, lost = explore(TABLE, values([0, 10, 20, 30, 40]))
    assert (sources.median, sources.low, sources.high) == (2, 2, 2)
    assert (lost.median, lost.low, lost.high) == (20, 2, 38)
    assert lost.text == "20 (2–38)"


def test_an_exploration_of_a_case_that_was_not_run_says_so() -> None:
    with pytest.raises(MissingCaseError):
        explore(TABLE, Values({}))


def test_a_study_without_published_numbers_is_run_judged_and_reported(tmp_path: Path) -> None:
    outcome = drive(small(), tmp_path, replications=2, quiet=True)
    assert outcome.findings[0].verdict == "upheld"
    assert outcome.findings[0].holds is True
    page = render(outcome, "cellwise study small")
    assert "Beyond the document" in page
    assert "predictions inside" not in page
    assert "A note." in page
    console = Console(record=True, width=100)
    print_outcome(outcome, console)
    assert "cells lost" in console.export_text()
    assert [one["measure"] for one in as_json(outcome)["explorations"]["small"]] == ["sources", "lost"]


def test_an_exploration_is_chosen_like_a_table(tmp_path: Path) -> None:
    assert small().groups() == ["small"]
    assert drive(small(), tmp_path, replications=1, only=["small"], quiet=True).runs == 1


def test_sensitivity_of_a_study_without_published_numbers_tells_its_claims(tmp_path: Path) -> None:
    made = sensitivity.trials(small(), tmp_path, replications=1, jobs=1, fresh=True, quiet=True)
    assert [trial.path for trial in made] == [None, "tie", "tie"]
    assert all((trial.crps, trial.holding, trial.failing) == (None, ("small-1",), ()) for trial in made)
    sensitivity.save(tmp_path, made)
    assert sensitivity.saved(tmp_path) == made


def test_replications_differ_in_what_the_study_varies(brief: cw.Scenario) -> None:
    def later(scenario: cw.Scenario, replication: int) -> cw.Scenario:
        return scenario.with_(flows={"tcp1": {"start": f"{replication} ms"}})

    points = plan({"case": brief}, 3, later)
    assert [point.scenario["flows"]["tcp1"]["start"] for point in points] == ["0 ms", "1 ms", "2 ms"]
    assert [point.scenario["replication"] for point in points] == [0, 1, 2]
    assert len({point.id for point in points}) == 3


def test_draws_of_a_study_are_the_same_on_every_machine() -> None:
    assert uniform("start", 0, "vc1") == 0.7055558943322998
    drawn = [uniform("a", number) for number in range(2000)]
    assert all(0 <= one < 1 for one in drawn)
    assert sum(drawn) / len(drawn) == pytest.approx(0.5, abs=0.03)
