"""Claims 6 to 8: multiple node configurations, from end to end."""

from collections.abc import Mapping

import numpy as np

from cellwise.studies.kansas.cases import LINKS
from cellwise.studies.kansas.inequalities import SENDER, Answer, falls, flat, gains, of, over, told
from cellwise.study.claims import Part
from cellwise.study.values import View

#: Fair goodputs of the first five and of the other five sources of the second multiple node configuration.
MNC2_FAIR_MBPS = {"first5": 43.3, "after5": 87.0}


def _quarters(traffic: str) -> Part:
    def test(view: View) -> Answer:
        ours = [
            of(view, f"source{n}_goodput_mbps", network="mnc1", service="abr", traffic=traffic)
            for n in range(1, 9)
        ]
        return all(
            abs(goodput / 32.58 - 1) <= 0.1 for goodput in ours
        ), f"{min(ours):.1f} to {max(ours):.1f} Mbit/s"

    return Part(f"{traffic.upper()} over ABR: each within 10 % of a quarter, 32.58 Mbit/s", test)


def _starved(traffic: str) -> Part:
    def test(view: View) -> Answer:
        long, local = (
            of(view, f"{part}_mean_goodput_mbps", network="mnc1", service="ubr", traffic=traffic)
            for part in ("first2", "after2")
        )
        return long < 0.75 * local, f"{long:.1f} beside {local:.1f} Mbit/s"

    return Part(
        f"{traffic.upper()} over UBR+EPD: less than three quarters for those that cross three links", test
    )


def _lose_more(traffic: str, times: float) -> Part:
    def test(view: View) -> Answer:
        long, local = (
            of(view, f"{part}_plr_percent", network="mnc1", service="ubr", traffic=traffic)
            for part in ("first2", "after2")
        )
        return long >= times * local, f"{long:.1f} beside {local:.1f} %"

    return Part(f"{traffic.upper()} over UBR+EPD: those lose at least {times:g} times the packets", test)


def _abr_flat(traffic: str) -> Part:
    def test(view: View) -> Answer:
        efficiency, fairness, goodput = (
            over(view, measure, "links", LINKS, network="mnc1", service="abr", traffic=traffic)
            for measure in ("efficiency_percent", "fairness", "first2_mean_goodput_mbps")
        )
        holds = flat(efficiency, 5) and min(fairness) >= 0.98 and flat(goodput, 0.1 * max(goodput))
        return (
            holds,
            f"efficiency {told(efficiency)}, fairness from {min(fairness):.3f}, VC 1 and 2 {told(goodput)}",
        )

    return Part(f"{traffic.upper()} over ABR stays flat", test)


def _faster_than_linear(view: View) -> Answer:
    values = gains(view, "links", LINKS, network="mnc1")
    curvature = float(np.polyfit(LINKS, values, 2)[0])
    return curvature > 0 and values[-1] > values[0], f"{told(values)}, curvature {curvature:.3f}"


def _udp_gains_most(view: View) -> Answer:
    tcp, udp, paced = (
        gains(view, "links", LINKS, network="mnc1", traffic=traffic) for traffic in ("tcp", "udp", "paced")
    )
    holds = all(u > t for u, t in zip(udp[1:], tcp[1:], strict=True)) and all(
        u > p for u, p in zip(udp[1:], paced[1:], strict=True)
    )
    return holds, f"TCP {told(tcp)}; UDP {told(udp)}; paced {told(paced)}"


def _mnc2_share(part: str, says: str) -> Part:
    def test(view: View) -> Answer:
        ours, fair = of(view, f"{part}_goodput_mbps", network="mnc2", service="abr"), MNC2_FAIR_MBPS[part]
        return abs(ours / fair - 1) <= 0.05, f"{ours:.1f} beside {fair} Mbit/s"

    return Part(f"ABR: {says} within 5 % of the max-min share", test)


def _links_filled(view: View) -> Answer:
    used = [of(view, f"link{k}_utilization_percent", network="mnc2", service="abr") for k in (1, 2)]
    return min(used) >= 98, told(used)


def _upstream_wasted(view: View) -> Answer:
    abr, ubr = (of(view, "link1_utilization_percent", network="mnc2", service=s) for s in ("abr", "ubr"))
    good = [of(view, "goodput_mbps", network="mnc2", service=service) for service in ("abr", "ubr")]
    return ubr < abr - 2 and good[1] < good[
        0
    ], f"link 1 {ubr:.1f} %, goodput {good[1]:.1f} beside {good[0]:.1f} Mbit/s"


PARTS: Mapping[str, tuple[Part, ...]] = {
    "kansas-6": (
        _quarters("tcp"),
        _quarters("udp"),
        _starved("tcp"),
        _starved("udp"),
        _lose_more("tcp", 1.5),
        _lose_more("udp", 1.2),
    ),
    "kansas-7": (
        _abr_flat("tcp"),
        _abr_flat("udp"),
        *(
            Part(
                f"{measure.partition('_')[0]} of {traffic.upper()} over UBR+EPD falls",
                falls(measure, "links", LINKS, network="mnc1", service="ubr", traffic=traffic),
            )
            for traffic in ("tcp", "udp")
            for measure in ("efficiency_percent", "fairness")
        ),
        Part("gain for TCP grows faster than linearly", _faster_than_linear),
        Part("gain for UDP above that for TCP and for paced UDP", _udp_gains_most),
    ),
    "kansas-8": (
        _mnc2_share("first5", "sources 1-5"),
        _mnc2_share("after5", "sources 6-10"),
        Part("ABR fills both links", _links_filled),
        Part("UBR+EPD leaves link 1 below full, with less goodput", _upstream_wasted, hangs_on=SENDER),
    ),
}
