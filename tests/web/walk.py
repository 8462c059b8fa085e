"""The walk over the site's front page: three questions, and the part of the page that answers each.

`docs/explanation/front-page.md` is its text. A test holds that text against the page.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.screens import run_figure

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "docs/explanation/front-page.md"
#: A small window: what it shows has to be large enough in a picture of the documentation.
WINDOW = {"width": 1024, "height": 700}
TODAY = "fq-codel"

#: Words that the walk quotes from the page.
_QUOTED = re.compile(r"\u201c([^\u201d]+)\u201d")
_PICTURE = re.compile(r"images/walk-([a-z]+)\.png")


def _what(page: "Page") -> None:
    page.evaluate("scrollTo(0, 0)")


def _line(page: "Page") -> None:
    _to_top(page, "p:has(> strong:text('Your line.'))", above=430)


def _control(page: "Page") -> None:
    run_figure(page)
    page.get_by_label("Queue").select_option(TODAY)
    page.locator('.cw-live[data-state="done"][data-runs="2"]').wait_for()
    _to_top(page, ".cw-live", above=20)


def _to_top(page: "Page", place: str, above: int) -> None:
    """Scroll until a place is so many pixels below the window's upper edge."""
    page.locator(place).first.evaluate(
        "(one, above) => scrollTo(0, scrollY + one.getBoundingClientRect().top - above)", above
    )


#: By the name of the picture: how a reader reaches what it shows. Each begins where the one before ended.
STEPS: dict[str, Callable[["Page"], None]] = {"what": _what, "line": _line, "control": _control}


def quoted(text: str) -> dict[str, list[str]]:
    """Give the words that each section quotes, by the name of its picture."""
    found = {}
    for section in text.split("\n## ")[1:]:
        if picture := _PICTURE.search(section):
            found[picture[1]] = [" ".join(words.split()) for words in _QUOTED.findall(section)]
    return found
