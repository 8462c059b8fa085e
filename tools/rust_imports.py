"""Which file of a Rust crate imports which: `use` and paths, re-exports followed to where a name is defined.

Code for tests is left out. A name that no item of a module defines, such as one that a macro makes, is
defined where its path ends.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

#: What each file imports, by paths below the crate's `src`.
Graph = dict[str, set[str]]
#: Names that were looked up already, each in its module.
Seen = set[tuple[tuple[str, ...], str]]

_STRINGS = re.compile(
    r'//[^\n]*|/\*.*?\*/|b?r(?P<fence>#+)".*?"(?P=fence)|b?r"[^"]*"|b?"(?:\\.|[^"\\])*"'
    r"|b?'(?:\\[^']+|[^\\'])'",
    re.DOTALL,
)
_USE = re.compile(r"\buse\s+([^;]+);")
_ITEM = re.compile(r"(?<!['*])\b(?:struct|enum|union|trait|type|fn|const|static|macro_rules!)\s+(\w+)")
_CHILD = re.compile(r"\bmod\s+(\w+)\s*;")
_PATH = re.compile(r"(?<![\w:$])(\w+)((?:::\w+)+)")
_TESTS = re.compile(r"#\[cfg\((?:test|any\(test,[^\]]*)\)\]")


def graph(source: Path) -> Graph:
    """What each file of a crate imports from the crate's other files; `source` is its folder `src`."""
    crate = _Crate(source)
    return {module.file: set(crate.imports(path)) for path, module in crate.modules.items()}


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The sets of files that all reach each other, the largest first."""
    reached = {one: _reached(edges, one) for one in edges}
    together = {
        tuple(sorted({one, *(other for other in reached[one] if one in reached[other])})) for one in edges
    }
    return sorted((list(circle) for circle in together if len(circle) > 1), key=lambda one: (-len(one), one))


def between_folders(edges: Mapping[str, set[str]]) -> Graph:
    """Which folder imports from which other; files in the folder of `lib.rs` are left out."""
    found: Graph = {}
    for file, imported in edges.items():
        if "/" in file:
            own = found.setdefault(_folder(file), set())
            own |= {_folder(other) for other in imported if "/" in other} - {_folder(file)}
    return found


def _folder(file: str) -> str:
    return file.partition("/")[0]


def floors(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The nodes of a graph without circles from the top down: each imports from rows below its own only."""
    height: dict[str, int] = {}

    def above_ground(one: str) -> int:
        if one not in height:
            height[one] = max((above_ground(other) + 1 for other in edges[one]), default=0)
        return height[one]

    rows: dict[int, list[str]] = {}
    for one in sorted(edges):
        rows.setdefault(above_ground(one), []).append(one)
    return [rows[level] for level in sorted(rows, reverse=True)]


def _reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        for other in edges[ahead.pop()] - found:
            found.add(other)
            ahead.append(other)
    return found


class _Module:
    """What a file says, without comments, text and tests."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.code = without_tests(_STRINGS.sub(" ", text))
        self.children = set(_CHILD.findall(self.code))
        self.items = set(_ITEM.findall(outermost(self.code)))
        self.names = {
            name: path for tree in _USE.findall(self.code) for name, path in leaves(re.sub(r"\s+", " ", tree))
        }

    def paths(self) -> Iterator[list[str]]:
        """All paths of more than one name, those of `use` first."""
        yield from self.names.values()
        for first, rest in _PATH.findall(_USE.sub(" ", self.code)):
            yield [first, *rest.removeprefix("::").split("::")]


class _Crate:
    def __init__(self, source: Path) -> None:
        self.modules: dict[tuple[str, ...], _Module] = {}
        self._read(source, (), source / "lib.rs")

    def _read(self, source: Path, path: tuple[str, ...], file: Path) -> None:
        module = self.modules[path] = _Module(file.relative_to(source).as_posix(), file.read_text())
        for child in sorted(module.children):
            inner = source.joinpath(*path, child)
            beside = inner.with_suffix(".rs")
            self._read(source, (*path, child), beside if beside.exists() else inner / "mod.rs")

    def imports(self, path: tuple[str, ...]) -> Iterator[str]:
        own = self.modules[path].file
        for used in self.modules[path].paths():
            found = self._file(path, used, set())
            if found not in (None, own):
                yield str(found)

    def _file(self, at: tuple[str, ...], path: list[str], seen: Seen) -> str | None:
        """The file that defines what a path names in the module `at`; `None` for modules and other crates."""
        first, rest = path[0], path[1:]
        match first:
            case "crate":
                return self._file((), rest, seen) if rest else None
            case "self":
                return self._file(at, rest, seen) if rest else None
            case "super":
                return self._file(at[:-1], rest, seen) if rest else None
        module = self.modules[at]
        if first in module.children:
            return self._inside((*at, first), rest, seen)
        if first in module.items:
            return module.file
        if first in module.names and (at, first) not in seen and module.names[first] != path:
            return self._file(at, module.names[first] + rest, seen | {(at, first)})
        return None

    def _inside(self, at: tuple[str, ...], rest: list[str], seen: Seen) -> str | None:
        """As `_file`, for the rest of a path after the name of a module."""
        if not rest:
            return None
        found = self._file(at, rest, seen)
        is_module = rest[0] in self.modules[at].children or rest[0] in ("self", "super")
        return found if found is not None or is_module else self.modules[at].file


def leaves(tree: str) -> Iterator[tuple[str, list[str]]]:
    """The names that a `use` brings, each with its path; `_` and `*` included."""
    for part in _parts(tree.strip()):
        head, brace, group = part.partition("{")
        if brace:
            before = [name for name in head.strip().split("::") if name]
            for name, path in leaves(group.rpartition("}")[0]):
                own = before if path == ["self"] else before + path
                yield (own[-1] if path == ["self"] and name == "self" else name), own
        else:
            path, _, alias = part.partition(" as ")
            names = [name for name in path.strip().split("::") if name]
            if names:
                yield alias.strip() or names[-1], names


def _parts(tree: str) -> Iterator[str]:
    """A list split at the commas that are in no braces."""
    depth, begin = 0, 0
    for place, sign in enumerate(tree):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            yield tree[begin:place].strip()
            begin = place + 1
    yield tree[begin:].strip()


def outermost(code: str) -> str:
    """Code without the text in braces."""
    depth, kept = 0, []
    for part in re.split(r"([{}])", code):
        depth += (part == "{") - (part == "}")
        if depth == 0:
            kept.append(part)
    return "".join(kept)


def without_tests(code: str) -> str:
    """Code without the items that only tests see."""
    while (found := _TESTS.search(code)) is not None:
        code = code[: found.start()] + code[_end_of_item(code, found.end()) :]
    return code


def _end_of_item(code: str, place: int) -> int:
    depth = 0
    while place < len(code):
        sign = code[place]
        depth += (sign in "{([") - (sign in "})]")
        place += 1
        if depth == 0 and sign in ";}":
            break
    return place
