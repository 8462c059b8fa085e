"""A newcomer who follows the pages reaches each goal in a few pages and a few minutes."""

from pathlib import Path

import pytest
from tests.docs.newcomer import MOST_PAGES, README, ROUTES, Route, links, walk
from tests.docs.typed import ROOT

#: Of a machine's time, without reading and typing.
MOST_S = 180


@pytest.mark.parametrize("goal", ROUTES)
def test_the_pages_lead_to_the_goal(goal: str, tmp_path: Path) -> None:
    route = ROUTES[goal]
    assert len(route.pages) <= MOST_PAGES
    made = walk(route, tmp_path)
    assert made.steps
    assert sum(seconds for _, seconds in made.steps) < MOST_S
    # The first page is true to its end; the tests of pages need not follow it again.
    page = route.pages[1]
    made.place.follow(ROOT / page, begin=made.followed[page])


def test_a_page_to_which_no_link_leads_is_noticed(tmp_path: Path) -> None:
    assert "docs/study-form.md" not in links(README)
    with pytest.raises(AssertionError, match="no link"):
        walk(Route((README, "docs/study-form.md"), lambda _: True), tmp_path)


def test_a_goal_that_is_not_reached_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="do not lead"):
        walk(Route((README,), lambda _: False), tmp_path)
