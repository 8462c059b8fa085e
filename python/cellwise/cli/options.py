"""The options that commands share: the same name, form and meaning wherever they make sense."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cellwise import quantity
from cellwise.cli.errors import UsageError, refusal
from cellwise.share import share_of
from cellwise.terminal_text import say

if TYPE_CHECKING:
    from cellwise.experiments.precision import Precision

#: More replications than this are a mistake.
MOST_REPLICATIONS = 10_000


#: Also of studies, whose last request says what is left out.
_REPLICATIONS = typer.Option(
    "--replications", metavar="R", help="Runs of each, or `auto`: as many as `--half-width` takes, or a goal."
)
_HALF_WIDTH = typer.Option(
    "--half-width", metavar="SHARE", help="With `auto`: half-width of intervals, by the mean, such as `2%`."
)
_LEAST = typer.Option("--least", min=2, max=MOST_REPLICATIONS, help="With `auto`: at least this many.")
_MOST = typer.Option("--most", min=2, max=MOST_REPLICATIONS, help="With `auto`: at most this many.")


@dataclass(frozen=True, slots=True)
class Count:
    """How many runs of each case there are."""

    replications: Annotated[str | None, _REPLICATIONS] = None
    half_width: Annotated[str | None, _HALF_WIDTH] = None
    least: Annotated[int | None, _LEAST] = None
    most: Annotated[int | None, _MOST] = None

    def wanted(self, confidence: float | None = None) -> "int | Precision":
        """Give their number, or how well means are to be known with ``auto``; no other takes more options."""
        count = replications_of(self.replications or "5")
        if count is None:
            return self.precision(confidence=confidence)
        usual = {"half-width": FIVE.half_width, "least": FIVE.least, "most": FIVE.most}
        given = zip(usual.items(), (self.half_width, self.least, self.most), strict=True)
        idle = [f"--{name}" for (name, value), one in given if one not in (None, value)]
        if idle:
            raise UsageError(f"{', '.join(idle)}: for --replications auto only, and {count} are asked for")
        return count

    def precision(self, usual: "Precision | None" = None, confidence: float | None = None) -> "Precision":
        """Say when to stop adding runs; raises `UsageError`, which names the options at fault."""
        # With it comes all that computes intervals.
        from cellwise.experiments.precision import AUTO, Precision

        one = usual or AUTO
        share = one.half_width if self.half_width is None else share_option(self.half_width, "--half-width")
        try:
            return Precision(share, self.least or one.least, self.most or one.most, confidence or 0.95)
        except ValueError as error:
            named, _, reported = str(error).partition(": ")
            raise UsageError(f"{', '.join(f'--{one}' for one in named.split(', '))}: {reported}") from None


#: The usual number of runs in experiments.
FIVE = Count("5", "2%", 5, 50)

RUNS = typer.Option("--replications", min=1, max=MOST_REPLICATIONS, metavar="R", help="Runs of each.")
Runs = Annotated[int | None, RUNS]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, max=1024, metavar="J", help="Runs at a time; default all cores."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Simulate points again that are kept already.")]
Progress = Annotated[
    Literal["auto", "json", "none"],
    typer.Option("--progress", help="On standard error: a bar or lines, one JSON object per line, nothing."),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", help="Such as `efficiency` or `flows.throughput_bps:sum`."),
]
Confidence = Annotated[
    str, typer.Option("--confidence", metavar="SHARE", help="Level of the two-sided intervals.")
]
Labels = Annotated[
    list[str] | None,
    typer.Option(
        "--label",
        metavar="PATH=TEXT",
        help="What headings and legends of the report call a setting, a metric or a column.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="DIR", help="Where points, tables and pictures are kept."),
]


@dataclass(frozen=True, slots=True)
class Output:
    """Where what came of an experiment goes."""

    out: Out = None
    json: Json = False


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def replications_of(written: str) -> int | None:
    """Read a number of replications; None for ``auto``."""
    if written == "auto":
        return None
    if not written.isascii() or not written.isdigit() or not 1 <= int(written) <= MOST_REPLICATIONS:
        raise UsageError(
            f"--replications: {written!r} is not allowed; give 1 up to {MOST_REPLICATIONS}, or auto"
        )
    return int(written)


def share_option(written: str, option: str) -> float:
    """Read a share; raises `UsageError`, which names the option."""
    with refusal():
        return share_of(written, option)


def labels_of(written: Sequence[str] | None) -> dict[str, str]:
    """Read the labels of a report, each PATH=TEXT; a `UsageError` names the option."""
    found = {}
    for one in written or []:
        path, equals, text = one.partition("=")
        if not equals or not path.strip() or not text.strip():
            raise UsageError(
                f"--label: {one!r} is not allowed; write PATH=TEXT, such as switch.buffer='Buffer, cells'"
            )
        found[path.strip()] = text.strip()
    return found


def list_option(what: str, entries: Mapping[str, str]) -> Any:
    """Make the option that lists what there is, by name with a text, and exits."""

    def show(wanted: bool) -> None:
        if wanted:
            width = max(map(len, entries))
            for name, text in entries.items():
                say(f"{name:<{width}}  {text}")
            raise typer.Exit

    return typer.Option("--list", help=f"List the {what} and exit.", callback=show, is_eager=True)


def where_option(option: str, of: str) -> Any:
    """Make an option that chooses by conditions on settings."""
    return typer.Option(
        option,
        metavar="CONDITION",
        help=f"Only {of} such as `switch.buffer > 900 cells`, or PATH=VALUE; several: all must hold.",
    )


def rate_bps(option: str, written: str) -> float:
    """Read the rate that an option was given, in bit/s, above 0; a `UsageError` names the option."""
    with refusal(f"{option}: "):
        rate = quantity.rate_bps(written)
    if not rate > 0:
        raise UsageError(f"{option}: {written!r} is not allowed; give a rate above 0")
    return rate
