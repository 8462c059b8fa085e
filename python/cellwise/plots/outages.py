"""The times at which links are down."""

from collections.abc import Iterator
from typing import Any

from cellwise.plots.bounds import Stretch
from cellwise.quantity import span_s
from cellwise.source import Source

#: More links than this are not named one by one.
_MOST_LINKS = 3


def outages_of(source: Source, begin_s: float, end_s: float) -> list[Stretch]:
    """Give the outages of all links of a run that lie in a part of it."""
    links = source.scenario.expanded().to_dict()["links"]
    found = [
        Stretch(f"{name} is down", max(from_s, begin_s), min(until_s, end_s))
        for name, link in links.items()
        for from_s, until_s in _of_link(link)
        if from_s < end_s and until_s > begin_s
    ]
    if len({one.name for one in found}) > _MOST_LINKS:
        return [Stretch("links are down", one.begin, one.end) for one in found]
    return found


def _of_link(link: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Give the outages of both directions, each once."""
    there = link.get("outages", [])
    back = [one for one in link.get("reverse_outages", []) if one not in there]
    for outage in (*there, *back):
        until = outage.get("until")
        yield span_s(outage["from"]), float("inf") if until is None else span_s(until)
