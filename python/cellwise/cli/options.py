"""The options that commands share: the same name, form and meaning wherever they make sense."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cellwise import quantity
from cellwise.cli.errors import UsageError
from cellwise.share import share_of

if TYPE_CHECKING:
    from cellwise.experiments.precision import Precision

#: More replications than this are a mistake.
MOST_REPLICATIONS = 10_000


def replications_or_auto(told: str) -> Any:
    """Make the option that takes a number of replications, or `auto`, for `replications_of`."""
    return typer.Option("--replications", metavar="R", help=told)


def half_width_option(told: str) -> Any:
    """Make the option that says when `auto` is content, for `precision_of`."""
    return typer.Option("--half-width", metavar="SHARE", help=told)


ReplicationsOrAuto = Annotated[
    str,
    replications_or_auto("Independent runs of every case, or `auto`: as many as `--half-width` takes."),
]
HalfWidth = Annotated[
    str, half_width_option("With `auto`: half-width of every mean's interval, such as `2%`.")
]
Least = Annotated[int, typer.Option("--least", min=2, max=10_000, help="With `auto`: at least this many.")]
Most = Annotated[int, typer.Option("--most", min=2, max=10_000, help="With `auto`: at most this many.")]
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
Out = Annotated[
    Path, typer.Option("-o", "--out", metavar="DIR", help="Where points, tables and pictures are kept.")
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


def precision_of(half_width: str, least: int, most: int) -> "Precision":
    """Read when to stop adding replications; raises `UsageError`, which names the options at fault."""
    # With it comes all that computes intervals.
    from cellwise.experiments.precision import Precision

    share = share_option(half_width, "--half-width")
    try:
        return Precision(share, least, most)
    except ValueError as error:
        named, _, told = str(error).partition(": ")
        raise UsageError(f"{', '.join(f'--{one}' for one in named.split(', '))}: {told}") from None


def wanted_of(replications: str, half_width: str, least: int, most: int) -> "int | Precision":
    """Read how many replications there are, or how well means are to be known with ``auto``."""
    return replications_of(replications) or precision_of(half_width, least, most)


def share_option(written: str, option: str) -> float:
    """Read a share; raises `UsageError`, which names the option."""
    try:
        return share_of(written, option)
    except ValueError as error:
        raise UsageError(str(error)) from None


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


def where_of(option: str, written: Sequence[str] | None) -> dict[str, str]:
    """Read the values that settings must have, each PATH=VALUE; a `UsageError` names the option."""
    found = {}
    for one in written or []:
        path, equals, value = one.partition("=")
        if not equals or not path.strip():
            raise UsageError(
                f"{option}: {one!r} is not allowed; write PATH=VALUE, such as switch.drop.policy=fba"
            )
        found[path.strip()] = value.strip()
    return found


def rate_bps(option: str, written: str) -> float:
    """Read the rate that an option was given, in bit/s, above 0; a `UsageError` names the option."""
    try:
        rate = quantity.rate_bps(written)
    except ValueError as error:
        raise UsageError(f"{option}: {error}") from None
    if not rate > 0:
        raise UsageError(f"{option}: {written!r} is not allowed; give a rate above 0")
    return rate
