"""`cellwise new`: a first scenario to change."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli import completion
from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.targets import require_file_target
from cellwise.files import write_whole
from cellwise.quantity import rate_bps, span_s
from cellwise.starter import first_scenario
from cellwise.terminal_text import say

_DEFAULT = "n-source"


@explained
def new(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write the scenario, such as `my.toml`.")
    ],
    template: Annotated[
        str | None,
        typer.Option(
            "--template",
            metavar="NAME",
            help=f"The network to begin with; `cellwise list templates` has all. [default: {_DEFAULT}]",
            autocompletion=completion.templates,
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="TOPOLOGY",
            help="A topology instead: GraphML (Internet Topology Zoo), SNDlib's XML, or a list of edges.",
        ),
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(
            "--rate", metavar="RATE", help="With --from: of links without a rate. [default: 10 Gbit/s]"
        ),
    ] = None,
    delay: Annotated[
        str | None,
        typer.Option(
            "--delay",
            metavar="TIME",
            help="With --from: of links without a delay and without positions. [default: 1 ms]",
        ),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option(
            "--unit",
            metavar="RATE",
            help="With --from: the unit of SNDlib's numbers. [default: that of the file, or 1 Mbit/s]",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
) -> None:
    """Write a first scenario from a template, with a comment for every key, or from a topology file.

    Examples: `cellwise new first.toml`, `cellwise new wide.toml --template two-node`,
    `cellwise new net.toml --from edges.txt`
    """
    require_file_target(file, "FILE")
    if file.exists() and not force:
        raise UsageError(f"FILE: {file} exists; give --force to replace it, or another name")
    if source is not None and template is not None:
        raise UsageError("--template, --from: give one of them")
    given = {name: one for name, one in (("rate", rate), ("delay", delay), ("unit", unit)) if one is not None}
    if source is None and given:
        raise UsageError(f"{', '.join(f'--{name}' for name in given)}: for --from TOPOLOGY only")
    if source is None:
        text, origin = first_scenario(template or _DEFAULT), f"the template {template or _DEFAULT}"
    else:
        text, origin = _from_topology(source, given), str(source)
    write_whole(file, text.encode())
    say(f"{file}: a scenario from {origin}; next: {shlex.join(['cellwise', 'run', str(file)])}")


def _from_topology(source: Path, given: Mapping[str, str]) -> str:
    from cellwise.topologies import read_topology, scenario_text

    for name, value in given.items():
        with refusal(f"--{name}: "):
            (span_s if name == "delay" else rate_bps)(value)
    try:
        return scenario_text(read_topology(source), source.stem, **given)
    except OSError as error:
        raise UsageError(f"--from: {source}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"--from: {source}: {error}") from None
