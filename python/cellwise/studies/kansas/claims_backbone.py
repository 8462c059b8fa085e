"""Claims 9 to 11: an ATM backbone between routers."""

from collections.abc import Mapping

from cellwise.studies.kansas.cases import LINKS, SOURCES, Factors
from cellwise.studies.kansas.inequalities import SENDER, Answer, falls, gain_rises, gains, of, over, told
from cellwise.study.claims import Part
from cellwise.study.values import View

#: How many times longer the runs of claim 10 are: fairness among nine flows takes its time.
TIMES = 8


def _gain_above_1(traffic: str) -> Part:
    def test(view: View) -> Answer:
        values = gains(view, "links", LINKS[2:], network="mnc1", routers=True, traffic=traffic)
        return min(values) > 1, told(values)

    return Part(f"{traffic.upper()}: gain above 1 from three links on", test)


def _less_than_end_to_end(traffic: str) -> Part:
    def test(view: View) -> Answer:
        edge, end = (
            gains(view, "links", LINKS[2:], network="mnc1", routers=routers, traffic=traffic)
            for routers in (True, False)
        )
        return all(e < o for e, o in zip(edge, end, strict=True)), f"{told(edge)} beside {told(end)}"

    return Part(f"{traffic.upper()}: gain below that from end to end", test)


def _gain_at_most_1(traffic: str) -> Part:
    def test(view: View) -> Answer:
        values = gains(view, "sources", SOURCES, routers=True, traffic=traffic)
        return all(gain <= 1.005 for gain in values), told(values)

    return Part(f"{traffic.upper()}: no gain in efficiency", test)


def _edge_loses(traffic: str) -> Part:
    def test(view: View) -> Answer:
        lost, edge, fairness = (
            over(view, measure, "sources", SOURCES, routers=True, traffic=traffic, service="abr")
            for measure in ("lost_cells", "edge_lost_cells", "fairness")
        )
        holds = min(edge) > 0 and lost == edge and min(fairness) >= 0.99
        inside = max(lost) - max(edge)
        shown = f"{told(edge, 4)} cells lost, all but {inside:.0f} at the edge"
        return holds, f"{shown}; fairness from {min(fairness):.4f}"

    return Part(f"{traffic.upper()} over ABR: fair, and all loss is at the edge", test)


def _crowd(measure: str, says: str, hangs_on: str | None = None) -> Part:
    def test(view: View) -> Answer:
        abr, ubr = (
            of(view, measure, service=service, routers=True, crowded=True, times=TIMES)
            for service in ("abr", "ubr")
        )
        return abr < ubr, f"ABR {abr:.3g}, UBR+EPD {ubr:.3g}"

    return Part(f"ABR less {says}", test, hangs_on=hangs_on)


PARTS: Mapping[str, tuple[Part, ...]] = {
    "kansas-9": (
        _gain_at_most_1("tcp"),
        _gain_at_most_1("udp"),
        _edge_loses("tcp"),
        _edge_loses("udp"),
        Part(
            "efficiency of TCP over ABR falls as N grows",
            falls("efficiency_percent", "sources", SOURCES, service="abr", routers=True),
        ),
    ),
    "kansas-10": (
        _crowd("efficiency_percent", "efficient"),
        _crowd("fairness", "fair among flows", SENDER),
    ),
    "kansas-11": (
        _gain_above_1("tcp"),
        _gain_above_1("udp"),
        Part("gain for TCP rises", gain_rises("links", LINKS, network="mnc1", routers=True)),
        Part("gain for UDP rises", gain_rises("links", LINKS, network="mnc1", routers=True, traffic="udp")),
        _less_than_end_to_end("tcp"),
        _less_than_end_to_end("udp"),
    ),
}


def needed() -> list[Factors]:
    """Give the experiments that only these claims need."""
    return [
        Factors("two-node", service, routers=True, crowded=True, times=TIMES) for service in ("abr", "ubr")
    ]
