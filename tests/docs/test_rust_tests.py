"""Every file of Rust tests is compiled: a module of its crate's `tests/all.rs`, or a program of its own."""

import re
import tomllib
from pathlib import Path

import pytest

CRATES = [path.parents[1] for path in sorted(Path(__file__).parents[2].glob("crates/*/tests/all.rs"))]


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_no_file_of_tests_is_forgotten(crate: Path) -> None:
    targets = tomllib.loads((crate / "Cargo.toml").read_text())["test"]
    run = {Path(target["path"]).stem for target in targets}
    run |= set(re.findall(r"^mod (\w+);$", (crate / "tests" / "all.rs").read_text(), re.MULTILINE))
    files = {path.stem for path in (crate / "tests").glob("*.rs")}
    folders = {path.parent.name for path in (crate / "tests").glob("*/mod.rs")}
    assert files
    assert files | folders == run


def test_there_are_such_crates() -> None:
    assert {"atm", "net", "scenario", "tcp"} <= {crate.name for crate in CRATES}


@pytest.mark.parametrize(
    "crate", sorted(Path(__file__).parents[2].glob("crates/*")), ids=lambda crate: crate.name
)
def test_examples_in_the_documentation_of_a_crate_are_run(crate: Path) -> None:
    skipped = not tomllib.loads((crate / "Cargo.toml").read_text()).get("lib", {}).get("doctest", True)
    sources = "".join(path.read_text() for path in (crate / "src").rglob("*.rs"))
    fences = re.findall(r"^\s*//[/!] ```(.*)$", sources, re.MULTILINE)[::2]
    examples = [kind for kind in fences if kind not in ("none", "text", "toml", "console")]
    assert not (skipped and examples)
