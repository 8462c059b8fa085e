"""A study of a user's own, as `cellwise study new` writes it, and what is said of changes of it."""

from pathlib import Path

import pytest

from cellwise.cli.study_new import write_skeleton
from cellwise.errors import ConfigError
from cellwise.study.data import read_study


def begun(folder: Path) -> Path:
    """Write one with short runs."""
    write_skeleton(folder)
    change(folder, 'duration = "5 s"', 'duration = "200 ms"')
    return folder


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "study.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def mistakes(folder: Path) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read_study(folder, try_measures=True)
    assert all(one["path"] and one["rule"] for one in caught.value.issues)
    return str(caught.value).splitlines()
