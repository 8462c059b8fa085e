"""The options that the commands about studies share, and what they mean."""

import json as json_module
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise import studies
from cellwise.cli.completion import study_names
from cellwise.cli.errors import UsageError, refusal
from cellwise.errors import ConfigError
from cellwise.study.definition import Study
from cellwise.study.order import Order

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="The study, such as `goyal96`, or the folder of your own.",
        autocompletion=study_names,
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="TABLE", help="Some tables only, such as `table2`."),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE", help="The report; default `report.html` in the folder of the points."
    ),
]
Choose = Annotated[
    list[str] | None,
    typer.Option("--choose", metavar="PATH=VALUE", help="Change one of the study's modelling choices."),
]
OwnStudy = Annotated[
    str | None,
    typer.Option(
        "--study",
        metavar="DIR",
        help="The folder of your own study whose points these are; its functions are run.",
    ),
]


def study_named(name: str, changes: dict[str, Any] | None = None) -> Study:
    """Give a study, with some of its choices changed; raises `UsageError` if there is no such thing."""
    with refusal(but=(ConfigError,)):
        chosen = studies.get(name)
        return chosen.rebuild(changes) if changes else chosen


def results_folder(name: str, out: Path | None) -> Path:
    """Give the folder of a study's points: the one that is asked for, or one below ``results``."""
    return out or Path("results") / Path(name).resolve().name


def study_of_folder(folder: Path, order: Order | None, given: str | None) -> str:
    """Say of which study a folder's points are, as commands call it.

    Nothing that is in the folder leads to another one: a user's own study must be given.

    Raises `UsageError` if it is a user's own and no study is given, or another one than that of these points.
    """
    name = order.study if order else folder.resolve().name
    if given is None:
        if name not in studies.names():
            known = ", ".join(studies.names())
            raise UsageError(
                f"{folder}: its points are of {name!r}, which is not one of our studies ({known}); give the "
                f"folder that has its study.toml: --study DIR"
            )
        return name
    if order and order.study != studies.name_of(given):
        raise UsageError(f"--study: {folder} has points of {order.study!r}, not of {given}")
    return given


def choices(choose: Sequence[str] | None) -> dict[str, Any]:
    """Read changed choices by path, each value as JSON or else as text."""
    return dict(_change(one) for one in choose or [])


def _change(written: str) -> tuple[str, Any]:
    path, equals, value = written.partition("=")
    if not equals:
        raise UsageError(f"--choose: {written!r} is not allowed; write PATH=VALUE, such as tie=rotate")
    try:
        return path, json_module.loads(value)
    except ValueError:
        return path, value


def words_of(changes: Mapping[str, Any]) -> list[str]:
    """Write changed choices as `choices` reads them."""
    return [_word(path, value) for path, value in changes.items()]


def _word(path: str, value: Any) -> str:
    plain = f"{path}={value}"
    # Text that looks like a number or a table would be read as one, and words of JSON as text.
    return plain if _change(plain) == (path, value) else f"{path}={json_module.dumps(value)}"


def groups(chosen: Study, only: Sequence[str] | None) -> list[str]:
    """Give the groups asked for, in the order of the study; raises `UsageError` if one is not known."""
    asked = [name for names in only or [] for name in names.split(",") if name]
    with refusal():
        return chosen.chosen_groups(asked)


def options_of(replications: int | str, only: Sequence[str], choose: Sequence[str] | None) -> list[str]:
    """Write what a study is asked for as the words of a command."""
    words = ["--replications", str(replications)]
    words += [word for group in only for word in ("--only", group)]
    return words + [word for one in choose or [] for word in ("--choose", one)]


def command_of(
    name: str,
    replications: int | str,
    only: Sequence[str],
    choose: Sequence[str] | None,
    below: Sequence[str] = (),
) -> str:
    """Write the command that runs a study again, or does something else with it."""
    return shlex.join(["cellwise", "study", *below, name, *options_of(replications, only, choose)])
