"""What is behind a name of the catalogue, on the screen."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import Json, usable_cores
from cellwise.cli.scenario import NOTHING, Described
from cellwise.column import Column
from cellwise.explain import Explanation, Parameter
from cellwise.explain import explain as explanations_of
from cellwise.partition import Partition, partition
from cellwise.scenario import Scenario
from cellwise.screen import screen
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json

#: So many names of a part are printed.
_NAMES = 12

#: What a status means.
_STATUS = {
    "validated": "validated: compared with something outside this project",
    "experimental": "experimental: not validated",
}


@explained
@grouped
def explain(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Such as `fba`, `recoveries/sack`, or `partition`.")
    ],
    described: Described = NOTHING,
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, metavar="N", help="For `partition`; default: one per core."),
    ] = None,
    json: Json = False,
) -> None:
    """Explain what a model does: its rule, parameters, source, validation status and file.

    NAME is any entry of the catalogue, which `cellwise list` prints: a drop policy, rate rule, policer, error
    model, TCP variant, template and so on. For a scenario, `partition` shows which nodes each thread of a run
    would simulate, or why one thread simulates them all.

    Examples: `cellwise explain fba`, `cellwise explain poisson --json`,
    `cellwise explain partition my-wan.toml --threads 2`
    """
    if name == "partition":
        _explain_partition(described.scenario(), threads or usable_cores(), json)
        return
    if described != NOTHING or threads:
        raise UsageError(
            "FILE, --template, --set, --seed and --threads go with `cellwise explain partition` only"
        )
    with refusal():
        found = explanations_of(name)
    if json:
        say_json([_as_dict(one) for one in found])
        return
    console = screen()
    for number, one in enumerate(found):
        if number:
            console.print()
        _print(console, one)


def _as_dict(one: Explanation) -> dict[str, object]:
    return {
        **asdict(one.entry),
        "rule": one.rule,
        "parameters": [asdict(parameter) for parameter in one.parameters],
        "page": one.page,
    }


def _print(console: Console, one: Explanation) -> None:
    entry = one.entry
    console.print(f"{entry.family}/{entry.name}", style="bold")
    console.print(entry.summary)
    if one.rule:
        console.print()
        console.print(one.rule)
    if one.parameters:
        console.print()
        _print_parameters(console, one.parameters)
    console.print()
    for word, reported in (
        ("source", entry.source),
        ("status", _STATUS.get(entry.status, entry.status)),
        ("file", one.entry.file),
        ("page", one.page),
    ):
        if reported:
            console.print(f"{word}: {reported}")


def _print_parameters(console: Console, parameters: list[Parameter]) -> None:
    columns = [
        Column("setting"),
        *(Column(heading, is_prose=True) for heading in ("value", "default", "range", "meaning")),
    ]
    rows = [(one.path, one.kind, one.default, one.limits, one.meaning) for one in parameters]
    print_table(console, columns, rows)


def _explain_partition(scenario: Scenario, threads: int, as_json: bool) -> None:
    """Print how a run on so many threads would be divided."""
    found = partition(scenario, threads)
    if as_json:
        say_json({"threads": found.threads, **asdict(found)})
        return
    _print_partition(found, threads, screen())


def _print_partition(found: Partition, threads: int, console: Console) -> None:
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
