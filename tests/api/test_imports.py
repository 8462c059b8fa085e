import re
import subprocess
import sys
from pathlib import Path

import pytest

#: Libraries that take longer to load than all of the package.
HEAVY = ("asyncio", "duckdb", "matplotlib", "numpy", "PIL", "pydantic", "rich", "typer")


def loaded(*arguments: str, folder: Path) -> set[str]:
    """The modules that Python has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        check=True,
    )
    return set(re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE))


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import cellwise", ()),
        ("import cellwise as cw; cw.metrics, cw.theory, cw.compare, cw.sweep", ("numpy",)),
        ("import cellwise.plots, cellwise.export", ("numpy",)),
        ("import cellwise.cli", ()),
    ],
)
def test_heavy_libraries_are_loaded_only_when_they_are_used(
    statement: str, allowed: tuple[str, ...], tmp_path: Path
) -> None:
    found = loaded("-c", statement, folder=tmp_path)
    assert "cellwise._core" in found
    assert found & set(HEAVY) == set(allowed)


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("--version", ("typer",)),
        ("--help", ("rich", "typer")),
        ("check my.toml", ("typer",)),
        ("schema", ("typer",)),
    ],
)
def test_a_command_loads_what_it_needs(command: str, needed: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("topology.template = 'n-source'\n")
    found = loaded("-m", "cellwise", *command.split(), folder=tmp_path)
    assert found & set(HEAVY) == set(needed)
    if command == "--help":
        commands = {name for name in found if name.startswith("cellwise.cli.")}
        assert commands == {f"cellwise.cli.{name}" for name in ("app", "commands", "errors", "program")}


def test_a_run_loads_neither_studies_nor_pictures(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("topology.template = 'n-source'\nduration = '1 ms'\n")
    found = loaded("-m", "cellwise", "run", "my.toml", folder=tmp_path)
    assert {"asyncio", "matplotlib", "PIL", "pydantic"}.isdisjoint(found)
    packages = {
        "cellwise.experiments",
        "cellwise.plots",
        "cellwise.studies",
        "cellwise.study",
        "cellwise.theory",
    }
    assert packages.isdisjoint(found)


def test_the_list_of_commands_has_the_first_paragraph_of_each_help() -> None:
    import typer

    from cellwise.cli.app import app

    root = typer.main.get_command(app)
    context = typer.Context(root)
    for name, command in root.commands.items():
        listed = root.get_command(context, name)
        assert listed.help == (command.short_help or command.help).partition("\n\n")[0], name
