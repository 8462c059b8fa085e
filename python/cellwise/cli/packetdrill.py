"""Scripts in packetdrill's language on the screen."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, explained
from cellwise.cli.options import Json
from cellwise.cli.scenario import Changes, changed
from cellwise.packetdrill import SUFFIX, Verdict, linux_host, replay_all, scripts_in
from cellwise.terminal_text import say, say_json

#: At least one script differs.
DIFFERS = 1


@explained
def packetdrill(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of scripts, `*.pkt`, or one.")],
    changes: Changes = None,
    all_of_them: Annotated[
        bool, typer.Option("--all", help="A line for every script, not only for those that differ.")
    ] = False,
    json: Json = False,
) -> None:
    """Replay packetdrill scripts against our TCP: what they expect to leave, and when.

    The host has the profile `linux-6`; `--set tcp.KEY=VALUE` makes it another. Each script passes, differs at
    a line, or is skipped for a reason. The exit code is 1 if one differs.

    Examples: `cellwise packetdrill scripts`,
    `cellwise packetdrill scripts/ten.pkt --set tcp.profile=freebsd-14 --json`
    """
    if not folder.exists():
        raise UsageError(f"DIR: {folder} is not there")
    if not scripts_in(folder):
        raise UsageError(f"DIR: {folder} has no file *{SUFFIX}")
    verdicts = list(replay_all(folder, changed(linux_host(), changes)))
    if json:
        say_json([{**vars(one), "script": str(one.script)} for one in verdicts])
    else:
        _print(verdicts, all_of_them)
    if any(verdict.outcome == "differs" for verdict in verdicts):
        raise typer.Exit(DIFFERS)


def _print(verdicts: list[Verdict], all_of_them: bool) -> None:
    for verdict in verdicts:
        place = f"{verdict.script}:{verdict.line}"
        if verdict.outcome == "differs":
            say(f"{place}: differs\n  expected: {verdict.expected}\n  got:      {verdict.got}")
        elif all_of_them:
            reported = verdict.reason or f"{verdict.held} held"
            say(f"{place}: {verdict.outcome} ({reported})")
        if all_of_them or verdict.outcome == "differs":
            for note in verdict.notes:
                say(f"  {note}")
    counts = Counter(verdict.outcome for verdict in verdicts)
    say(", ".join(f"{counts[one]} {one}" for one in ("passed", "differs", "skipped")))
    for reason, count in Counter(_kind(one) for one in verdicts if one.outcome == "skipped").most_common():
        say(f"  {count} skipped: {reason}")


def _kind(verdict: Verdict) -> str:
    """Give the reason of a skip without what is only this script's."""
    reason = verdict.reason or ""
    return "syntax that is not read" if reason.startswith("not understood") else reason
