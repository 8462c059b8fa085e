"""The application: options before the commands, and errors around them."""

import typer

from cellwise.cli.commands import MARKUP, Commands
from cellwise.terminal_text import say
from cellwise.version import __version__

app = typer.Typer(
    name="cellwise",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=MARKUP,
    help="TCP and UDP over ATM networks, exactly, cell by cell.",
    epilog="Examples: `cellwise run --template n-source --set switch.buffer='3000 cells'`, "
    "`cellwise study goyal96 --only table2`, `cellwise COMMAND --help`.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"cellwise {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
) -> None:
    """TCP and UDP over ATM networks, exactly, cell by cell."""
