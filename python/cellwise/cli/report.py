"""`cellwise report`: the report of a study from its stored points; nothing is simulated."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from cellwise import studies
from cellwise.cli.errors import UsageError, complain, explained
from cellwise.cli.study_options import (
    Only,
    command_of,
    groups,
    study_named,
    words_of,
)
from cellwise.cli.targets import require_file_target
from cellwise.files import write_whole
from cellwise.study import sensitivity
from cellwise.study.definition import Study
from cellwise.study.drive import StudyResults
from cellwise.study.latex_tables import to_latex
from cellwise.study.order import Order, read_order
from cellwise.study.report import write_report
from cellwise.study.stored import gather
from cellwise.study.text_tables import to_markdown

#: Replications that are looked for if nothing says how many there are.
MOST = 100

_TEXTS = {"markdown": to_markdown, "latex": to_latex}


@explained
def report(
    what: Annotated[
        str, typer.Argument(metavar="STUDY", help="A study by name, or the folder where its points are.")
    ],
    to: Annotated[
        Literal["html", "markdown", "latex"],
        typer.Option("--to", help="One page with everything, or tables for other documents."),
    ] = "html",
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="FILE", help="Default `report.html` in the folder; tables are printed."
        ),
    ] = None,
    replications: Annotated[
        int | None,
        typer.Option(
            "--replications",
            min=1,
            max=10_000,
            metavar="R",
            help="At most this many; default: as many as were run.",
        ),
    ] = None,
    only: Only = None,
) -> None:
    """Write a study's report from the points that are stored; missing points are named and left out.

    Examples
    --------
    `cellwise report goyal96`

    `cellwise report results/goyal96 --to latex --only table2 > table2.tex`
    """
    folder, chosen, order = _found(what)
    file = out or folder / "report.html"
    if out is not None or to == "html":
        require_file_target(file)
    asked = groups(chosen, only) or (list(order.only) if order and replications is None else [])
    most = replications or (order.replications if order else MOST)
    outcome = gather(chosen, folder, replications=most, only=asked)
    for note in outcome.notes:
        if most != MOST or "replications of every case" not in note:
            complain(f"note: {note}")
    if order and order.replications == outcome.replications:
        outcome = replace(outcome, notes=(*outcome.notes, *order.notes))
    command = _command(chosen.name, outcome, order)
    if to != "html":
        _write(_TEXTS[to](outcome, command), out)
        return
    write_report(outcome, file, command, [] if order and order.choices else sensitivity.saved(folder))
    print(file)


def _found(what: str) -> tuple[Path, Study, Order | None]:
    """Find the points of a study by its name or by its folder."""
    folder = Path(what)
    if not (folder / "points").is_dir() and what in studies.names():
        folder = Path("results") / what
    if (folder / "run.json").is_file():
        raise UsageError(
            f"{folder}: holds one run, of which `cellwise plot` draws and `cellwise export` writes"
        )
    if not folder.is_dir():
        raise UsageError(
            f"{what}: is neither a study nor a study's folder; the studies are {', '.join(studies.names())}"
        )
    order = read_order(folder, lambda why: complain(f"note: {why}"))
    name = order.study if order else folder.resolve().name
    if name not in studies.names():
        known = ", ".join(studies.names())
        raise UsageError(
            f"{folder}: {name!r} is not a study, so its points cannot be identified; studies are {known}"
        )
    return folder, study_named(name, dict(order.choices) if order else None), order


def _command(name: str, outcome: StudyResults, order: Order | None) -> str:
    if order and order.command and order.replications == outcome.replications and order.only == outcome.only:
        return order.command
    choose = words_of(order.choices) if order else None
    return command_of(name, outcome.replications, outcome.only, choose)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        print(text, end="")
        return
    write_whole(out, text.encode())
    print(out)
