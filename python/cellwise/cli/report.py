"""`cellwise report`: the report of a study, an experiment or a run from its stored results."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from cellwise import studies
from cellwise.cli.errors import UsageError, complain, explained, refusal
from cellwise.cli.experiments import labelled
from cellwise.cli.options import Labels, Runs, labels_of
from cellwise.cli.study_options import (
    Only,
    OwnStudy,
    command_of,
    groups,
    study_named,
    study_of_folder,
    words_of,
)
from cellwise.cli.targets import require_file_target
from cellwise.errors import ResultsError
from cellwise.experiments.kept import kind_of, outcome_in
from cellwise.experiments.sweep import Sweep
from cellwise.files import write_whole
from cellwise.page.run_report import RunReport
from cellwise.points.folder import MARKS
from cellwise.reports.experiment import ExperimentReport, report_command
from cellwise.reports.latex_style import PLAIN, Style
from cellwise.reports.latex_tables import to_latex
from cellwise.reports.study_labels import with_labels
from cellwise.reports.study_page import write_report
from cellwise.reports.text_tables import to_markdown
from cellwise.results import RESULTS, Run
from cellwise.study import sensitivity
from cellwise.study.definition import Study
from cellwise.study.drive import StudyResults
from cellwise.study.order import Order, changed_since, read_order
from cellwise.study.stored import gather
from cellwise.terminal_text import say

#: Replications that are looked for if nothing says how many there are.
MOST = 100


@explained
def report(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A study by name, or the folder of a study, experiment or run."),
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
    replications: Runs = None,
    only: Only = None,
    study: OwnStudy = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metric", metavar="NAME", help="Of a sweep: this one; default: those that it was run for."
        ),
    ] = None,
    interval: Annotated[
        Literal["ci", "range"] | None,
        typer.Option(
            "--interval",
            help="Figures of a sweep: means with 95 % confidence intervals (default), or medians and ranges.",
        ),
    ] = None,
    labels: Labels = None,
    wide: Annotated[
        bool,
        typer.Option("--wide", help="LaTeX: for a text in two columns, across both (`table*`)."),
    ] = False,
    siunitx: Annotated[
        bool,
        typer.Option("--siunitx", help="LaTeX: align numbers at the point by the package `siunitx`."),
    ] = False,
) -> None:
    """Write the report of a study, an experiment or one run from stored results; missing points are named.

    Examples
    --------
    `cellwise report goyal96`

    `cellwise report results/goyal96 --to latex --only table2 > table2.tex`

    `cellwise report results/sweep --to latex --metric efficiency > sweep.tex`

    `cellwise report results/sweep --to latex --wide --siunitx --label switch.buffer='Buffer' > wide.tex`

    `cellwise report results/my-study --study my-study`

    `cellwise report results/mine`
    """
    style, called = Style(wide, siunitx), labels_of(labels)
    if style != PLAIN and to != "latex":
        raise UsageError(f"--{'wide' if wide else 'siunitx'}: is for --to latex")
    if (Path(what) / RESULTS.manifest).is_file():
        if only or metrics or interval or replications or study or labels:
            raise UsageError(
                f"{what}: holds one run, of which there is nothing to choose; give --to and -o alone"
            )
        _run(Path(what), to, out, style)
        return
    kind = kind_of(Path(what))
    if kind is not None:
        if only or study:
            given = "--only" if only else "--study"
            chooses = "; --metric chooses what is shown" if kind == Sweep.mark else ""
            raise UsageError(f"{given}: {what} is the folder of {MARKS[kind]}, and of no study{chooses}")
        if kind != Sweep.mark and (metrics or interval or replications):
            given = "--metric" if metrics else "--interval" if interval else "--replications"
            raise UsageError(f"{given}: is for sweeps; {what} is the folder of {MARKS[kind]}")
        _kept(Path(what), to, out, SweepOptions(replications, metrics or [], interval, called, style))
        return
    if (metrics or interval) and (what in studies.names() or Path(what).is_dir()):
        given = "--metric" if metrics else "--interval"
        raise UsageError(f"{given}: is for sweeps; the tables and figures of a study are its document's")
    folder, chosen, order = _found(what, study)
    file = _target(folder, to, out)
    asked = groups(chosen, only) or (list(order.only) if order and replications is None else [])
    most = replications or (order.replications if order else MOST)
    outcome = gather(chosen, folder, replications=most, only=asked)
    for note in outcome.notes:
        if most != MOST or "replications of every case" not in note:
            complain(f"note: {note}")
    since = changed_since(order, chosen)
    for note in since:
        complain(f"note: {note}")
    outcome = replace(outcome, notes=(*outcome.notes, *since))
    if order and order.replications == outcome.replications:
        outcome = replace(outcome, notes=(*outcome.notes, *order.notes))
    command = _command(chosen.called, outcome, order)
    with refusal("--"):
        outcome = with_labels(outcome, called)
    if to != "html":
        _write(to_markdown(outcome, command) if to == "markdown" else to_latex(outcome, command, style), out)
        return
    write_report(outcome, file, command, [] if order and order.choices else sensitivity.saved(folder))
    say(file)


@dataclass(frozen=True, slots=True)
class SweepOptions:
    """What was asked for of a sweep's report."""

    replications: int | None
    metrics: list[str]
    interval: str | None
    labels: Mapping[str, str]
    style: Style

    def command(self, folder: Path, to: str) -> str:
        """Write the command that makes the report again."""
        words = ["--replications", str(self.replications)] if self.replications else []
        words += [word for name in self.metrics for word in ("--metric", name)]
        words += ["--interval", self.interval] if self.interval else []
        words += [word for one in self.labels.items() for word in ("--label", "=".join(one))]
        words += style_words(self.style)
        return report_command(folder, to, words)


def _kept(folder: Path, to: str, out: Path | None, options: SweepOptions) -> None:
    file = _target(folder, to, out)
    with refusal("--metric: ", without="metric: ", but=(ResultsError,)):
        outcome = outcome_in(
            folder,
            lambda reported: complain(f"skipped: {reported}"),
            metrics=options.metrics,
            replications=options.replications,
        )
    assert outcome is not None
    called = labelled(outcome, options.labels)
    command = options.command(folder, to)
    _one(ExperimentReport(called, command, options.interval or "ci", options.style), to, file, out)


def _target(folder: Path, to: str, out: Path | None) -> Path:
    """Give the file of a report, once it can be written."""
    file = out or folder / "report.html"
    if out is not None or to == "html":
        require_file_target(file)
    return file


def style_words(style: Style) -> list[str]:
    """Write how LaTeX is set as a command has it."""
    return ["--wide"] * style.wide + ["--siunitx"] * style.siunitx


def _run(folder: Path, to: str, out: Path | None, style: Style) -> None:
    """Report one run; nothing that the folder's own files are checked by is written into them."""
    file = _target(folder, to, out)
    command = shlex.join(["cellwise", "report", str(folder), "--to", to, *style_words(style)])
    _one(RunReport(Run.load(folder), folder, command, style), to, file, out)


def _one(report: RunReport | ExperimentReport, to: str, file: Path, out: Path | None) -> None:
    if to == "html":
        say(write_whole(file, report.to_html().encode()))
        return
    _write(report.to_latex() if to == "latex" else report.to_markdown(), out)


def _found(what: str, given: str | None) -> tuple[Path, Study, Order | None]:
    """Find the points of a study by its name or by its folder, and the study."""
    folder = Path(what)
    if not (folder / "points").is_dir() and what in studies.names():
        folder = Path("results") / what
    if not folder.is_dir():
        if what in studies.names():
            raise UsageError(f"{what}: {folder} has no point of it; `cellwise study {what}` makes them")
        raise UsageError(
            f"{what}: is neither a study nor the folder of a study, a sweep or a run; the studies are "
            f"{', '.join(studies.names())}"
        )
    order = read_order(folder, lambda why: complain(f"note: {why}"))
    name = study_of_folder(folder, order, given)
    return folder, study_named(name, dict(order.choices) if order else None), order


def _command(name: str, outcome: StudyResults, order: Order | None) -> str:
    choose = words_of(order.choices) if order else None
    return command_of(name, outcome.replications, outcome.only, choose)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        say(text, end="")
        return
    write_whole(out, text.encode())
    say(out)
