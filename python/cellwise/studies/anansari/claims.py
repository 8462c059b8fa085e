"""The inequalities behind the claims of claims.toml."""

from collections.abc import Callable, Mapping
from typing import Any

from cellwise.quantity import span_s
from cellwise.studies.anansari.cases import FINE_SAMPLE, LINKS, NAMES, Factors
from cellwise.study import files
from cellwise.study.claims import Claim, Part
from cellwise.study.values import View

#: How much fairer a rule must be to be called so: one segment between two of five connections makes 0.014.
VISIBLE = 0.01

#: How finely the rates of Figure 4 are sampled.
SAMPLE_MS = 1e3 * span_s(FINE_SAMPLE)

#: What makes the difference for ERICA: with 10 ms its queue is the largest, and it loses.
ERICA_INTERVAL = "ERICA's averaging interval, which the document does not give"

#: What decides how EFCI shares in the transient: with 100 cells less fairly than FMMRA, with 500 not.
EFCI_THRESHOLD = "EFCI's threshold, which the document does not give"

#: What decides when ERICA loses: as a second transfer starts, or, if all start at once, with the background.
STARTS = "when the transfers start, which the document does not give"

#: How far the goodput of long connections may fall with hops and still count as not falling, as a fraction.
LEVEL = 0.1


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    return files.claims("cellwise.studies.anansari", PARTS)


def _of_rules(view: View, measure: str, **factors: Any) -> dict[str, float]:
    return {rule: view(Factors(rule, **factors).name, measure) for rule in NAMES}


def _told(values: Mapping[str, float]) -> str:
    return ", ".join(f"{NAMES[rule]} {value:.4g}" for rule, value in values.items())


def _fmmra(measure: str, than: str, *, more: bool, **factors: Any) -> Callable[[View], tuple[bool, str]]:
    """FMMRA has more, or less, of a measure than another rule."""

    def test(view: View) -> tuple[bool, str]:
        values = _of_rules(view, measure, **factors)
        return (values["fmmra"] > values[than]) == more and values["fmmra"] != values[than], _told(values)

    return test


def _both(says: str, measure: str, *, more: bool, **factors: Any) -> tuple[Part, Part]:
    """FMMRA against each of the others."""
    erica, efci = (_fmmra(measure, than, more=more, **factors) for than in ("erica", "efci"))
    return Part(f"{says} ERICA", erica, ERICA_INTERVAL), Part(f"{says} EFCI", efci)


def _fairer(than: str, by: float = 0.0) -> Part:
    def test(view: View) -> tuple[bool, str]:
        values = _of_rules(view, "transient_fairness", sources=5, period="3")
        return values["fmmra"] > values[than] + by, _told(values)

    says = f"FMMRA fairer in the transient than {NAMES[than]}"
    if not by:
        return Part(says, test, EFCI_THRESHOLD if than == "efci" else ERICA_INTERVAL)
    return Part(f"{says}, by {by:g}: one segment between two of five makes 0.014", test, beyond=True)


def _no_later(than: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        values = _of_rules(view, "reaching_ms", period="4")
        return values["fmmra"] <= values[than] + SAMPLE_MS, _told(values)

    return Part(f"FMMRA reaches its share no later than {NAMES[than]}", test)


def _earlier(than: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        values = _of_rules(view, "reaching_ms", period="4")
        return values["fmmra"] < values[than] - SAMPLE_MS, _told(values)

    hangs_on = f"a tie: both within the {1e3 * SAMPLE_MS:g} us between samples"
    return Part(f"and earlier than {NAMES[than]}", test, hangs_on)


def _lossless(view: View) -> tuple[bool, str]:
    values = _of_rules(view, "lost_cells", limited=True)
    return values["fmmra"] == 0, _told(values)


def _erica_loses(view: View) -> tuple[bool, str]:
    lost = _of_rules(view, "lost_cells", limited=True)
    small, large = (_of_rules(view, "goodput_mbps", limited=limited)["erica"] for limited in (True, False))
    return lost[
        "erica"
    ] > 0 and small < large, f"{lost['erica']:g} cells, {small:.3g} beside {large:.3g} Mbit/s"


def _efci_less_fair(than: str) -> Callable[[View], tuple[bool, str]]:
    def test(view: View) -> tuple[bool, str]:
        values = _of_rules(view, "fairness", limited=True)
        return values["efci"] < values[than], _told(values)

    return test


def _long(rule: str) -> Callable[[View], tuple[list[float], str]]:
    def look(view: View) -> tuple[list[float], str]:
        values = [view(Factors(rule, links=links).name, "long_mbps") for links in LINKS]
        return values, " ".join(f"{value:.1f}" for value in values) + " Mbit/s"

    return look


def _beaten_down(view: View) -> tuple[bool, str]:
    values, told = _long("efci")(view)
    return all(later < values[0] * (1 - LEVEL) for later in values[1:]) and values[-1] < values[1], told


def _level(rule: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        values, told = _long(rule)(view)
        return min(values) >= values[0] * (1 - LEVEL), told

    return Part(f"{NAMES[rule]}: long connections keep their throughput", test)


PARTS: Mapping[str, tuple[Part, ...]] = {
    "anansari-1": _both("largest queue of FMMRA below that of", "max_queue_cells", more=False),
    "anansari-2": (
        _fairer("erica"),
        _fairer("efci"),
        _fairer("erica", by=VISIBLE),
        _fairer("efci", by=VISIBLE),
    ),
    "anansari-3": (
        _no_later("erica"),
        _no_later("efci"),
        _earlier("erica"),
        _earlier("efci"),
        *_both("deviation of FMMRA below that of", "deviation_percent", more=False, period="4"),
    ),
    "anansari-4": (
        Part("FMMRA loses nothing with 1500 cells", _lossless),
        *_both("goodput of FMMRA with 1500 cells above that of", "goodput_mbps", more=True, limited=True),
        Part("ERICA loses cells with 1500 cells, and goodput", _erica_loses, ERICA_INTERVAL),
        Part("EFCI less fair with 1500 cells than FMMRA", _efci_less_fair("fmmra"), STARTS),
        Part("and than ERICA", _efci_less_fair("erica"), STARTS),
    ),
    "anansari-5": (
        Part("EFCI: long connections fall with hops", _beaten_down),
        _level("erica"),
        _level("fmmra"),
    ),
}
