"""The tool that compares fingerprints of runs before and after a change."""

import importlib.util
import json
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

TOOL = Path(__file__).parents[2] / "tools" / "fingerprints"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    loader = SourceFileLoader("fingerprints", str(TOOL))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_what_differs_is_named_and_fails(tool: ModuleType, tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps({"same": "aa", "moved": "bb", "gone": "cc"}))
    after.write_text(json.dumps({"same": "aa", "moved": "dd", "new": "ee"}))
    same = CliRunner().invoke(tool.app, ["compare", str(before), str(before)])
    assert (same.exit_code, same.output) == (0, "3 are the same, 0 differ\n")
    other = CliRunner().invoke(tool.app, ["compare", str(before), str(after)])
    assert other.exit_code == 1
    assert other.output.splitlines() == [
        "gone: cc before, missing after",
        "moved: bb before, dd after",
        "new: missing before, ee after",
        "1 are the same, 3 differ",
    ]


def test_points_are_drawn_from_every_study_and_files_from_their_folders(tool: ModuleType) -> None:
    drawn = tool.of_studies(200)
    assert len(drawn) == 200
    assert {name.split(":")[0] for name in drawn} == set(tool.studies.names())
    assert {path.split("/")[0] for path in tool.of_files()} == {"benches", "crates"}
    assert "template n-source" in tool.of_templates()
