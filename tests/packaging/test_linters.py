"""The linters read all of our Python."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def is_program(path: Path) -> bool:
    """Say whether a file is Python without an ending."""
    return path.is_file() and not path.suffix and path.read_bytes().startswith(b"#!/usr/bin/env python")


def test_programs_without_an_ending_are_linted() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    programs = filter(is_program, [*ROOT.glob("benches/*"), *ROOT.glob("tools/*")])
    assert settings["extend-include"] == sorted(path.relative_to(ROOT).as_posix() for path in programs)
