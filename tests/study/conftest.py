"""What tests of studies share."""

from pathlib import Path

import pytest
from tests.study.own import begun


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The study that `cellwise study new` writes, with short runs."""
    return begun(tmp_path / "mine")
