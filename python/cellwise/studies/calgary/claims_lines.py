"""Claims about lines: their rates, how many are noisy, what they share, their buffers (5.4 to 5.6)."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.studies.calgary.beyond import MANY_LINES, WEB_NOISES, ManyLines, Web
from cellwise.studies.calgary.cases import (
    BUFFERS_CELLS,
    CRITICAL_CELLS,
    LINES,
    MODELS,
    NOISY,
    RATES_MBPS,
    TRUNKS_MBPS,
    UPSTREAMS_KBPS,
    Factors,
    some_noisy,
)
from cellwise.studies.calgary.counts import MANY, relative_standard_error
from cellwise.studies.calgary.inequalities import Answer, falling, near, over, straightness, told
from cellwise.studies.calgary.published import errors_of, loss_ratios
from cellwise.studies.calgary.questions import HIGHEST_CERS
from cellwise.study.claims import Part
from cellwise.study.values import View

#: The longest queue that section 5.6 names, in cells, and how near ours should be.
PRINTED_QUEUE_CELLS = 1515
NEAR_QUEUE = 0.02

#: How much lower throughput is where it drops sharply, and how much it may differ where it hardly does.
SHARP = 0.02

#: With this upstream rate a line has room for twice the acknowledgments of a full downstream.
ENOUGH_KBPS = 128

#: Noise of which the numbers of noisy lines are tested, that of Table 5.2; claim 12 has CER 1e-4.
LINEAR = tuple((model, "1e-3") for model in MODELS)

#: The link to the access node where it is narrower than the lines together, and where it is not.
NARROW_MBPS = TRUNKS_MBPS[:2]
WIDE_MBPS = TRUNKS_MBPS[2:]


def _rates(view: View, measure: str, model: str, cer: str) -> list[float]:
    return over(view, measure, [Factors(model, cer, downstream_mbps=rate) for rate in RATES_MBPS])


def _slower_is_better(model: str, cer: str) -> Part:
    def test(view: View) -> Answer:
        values = _rates(view, "effective_throughput", model, cer)
        return falling(values), f"{told(values)} over rates"

    return Part(f"effective throughput falls with rate, {model}, CER {cer}", test)


def _fewer_packets_lost(view: View) -> Answer:
    values = _rates(view, "packet_loss_ratio", "burst", "1e-3")
    return falling(values), f"{told(values)} over rates"


def _as_many_packets_lost(view: View) -> Answer:
    values = _rates(view, "packet_loss_ratio", "independent", "1e-3")
    return all(near(value, values[0], 0.03) for value in values), f"{told(values)} over rates"


def _upstream(cer: str) -> Part:
    def test(view: View) -> Answer:
        cases = [Factors(cer=cer, upstream_kbps=kbps) for kbps in UPSTREAMS_KBPS]
        values = dict(zip(UPSTREAMS_KBPS, over(view, "effective_throughput", cases), strict=True))
        close = {kbps: near(value, values[512], 0.02) for kbps, value in values.items()}
        below = [kbps for kbps, is_close in close.items() if not is_close]
        begins = f"; more than 2 % less at {told(below)} kbit/s" if below else ""
        holds = all(is_close for kbps, is_close in close.items() if kbps >= ENOUGH_KBPS)
        return holds, f"{told(list(values.values()))} at {told(UPSTREAMS_KBPS, 4)} kbit/s{begins}"

    return Part(f"{ENOUGH_KBPS} kbit/s to 1 Mbit/s hardly matters, CER {cer}", test)


def _over_noisy(view: View, measure: str, *factors: Any, **others: Any) -> list[float]:
    return over(view, measure, [some_noisy(noisy, *factors, **others) for noisy in NOISY])


def _linear(model: str, cer: str) -> Part:
    def test(view: View) -> Answer:
        signs = {"cell_loss_ratio": 1, "packet_loss_ratio": 1, "effective_throughput": -1}
        fits = {measure: straightness(_over_noisy(view, measure, model, cer)) for measure in signs}
        holds = all(slope * signs[measure] > 0 and fit >= 0.98 for measure, (slope, fit) in fits.items())
        return holds, f"R^2 {told([fit for _, fit in fits.values()], 5)}"

    return Part(f"linear in noisy lines, {model}, CER {cer}", test)


def _table_5_2(model: str) -> Part:
    printed = loss_ratios(model)

    def test(view: View) -> Answer:
        noisy_lines = [some_noisy(noisy, model) for noisy in NOISY if noisy]
        ours, counts = (over(view, what, noisy_lines) for what in ("cell_loss_ratio", "errored_cells"))
        apart = []
        for noisy, (one, count) in enumerate(zip(ours, counts, strict=True), 1):
            errors = [relative_standard_error(n, model) for n in (errors_of(model, noisy), count)]
            apart.append((one / printed[noisy] - 1) / math.hypot(*errors))
        return max(map(abs, apart)) <= MANY, f"{told(apart, 2)} standard errors of the difference off"

    return Part(f"{model}: Table 5.2", test)


def _share_of_network(model: str) -> Part:
    def test(view: View) -> Answer:
        noisy_lines = [some_noisy(noisy, model) for noisy in NOISY if noisy]
        lost, counts = (over(view, what, noisy_lines) for what in ("total_cell_loss_ratio", "errored_cells"))
        ratios = [one / (noisy / LINES * 1e-3) for noisy, one in enumerate(lost, 1)]
        apart = [
            (ratio - 1) / relative_standard_error(count, model)
            for ratio, count in zip(ratios, counts, strict=True)
        ]
        return max(map(abs, apart)) <= MANY, f"{told(ratios)} of share times CER"

    return Part(f"{model}: all cells lost over all cells sent", test, beyond=True)


def _throughputs(view: View, trunk_mbps: int) -> list[float]:
    return _over_noisy(view, "effective_throughput", "burst", "1e-4", trunk_mbps=trunk_mbps)


def _hardly_falls(trunk_mbps: int) -> Part:
    def test(view: View) -> Answer:
        ours, wide = (_throughputs(view, trunk) for trunk in (trunk_mbps, TRUNKS_MBPS[-1]))
        falls = [1 - values[-1] / values[0] for values in (ours, wide)]
        return falls[0] <= falls[
            1
        ] / 4, f"falls by {100 * falls[0]:.2g} %, {100 * falls[1]:.2g} % with 155 Mbit/s"

    return Part(f"throughput hardly falls with {trunk_mbps} Mbit/s", test)


def _falls_linearly(trunk_mbps: int) -> Part:
    def test(view: View) -> Answer:
        values = _throughputs(view, trunk_mbps)
        slope, fit = straightness(values)
        return slope < 0 and fit >= 0.95, f"from {values[0]:.4g} to {values[-1]:.4g}, R^2 {fit:.4g}"

    return Part(f"it falls linearly with {trunk_mbps} Mbit/s", test)


def _least_fair_between(trunk_mbps: int) -> Part:
    def test(view: View) -> Answer:
        values = _over_noisy(view, "fairness", "burst", "1e-4", trunk_mbps=trunk_mbps)
        least = int(np.argmin(values))
        return 2 <= least <= 6, f"{told(values, 4)}, least with {least} noisy lines"

    return Part(f"fairness is least between with {trunk_mbps} Mbit/s", test)


def _buffers(view: View, measure: str, cer: str, sizes: Sequence[int]) -> list[float]:
    return over(view, measure, [Factors(cer=cer, buffer_cells=cells) for cells in sizes])


def _buffer_hardly_matters(view: View) -> Answer:
    values = _buffers(view, "effective_throughput", "1e-3", BUFFERS_CELLS)
    free = view(Factors().name, "effective_throughput")
    return max(abs(value - free) for value in values) <= SHARP, f"{told(values)} beside {free:.3g}"


def _congestion_dominates(cer: str) -> Part:
    def test(view: View) -> Answer:
        small = BUFFERS_CELLS[:5]
        overflow, errored = (_buffers(view, m, cer, small) for m in ("overflow_cells", "errored_cells"))
        holds = all(lost > wrong for lost, wrong in zip(overflow, errored, strict=True))
        return holds, f"{told(overflow)} cells overflow, {told(errored)} errored"

    return Part(f"congestion dominates to 1400 cells, CER {cer}", test)


def _large_enough(view: View) -> Answer:
    case = Factors(cer="1e-5", buffer_cells=BUFFERS_CELLS[-1]).name
    reached, lost = view(case, "effective_throughput"), view(case, "overflow_cells")
    return reached >= 0.99 and lost == 0, f"effective throughput {reached:.4g}, {lost:g} cells overflow"


def _longest_queue(view: View) -> Answer:
    ours = view(Factors(None).name, "line_queue_max_cells")
    return near(ours, PRINTED_QUEUE_CELLS, NEAR_QUEUE), f"{ours:g} cells"


def _drops_sharply(view: View) -> Answer:
    values = _buffers(view, "effective_throughput", "1e-5", CRITICAL_CELLS)
    below, above = (values[CRITICAL_CELLS.index(cells)] for cells in (1514, 1520))
    return below <= above - SHARP, f"{told(values, 4)} with {told(CRITICAL_CELLS, 4)} cells"


def _tiny_losses(view: View) -> Answer:
    ours = view(Factors(cer="1e-5", buffer_cells=1514).name, "overflow_cells_per_timeout")
    return near(ours, 2, 0.1), f"{ours:.3g} cells for each timeout"


def _below_smaller_buffers(view: View) -> Answer:
    near_queue, smaller = _buffers(view, "effective_throughput", "1e-5", (1514, 1400))
    return near_queue < smaller, f"{near_queue:.4g} beside {smaller:.4g}"


def _thousand(view: View) -> Answer:
    busy = [view(ManyLines().name, f"busy_{way}") for way in ("downloads", "uploads")]
    return busy == [MANY_LINES, MANY_LINES], f"{busy[0]:g} busy down, {busy[1]:g} up"


def _browsers(view: View) -> Answer:
    cases = [Web(model, cer) for model, cer in WEB_NOISES]
    pages, busy = over(view, "pages", cases), over(view, "busy_browsers", cases)
    return min(busy) == LINES, f"{told(pages, 5)} pages, from no noise to CER 1e-3"


PARTS: Mapping[str, tuple[Part, ...]] = {
    "calgary-9": (
        *(_slower_is_better(model, cer) for model in MODELS for cer in HIGHEST_CERS),
        Part("bursts lose fewer packets of faster lines", _fewer_packets_lost),
        Part("independent errors as many", _as_many_packets_lost),
    ),
    "calgary-10": tuple(_upstream(cer) for cer in HIGHEST_CERS),
    "calgary-11": (
        *(_linear(model, cer) for model, cer in LINEAR),
        *(_table_5_2(model) for model in MODELS),
        *(_share_of_network(model) for model in MODELS),
    ),
    "calgary-12": (
        *(_hardly_falls(trunk) for trunk in NARROW_MBPS),
        *(_falls_linearly(trunk) for trunk in WIDE_MBPS),
        *(_least_fair_between(trunk) for trunk in NARROW_MBPS),
    ),
    "calgary-13": (
        Part("at CER 1e-3 the buffer hardly matters", _buffer_hardly_matters),
        *(_congestion_dominates(cer) for cer in ("1e-4", "1e-5")),
        Part("1600 cells are enough at 1e-5", _large_enough),
        Part("longest queue within 2 % of 1515", _longest_queue),
    ),
    "calgary-14": (
        Part("sharply below that of 1520 cells", _drops_sharply),
        Part("1514 cells drop 2 cells at a time", _tiny_losses),
        Part("and do worse than 1400", _below_smaller_buffers, beyond=True),
    ),
    "calgary-15": (
        Part("a thousand lines busy both ways", _thousand),
        Part("every browser gets pages", _browsers),
    ),
}
