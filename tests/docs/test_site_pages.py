"""The tutorial, the how-to pages and others are true: what they say to type runs and prints what they say."""

from pathlib import Path

import pytest
from tests.docs.newcomer import ROUTES
from tests.docs.typed import ROOT, Place, place_in

DOCS = ROOT / "docs"
PAGES = [*sorted((DOCS / "tutorial").glob("*.md")), *sorted((DOCS / "how-to").glob("*.md"))]
# The sheet of answers has no commands.
PAGES.remove(DOCS / "tutorial" / "lab-answers.md")
# The newcomer follows these to their ends, each in an empty folder.
for route in ROUTES.values():
    PAGES.remove(ROOT / route.pages[1])
PAGES += [DOCS / "plots.md", DOCS / "captures.md", DOCS / "cookbook.md"]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder in which `cellwise` is the one under test."""
    return place_in(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_what_a_page_says_to_type_runs_and_prints_what_it_says(page: Path, place: Place) -> None:
    place.follow(page)


def test_a_line_that_was_not_printed_is_noticed(place: Place) -> None:
    place.bash("cellwise list templates\n")
    place.text("n-source\n")
    with pytest.raises(AssertionError, match="not printed"):
        place.text("no-such-template\n")


def test_a_command_that_fails_is_noticed(place: Place) -> None:
    with pytest.raises(AssertionError):
        place.bash("cellwise check missing.toml\n")
    with pytest.raises(AssertionError):
        place.bash("cellwise list templates  # exits with 2\n")
    place.bash("cellwise check missing.toml  # exits with 2\n")
