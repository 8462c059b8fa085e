"""The gallery: networks with pictures and names in words; the first that is opened moves by itself."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cellwise as cw

Visit = Callable[..., Any]


def test_pictures_of_networks_are_those_of_the_templates(repository: Path) -> None:
    command = [sys.executable, "tools/write_networks.py", "--check"]
    done = subprocess.run(
        command, cwd=repository, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr


def test_every_template_has_a_picture_and_a_name_in_words(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open()
    expect(visitor.see("template-dsl")).to_be_visible()
    cards = visitor.page.get_by_role("region", name="Templates").locator(".card")
    names = [card.locator("code").inner_text() for card in cards.all()]
    assert sorted(names) == sorted(entry.name for entry in cw.catalogue("templates"))
    # The line of a home is first: most people know it.
    assert names[0] == "dsl"
    for name, card in zip(names, cards.all(), strict=True):
        words = card.locator("h4").inner_text()
        assert " " in words, name
        assert visitor.see(f"template-{name}").get_attribute("aria-label") == f"Open and run: {words}"
        nodes = nodes_of(name)
        assert card.locator("svg .node").count() == nodes, name


def nodes_of(template: str) -> int:
    """How many nodes a template's network has."""
    return len(cw.Scenario.from_template(template).expanded().to_dict()["nodes"])


def test_the_first_network_moves_once_it_is_opened(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open()
    visitor.see("template-dsl").wait_for()
    visitor.page.get_by_role("region", name="Templates").get_by_role("button").first.click()
    visitor.wait_for_runs(1)
    expect(visitor.see("play")).to_have_text("Pause")
    # Not from the beginning, where nothing waits.
    expect(visitor.see("topology").locator("figcaption")).to_contain_text("waiting at modem.line")
    before = visitor.see("clock").inner_text()
    assert float(before.split()[0]) > 2
    expect(visitor.see("clock")).not_to_have_text(before)
    visitor.see("play").click()
    expect(visitor.see("play")).to_have_text("Play")


def test_nothing_moves_by_itself_for_those_who_want_no_motion(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server, reduced_motion="reduce")
    visitor.open()
    visitor.see("template-dsl").click()
    visitor.wait_for_runs(1)
    # When its load is known, it would play.
    expect(visitor.page.locator('[data-port="modem.line"]')).to_be_visible()
    expect(visitor.see("play")).to_have_text("Play")
    expect(visitor.see("clock")).to_have_text("0 s")
