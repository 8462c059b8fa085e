"""What the tests of experiments share, each of which is a command and a call."""

from pathlib import Path

import pytest

import cellwise as cw


@pytest.fixture
def base_file(brief: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cw.Scenario:
    """A scenario, which the working folder has as ``a.toml``."""
    made = brief.with_(duration="60 ms")
    (tmp_path / "a.toml").write_text(made.to_toml())
    monkeypatch.chdir(tmp_path)
    return made
