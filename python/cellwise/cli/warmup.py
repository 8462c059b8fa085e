"""The option `--warmup`: a time, or MSER-5 on pilot runs."""

from collections.abc import Iterable
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, refusal
from cellwise.errors import ConfigError
from cellwise.scenario import Scenario

#: What asks for a pilot run.
MSER5 = "mser5"

Warmup = Annotated[
    str | None,
    typer.Option(
        "--warmup", metavar="TIME", help="Such as `2 s`, or `mser5`: found by a pilot run and used."
    ),
]


def warmup_of(scenarios: Iterable[Scenario], text: str) -> str:
    """Give a warm-up as scenarios write it: the longest that pilot runs suggest, reported on standard error.

    Raises `UsageError` if a pilot run has no TCP flow, or had not settled. Raises `ConfigError` if a scenario
    cannot run.
    """
    if text != MSER5:
        return text
    found = [_pilot(scenario) for scenario in scenarios]
    longest = f"{round(1e6 * max(found))} us"
    of = "a pilot run" if len(found) == 1 else f"{len(found)} pilot runs, the longest of all"
    complain(f"warm-up: {longest} by MSER-5 on the throughput of {of}")
    return longest


def _pilot(scenario: Scenario) -> float:
    from cellwise.warmup import warmup_s

    with refusal("--warmup: ", without="warmup: ", but=(ConfigError,)):
        found_s, settled = warmup_s(scenario)
    if not settled:
        raise UsageError(
            "--warmup: the throughput had not settled by the middle of the run; give a longer duration, "
            "or a time"
        )
    return found_s
