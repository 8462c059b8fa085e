"""The tools that draw the pictures of the pages run, and draw the pictures that the pages show."""

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = sorted((ROOT / "tools").glob("draw_*.py"))
#: It runs a study of a thousand runs.
LONG = "draw_figures"


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool.stem != LONG], ids=lambda tool: tool.stem)
def test_a_tool_draws_what_is_kept(tool: Path, tmp_path: Path) -> None:
    for page in ("docs/plots.md", "docs/tutorial/index.md", "docs/tutorial/lab.md"):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / page, tmp_path / page)
    (tmp_path / "docs" / "images").mkdir()
    done = subprocess.run(
        [sys.executable, "-W", "error", str(tool)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    drawn = sorted((tmp_path / "docs" / "images").iterdir())
    assert drawn
    for path in drawn:
        assert words(path) == words(ROOT / "docs" / "images" / path.name), f"{path.name}: run make figures"


def words(picture: Path) -> list[str]:
    """What a picture says: its title, labels, ticks, names and footer."""
    return re.findall(r"<text[^>]*>([^<]*)<", picture.read_text(encoding="utf-8"))


def test_the_tool_of_the_long_study_names_what_there_is() -> None:
    source = ast.parse((ROOT / "tools" / f"{LONG}.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(source) if isinstance(node, ast.ImportFrom) and node.module]
    assert imports
    for node in imports:
        module = importlib.import_module(str(node.module))
        for name in node.names:
            full = f"{node.module}.{name.name}"
            assert hasattr(module, name.name) or importlib.util.find_spec(full), full


@pytest.mark.parametrize(
    ("answer", "ends", "code", "reported"),
    [
        ("No known vulnerabilities found", 0, 0, ""),
        (
            "ERROR:pip_audit._cli:Failed to establish a new connection: Network is unreachable",
            1,
            0,
            "skipped without the database of advisories: known faults of Python packages",
        ),
        ("Found 1 known vulnerability in 1 package", 1, 1, "Found 1 known vulnerability in 1 package"),
    ],
)
def test_the_audit_passes_without_advisories_and_fails_with_one_against_a_package(
    tmp_path: Path, answer: str, ends: int, code: int, reported: str
) -> None:
    pip_audit = tmp_path / "pip-audit"
    pip_audit.write_text(f"#!/bin/sh\necho '{answer}' >&2\nexit {ends}\n")
    pip_audit.chmod(0o755)
    done = subprocess.run(
        [str(ROOT / "tools" / "audit"), str(tmp_path)],
        # Without what else may be installed.
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert reported in done.stdout + done.stderr
    assert "skipped without cargo-deny" in done.stdout


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_what_needs_a_target_that_cannot_be_had_is_reported_and_fails_in_ci(
    tmp_path: Path, ci: str, code: int
) -> None:
    rustc = tmp_path / "rustc"
    rustc.write_text("#!/bin/sh\nexit 1\n")
    rustc.chmod(0o755)
    done = subprocess.run(
        [str(ROOT / "tools" / "target"), "no-such-target", "touch", str(tmp_path / "done")],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "skipped without Rust's library for no-such-target" in done.stderr
    assert not (tmp_path / "done").exists()


def test_the_lock_beside_the_workspace_knows_the_crates_as_they_are() -> None:
    packages = tomllib.loads((ROOT / "fuzz" / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    locked = {one["name"]: own(one.get("dependencies", [])) for one in packages}
    crates = {f"cellwise-{path.parent.name}": path for path in (ROOT / "crates").glob("*/Cargo.toml")}
    found = {name: crates[name] for name in own(locked) if name in crates}
    assert len(found) > 3
    for name, path in found.items():
        manifest = tomllib.loads(path.read_text(encoding="utf-8"))
        assert locked[name] == own(manifest["dependencies"]), f"{name}: run `cargo check` in fuzz"


def own(names: Iterable[str]) -> set[str]:
    """Keep the names of our own crates."""
    return {name for name in names if name.startswith("cellwise-")}
