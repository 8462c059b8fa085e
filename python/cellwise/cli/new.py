"""`cellwise new`: a first scenario to change."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli import completion
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.targets import require_file_target
from cellwise.files import replace_whole
from cellwise.starter import first_scenario
from cellwise.terminal_text import say


@explained
def new(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write the scenario, such as `my.toml`.")
    ],
    template: Annotated[
        str,
        typer.Option(
            "--template",
            metavar="NAME",
            help="The network to begin with; `cellwise list templates` has all.",
            autocompletion=completion.templates,
        ),
    ] = "n-source",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
) -> None:
    """Write a first scenario from a template, with a comment for every key; it runs unchanged.

    Examples: `cellwise new first.toml`, `cellwise new wide.toml --template two-node`
    """
    require_file_target(file, "FILE")
    if file.exists() and not force:
        raise UsageError(f"FILE: {file} exists; give --force to replace it, or another name")
    replace_whole(file, first_scenario(template).encode())
    say(
        f"{file}: a scenario from the template {template}; next: {shlex.join(['cellwise', 'run', str(file)])}"
    )
