"""`cellwise plot`: a plot by name, as a picture and as the columns behind it."""

import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from cellwise.cli import completion
from cellwise.cli.errors import UsageError, complain, explained, refusal
from cellwise.cli.options import list_option, where_option
from cellwise.cli.sources import sources_in
from cellwise.cli.study_options import OwnStudy
from cellwise.cli.targets import require_file_target
from cellwise.errors import ResultsError
from cellwise.experiments.kept import kind_of, outcome_in
from cellwise.experiments.replicated import Replicated
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.levels import Level
from cellwise.plots.drawing import Drawing, format_of
from cellwise.plots.look import size_of
from cellwise.plots.registry import PLOTS, plot_sources
from cellwise.quantity import number_of, span_s
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.terminal_text import say

#: Options that say where things go, not what they are; with and without a value.
_OUTPUT, _FLAGS = ("-o", "--out"), ("--csv",)

#: What Python calls otherwise than the options do.
_PYTHON_ONLY = {"from_s": "--from", "to_s": "--to", "window_s": "--window"}


@explained
def plot(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN... NAME",
            help="Results folders, a study's folder, or for `network` a scenario; then the plot.",
            autocompletion=completion.plot_names,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="`.svg`, `.png` or `.pdf`; default `NAME.svg`."),
    ] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Also write the plotted columns, as FILE with `.csv`.")
    ] = False,
    size: Annotated[str, typer.Option("--size", help="`page`, `column` or `slide`.")] = "page",
    flow: Annotated[list[str] | None, typer.Option("--flow", metavar="NAME", help="Only this flow.")] = None,
    port: Annotated[list[str] | None, typer.Option("--port", metavar="NAME", help="Only this port.")] = None,
    vc: Annotated[
        list[str] | None, typer.Option("--vc", metavar="NAME", help="Only this connection.")
    ] = None,
    begin: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="Show the run from here, such as `1.5 s`.")
    ] = None,
    end: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Show the run up to here.")] = None,
    low: Annotated[
        float | None,
        typer.Option("--from-bytes", metavar="N", help="`sequence`: show sequence numbers from here."),
    ] = None,
    high: Annotated[
        float | None, typer.Option("--to-bytes", metavar="N", help="`sequence`: show them up to here.")
    ] = None,
    window: Annotated[
        str | None, typer.Option("--window", metavar="TIME", help="Windows of `throughput`.")
    ] = None,
    x: Annotated[
        str | None,
        typer.Option("--x", metavar="PATH", help="`factor`: the setting, such as `switch.buffer`."),
    ] = None,
    y: Annotated[
        str | None,
        typer.Option(
            "--y", metavar="MEASURE", help="`factor`: such as `efficiency` or `flows.throughput_bps`."
        ),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="PATH", help="The setting that distinguishes the curves.")
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option(
            "--rows", help="Over the rows of a column: `mean`, `sum`, `min`, `max`, `p50`, `p95` or `p99`."
        ),
    ] = None,
    where: Annotated[list[str] | None, where_option("--where", "runs")] = None,
    study: OwnStudy = None,
    interval: Annotated[
        Literal["ci", "range"] | None,
        typer.Option(
            "--interval",
            help="`factor`: means with 95 % confidence intervals, or medians with 5-95 % ranges.",
        ),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(
            "--view",
            help="`latency`: over `time`, or the `share` of requests answered within how long. `backlog`, "
            "`backlog-bytes`: of `ports`, or of the `flows` at one.",
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Instead of the plot's own; '' for none.")
    ] = None,
    x_label: Annotated[
        str | None, typer.Option("--x-label", metavar="TEXT", help="Label of the horizontal axis.")
    ] = None,
    y_label: Annotated[
        str | None, typer.Option("--y-label", metavar="TEXT", help="Label of the vertical axis.")
    ] = None,
    footer: Annotated[
        bool,
        typer.Option(
            "--footer/--no-footer", help="Draw the command; it is in the metadata of the file in any case."
        ),
    ] = True,
    _list: Annotated[bool, list_option("plots", {one.name: one.summary for one in PLOTS.values()})] = False,
) -> None:
    """Draw a plot by name from the results of a run, or of several; of an experiment also its own picture.

    Examples
    --------
    `cellwise plot results/my-run queue -o queue.pdf --csv`

    `cellwise plot results/my-run cwnd --flow tcp1 --from '1 s' --to '2 s'`

    `cellwise plot results/epd/0 results/tail/0 delay -o delays.svg`

    `cellwise plot results/sweep factor --x switch.buffer --by switch.drop.policy`

    `cellwise plot results/sweep --y efficiency -o efficiency.svg`

    `cellwise plot my.toml network -o network.svg`

    `cellwise plot results/sweep factor --x switch.buffer --where switch.drop.policy=epd`

    `cellwise plot results/sweep factor --x switch.buffer --by switch.drop.policy --interval ci --no-footer`
    """
    *folders, name = targets
    if not folders and (kind := kind_of(Path(name))) is not None:
        folders, name = [name], kind.removesuffix(".json")
    elif name not in PLOTS or not folders:
        known = ", ".join(PLOTS)
        fault = f"{name!r} is not known" if folders else "the name of the plot is missing"
        raise UsageError(f"plot: {fault}; give RUN and one of {known}")
    file = out or Path(f"{name}.svg")
    options = {
        "flow": flow,
        "port": port[0] if port and len(port) == 1 else port,
        "vc": vc,
        "from_s": _seconds("--from", begin),
        "to_s": _seconds("--to", end),
        "from_bytes": low,
        "to_bytes": high,
        "window_s": _seconds("--window", window),
        "x": x,
        "y": y,
        "by": by,
        "rows": rows,
        "where": where,
        "interval": interval,
        "view": view,
        "title": title,
        "x_label": x_label,
        "y_label": y_label,
        "footer": footer,
    }
    _draw(name, folders, file, size, options, csv=csv, study=study)


def _draw(
    name: str,
    folders: Sequence[str],
    file: Path,
    size: str,
    options: dict[str, Any],
    *,
    csv: bool,
    study: str | None,
) -> None:
    with refusal():
        format_of(file)
    table = file.with_suffix(".csv")
    for one in (file, table) if csv else (file,):
        require_file_target(one)
    try:
        if name in PLOTS:
            drawing = plot_sources(name, _sources(folders, study), size=size, **options)
        else:
            drawing = _kept(Path(folders[0]), size, **options)
    except ResultsError:
        raise
    except ValueError as error:
        raise UsageError(_with_options(str(error))) from None
    drawing = drawing.with_footer(" && ".join(filter(None, [drawing.footer, _command(sys.argv[1:])])))
    say(drawing.save(file))
    if csv:
        drawing.to_csv(table)
        say(table)


def _with_options(fault: str) -> str:
    """Name the options that stand for what Python calls otherwise."""
    before, among, known = fault.partition(" is not among its options")
    if not among:
        return re.sub(r"\b(from|to|window)_s\b", lambda found: _PYTHON_ONLY[found[0]], fault)
    what, colon, wrong = before.rpartition(": ")
    start, which, names = known.partition("which are ")
    return f"{what}{colon}{_options(wrong)}{among}{start}{which}{_options(names)}"


def _options(names: str) -> str:
    return ", ".join(_PYTHON_ONLY.get(one, f"--{one.replace('_', '-')}") for one in names.split(", ") if one)


def _kept(
    folder: Path,
    size: str,
    *,
    y: str | None,
    where: list[str] | None,
    title: str | None,
    x_label: str | None,
    y_label: str | None,
    footer: bool,
    **others: Any,
) -> Drawing:
    """Draw the picture of an experiment that is kept in a folder."""
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise ValueError(f"plot: {', '.join(given)} goes with a plot by name; give one behind {folder}")
    size_of(size)
    outcome = outcome_in(folder, lambda reported: complain(f"skipped: {reported}"))
    assert outcome is not None
    if isinstance(outcome, SweepOutcome):
        drawing = outcome.plot(y, where=where)
    elif isinstance(outcome, Replicated):
        drawing = outcome.plot(y)
    elif y or where:
        raise ValueError(f"plot: {'y' if y else 'where'} is for sweeps; {folder} is of something else")
    else:
        drawing = outcome.plot()
    words = drawing.labelled(title=title, x_label=x_label, y_label=y_label, footer=footer)
    return replace(words, size=size)


def _sources(given: Sequence[str], study: str | None) -> list[Source]:
    """Read results, or a scenario that was not run."""
    if len(given) == 1 and given[0].endswith(".toml") and Path(given[0]).is_file():
        return [Source.of_scenario(Scenario.read(given[0]))]
    return sources_in(given, study)


def _command(arguments: Sequence[str]) -> str:
    """Write the command without where its files go: the same picture under any name is the same."""
    kept, skip = ["cellwise"], False
    for word in arguments:
        if not (skip or word in _FLAGS or word in _OUTPUT or word.startswith("--out=")):
            kept.append(word)
        skip = word in _OUTPUT
    return shlex.join(kept)


def _seconds(option: str, written: str | None) -> float | None:
    if written is None:
        return None
    with refusal(f"{option}: "):
        level = Level.of(written)
        return span_s(written) if level.kind or not level.is_number else number_of(written).within("")
