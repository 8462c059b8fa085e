"""What the walk over the front page quotes is on that page, and in the picture next to it."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.web import screens, walk
from tests.web.conftest import PATIENCE_MS
from tests.web.static_host import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: The greatest size of a picture that the repository keeps.
MOST_OCTETS = 150_000

#: Those of some words that the window does not show: the smallest element that has them is not within it.
OUT_OF_SIGHT = """(quotes) => quotes.filter((words) => {
  const has = ({ innerText }) => innerText && innerText.replace(/\\s+/g, " ").includes(words);
  const having = [...document.querySelectorAll("article *")].filter(has);
  const place = having.at(-1)?.getBoundingClientRect();
  return !place || place.top < 0 || place.bottom > innerHeight;
})"""


def test_each_picture_of_the_walk_shows_the_words_that_its_section_quotes(
    browser: "Browser", site: Path, repository: Path
) -> None:
    quoted = walk.quoted((repository / walk.TEXT).read_text(encoding="utf-8"))
    assert list(quoted) == list(walk.STEPS)
    context = browser.new_context(viewport=walk.WINDOW, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    missed = {}
    with serving(site) as host:
        screens.open_site(page, host.address, "front")
        for name, reach in walk.STEPS.items():
            reach(page)
            assert quoted[name]
            missed[name] = page.evaluate(OUT_OF_SIGHT, quoted[name])
    context.close()
    assert missed == {name: [] for name in walk.STEPS}


def test_the_pictures_of_the_walk_are_small(repository: Path) -> None:
    for name in walk.STEPS:
        assert (repository / f"docs/images/walk-{name}.png").stat().st_size < MOST_OCTETS
