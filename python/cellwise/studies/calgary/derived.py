"""What follows from choices and levels by arithmetic: how long runs are, and what links of clients carry."""

from collections.abc import Mapping
from typing import Any

from cellwise.quantity import span_s

#: Experiments whose cases say everything themselves.
OTHERS = ("independence", "acknowledgments", "many", "web")

#: Rate of the lines to the clients unless it is varied, in Mbit/s.
RATE_MBPS = "1.5"

#: What most experiments have, where they do not vary it.
USUAL: Mapping[str, str] = {
    "distance": "LAN",
    "mss": "512",
    "rate": RATE_MBPS,
    "upstream": "512",
    "buffer": "unlimited",
}

#: Noise in bursts of the usual length, by its two names; and that of claims about both models.
BURST = ("burst", "burst 200 us")
MODELS = (*BURST, "independent")


def of_case(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give what no level of a case says, by path.

    In Python because the length of a run depends on which claim reads the case.
    """
    if levels["table"] in OTHERS:
        return {}
    rate = levels.get("rate", RATE_MBPS)
    return {"duration": _duration(levels, chosen), **_client_link(chosen["study.client_link"], rate)}


def _duration(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> str:
    """Give the length of a run; faster lines have as many cells in less time."""
    if _is_nearly_alike(levels):
        return str(chosen["study.run"])
    slower = float(RATE_MBPS) / float(levels.get("rate", RATE_MBPS))
    times = 2 if _is_slope(levels) else 1
    return f"{span_s(chosen['study.warmup']) + times * slower * span_s(chosen['study.measured']):g} s"


def _is_nearly_alike(levels: Mapping[str, str]) -> bool:
    """Return whether cases differ by less than shorter runs can resolve (claims 5 and 7)."""
    if _noisy(levels) != (8, "155"):
        return False
    if levels["cer"] == "1e-5":
        return _is_usual(levels)
    return levels["cer"] == "1e-3" and levels["model"] in MODELS and _is_usual({**levels, "distance": "LAN"})


def _is_slope(levels: Mapping[str, str]) -> bool:
    """Return whether a slight fall has to be straight, and so is measured twice as long (claim 12)."""
    noisy, trunk = _noisy(levels)
    of_noise = noisy > 0 and levels["cer"] == "1e-4" and levels["model"] in BURST
    return of_noise and trunk in ("12", "14", "155") and _is_usual(levels)


def _noisy(levels: Mapping[str, str]) -> tuple[int, str]:
    """Count the noisy lines; and the rate of the link to the access node, in Mbit/s."""
    return int(levels.get("noisy", "8")), levels.get("trunk", "155")


def _is_usual(levels: Mapping[str, str]) -> bool:
    return all(levels.get(factor, level) == level for factor, level in USUAL.items())


def _client_link(choice: str, rate: str) -> dict[str, str]:
    """Write the rates of the links between remote units and clients; none for those of the line."""
    if choice == "line":
        return {}
    written = f"{rate} Mbit/s" if choice == "downstream both ways" else choice
    return {"topology.client_downstream": written, "topology.client_upstream": written}
