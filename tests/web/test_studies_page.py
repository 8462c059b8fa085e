"""Studies in the browser: started, growing, cancelled, resumed; a published number opens its run."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.web.conftest import PATIENCE_MS, Server

Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose points of one test the next need not compute."""
    serving = Server(tmp_path_factory.mktemp("studies"))
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def at_study(studies: Server, visit: Visit) -> Any:
    return come(studies, visit)


def come(server: Server, visit: Visit) -> Any:
    visitor = visit(server)
    visitor.open("study/goyal96")
    visitor.see("table-table1").wait_for()
    return visitor


def choose(visitor: Any, *groups: str) -> None:
    visitor.page.get_by_role("button", name="none").click()
    for group in groups:
        visitor.page.get_by_label(group, exact=True).check()
    visitor.page.get_by_label("Replications").fill("1")


def test_a_study_grows_and_its_numbers_open_their_runs(at_study: Any) -> None:
    from playwright.sync_api import expect

    choose(at_study, "table1")
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_have_text("Done.")
    table = at_study.see("table-table1")
    queue = table.locator("td", has=at_study.page.get_by_text("7591", exact=True)).first
    # The largest queue of Table 1 is the published one, to the cell.
    expect(queue.locator(".ours")).to_have_text("7591")
    expect(queue.get_by_label("inside our 5–95 % range")).to_be_visible()
    queue.get_by_test_id("published").click()
    at_study.wait_for_runs(1)
    assert at_study.numbers(0)["Max queue"] == "7591 cells"


def test_a_study_is_cancelled_and_goes_on(mortal: Server, visit: Visit) -> None:
    from playwright.sync_api import expect

    at_study = come(mortal, visit)
    choose(at_study, "table2")
    at_study.page.get_by_label("Replications").fill("50")
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_contain_text(re.compile(r"^[1-9]\d* of 2400 runs"))
    at_study.see("study-cancel").click()
    expect(at_study.see("study-status")).to_contain_text("what is done is kept")
    expect(at_study.see("study-start")).to_be_enabled()
    # What is done is not computed again: the same study, started once more, begins with it.
    stored = at_study.server.get("api/studies")[0]["stored"]
    assert 0 < stored < 2400
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_contain_text("of 2400 runs")
    at_study.see("study-cancel").click()
    expect(at_study.see("study-status")).to_contain_text("what is done is kept")
    assert at_study.server.get("api/studies")[0]["stored"] >= stored


def test_a_page_that_is_loaded_again_shows_what_the_running_study_was_started_with(at_study: Any) -> None:
    from playwright.sync_api import expect

    choose(at_study, "table1")
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_have_text("Done.")
    # The order that is stored in the folder now differs from the one that runs.
    choose(at_study, "table2", "figure1")
    at_study.page.get_by_label("Replications").fill("50")
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_contain_text(re.compile(r"^\d+ of \d+ runs"))
    at_study.page.reload()
    expect(at_study.see("study-cancel")).to_be_enabled()
    expect(at_study.page.get_by_label("Replications")).to_have_value("50")
    chosen = at_study.page.locator(".only input:checked")
    expect(chosen).to_have_count(2)
    assert {one.get_attribute("value") for one in chosen.all()} == {"table2", "figure1"}
    at_study.see("study-cancel").click()
    expect(at_study.see("study-status")).to_contain_text("what is done is kept")


def test_many_tabs_show_studies_that_do_not_run_and_hear_when_one_is_started(
    server: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = come(server, visit)
    # A browser has six connections to a server for all its tabs.
    tabs = [visitor.page.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(f"{server.address}#/study/goyal96")
        tab.get_by_test_id("table-table1").wait_for(timeout=PATIENCE_MS)
    for tab in tabs[1:]:
        tab.close()
    # It runs until it is cancelled, however quick the machine is.
    choose(visitor, "table2")
    visitor.page.get_by_label("Replications").fill("50")
    visitor.see("study-start").click()
    other = tabs[0].get_by_test_id("study")
    expect(other).to_have_attribute("data-state", "running")
    visitor.see("study-cancel").click()
    expect(other).to_have_attribute("data-state", "idle")
    expect(tabs[0].get_by_test_id("study-status")).to_contain_text(re.compile("what is done is kept|Done"))


def test_nothing_chosen_is_nothing_started(at_study: Any) -> None:
    from playwright.sync_api import expect

    at_study.page.get_by_role("button", name="none").click()
    at_study.see("study-start").click()
    expect(at_study.see("study-status")).to_have_text("Choose at least one part to compute.")
