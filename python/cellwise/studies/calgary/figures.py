"""The figures of the thesis, drawn from our runs; the figures themselves are not preserved.

Pictures with several panels are several figures here, with letters.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cellwise.plots import Drawing
from cellwise.studies.calgary import curves, pictures
from cellwise.studies.calgary.beyond import ALONE, BESIDE_UPLOAD, UPLINKS_KBPS, Uplink
from cellwise.studies.calgary.cases import (
    BUFFERS_CELLS,
    BURSTS_US,
    CERS,
    CRITICAL_CELLS,
    HIGH_CERS,
    LINES,
    MODELS,
    MSSS,
    NOISY,
    RATES_MBPS,
    TRUNKS_MBPS,
    Factors,
    look,
    single,
    some_noisy,
)
from cellwise.studies.calgary.curves import CER_LABEL, Achieved, Over, logs
from cellwise.studies.calgary.pictures import OverTime
from cellwise.studies.calgary.questions import HIGHEST_CERS, NOISES, Experiment, needed
from cellwise.study.definition import Figure, FigureData
from cellwise.study.networks import network_figure

Draw = Callable[[FigureData], Drawing | None]
Curves = Mapping[str, Sequence[Experiment]]

#: The three panels of most figures.
PANELS = ("cell_loss_ratio", "packet_loss_ratio", "effective_throughput")

_LETTERS = "abcdefgh"
_BANDS = "Lines: medians; bands: 5-95 %."
_BRIEF = " Points that no table has are of one run."
_BURST = "errored cells of a burst"
_CWND = pictures.quantity("cwnd", 1000.0)


def _panels(
    number: str, told: str, x_label: str, levels: Sequence[float], drawn: Curves, measures: Sequence[str]
) -> list[Figure]:
    """Give a figure of curves, a panel for each measure."""
    letters = _LETTERS if len(measures) > 1 else " "
    made = []
    for letter, measure in zip(letters, measures, strict=False):
        drawing = Over(measure, x_label, levels, _as_run(drawn))
        caption = f"Figure {number}{letter}".strip() + f". {told}: {curves.LABELS[measure]}. {_BANDS}"
        caption += _BRIEF if drawing.brief() else ""
        made.append(Figure(f"figure{number}{letter}".strip(), caption, drawing.brief(), drawing))
    return made


def _as_run(drawn: Curves) -> Curves:
    """Take brief runs for the experiments that no table has."""
    known = {one.name for one in needed()}
    return {
        name: [
            replace(one, run="brief") if isinstance(one, Factors) and one.name not in known else one
            for one in ones
        ]
        for name, ones in drawn.items()
    }


def _picture(name: str, caption: str, runs: Sequence[Factors], draw: Draw) -> Figure:
    return Figure(name, caption, tuple(one.name for one in runs), draw)


def _over_cer(factors: Factors, cers: Sequence[str] = HIGH_CERS) -> list[Factors]:
    return [replace(factors, cer=cer) for cer in cers]


def _errors() -> list[Figure]:
    """Figures 3.4 to 3.7."""
    made = []
    shown = [(f"{model}, CER {cer}", look(model, cer)) for model in MODELS for cer in CERS[:2]]
    shown_by_length = [
        (f"mean burst {burst_us} us", look("burst", "1e-3", burst_us=burst_us)) for burst_us in BURSTS_US
    ]
    for number, runs in (("3.4", shown), ("3.5", shown_by_length)):
        for letter, (told, factors) in zip(_LETTERS, runs, strict=False):
            panels = [one for _, one in runs]
            drawing = OverTime(pictures.bursts, told, factors, _BURST, panels=panels, whole=True)
            caption = f"Figure {number}{letter}. Errored cells over time, {told}."
            made.append(_picture(f"figure{number}{letter}", caption, [factors], drawing))
    noisy = look("burst", "1e-3")
    accumulation = OverTime(pictures.accumulation, "", noisy, "errored cells", (0.0, 3.0), whole=True)
    return [
        *made,
        _picture(
            "figure3.6a", "Figure 3.6a. Errored cells so far, and in each burst.", [noisy], accumulation
        ),
        Figure(
            "figure3.6b", "Figure 3.6b. Errored cells by the size of their burst.", (), pictures.burst_sizes
        ),
        Figure(
            "figure3.7",
            "Figure 3.7. Observed and targeted cell error ratio; every replication is a point.",
            (),
            curves.observed,
        ),
    ]


def _windows() -> list[Figure]:
    """Figures 5.1 to 5.4."""
    made = []
    for number, model, cers in (("5.1", "burst", CERS[:3]), ("5.2", "independent", CERS[:4])):
        for letter, cer in zip(_LETTERS, cers, strict=False):
            factors = look(model, cer)
            panels = [look(model, one) for one in cers]
            drawing = OverTime(_CWND, "cwnd", factors, "congestion window, kB", panels=panels)
            caption = f"Figure {number}{letter}. Congestion window, {model}, CER {cer}."
            made.append(_picture(f"figure{number}{letter}", caption, [factors], drawing))
    noisy = look("burst", "1e-3")
    drops = OverTime(pictures.bursts, "", noisy, _BURST, whole=True)
    made.append(_picture("figure5.1d", "Figure 5.1d. Cells errored in Figure 5.1a.", [noisy], drops))
    for number, model in (("5.3", "burst"), ("5.4", "independent")):
        for letter, cer in zip(_LETTERS, CERS[:3], strict=False):
            factors = look(model, cer)
            window = (0.0, 4.0) if cer == "1e-3" else (0.0, 10.0)
            caption = (
                f"Figure {number}{letter}. Segments that are sent, and sent again, and what is acknowledged, "
                f"{model}, CER {cer}."
            )
            drawn = pictures.Sequences(factors, window)
            made.append(_picture(f"figure{number}{letter}", caption, [factors], drawn))
    return made


def _noise() -> list[Figure]:
    """Figures 5.5 to 5.9."""
    over_cer: Curves = {name: _over_cer(factors, CERS) for name, factors in NOISES.items()}
    distances: Curves = {
        f"{model}, {'WAN' if wan else 'LAN'}": _over_cer(Factors(model, wan=wan), CERS)
        for model in MODELS
        for wan in (False, True)
    }
    every = logs(CERS)
    made = [
        *_panels("5.5", "Noise", CER_LABEL, every, over_cer, PANELS),
        *_panels("5.6", "Noise", CER_LABEL, every, over_cer, ("fairness",)),
        *_panels("5.7", "LAN and WAN", CER_LABEL, every, distances, PANELS[1:]),
    ]
    for number, model in (("5.8", "burst"), ("5.9", "independent")):
        sizes: Curves = {f"MSS {mss}": _over_cer(Factors(model, mss=mss), CERS) for mss in MSSS}
        made += _panels(number, f"Segment size, {model}", CER_LABEL, every, sizes, PANELS)
    return made


def _rates() -> list[Figure]:
    """Figures 5.10 to 5.15."""
    made = []
    rates = [float(rate) for rate in RATES_MBPS]
    for number, model in (("5.10", "burst"), ("5.11", "independent")):
        told = f"Downstream rate, {model}"
        made += _panels(number, told, "downstream rate, Mbit/s", rates, _by_rate(model), PANELS)
    slow_and_fast = ("1.5", "8")
    noisy = [look("burst", "1e-3", downstream_mbps=rate) for rate in slow_and_fast]
    for number, window in (("5.12", (4.0, 6.0)), ("5.14", (0.0, 20.0))):
        for letter, factors in zip(_LETTERS, noisy, strict=False):
            told = f"Cells errored at {factors.downstream_mbps} Mbit/s, mean burst 200 us, CER 1e-3"
            caption = f"Figure {number}{letter}. {told}; the same bursts of noise at both rates."
            drawing = OverTime(pictures.bursts, "", factors, _BURST, window, noisy, whole=True)
            made.append(_picture(f"figure{number}{letter}", caption, [factors], drawing))
    windows = [
        look("independent", cer, downstream_mbps=rate) for cer in HIGHEST_CERS for rate in slow_and_fast
    ]
    for letter, factors in zip(_LETTERS, windows, strict=False):
        drawing = OverTime(_CWND, "cwnd", factors, "congestion window, kB", panels=windows)
        told = f"Congestion window at {factors.downstream_mbps} Mbit/s, independent, CER {factors.cer}"
        caption = f"Figure 5.13{letter}. {told}."
        made.append(_picture(f"figure5.13{letter}", caption, [factors], drawing))
    achieved = Achieved(rates, _as_run(_by_rate("independent")))
    told = f"Figure 5.15. Achievable and achieved throughput, independent. {_BANDS}{_BRIEF}"
    return [*made, Figure("figure5.15", told, achieved.brief(), achieved)]


def _by_rate(model: str) -> Curves:
    return {f"CER {cer}": [Factors(model, cer, downstream_mbps=rate) for rate in RATES_MBPS] for cer in CERS}


def _noisy_lines() -> list[Figure]:
    """Figures 5.16 to 5.19."""
    percent = [100 * noisy / LINES for noisy in NOISY]
    made = []
    for number, model in (("5.16", "burst"), ("5.17", "independent")):
        by_cer: Curves = {f"CER {cer}": [some_noisy(n, model, cer) for n in NOISY] for cer in CERS}
        made += _panels(number, f"Noisy lines, {model}", "noisy lines, %", percent, by_cer, PANELS)
    trunks: Curves = {
        f"{trunk} Mbit/s": [some_noisy(n, cer="1e-4", trunk_mbps=trunk) for n in NOISY]
        for trunk in TRUNKS_MBPS
    }
    told = "Noisy lines behind links of several rates, burst, CER 1e-4"
    made += _panels("5.18", told, "noisy lines, %", percent, trunks, PANELS)
    return [*made, *_panels("5.19", told, "noisy lines, %", percent, trunks, ("fairness",))]


def _buffers() -> list[Figure]:
    """Figures 5.20 and 5.21, and the throughput near the longest queue."""
    by_cer: Curves = {
        f"CER {cer}": [Factors(cer=cer, buffer_cells=cells) for cells in BUFFERS_CELLS] for cer in HIGH_CERS
    }
    critical: Curves = {"CER 1e-5": [Factors(cer="1e-5", buffer_cells=cells) for cells in CRITICAL_CELLS]}
    sizes = [float(cells) for cells in BUFFERS_CELLS]
    near = Over("effective_throughput", "buffer, cells", CRITICAL_CELLS, critical, CRITICAL_CELLS[::2])
    return [
        *_panels("5.20", "Buffer of a line, burst", "buffer, cells", sizes, by_cer, PANELS[1:]),
        *_panels(
            "5.21",
            "Buffer of a line, burst",
            "buffer, cells",
            sizes,
            by_cer,
            ("errored_cells", "overflow_cells"),
        ),
        Figure(
            "critical", f"Section 5.6. Buffers near the longest queue, burst, CER 1e-5. {_BANDS}", (), near
        ),
    ]


def _uplinks() -> list[Figure]:
    levels = [float(kbps) for kbps in UPLINKS_KBPS]
    alone: Curves = {remedy: [Uplink(kbps, remedy) for kbps in UPLINKS_KBPS] for remedy in ALONE}
    beside: Curves = {
        remedy: [Uplink(kbps, remedy, upload=True) for kbps in UPLINKS_KBPS] for remedy in BESIDE_UPLOAD
    }
    shown = (
        ("uplinks", "Acknowledgments alone on the uplink", alone, "line_throughput_mbps"),
        ("uplinks-upload", "Downloads beside an upload", beside, "line_throughput_mbps"),
        ("uplinks-uploads", "Uploads beside a download", beside, "upload_mbps"),
    )
    return [
        Figure(name, f"{told}. {_BANDS}", (), Over(measure, "uplink, kbit/s", levels, drawn))
        for name, told, drawn, measure in shown
    ]


_NETWORKS = (
    network_figure("figure4.2", "Figure 4.2. The network with one line.", single("burst", "1e-3").name),
    network_figure("figure4.3", "Figure 4.3. The network with eight lines.", Factors().name),
)

FIGURES = (
    *_NETWORKS,
    *_errors(),
    *_windows(),
    *_noise(),
    *_rates(),
    *_noisy_lines(),
    *_buffers(),
    *_uplinks(),
)


def looks() -> list[Factors]:
    """Give the short runs that only pictures need, each once."""
    errors = [look("burst", "1e-3", burst_us=burst_us) for burst_us in BURSTS_US]
    windows = [look("burst", cer) for cer in CERS[:3]] + [look("independent", cer) for cer in CERS[:4]]
    fast = [look("independent", cer, downstream_mbps="8") for cer in HIGHEST_CERS]
    curves_only = [
        one
        for figure in FIGURES
        if isinstance(figure.draw, Over | Achieved)
        for ones in figure.draw.curves.values()
        for one in ones
        if isinstance(one, Factors) and one.run == "brief"
    ]
    return list(
        dict.fromkeys([*errors, *windows, *fast, look("burst", "1e-3", downstream_mbps="8"), *curves_only])
    )
