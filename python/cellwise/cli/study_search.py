"""`cellwise study NAME --search N`: a joint search over a study's open choices."""

import json as json_module
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.errors import UsageError, refusal
from cellwise.cli.placement import Place
from cellwise.cli.study_order import StudyRequest
from cellwise.cli.targets import require_study_target
from cellwise.column import Column
from cellwise.screen import screen
from cellwise.study import search as search_module
from cellwise.study.definition import Study
from cellwise.study.score import Score
from cellwise.study.search import Reading, Search
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json

#: So many readings are shown, in addition to the shipped one.
SHOWN = 10

Readings = Annotated[
    int | None,
    typer.Option(
        "--search",
        min=1,
        max=100_000,
        metavar="N",
        help="Try N joint readings of the open choices for the least CRPS of the predictions.",
    ),
]
Tables = Annotated[
    list[str] | None,
    typer.Option("--tables", metavar="TABLE", help="With `--search`: tables to fit; default all others."),
]
HoldOut = Annotated[
    list[str] | None,
    typer.Option("--hold-out", metavar="TABLE", help="With `--search`: tables to report, not to fit."),
]
Stated = Annotated[
    bool,
    typer.Option("--stated", help="With `--search`: choices that the document states are also open."),
]


@dataclass(frozen=True, slots=True)
class Searching:
    """The options of a search."""

    search: Readings = None
    tables: Tables = None
    hold_out: HoldOut = None
    stated: Stated = False

    def of(self, study: Study, replications: int) -> Search:
        """Read what is searched; raises `UsageError` if there is nothing to search, or it is not known."""
        if self.search is None:
            given = [("--tables", self.tables), ("--hold-out", self.hold_out), ("--stated", self.stated)]
            lost = [option for option, value in given if value]
            raise UsageError(f"{', '.join(lost)}: goes with --search N only")
        held = _names(self.hold_out)
        fit = _names(self.tables) or tuple(one.name for one in study.tables if one.name not in held)
        wanted = Search(self.search, fit, held, replications, self.stated)
        with refusal():
            search_module.check(study, wanted)
        return wanted


#: Nothing is searched.
NO_SEARCH = Searching()


def try_readings(
    wanted: StudyRequest, request: Search, folder: Path, place: Place, *, quiet: bool, json: bool
) -> None:
    """Search, keep the results next to the points, and print them."""
    require_study_target(folder)
    try:
        made = search_module.search(
            wanted.study, folder, request, jobs=place.jobs, executor=place.executor, quiet=quiet
        )
    except ImportError:
        raise UsageError("--search: needs Optuna; install cellwise[search]") from None
    reported = search_module.as_plain(wanted.study, request, made)
    search_module.save(folder, reported)
    if json:
        say_json(reported, ensure_ascii=False)
        return
    _print(made, request)


def _print(made: Sequence[Reading], request: Search) -> None:
    console = screen()
    scores = ("CRPS", "mean error", "inside", "held out", "mean error", "inside")
    columns = [*map(Column, ("trial", *scores)), Column("reading", is_prose=True)]
    ranked = search_module.best(made)
    shown = ranked[:SHOWN]
    shown += [one for one in ranked[SHOWN:] if not one.choices]
    rows = []
    for one in shown:
        choices = " ".join(f"{path}={json_module.dumps(value)}" for path, value in one.choices.items())
        rows.append(
            (str(one.number), *_reported(one.fitted), *_reported(one.held_out), choices or "as shipped")
        )
    print_table(console, columns, rows)
    beside = f", {', '.join(request.hold_out)} held out" if request.hold_out else ""
    failed = len(made) - len(ranked)
    console.print(
        f"{len(made)} readings on {', '.join(request.fit)}{beside}; CRPS and mean error in % of the printed "
        "numbers" + (f"; {failed} cannot be simulated" if failed else "")
    )


def _reported(one: Score | None) -> tuple[str, str, str]:
    if one is None:
        return "", "", ""
    inside = f"{one.inside_min_max} of {one.predictions}"
    return _percent(one.crps), _percent(one.mean_error), inside


def _percent(fraction: float | None) -> str:
    return "" if fraction is None else f"{100 * fraction:.2f}"


def _names(given: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(name for names in given or [] for name in names.split(",") if name)


def no_report(options: dict[str, Any]) -> None:
    """Refuse options that a search does not take."""
    lost = [option for option, value in options.items() if value]
    if lost:
        raise UsageError(f"{', '.join(lost)}: does not go with --search")
