"""The same option has the same name, form and meaning in all commands that take it."""

from collections import defaultdict
from typing import Any

import pytest
import typer

from cellwise.cli.app import app

EXPERIMENTS = ("sweep", "replicate", "compare", "find")

#: What belongs to making points, keeping them, and counting them.
SHARED = (
    *("--jobs", "--fresh", "--progress", "--on"),
    *("-o, --out", "--json"),
    *("--replications", "--half-width", "--least", "--most"),
)


def options() -> dict[str, dict[str, Any]]:
    """Every option of every command, by the command and by the option's names."""
    found: dict[str, dict[str, Any]] = {}

    def add(name: str, command: Any) -> None:
        found[name] = {", ".join(one.opts): one for one in command.params if one.opts[0].startswith("-")}
        for inner, below in getattr(command, "commands", {}).items():
            add(f"{name} {inner}", below)

    root: Any = typer.main.get_command(app)
    for name, command in root.commands.items():
        add(name, command)
    return found


@pytest.mark.parametrize("names", SHARED)
def test_experiments_and_studies_share_options(names: str) -> None:
    known = options()
    reported = {known[one][names].help for one in (*EXPERIMENTS, "study run", "study resume")}
    assert len(reported) == 1


@pytest.mark.parametrize("names", ["--seed", "--confidence", "--warmup"])
def test_all_experiments_take_seed_confidence_and_warmup(names: str) -> None:
    known = options()
    assert all(names in known[one] for one in EXPERIMENTS)


def test_out_is_called_the_same_everywhere() -> None:
    assert {
        names for command in options().values() for names, one in command.items() if "--out" in one.opts
    } == {"-o, --out"}


def test_an_option_takes_the_same_kind_of_value_in_all_commands() -> None:
    kinds: dict[str, set[bool]] = defaultdict(set)
    for command in options().values():
        for names, one in command.items():
            kinds[names].add(bool(one.is_flag))
    assert [names for names, found in kinds.items() if len(found) > 1] == []
