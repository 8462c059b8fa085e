"""The site links the first use of each term of the glossary, in prose only."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")

docutils = pytest.importorskip("docutils.core")


def _extension() -> ModuleType:
    spec = importlib.util.spec_from_file_location("glossary_links", DOCS / "_ext" / "glossary_links.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its data class looks for its module there.
    sys.modules["glossary_links"] = module
    spec.loader.exec_module(module)
    return module


links = _extension()


def linked(text: str) -> list[tuple[str, str]]:
    """The words that became links, with their targets, in a page of reStructuredText."""
    page = docutils.publish_doctree(text)
    links.link(page, links.terms(GLOSSARY), "../glossary.html")
    found = [(one.astext(), one["refuri"]) for one in page.findall(links.nodes.reference)]
    return [one for one in found if one[1].startswith("../glossary")]


def test_every_row_of_the_glossary_is_a_term_with_a_place_of_its_own() -> None:
    rows = len(re.findall(r"^\| ", GLOSSARY, re.MULTILINE)) - 1
    known = links.terms(GLOSSARY)
    assert len(known) == rows == len({term.id for term in known})


def test_the_first_use_of_a_term_is_a_link_and_the_second_is_not() -> None:
    assert linked("CoDel drops. CoDel marks.") == [("CoDel", "../glossary.html#term-codel")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Cells wait; a cell leaves.", ["Cells"]),
        ("A virtual connection, or VC.", ["virtual connection"]),
        ("Two VCs in a VP.", ["VCs", "VP"]),
        ("Its cwnd.", ["cwnd"]),
        ("Explicit rates: a rate\nrule.", ["rate\nrule"]),
        ("FQ-CoDel in a router.", ["FQ-CoDel"]),
        ("The Red Cross is no AQM.", ["AQM"]),
        ("A subcell, a cell-based and a cell/frame.", []),
    ],
)
def test_full_and_short_names_and_plurals_are_terms_and_parts_of_words_are_not(
    text: str, words: list[str]
) -> None:
    assert [word for word, _ in linked(text)] == words


def test_headings_code_and_links_stay_as_they_are() -> None:
    page = "CoDel\n=====\n\nA\n-\n\n``CoDel`` and `CoDel <https://example.org>`_.\n\n::\n\n  CoDel\n"
    assert linked(page) == []
    assert linked(f"{page}\nThen CoDel.\n") == [("CoDel", "../glossary.html#term-codel")]


def test_a_row_of_the_glossary_is_where_its_links_lead() -> None:
    page = docutils.publish_doctree("===== =====\nterm  text\n===== =====\nCoDel  a\n===== =====\n")
    links.mark_rows(page, links.terms(GLOSSARY))
    assert [row["ids"] for row in page.findall(links.nodes.row)] == [[], ["term-codel"]]
