"""Workflows run nothing that can change under them; codemeta and the paper say what the package says."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_to_a_commit_with_its_version_beside(workflow: Path) -> None:
    used = re.findall(r"uses: (.*)$", workflow.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_calls_is_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= set(targets)
    files = set(re.findall(r"(?<![\w/])(?:tools|requirements|tests|\.ci)/[\w./-]*\w", text))
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_workflows_are_right_as_far_as_actionlint_knows() -> None:
    actionlint = shutil.which("actionlint")
    if actionlint is None:
        pytest.skip("actionlint is not installed: workflows are not checked")
    done = subprocess.run([actionlint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_codemeta_and_the_paper_agree_with_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    assert (meta["version"], meta["description"]) == (project["version"], project["description"])
    assert meta["license"].endswith(f"/{project['license']}")
    paper = (ROOT / meta["referencePublication"]).read_text(encoding="utf-8")
    cited = set(re.findall(r"@(\w+)", paper.rpartition("---")[2]))
    entries = set(
        re.findall(r"^@\w+\{(\w+),", (ROOT / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert cited == entries
