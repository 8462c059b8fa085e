"""Files of a Rust crate import each other in no large circle, those of the simulator only what is below."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
HEADING = "## Inside the simulator"
#: Files that may import each other in one circle.
MOST = 3
#: Larger circles, by the first of their files, and why they stay.
KEPT = {
    "tcp/congestion/bbr_v3/cycle.rs": "one model as the draft has it: each file has a part of its state and "
    "the rules that move it, which read the other parts",
}


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rust_imports", ROOT / "tools" / "rust_imports.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rust_imports = _tool()
CRATES = sorted(path.parent for path in (ROOT / "crates").glob("*/src"))


def floors(text: str) -> list[list[str]]:
    """The folders of the simulator that each row of the table names, from the top down."""
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    return [re.findall(r"`(\w+)/`", cell) for cell in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)]


def upwards(imports: dict[str, set[str]], rows: list[list[str]]) -> set[tuple[str, str]]:
    """The imports between folders that do not lead down the rows."""
    floor = {folder: number for number, row in enumerate(rows) for folder in row}
    return {(one, other) for one, others in imports.items() for other in others if floor[other] <= floor[one]}


def large_circles(source: Path) -> list[list[str]]:
    return [circle for circle in rust_imports.circles(rust_imports.graph(source)) if len(circle) > MOST]


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_no_more_than_three_files_import_each_other_in_a_circle(crate: Path) -> None:
    kept = {name.removeprefix(f"{crate.name}/") for name in KEPT if name.startswith(f"{crate.name}/")}
    assert {circle[0]: circle for circle in large_circles(crate / "src")}.keys() == kept


def test_files_of_the_simulator_import_from_floors_below_theirs_only() -> None:
    rows = floors((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    imports = rust_imports.between_folders(rust_imports.graph(ROOT / "crates" / "net" / "src"))
    assert sorted(folder for row in rows for folder in row) == sorted(imports)
    assert not upwards(imports, rows)


def test_only_what_users_name_is_beside_the_floors() -> None:
    beside = {path.name for path in (ROOT / "crates" / "net" / "src").glob("*.rs")}
    assert beside == {"lib.rs", "written.rs"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A crate of two folders and a file, `user.rs`, that each test writes."""
    files = {
        "lib.rs": "mod above;\nmod below;\nmod user;\npub use above::Inner;\n",
        "above/mod.rs": "mod inner;\npub(crate) use inner::{Inner, deep as renamed};\n"
        "pub(crate) struct Outer;\n",
        "above/inner.rs": "pub(crate) struct Inner;\npub(crate) fn deep() {}\nmade! { Macro }\n",
        "below/mod.rs": "pub(crate) struct Ground;\npub(crate) enum Kind { One }\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("use crate::above::Inner;", {"above/inner.rs"}),
        ("use crate::Inner;", {"above/inner.rs"}),
        ("use crate::above::{Outer, Inner};", {"above/inner.rs", "above/mod.rs"}),
        ("use crate::{above::renamed, below::Ground as G};", {"above/inner.rs", "below/mod.rs"}),
        ("use super::above;\nfn f() { above::renamed() }", {"above/inner.rs"}),
        ("use super::above;", set()),
        ("use crate::below::Kind::{self, One};", {"below/mod.rs"}),
        ("fn f() -> crate::below::Ground { g() }", {"below/mod.rs"}),
        ("fn f() { use crate::below::Ground; }", {"below/mod.rs"}),
        ("use crate::above::inner::Macro;", {"above/inner.rs"}),
        ("use std::below::Ground;", set()),
        ("// use crate::below::Ground;\n/* crate::below::Ground */", set()),
        ('const TEXT: &str = "use crate::below::Ground;";', set()),
        ("#[cfg(test)]\nmod tests { use crate::below::Ground; }", set()),
        ("#[cfg(test)]\nuse crate::below::Ground;\nuse crate::above::Outer;", {"above/mod.rs"}),
    ],
)
def test_an_import_is_found_in_the_file_that_defines_it(text: str, found: set[str], source: Path) -> None:
    (source / "user.rs").write_text(text)
    assert rust_imports.graph(source)["user.rs"] == found


def test_a_circle_of_four_files_is_too_large_and_one_of_three_is_not(source: Path) -> None:
    (source / "user.rs").write_text("use crate::above::Outer;\npub(crate) struct User;\n")
    (source / "above/mod.rs").write_text("mod inner;\nuse crate::below::Ground;\npub(crate) struct Outer;\n")
    (source / "below/mod.rs").write_text("use crate::user::User;\npub(crate) struct Ground;\n")
    assert rust_imports.circles(rust_imports.graph(source)) == [["above/mod.rs", "below/mod.rs", "user.rs"]]
    assert not large_circles(source)
    (source / "above/inner.rs").write_text("use super::Outer;\npub(crate) struct Inner;\n")
    (source / "above/mod.rs").write_text(
        "mod inner;\nuse crate::below::Ground;\nuse inner::Inner;\npub(crate) struct Outer;\n"
    )
    assert large_circles(source) == [["above/inner.rs", "above/mod.rs", "below/mod.rs", "user.rs"]]


def test_an_import_upwards_is_found_also_beside_others(source: Path) -> None:
    (source / "user.rs").touch()
    (source / "above/inner.rs").write_text("use crate::below::Ground;\npub(crate) struct Inner;\n")
    imports = rust_imports.between_folders(rust_imports.graph(source))
    assert rust_imports.floors(imports) == [["above"], ["below"]]
    assert not upwards(imports, [["above"], ["below"]])
    assert upwards(imports, [["below"], ["above"]]) == {("above", "below")}
    assert upwards(imports, [["above", "below"]]) == {("above", "below")}


def test_the_table_of_floors_is_that_of_its_heading() -> None:
    table = f"{HEADING}\n\n| floor |\n|---|\n| `a/`, `b/` | `e/` |\n| `c/` | |\n\n## Next\n| `d/` | |\n"
    assert floors(table) == [["a", "b"], ["c"]]
