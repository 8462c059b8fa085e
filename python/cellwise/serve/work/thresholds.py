"""The lines in a picture of a queue: the buffer's end and what the drop policy and the rate rule look at."""

import re
from collections.abc import Mapping
from typing import Any

from cellwise.network import Direction

#: Settings of drop policies that are lengths of the queue, by what a picture calls them.
_OF_POLICY = {
    "threshold": "threshold",
    "low": "threshold, CLP=1",
    "high": "threshold",
    "min_threshold": "lower threshold",
    "max_threshold": "upper threshold",
}


def cells(text: str) -> float | None:
    """Read a number of cells as scenarios write it; None for ``unlimited`` and what is no number of cells."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?(?:[eE]\+?[0-9]+)?) ?(k|M)?cells?", text)
    if not found:
        return None
    return float(found[1]) * {None: 1.0, "k": 1e3, "M": 1e6}[found[2]]


def thresholds(port: Direction) -> list[dict[str, Any]]:
    """List the lengths of a port's queue at which something happens, the lowest first.

    Returns
    -------
    list of dict
        ``name`` and ``value`` (cells).
    """
    buffer = cells(port.buffer)
    found = [("buffer", buffer)]
    for key, name in _OF_POLICY.items():
        found.append((name, _level(port.drop.get(key), buffer)))
    for key, value in port.rate_rule.items():
        if key == "threshold" or key.endswith("_threshold"):
            found.append((_words(port.rate_rule, key), _level(value, buffer)))
    known = [{"name": name, "value": value} for name, value in found if value is not None]
    return sorted(known, key=lambda one: float(one["value"]))


def _words(rule: Mapping[str, Any], key: str) -> str:
    return f"{rule.get('rule', 'rate rule')} {key.replace('_', ' ')}"


def _level(written: Any, buffer: float | None) -> float | None:
    """Read a threshold: cells, a part of the buffer, or all of it but some cells."""
    if isinstance(written, bool) or written is None:
        return None
    if isinstance(written, int | float):
        return None if buffer is None else float(written) * buffer
    text = str(written)
    if text.startswith("all but "):
        rest = cells(text.removeprefix("all but "))
        return None if buffer is None or rest is None else buffer - rest
    return cells(text)
