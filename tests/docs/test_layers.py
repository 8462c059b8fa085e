"""ARCHITECTURE.md names every part in its place: imports and dependencies point down its list."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text()
HEADING = "## The parts, and what each must never know"
PACKAGE = "python/cellwise"

#: A file that imports, the file or folder that it imports, and whether it does so when it is loaded.
Import = tuple[str, str, bool]


def rows(text: str) -> list[list[str]]:
    """Give the paths that each row of the table of parts names, from the top down."""
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [re.findall(r"`(.*?)`", cell) for cell in first_cells]


def doors(text: str) -> set[tuple[str, str]]:
    """Give the files that load a part above them when they are called, each with that part."""
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    return set(re.findall(r"^- `(\S+)` loads `(\S+)`", section, re.MULTILINE))


def ranks(text: str) -> dict[str, int]:
    return {path: rank for rank, paths in enumerate(rows(text)) for path in paths}


def part(path: str, ranks: Mapping[str, int]) -> str:
    """Give the path of the table that a file or folder belongs to."""
    return max((one for one in ranks if path == one or path.startswith(f"{one}/")), key=len)


def folders(root: Path) -> set[str]:
    """Name the folders that have to be parts, and the base modules as one."""
    inside = [root / "crates", root / PACKAGE]
    found = [one for folder in inside for one in folder.iterdir() if one.is_dir()]
    own = {one.relative_to(root).as_posix() for one in found if one.name != "__pycache__"}
    return {*own, PACKAGE, "web"}


def imports(root: Path) -> Iterator[Import]:
    for file in sorted((root / PACKAGE).rglob("*.py")):
        name = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text())
        later = {id(node) for outer in ast.walk(tree) if _is_lazy(outer) for node in ast.walk(outer)}
        for node in ast.walk(tree):
            for module in _modules(node, file.relative_to(root / "python")):
                if (target := _place(root, module)) is not None:
                    yield name, target, id(node) not in later


def _is_lazy(node: ast.AST) -> bool:
    """Say whether code does not run when its module is loaded: functions, and code for type checkers only."""
    is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return is_for_types or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _modules(node: ast.AST, file: Path) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        package = file.parent.parts[: len(file.parent.parts) - node.level + 1] if node.level else ()
        origin = ".".join([*package, *filter(None, [node.module])])
        return [f"{origin}.{alias.name}" for alias in node.names]
    # The name of a module as text: it is imported later.
    if isinstance(node, ast.Constant) and re.fullmatch(r"cellwise(\.\w+)+\.?", str(node.value)):
        return [str(node.value).rstrip(".")]
    return []


def _place(root: Path, module: str) -> str | None:
    """Give the file or folder of a module of the package, or of the module that has a name like this."""
    names = module.split(".")
    if names[0] != "cellwise":
        return None
    while names:
        path = root / "python" / Path(*names)
        if path.with_suffix(".py").is_file():
            return path.with_suffix(".py").relative_to(root).as_posix()
        if path.is_dir() and len(names) > 1:
            return path.relative_to(root).as_posix()
        names.pop()
    # A name of the package itself; the extension module is a crate.
    return "crates/py" if module.startswith("cellwise._core") else f"{PACKAGE}/__init__.py"


def upwards(root: Path, text: str) -> set[tuple[str, str, bool]]:
    """List the imports that do not point down the list: file, part, whether they run when it is loaded."""
    order = ranks(text)
    return {
        (file, above, at_once)
        for file, target, at_once in imports(root)
        if order[above := part(target, order)] < order[part(file, order)]
    }


def dependencies(root: Path) -> Iterator[tuple[str, str]]:
    """List which crate depends on which, for whatever purpose."""
    for file in sorted((root / "crates").glob("*/Cargo.toml")):
        manifest = tomllib.loads(file.read_text())
        for place in (manifest, *manifest.get("target", {}).values()):
            for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
                for name in place.get(kind, {}):
                    if name.startswith("cellwise-"):
                        yield f"crates/{file.parent.name}", f"crates/{name.removeprefix('cellwise-')}"


def test_every_part_is_named_once_and_nothing_else_is() -> None:
    named = [path for paths in rows(TEXT) for path in paths]
    assert len(named) == len(set(named))
    assert {path for path in named if not path.endswith(".py")} == folders(ROOT)
    assert all((ROOT / path).exists() for path in named)


def test_imports_point_down_but_for_the_doors_that_are_listed() -> None:
    found = upwards(ROOT, TEXT)
    assert {(file, above) for file, above, _ in found} == doors(TEXT)
    assert not [file for file, _, at_once in found if at_once]


def test_crates_depend_on_crates_below_them_only() -> None:
    order = ranks(TEXT)
    found = list(dependencies(ROOT))
    assert len(found) > 20
    # A crate asks itself for features that only its own tests need.
    assert not [(one, other) for one, other in found if order[other] <= order[one] and other != one]


MADE_UP = f"""{HEADING}

| part | what it is |
|---|---|
| `{PACKAGE}/__init__.py` | names |
| `{PACKAGE}/plots` | pictures |
| `{PACKAGE}` | the rest |
| `crates/py` | the extension |

- `{PACKAGE}/run.py` loads `{PACKAGE}/plots`: not now

## Another heading
| `{PACKAGE}/elsewhere` | no part |
"""


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("import cellwise.plots.queue", {("plots", True)}),
        ("from cellwise.plots.queue import draw", {("plots", True)}),
        ("from cellwise import plots, other", {("plots", True)}),
        ("from .plots import queue", {("plots", True)}),
        ("from cellwise import Run", {("__init__.py", True)}),
        ("MODULES = ['cellwise.plots.queue']", {("plots", True)}),
        ("def draw():\n    from cellwise.plots import queue", {("plots", False)}),
        ("if TYPE_CHECKING:\n    from cellwise.plots import queue", {("plots", False)}),
        ("import cellwise.other", set()),
        ("from cellwise import other, _core", set()),
        ("import numpy.plots", set()),
    ],
)
def test_an_import_upwards_is_found(statement: str, found: set[tuple[str, bool]], tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    (package / "plots").mkdir(parents=True)
    for name in ("__init__.py", "other.py", "plots/__init__.py"):
        (package / name).touch()
    # What looks down is never found.
    (package / "plots" / "queue.py").write_text("from cellwise import other\nimport cellwise.run\n")
    (package / "run.py").write_text(statement)
    expected = {(f"{PACKAGE}/run.py", f"{PACKAGE}/{above}", at_once) for above, at_once in found}
    assert upwards(tmp_path, MADE_UP) == expected


def test_the_table_is_that_of_its_heading() -> None:
    assert rows(MADE_UP) == [[f"{PACKAGE}/__init__.py"], [f"{PACKAGE}/plots"], [PACKAGE], ["crates/py"]]
    assert doors(MADE_UP) == {(f"{PACKAGE}/run.py", f"{PACKAGE}/plots")}
    assert part(f"{PACKAGE}/plots/queue.py", ranks(MADE_UP)) == f"{PACKAGE}/plots"
