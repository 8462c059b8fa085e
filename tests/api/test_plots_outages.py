"""Plots over time shade the outages of links."""

from typing import Any

import pytest

import cellwise as cw
from cellwise import plots
from cellwise.plots.bounds import Stretch

LINE = {"kind": "ethernet", "rate": "10 Mbit/s", "delay": "1 ms"}


def run(links: dict[str, dict[str, Any]]) -> cw.Run:
    """Pings over links in a row, for 10 s."""
    names = [f"n{number}" for number in range(len(links) + 1)]
    ends = {names[0], names[-1]}
    document = {
        "duration": "10 s",
        "nodes": {name: {"kind": "host" if name in ends else "router"} for name in names},
        "links": {
            name: {"ends": [names[place], names[place + 1]], **LINE, **link}
            for place, (name, link) in enumerate(links.items())
        },
        "flows": {"ping": {"from": names[0], "to": names[-1], "kind": "ping"}},
    }
    return cw.run(document)


@pytest.fixture(scope="module")
def one() -> cw.Run:
    return run({"wire": {"outages": [{"from": "2 s", "until": "2500 ms"}, {"from": "9 s"}]}})


def test_an_outage_is_shaded_from_its_begin_to_its_end_or_to_that_of_the_run(one: cw.Run) -> None:
    drawing = one.plot("latency")
    assert drawing.shaded == [Stretch("wire is down", 2.0, 2.5), Stretch("wire is down", 9.0, 10.0)]
    assert "wire is down" not in set(drawing.columns()["series"]), "it is no data"


def test_a_part_of_a_run_shows_what_lies_in_it(one: cw.Run) -> None:
    assert one.plot("latency", from_s=2.2, to_s=5).shaded == [Stretch("wire is down", 2.2, 2.5)]
    assert one.plot("latency", from_s=3, to_s=5).shaded == []


def test_both_directions_count_and_what_they_have_in_common_once() -> None:
    both = {"outages": [{"from": "1 s", "until": "2 s"}, {"from": "4 s", "until": "5 s"}]}
    found = run({"wire": {**both, "reverse_outages": [{"from": "4 s", "until": "5 s"}]}}).plot("latency")
    assert [(one.begin, one.end) for one in found.shaded] == [(1.0, 2.0), (4.0, 5.0)]


def test_many_links_are_not_named_one_by_one() -> None:
    links = {f"w{number}": {"outages": [{"from": f"{number} s", "until": "6 s"}]} for number in range(4)}
    assert {one.name for one in run(links).plot("latency").shaded} == {"links are down"}


def test_of_two_runs_the_outage_of_one_is_named_after_it(one: cw.Run) -> None:
    other = run({"wire": {"outages": [{"from": "9 s"}]}})
    names = [stretch.name for stretch in plots.plot("latency", {"a": one, "b": other}).shaded]
    assert names == ["wire is down", "a: wire is down"]


def test_panels_of_several_runs_shade_their_own_outages(one: cw.Run) -> None:
    whole = run({"wire": {}})
    panels = plots.plot("latency", {"a": one, "b": whole, "c": whole, "d": whole})
    assert [len(panel.shaded) for panel in (panels, *panels.beneath)] == [2, 0, 0, 0]
