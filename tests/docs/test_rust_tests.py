"""Every file of Rust tests is compiled: a module of its crate's `tests/all.rs`, or a program.

Programs are targets of the crate, or of `tests/laws`.
"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CRATES = [path.parents[1] for path in sorted(ROOT.glob("crates/*/tests/all.rs"))]


def programs(package: Path) -> set[Path]:
    targets = tomllib.loads((package / "Cargo.toml").read_text()).get("test", [])
    return {(package / target["path"]).resolve() for target in targets}


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_no_file_of_tests_is_forgotten(crate: Path) -> None:
    folder = crate / "tests"
    run = {path.stem for path in programs(crate) | programs(ROOT / "tests" / "laws") if path.parent == folder}
    assert "all" in run
    run |= set(re.findall(r"^mod (\w+);$", (folder / "all.rs").read_text(), re.MULTILINE))
    files = {path.stem for path in folder.glob("*.rs")}
    folders = {path.parent.name for path in folder.glob("*/mod.rs")}
    assert files
    assert files | folders == run


def test_unit_tests_optimise_no_crate_of_ours() -> None:
    settings = [tomllib.loads((ROOT / file).read_text()) for file in ("Cargo.toml", "tests/unit-tests.toml")]
    levels = {
        name: one["opt-level"]
        for given in settings
        for name, one in given["profile"]["dev"]["package"].items()
    }
    ours = {f"cellwise-{path.parent.name}" for path in ROOT.glob("crates/*/Cargo.toml")}
    assert {name for name in ours if levels.get(name) != 0} == set()
    assert {name for name in settings[1]["profile"]["dev"]["package"] if name not in ours} == set()


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
