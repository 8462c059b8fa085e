"""The lab sheet: three exercises of 45 minutes, whose pictures are drawn from its files."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial"
PAGE = (TUTORIAL / "lab.md").read_text(encoding="utf-8")
ANSWERS = (TUTORIAL / "lab-answers.md").read_text(encoding="utf-8")


def test_there_are_three_exercises_each_with_a_prediction_commands_pictures_and_an_answer() -> None:
    parts = re.split(r"^## \d\. ", PAGE, flags=re.MULTILINE)[1:]
    assert len(parts) == len(re.findall(r"^\d\. ", ANSWERS, re.MULTILINE)) == 3
    for part in parts:
        for needed in ("**Predict.**", "**Measure.**", "```bash\n", "![", "cellwise plot"):
            assert needed in part
    assert "Three exercises of fifteen minutes" in PAGE


def test_its_pictures_are_those_that_the_tool_draws_from_it() -> None:
    tool = (ROOT / "tools" / "draw_tutorial.py").read_text(encoding="utf-8")
    shown = re.findall(r"\]\(\.\./images/(lab-\w+\.svg)\)", PAGE)
    assert len(shown) == 4
    for name in shown:
        assert (ROOT / "docs" / "images" / name).is_file()
        assert name in tool or 'f"lab-{name}.svg"' in tool
