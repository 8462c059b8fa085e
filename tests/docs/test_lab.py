"""The lab sheet: three exercises of 45 minutes, whose pictures are what its files give."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorial" / "lab.md").read_text(encoding="utf-8")


def test_there_are_three_exercises_each_with_a_prediction_commands_pictures_and_an_answer() -> None:
    exercises, answers = PAGE.split("\n## For the teacher\n")
    parts = re.split(r"^## \d\. ", exercises, flags=re.MULTILINE)[1:]
    assert len(parts) == len(re.findall(r"^\d\. ", answers, re.MULTILINE)) == 3
    for part in parts:
        for needed in ("**Predict.**", "**Measure.**", "```bash\n", "![", "cellwise plot"):
            assert needed in part
    assert "Three exercises of fifteen minutes" in PAGE


def test_its_pictures_are_those_that_its_scenarios_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    spec = importlib.util.spec_from_file_location("draw_tutorial", ROOT / "tools" / "draw_tutorial.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    tool.draw_lab(tmp_path)
    shown = re.findall(r"\]\(\.\./images/(lab-\w+\.svg)\)", PAGE)
    assert sorted(shown) == sorted(path.name for path in tmp_path.iterdir())
    for name in shown:
        assert (tmp_path / name).read_bytes() == (ROOT / "docs" / "images" / name).read_bytes(), name
