"""Claims about noise on all lines: what it errs, and what TCP makes of it (sections 3.3, 5.1 to 5.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cellwise.studies.calgary import published
from cellwise.studies.calgary.cases import BURST_US, CERS, HIGH_CERS, MODELS, MSSS, Factors, single
from cellwise.studies.calgary.counts import MANY, cells_per_burst, relative_standard_error
from cellwise.studies.calgary.inequalities import Answer, falling, near, over, told
from cellwise.studies.calgary.questions import NOISES
from cellwise.study import files
from cellwise.study.claims import Part
from cellwise.study.values import View

#: The mean number of cells of a burst that Figure 3.6(b) has.
PRINTED_CELLS_PER_BURST = 2.22


def _observed(model: str) -> Part:
    def test(view: View) -> Answer:
        apart = []
        for cer in CERS:
            case = single(model, cer).name
            expected = view(case, "arrived_cells") * float(cer)
            error = relative_standard_error(expected, model)
            apart.append((view(case, "error_ratio_over_target") - 1) / error)
        return max(map(abs, apart)) <= MANY, f"{told(apart, 2)} standard errors off, CER 1e-3 to 1e-7"

    return Part(f"{model} errors as many as targeted", test)


def _about_two(view: View) -> Answer:
    ours = view(single("burst", "1e-3").name, "cells_per_burst")
    longer = view(NOISES["burst 500 us"].name, "cells_per_burst")
    told = f"{ours:.3g}, published {PRINTED_CELLS_PER_BURST}; {longer:.3g} with bursts of 500 us"
    return 1.5 <= ours <= 2.5, told


def _one_or_two(view: View) -> Answer:
    case = single("burst", "1e-3").name
    shares = [view(case, f"{count}_cell_bursts_percent") for count in ("one", "two")]
    return sum(shares) > 50, f"{shares[0]:.3g} % in bursts of one, {shares[1]:.3g} % of two"


def _as_defined(view: View) -> Answer:
    ours = view(single("burst", "1e-5").name, "cells_per_burst")
    expected = cells_per_burst(BURST_US, 1.5)
    return near(
        ours, expected, 0.05
    ), f"{ours:.3g} at CER 1e-5, where the line is full; {expected:.3g} by definition"


def _table_5_1(model: str) -> Part:
    column = f"{model}_error_model_throughput_bps"
    printed = {
        published.cer_of(line["cer"]): float(line[column])
        for line in files.published(published.PACKAGE, "table5.1")
    }

    def test(view: View) -> Answer:
        apart = {cer: view(single(model, cer).name, "throughput_bps") / printed[cer] - 1 for cer in CERS}
        holds = all(abs(off) <= published.near(cer) for cer, off in apart.items())
        return holds, f"{told([100 * off for off in apart.values()], 2)} % off, CER 1e-3 to 1e-7"

    return Part(f"{model}: Table 5.1", test)


def _independent_below(view: View) -> Answer:
    burst, independent = (view(single(model, "1e-3").name, "throughput_bps") for model in MODELS)
    return independent < burst, f"{independent:.0f} below {burst:.0f} bit/s at CER 1e-3"


def _loss_is_cer(name: str) -> Part:
    factors = NOISES[name]

    def test(view: View) -> Answer:
        apart = []
        for cer in CERS:
            case = replace(factors, cer=cer).name
            expected = view(case, "arrived_cells") * float(cer)
            error = relative_standard_error(expected, str(factors.model), factors.burst_us)
            apart.append((view(case, "cell_loss_ratio") / float(cer) - 1) / error)
        return max(map(abs, apart)) <= MANY, f"{told(apart, 2)} standard errors off"

    return Part(f"{name}: cell loss ratio is CER", test)


def _packets(cer: str, names: Sequence[str]) -> Part:
    def test(view: View) -> Answer:
        values = over(view, "packet_loss_ratio", [replace(NOISES[name], cer=cer) for name in names])
        return falling(values), f"{told(values)}: {', '.join(names)}"

    return Part(f"packet loss falls as bursts lengthen, CER {cer}", test)


def _bursts_ahead(view: View) -> Answer:
    values = over(view, "effective_throughput", list(NOISES.values()))
    return min(values[1:]) > values[0], f"{told(values[1:], 4)} above {values[0]:.4g}"


def _independent_ahead(view: View) -> Answer:
    values = over(view, "effective_throughput", [replace(one, cer="1e-5") for one in NOISES.values()])
    independent, _, *longer = values
    return max(longer) <= independent, f"{told(longer, 5)} at most {independent:.5g}"


def _independent_ahead_on_one_line(view: View) -> Answer:
    burst, independent = (view(single(model, "1e-5").name, "throughput_bps") for model in MODELS)
    return independent >= burst, f"{independent:.0f} beside {burst:.0f} bit/s"


def _fair(view: View) -> Answer:
    values = [view(replace(factors, cer=cer).name, "fairness") for factors in NOISES.values() for cer in CERS]
    return min(values) >= 0.99, f"from {min(values):.5f}"


def _distances(view: View, measure: str, model: str, cers: Sequence[str]) -> tuple[list[float], list[float]]:
    lan, wan = (over(view, measure, [Factors(model, cer, wan=wan) for cer in cers]) for wan in (False, True))
    return lan, wan


def _little_apart(model: str) -> Part:
    def test(view: View) -> Answer:
        lan, wan = _distances(view, "effective_throughput", model, HIGH_CERS)
        apart = [there - here for here, there in zip(lan, wan, strict=True)]
        return max(map(abs, apart)) <= 0.03 and apart[0] < 0, f"{told(apart, 2)} apart, CER 1e-3 to 1e-5"

    return Part(f"{model}: WAN little lower", test)


def _same_loss(model: str) -> Part:
    def test(view: View) -> Answer:
        lan, wan = _distances(view, "packet_loss_ratio", model, CERS[:2])
        close = (near(there, here, off) for here, there, off in zip(lan, wan, (0.03, 0.1), strict=True))
        return all(close), f"{told(wan)} beside {told(lan)}"

    return Part(f"{model}: packet loss equal", test)


def _printed_loss(mss: int, printed: float, points: float) -> Part:
    def test(view: View) -> Answer:
        ours = view(Factors("independent", mss=mss).name, "packet_loss_percent")
        return abs(ours - printed) <= points, f"{ours:.3g} beside {printed:g} %"

    return Part(f"{mss} octets lose about {printed:g} %", test, hangs_on=_ADAPTER)


def _by_size(model: str, cer: str) -> Part:
    def test(view: View) -> Answer:
        cases = [Factors(model, cer, mss=mss) for mss in MSSS]
        lost, reached = over(view, "packet_loss_ratio", cases), over(view, "effective_throughput", cases)
        holds = falling(lost[::-1]) and falling(reached)
        return holds, f"lost {told(lost)}, effective throughput {told(reached)}"

    return Part(f"larger is worse, {model}, CER {cer}", test)


_ADAPTER = "whether a lost last cell takes the next packet with it, which the thesis does not say"
_FIGURE_3_6B = "the bursts of Figure 3.6(b), whose mean and shares need 473 us in the place of 200"
_ORDER = ("independent", "burst 80 us", "burst 200 us", "burst 500 us")

PARTS: Mapping[str, tuple[Part, ...]] = {
    "calgary-1": tuple(_observed(model) for model in MODELS),
    "calgary-2": (
        Part("about 2 cells of a burst", _about_two, hangs_on=_FIGURE_3_6B),
        Part("bursts of one or two dominate", _one_or_two),
        Part("as many as the definition gives", _as_defined),
    ),
    "calgary-3": (
        *(_table_5_1(model) for model in MODELS),
        Part("independent below burst", _independent_below),
    ),
    "calgary-4": (
        *(_loss_is_cer(name) for name in NOISES),
        _packets("1e-3", _ORDER),
        _packets("1e-4", _ORDER[::2] + _ORDER[3:]),
    ),
    "calgary-5": (
        Part("every burst model ahead at CER 1e-3", _bursts_ahead),
        Part("independent ahead at 1e-5", _independent_ahead, hangs_on=_ADAPTER),
        Part("and on one line for 50000 s", _independent_ahead_on_one_line, hangs_on=_ADAPTER),
    ),
    "calgary-6": (Part("fairness at least 0.99", _fair),),
    "calgary-7": (
        *(_little_apart(model) for model in MODELS),
        *(_same_loss(model) for model in MODELS),
    ),
    "calgary-8": (
        _printed_loss(512, 1.0, 0.2),
        _printed_loss(9140, 17.0, 1.5),
        *(_by_size(model, cer) for model in MODELS for cer in CERS[:2]),
    ),
}
