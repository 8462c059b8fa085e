"""The rates and delays of links in a picture of a network; a text that many of them share is written once."""

from collections import Counter
from collections.abc import Iterable, Sequence

from cellwise.network import Network
from cellwise.plots.bundles import Wire
from cellwise.plots.network_marks import Place

#: A label that so many links share is written once.
_SHARED = 3

_RATES = ((1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s"))
_SPANS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))

#: Forth and back along a link that leads to the right, and along an upright one.
_ACROSS, _UPRIGHT = ("→", "←"), ("↑", "↓")

#: What a packet link is and its rate; then its delay, and whether it errs.
Speed = tuple[str, str]


def speed(network: Network, wire: Wire, at: Sequence[Place]) -> Speed:
    """Write what a link between bundles at some places is, in lines."""
    link = network.links[wire.links[0]]
    directions = link.directions
    rates = [_scaled(one.rate_bps, _RATES) for one in directions]
    delays = [_scaled(one.delay_s, _SPANS) for one in directions]
    rate, delay = (_pair(pair, *arrows(wire, at)) for pair in (rates, delays))
    delay = delay if any(one.delay_s for one in directions) else ""
    noisy = "noisy" if any(one.noise for one in directions) else ""
    kind = "" if link.is_atm else link.kind
    return _lines(kind, rate), _lines(delay, noisy)


def written_once(speeds: Sequence[Speed]) -> tuple[list[str], str]:
    """Give what is still written on each link, and what is said of all or of the others.

    The rate and delay that most links share are written once. If most links do not share both, they may still
    share a rate: links of the usual rate then have their delays alone.
    """
    whole = [_lines(*one) for one in speeds]
    shared, count = usual(whole)
    # A rate with a direction stays at its link: a title does not show from where to where.
    rate, rates = usual(one for one, _ in speeds if not set(one) & {*_ACROSS, *_UPRIGHT})
    if rates > count and 2 * rates > len(speeds) >= 2 * count:
        left = [rest if own == rate else text for (own, rest), text in zip(speeds, whole, strict=True)]
        return left, _reported("all links" if rates == len(speeds) else "links without a rate", rate)
    left = ["" if text == shared else text for text in whole]
    return left, _reported("all links" if count == len(speeds) else "other links", shared)


def usual(labels: Iterable[str]) -> tuple[str, int]:
    """Give the label that so many links share that it is written once, and of how many; empty if none is."""
    ((label, count),) = Counter(labels).most_common(1) or (("", 0),)
    return (label, count) if label and count >= _SHARED else ("", 0)


def arrows(wire: Wire, at: Sequence[Place]) -> tuple[str, str]:
    """Give the arrows from the first end of a link to the last, and back."""
    (x, y), (to_x, to_y) = (at[end] for end in wire.ends)
    forth, back = _ACROSS if x != to_x else _UPRIGHT
    return (forth, back) if (x, y) <= (to_x, to_y) else (back, forth)


def _reported(links: str, text: str) -> str:
    return f"{links}: {', '.join(text.split(chr(10)))}" if text else ""


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def _pair(texts: Sequence[str], arrow: str, arrow_back: str) -> str:
    return texts[0] if len(set(texts)) == 1 else f"{arrow} {texts[0]}\n{arrow_back} {texts[1]}"


def _scaled(value: float, units: Sequence[tuple[float, str]]) -> str:
    """Write a quantity in the largest unit of which it has one at least."""
    size, unit = next((one for one in units if value >= one[0]), units[-1] if value else units[0])
    return f"{value / size:.6g} {unit}"
