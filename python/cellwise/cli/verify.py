"""The verification gate on the screen."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from cellwise.cli.errors import complain, explained, refusal
from cellwise.cli.options import Json, list_option
from cellwise.column import Column
from cellwise.screen import screen
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json
from cellwise.verify import CHECKS, Outcome
from cellwise.verify import verify as run_checks
from cellwise.verify.check import Verdict
from cellwise.version import __version__

#: At least one check failed.
FAILED = 1

_VERDICTS: dict[Verdict, str] = {"good": "good", "differs": "differs", "failed": "FAILED"}


@explained
def verify(
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Only this check; may be repeated.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Checks at once; default: one per core.")
    ] = None,
    json: Json = False,
    _list: Annotated[bool, list_option("checks", {one.name: one.what for one in CHECKS.values()})] = False,
) -> None:
    """Compare the simulator with standards, closed forms and published numbers.

    The exit code is 1 if any check fails. A value known to differ from the printed one is shown as `differs`.

    Examples: `cellwise verify`, `cellwise verify --only gcra --only max-min --json`
    """
    with refusal():
        outcomes = run_checks(only or (), os.cpu_count() or 1 if jobs is None else jobs, _notify)
    holds = all(outcome.holds for outcome in outcomes)
    if json:
        reported = {"cellwise": __version__, "holds": holds, "checks": [one.to_dict() for one in outcomes]}
        say_json(reported)
    else:
        _print_table(outcomes)
    if not holds:
        raise typer.Exit(FAILED)


def _notify(outcome: Outcome) -> None:
    """Show a user who waits which checks are done, since the tables come at the end."""
    if sys.stderr.isatty():
        verdict = _VERDICTS["good" if outcome.holds else "failed"]
        complain(f"{outcome.check.name}: {verdict}, {outcome.took_s:.1f} s")


def _print_table(outcomes: Sequence[Outcome]) -> None:
    console = screen()
    for outcome in outcomes:
        console.print(f"{outcome.check.name}: {outcome.check.what}", style="bold")
        console.print(f"  source: {outcome.check.source}")
        if outcome.items:
            _print_items(console, outcome)
        if outcome.fault:
            console.print(f"  could not be completed: {outcome.fault}")
        console.print()
    items = [item for outcome in outcomes for item in outcome.items]
    failed = [outcome.check.name for outcome in outcomes if not outcome.holds]
    reported = f"failed: {', '.join(failed)}" if failed else "all good"
    if differing := sum(outcome.differing for outcome in outcomes):
        reported += f", {differing} known to differ from the printed numbers"
    checks = "1 check" if len(outcomes) == 1 else f"{len(outcomes)} checks"
    console.print(f"{checks}, {len(items)} values: {reported}")


def _print_items(console: Console, outcome: Outcome) -> None:
    columns = [Column(heading, is_number=True) for heading in ("computed", "expected")]
    columns += [Column("verdict"), Column("quantity", is_prose=True)]
    rows = []
    for item in outcome.items:
        computed = f"{item.computed:.6g}" if isinstance(item.computed, float) else str(item.computed)
        rows.append((computed, str(item.expected), _VERDICTS[item.verdict], item.quantity))
    print_table(console, columns, rows, names=0)
