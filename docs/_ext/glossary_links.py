"""Terms of the glossary as links: the first use of each on a page leads to its row, its meaning is a hint.

Headings, code, equations and links stay unchanged. A page to which a term's row leads explains the term
itself, and gets no link for it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from docutils import nodes

GLOSSARY = "glossary"
#: Pages with links: those that are read from their beginning. Others are looked up.
FOLDERS = ("tutorial/", "how-to/", "models/", "explanation/", "studies/")
OTHERS = ("index", "limits", "scale", "captures", "access-lines")

_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| \[[^]]*\]\(([\w/-]+)\.md[^)]*\) \|$", re.MULTILINE)
_SHORT = re.compile(r"(.*) \((.+)\)")
_NO_PROSE = (
    nodes.title,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.reference,
    nodes.raw,
    nodes.comment,
    nodes.image,
)


@dataclass(frozen=True)
class Term:
    """A row of the glossary."""

    name: str
    meaning: str
    page: str
    """The page that explains it further."""

    @property
    def id(self) -> str:
        """Its place on the page of the glossary."""
        return "term-" + re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Its forms in a text: full and short, singular and plural. Case counts in abbreviations."""
        full = _SHORT.fullmatch(self.name)
        forms = "|".join(_form(name) for name in (full.groups() if full else (self.name,)))
        return re.compile(rf"(?<![\w/-])(?:{forms})s?(?![\w/-])")


def _form(name: str) -> str:
    """Write a name as a pattern: a small letter may begin a word that is no abbreviation."""
    head, rest = re.escape(name[0]), r"\s+".join(map(re.escape, name[1:].split(" ")))
    return f"[{name[0].upper()}{name[0].lower()}]{rest}" if name[1:].islower() else head + rest


@cache
def terms(text: str) -> list[Term]:
    """Read the rows of the glossary, the longest name first, so that a longer term wins over its part."""
    found = [Term(*row) for row in _ROW.findall(text)]
    return sorted(found, key=lambda term: -len(term.name))


def link(page: nodes.document, known: Iterable[Term], uri: str) -> None:
    """Link the first use of each term on a page; `uri` is the glossary's address from there."""
    prose = _prose(page)
    for term in known:
        for place, text in enumerate(prose):
            if use := term.pattern.search(text):
                parts = list(_with_link(text, use, f"{uri}#{term.id}", term))
                text.parent.replace(text, parts)
                prose[place : place + 1] = [one for one in parts if isinstance(one, nodes.Text)]
                break


def _prose(page: nodes.document) -> list[nodes.Text]:
    return [text for text in page.findall(nodes.Text) if not any(map(_is_no_prose, _around(text)))]


def _around(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def _is_no_prose(node: nodes.Node) -> bool:
    return isinstance(node, _NO_PROSE)


def _with_link(text: nodes.Text, use: re.Match[str], address: str, term: Term) -> Iterator[nodes.Node]:
    before, after = text[: use.start()], text[use.end() :]
    if before:
        yield nodes.Text(before)
    yield nodes.reference(
        "", use[0], internal=True, refuri=address, reftitle=_plain(term.meaning), classes=["term"]
    )
    if after:
        yield nodes.Text(after)


def _plain(text: str) -> str:
    """Leave out the signs of Markdown."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "")


def mark_rows(glossary: nodes.document, known: Iterable[Term]) -> None:
    """Make each row of the glossary a place that links lead to."""
    ids = {term.name: term.id for term in known}
    for row in glossary.findall(nodes.row):
        if row.children and (name := row[0].astext()) in ids:
            row["ids"].append(ids[name])


def on_doctree_resolved(app: Any, doctree: nodes.document, page: str) -> None:
    """Change a page before it is written."""
    known = terms((Path(app.srcdir) / f"{GLOSSARY}.md").read_text(encoding="utf-8"))
    if page == GLOSSARY:
        mark_rows(doctree, known)
    elif page.startswith(FOLDERS) or page in OTHERS:
        others = [term for term in known if term.page != page]
        link(doctree, others, app.builder.get_relative_uri(page, GLOSSARY))


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("doctree-resolved", on_doctree_resolved)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
