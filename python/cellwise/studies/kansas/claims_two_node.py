"""Claims 1 to 5 and 12: two nodes, from end to end."""

from collections.abc import Mapping

import numpy as np

from cellwise.studies.kansas.cases import LOADS_MBPS, SOURCES, Factors
from cellwise.studies.kansas.inequalities import (
    Answer,
    falls,
    gain_rises,
    gains,
    less,
    of,
    over,
    perfect,
    told,
)
from cellwise.study.claims import Part
from cellwise.study.values import View

#: Printed largest queues of Table 5.2 with UBR, by number of sources, and the edges of the operating region.
UBR_QUEUES = {5: 17200, 10: 34453}
REGION_CELLS = (2880, 6720)


#: How many times longer the runs are that show how TCP over UBR+EPD falls with connections, and with the load
#: from its least to its most: a run of 8 s has about ten losses, and its mean much noise.
TIMES = 4
LOAD_TIMES = 8
ENDS_MBPS = (LOADS_MBPS[0], LOADS_MBPS[-1])


def _baseline(traffic: str, service: str, maximum_mbps: float) -> Part:
    def test(view: View) -> Answer:
        goodput = of(view, "goodput_mbps", service=service, traffic=traffic, sources=1)
        return abs(goodput / maximum_mbps - 1) <= 0.012, f"{goodput:.2f} of {maximum_mbps} Mbit/s"

    return Part(f"{traffic.upper()} over {service.upper()} within 1.2 %", test)


def _ubr_queue(sources: int) -> Part:
    def test(view: View) -> Answer:
        ours = of(view, "switch_queue_max_cells", service="ubr", sources=sources, unlimited=True)
        return abs(ours / UBR_QUEUES[sources] - 1) <= 0.05, f"{ours:.0f} beside {UBR_QUEUES[sources]}"

    contradicted = "the 17200 cells that Table 5.2 prints for 5 sources, which its 34453 for 10 contradict"
    hangs_on = contradicted if sources == 5 else None
    return Part(f"largest queue with UBR, {sources} sources, within 5 %", test, hangs_on)


def _inside_region(view: View) -> Answer:
    ours = over(view, "switch_queue_max_cells", "sources", (5, 10), service="abr", unlimited=True)
    return all(queue < REGION_CELLS[1] for queue in ours), told(ours, 5)


def _same_total(view: View) -> Answer:
    abr, ubr = (
        over(view, "total_queue_cells", "sources", (5, 10), service=service, unlimited=True)
        for service in ("abr", "ubr")
    )
    holds = all(abs(ours / theirs - 1) <= 0.1 for ours, theirs in zip(abr, ubr, strict=True))
    return holds, f"ABR {told(abr, 5)}, UBR {told(ubr, 5)}"


def _udp_efficient(view: View) -> Answer:
    efficiency = of(view, "efficiency_percent", service="ubr", traffic="udp")
    return efficiency >= 95, f"{efficiency:.1f} %"


def _gain_is_linear(view: View) -> Answer:
    # The shape of a trend shows in the medians; four runs of a chaotic system have none.
    values = np.array(gains(view.values.medians(), "sources", SOURCES, times=TIMES))
    fitted = np.polyval(np.polyfit(SOURCES, values, 1), SOURCES)
    explained = 1 - np.square(values - fitted).sum() / np.square(values - values.mean()).sum()
    return bool(explained >= 0.8), f"R2 = {explained:.2f}"


def _udp_gain_near_1(view: View) -> Answer:
    values = gains(view, "sources", SOURCES, traffic="udp")
    return all(0.95 <= gain <= 1.1 for gain in values), told(values)


def _udp_loses_more(view: View) -> Answer:
    udp, tcp = (
        over(view, "plr_percent", "sources", SOURCES, service="ubr", traffic=traffic)
        for traffic in ("udp", "tcp")
    )
    return all(u >= 3 * t for u, t in zip(udp, tcp, strict=True)), f"UDP {told(udp)} %, TCP {told(tcp)} %"


PARTS: Mapping[str, tuple[Part, ...]] = {
    "kansas-1": (
        _baseline("tcp", "ubr", 134.513),
        _baseline("tcp", "abr", 130.306),
        _baseline("udp", "ubr", 134.513),
        _baseline("udp", "abr", 130.306),
    ),
    "kansas-2": (
        _ubr_queue(5),
        _ubr_queue(10),
        Part("switch queue with ABR below 6720 cells", _inside_region),
        Part("totals within 10 %", _same_total),
    ),
    "kansas-3": (
        Part("TCP over ABR", perfect("sources", (5,), 97)),
        Part("UDP over ABR", perfect("sources", (5,), 97, traffic="udp")),
        Part("TCP over UBR+EPD 5 points less efficient", less("efficiency_percent", 5)),
        Part("TCP over UBR+EPD less fair", less("fairness", 0.005)),
        Part("UDP over UBR+EPD efficient", _udp_efficient),
        Part("UDP over UBR+EPD unfair", less("fairness", 0.05, traffic="udp")),
    ),
    "kansas-4": (
        Part("TCP over ABR at every N", perfect("sources", SOURCES, 97)),
        Part("UDP over ABR at every N", perfect("sources", SOURCES, 97, traffic="udp")),
        Part(
            "efficiency of TCP over UBR+EPD falls",
            falls("efficiency_percent", "sources", SOURCES, service="ubr", times=TIMES),
        ),
        Part(
            "fairness of TCP over UBR+EPD falls",
            falls("fairness", "sources", SOURCES, service="ubr", times=TIMES),
        ),
        Part("gain for TCP rises", gain_rises("sources", SOURCES, times=TIMES)),
        Part(
            "its medians about linearly",
            _gain_is_linear,
            hangs_on="a limit of ours: how straight a line of four points must be is not said",
        ),
        Part("gain for UDP stays near 1", _udp_gain_near_1),
    ),
    "kansas-5": (
        Part("TCP over ABR at every load", perfect("load_mbps", LOADS_MBPS, 95)),
        Part("UDP over ABR at every load", perfect("load_mbps", LOADS_MBPS, 95, traffic="udp")),
        Part(
            "efficiency of UBR+EPD falls",
            falls("efficiency_percent", "load_mbps", ENDS_MBPS, service="ubr", times=LOAD_TIMES),
        ),
        Part("gain for TCP rises", gain_rises("load_mbps", ENDS_MBPS, times=LOAD_TIMES)),
    ),
    "kansas-12": (Part("at least three times the packets of TCP", _udp_loses_more),),
}


def needed() -> list[Factors]:
    """Give the experiments that only these claims need."""
    made = [Factors("two-node", "ubr", sources=sources, times=TIMES) for sources in SOURCES]
    return made + [Factors("two-node", "ubr", load_mbps=load, times=LOAD_TIMES) for load in ENDS_MBPS]
