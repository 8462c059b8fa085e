"""The places of the labels of links: next to their own link, and on nothing else.

Each label is tried at several places along its link, on both sides of it. A label of a level link is above or
below it, one of an upright link left or right of it. Of any other link it touches one side with a corner, so
that the link cannot strike it however the picture is stretched.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.plots.network_faults import Floats, strikes
from cellwise.plots.network_marks import LABEL, LINE, Label, Place, Segment

#: Parts of a link at which a label is tried, the best one first.
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9)

#: How bad it is that a label lies on a box or another label, on a line, beyond the picture, on its other
#: side, or not in the middle.
_ON_BOX, _ON_LINE, _BEYOND, _OTHER_SIDE, _ASIDE = 10.0, 6.0, 10.0, 0.4, 1.0

#: The least part of the room between a label and its link, which depends on the size of the picture.
_NEAR = 0.25


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text to write next to a link."""

    text: str
    segment: Segment
    """What is seen of the link."""
    side: int
    """Its best side: 1 above, -1 below."""


def labelled(
    wanted: Sequence[Wanted],
    segments: Sequence[Segment],
    boxes: Floats,
    ends: tuple[float, float],
    off: Place,
) -> list[Label]:
    """Place texts one after another, those of the shortest links first, and then once more.

    No label may cover `boxes`, shape (n_boxes, 4): middles, half widths and half heights, in letters and
    rows. `ends` are the left and the right end of the picture in letters, `off` is how far from their links
    labels are at most.
    """
    order = sorted(range(len(wanted)), key=lambda one: _length(wanted[one].segment))
    lines = np.array(segments, dtype=np.float64).reshape(-1, 2, 2)
    placed: dict[int, Label] = {}
    for _ in range(2):
        for one in order:
            others = [extent(label) for other, label in placed.items() if other != one]
            taken = np.concatenate([boxes.reshape(-1, 4), np.array(others).reshape(-1, 4)])
            placed[one] = min(
                _spots(wanted[one], off), key=lambda spot: spot[0] + _harm(spot[1], taken, lines, ends)
            )[1]
    return [placed[one] for one in range(len(wanted))]


def _length(segment: Segment) -> float:
    (x, y), (to_x, to_y) = segment
    return abs(to_x - x) + abs(to_y - y)


def _spots(wanted: Wanted, off: Place) -> Iterable[tuple[float, Label]]:
    """Give the places that are tried, with how much less good each is than the best."""
    (x, y), (to_x, to_y) = sorted(wanted.segment)
    for part in _ALONG:
        at = (x + part * (to_x - x), y + part * (to_y - y))
        for side in (wanted.side, -wanted.side):
            across, up = _corner(to_x - x, to_y - y, side)
            cost = _ASIDE * abs(part - 0.5) + (_OTHER_SIDE if side != wanted.side else 0.0)
            yield cost, Label(wanted.text, at, across, up, off)


def _corner(right: float, rise: float, side: int) -> tuple[int, int]:
    """Say where a label is from its place: 1 right or above, -1 left or below, 0 around it."""
    if abs(right) < 1e-6:
        return side, 0
    if abs(rise) < 1e-6:
        return 0, side
    return -side if rise > 0 else side, side


def extent(label: Label) -> tuple[float, float, float, float]:
    """Give the middle of the room of a label, half its width and half its height, in letters and rows.

    It has room for the label as near to its link and as far from it as it may be.
    """
    lines = label.text.split("\n")
    half = LABEL * max(map(len, lines)) / 2, LINE * len(lines) / 2
    found = []
    for place, sign, own, off in zip(label.at, (label.across, label.up), half, label.off, strict=True):
        between = abs(sign) * (1 - _NEAR) * off / 2
        found.append((place + sign * (own + _NEAR * off + between), own + between))
    (x, wide), (y, high) = found
    return x, y, wide, high


def _harm(label: Label, taken: Floats, lines: Floats, ends: tuple[float, float]) -> float:
    """Weigh what a label lies on."""
    own = np.array(extent(label))
    on_boxes = (np.abs(taken[:, :2] - own[:2]) < taken[:, 2:] + own[2:]).all(axis=1).sum()
    struck = strikes(lines[:, 0], lines[:, 1], own[None, :2], own[None, 2:]).sum()
    beyond = max(0.0, ends[0] - (own[0] - own[2]), own[0] + own[2] - ends[1])
    return float(_ON_BOX * on_boxes + _ON_LINE * struck + _BEYOND * beyond)


def visible(here: Place, there: Place, half_here: float, half_there: float, height: float) -> Segment:
    """Give what is seen of a link between boxes of these half widths and this half height."""
    first, last = np.array(here), np.array(there)
    along = np.abs(last - first)

    def hidden(half: float) -> float:
        parts = [reach / own for reach, own in zip((half, height), along, strict=True) if own > 1e-9]
        return min([*map(float, parts), 0.45])

    begin = first + hidden(half_here) * (last - first)
    end = last + hidden(half_there) * (first - last)
    return (float(begin[0]), float(begin[1])), (float(end[0]), float(end[1]))
