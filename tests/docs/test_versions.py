"""The documentation of one version leaves that of the others in its place, and all of them are listed."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "keep_docs.py"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("keep_docs", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(folder: Path, *pages: str) -> Path:
    folder.mkdir()
    for page in pages:
        (folder / page).write_text(page)
    return folder


def test_every_version_keeps_its_folder_and_the_newest_is_first(tool: ModuleType, tmp_path: Path) -> None:
    site = tmp_path / "site"
    for version in ("0.9.0", "0.10.0", "0.2.1"):
        tool.keep(built(tmp_path / version, "index.html"), site, version)
    listed = re.findall(r'<a href="(.*?)"', (site / "index.html").read_text())
    assert listed == ["0.10.0/index.html", "0.9.0/index.html", "0.2.1/index.html"]
    assert all((site / page).is_file() for page in listed)


def test_a_version_that_is_built_again_has_no_page_of_before(tool: ModuleType, tmp_path: Path) -> None:
    site = tmp_path / "site"
    tool.keep(built(tmp_path / "first", "index.html", "gone.html"), site, "1.0.0")
    tool.keep(built(tmp_path / "second", "index.html"), site, "1.0.0")
    assert [page.name for page in (site / "1.0.0").iterdir()] == ["index.html"]
