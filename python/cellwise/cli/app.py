"""The application: its commands and their order in the help."""

import typer

from cellwise.cli.captures import capture
from cellwise.cli.catalogue import list_models
from cellwise.cli.compare import compare
from cellwise.cli.explain import explain
from cellwise.cli.export import export
from cellwise.cli.overhead import overhead
from cellwise.cli.plot import plot
from cellwise.cli.report import report
from cellwise.cli.run import run
from cellwise.cli.scenario import check, expand, schema
from cellwise.cli.serve import serve
from cellwise.cli.staircase import staircase
from cellwise.cli.study import study
from cellwise.cli.sweep import sweep
from cellwise.cli.verify import verify
from cellwise.cli.why import why
from cellwise.version import __version__

app = typer.Typer(
    name="cellwise",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="TCP and UDP over ATM networks, exactly, cell by cell.",
    epilog="Examples: `cellwise run --template n-source --set switch.buffer='3000 cells'`, "
    "`cellwise study goyal96 --only table2`, `cellwise COMMAND --help`.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"cellwise {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and leave.", callback=_print_version, is_eager=True
    ),
) -> None:
    """TCP and UDP over ATM networks, exactly, cell by cell."""


app.command()(run)
app.command()(serve)
app.command()(check)
app.command()(expand)
app.add_typer(study)
app.command()(report)
app.command()(compare)
app.command()(sweep)
app.command()(plot)
app.command()(why)
app.command()(capture)
app.command()(export)
app.command(name="list")(list_models)
app.command()(explain)
app.command()(verify)
app.command()(overhead)
app.command()(staircase)
app.command()(schema)
