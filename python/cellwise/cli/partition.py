"""`cellwise explain partition`: which nodes each thread would simulate, or why one simulates them all."""

import json
from dataclasses import asdict

from rich.console import Console

from cellwise.partition import Partition, partition
from cellwise.scenario import Scenario
from cellwise.screen import screen
from cellwise.terminal_text import say

#: So many names of a part are printed.
_NAMES = 12


def explain_partition(scenario: Scenario, threads: int, as_json: bool) -> None:
    """Print how a run on so many threads would be divided."""
    found = partition(scenario, threads)
    if as_json:
        say(json.dumps({"threads": found.threads, **asdict(found)}, indent=2))
        return
    _print(found, threads, screen())


def _print(found: Partition, threads: int, console: Console) -> None:
    if found.reason is not None:
        console.print(f"One thread of {threads}: {found.reason}.", highlight=False)
        return
    console.print(f"{found.threads} threads of {threads}", style="bold", highlight=False)
    for nodes, share in zip(found.nodes, found.shares, strict=True):
        more = f" and {len(nodes) - _NAMES} more" if len(nodes) > _NAMES else ""
        shown = ", ".join(nodes[:_NAMES]) + more
        console.print(f"{share:6.1%}  {shown}", highlight=False)
    console.print(f"cut at: {', '.join(found.cut_links)}", highlight=False)
    lookahead = f"{(found.lookahead_s or 0.0) * 1e6:.6g} us"
    console.print(
        f"lookahead: {lookahead}, within which nothing passes from one part to another", highlight=False
    )
    console.print(f"expected gain: {found.expected_gain:.2f} times", highlight=False)
