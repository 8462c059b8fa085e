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
