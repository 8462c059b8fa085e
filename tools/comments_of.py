"""Comments and docstrings of sources, as paragraphs: the text that `tools/words` reads there.

Sources are those of the program, its tests and its tools, in Python, Rust, TypeScript and JavaScript. Lines
of comments that follow each other are one paragraph, so that a phrase is found over the end of a line.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

#: Where sources with comments are.
SOURCES = (
    "python/cellwise/**/*.py",
    "python/cellwise/*.pyi",
    "crates/**/*.rs",
    "web/src/**/*.ts",
    "tests/**/*.py",
    "tests/**/*.js",
    "tests/**/*.mjs",
    "tools/*.py",
    "benches/**/*.py",
    "docs/_ext/**/*.py",
    "docs/conf.py",
)
#: Where scripts without an extension are. Those whose first line names Python are read.
SCRIPTS = ("tools/*", "benches/*")
#: Written by a program, from texts that are read where they are written.
GENERATED = ("python/cellwise/document.py",)

#: Strings and comments of Rust, TypeScript and JavaScript: the sign of a comment in a string begins none.
_TOKEN = re.compile(
    r"""
    (?P<string> r(?P<hashes>\#*)".*?"(?P=hashes) | "(?:\\.|[^"\\])*" | `(?:\\.|[^`\\])*`
      | '(?:\\.|[^'\\\n])' )
    | //[/!]?[^\n]* | /\*.*?\*/
    """,
    re.VERBOSE | re.DOTALL,
)
_SIGN = re.compile(r"^\s*(//[/!]?|/\*\*?|\*/|\*|\#:?)[ ]?")
#: Code in a docstring: examples, from a prompt to the next empty line, and names of parameters before a type.
_CODE = re.compile(r"^[ ]*>>>.*?(?=^\s*$|\Z)|^[ ]*[\w*, ]+(?= : )", re.MULTILINE | re.DOTALL)

Paragraph = tuple[int, str]


def sources(root: Path) -> Iterator[Path]:
    """Name the sources that are read."""
    for pattern in SOURCES:
        for path in sorted(root.glob(pattern)):
            if path.relative_to(root).as_posix() not in GENERATED:
                yield path
    for pattern in SCRIPTS:
        yield from (path for path in sorted(root.glob(pattern)) if is_script(path))


def is_script(path: Path) -> bool:
    """Say whether a file is a script of Python without an extension."""
    if path.suffix or not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.readline()
    return first.startswith(b"#!") and b"python" in first


def of_file(path: Path) -> Iterator[Paragraph]:
    """Give the comments and docstrings of a file, each with its first line."""
    text = path.read_text(encoding="utf-8")
    yield from of_python(text) if path.suffix in (".py", ".pyi", "") else of_signs(text)


def of_python(text: str) -> Iterator[Paragraph]:
    """Give the docstrings, those of attributes as well, and the comments of a Python source."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(found))):
                yield node.lineno, _CODE.sub(_blank, found)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    yield from joined((one.start[0], one.string) for one in tokens if one.type == tokenize.COMMENT)


def of_signs(text: str) -> Iterator[Paragraph]:
    """Give the comments of a Rust, TypeScript or JavaScript source."""
    lines = []
    for token in _TOKEN.finditer(text):
        if token["string"] is None:
            first = text.count("\n", 0, token.start()) + 1
            lines += [(first + at, line) for at, line in enumerate(token[0].split("\n"))]
    yield from joined(lines)


def joined(lines: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Join lines of comments that follow each other, without their signs."""
    for _, group in groupby(enumerate(lines), key=lambda one: one[1][0] - one[0]):
        found = [line for _, line in group]
        yield found[0][0], "\n".join(_SIGN.sub("", text) for _, text in found)


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")
