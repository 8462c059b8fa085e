"""Tables of what came out: the figures as numbers, and what the thesis leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cellwise.studies.calgary.beyond import (
    ALONE,
    BESIDE_UPLOAD,
    CONNECTIONS,
    UPLINKS_KBPS,
    WEB_NOISES,
    ManyLines,
    Uplink,
    Web,
)
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
    SMALLER_CELLS,
    TRUNKS_MBPS,
    UPSTREAMS_KBPS,
    Factors,
    FullLine,
    single,
    some_noisy,
)
from cellwise.studies.calgary.independence import CRITICAL, LAGS, SEQUENCE
from cellwise.study.definition import Exploration

#: Any experiment: it has a name, makes a case, and has a cost.
Experiment = Factors | FullLine | Uplink | ManyLines | Web

Rows = dict[tuple[str, ...], Experiment]

#: Error models by name: the four of Figure 5.5.
NOISES: Mapping[str, Factors] = {
    "independent": Factors("independent"),
    **{f"burst {burst_us} us": Factors("burst", burst_us=burst_us) for burst_us in BURSTS_US},
}

#: Cell error ratios with which rates are varied; at 1e-5 the fastest line still has 98 % of its throughput.
HIGHEST_CERS = CERS[:2]

#: Models and cell error ratios with which some lines are noisy.
SOME_NOISY = (("burst", "1e-3"), ("burst", "1e-4"), ("independent", "1e-3"))

_LOSSES = {
    "cell_loss_ratio": "cell loss ratio",
    "packet_loss_ratio": "packet loss ratio",
    "effective_throughput": "effective throughput",
}
_RECOVERY = {"timeouts": "timeouts in 1000 s", "fast_retransmits": "fast retransmits in 1000 s"}
_TOTALS = {"total_cell_loss_ratio": "cells lost/sent", "total_packet_loss_ratio": "packets lost/sent"}

_EVERY = {1: "number", 2: "second", 3: "third"}

_SINGLE: Rows = {(model, cer): single(model, cer) for model in MODELS for cer in CERS}
_FULL_LINE: Rows = {(model,): FullLine(model) for model in MODELS}
_NOISE: Rows = {(name, cer): replace(factors, cer=cer) for name, factors in NOISES.items() for cer in CERS}
_DISTANCE: Rows = {
    (model, cer, "WAN" if wan else "LAN"): Factors(model, cer, wan=wan)
    for model in MODELS
    for cer in HIGH_CERS
    for wan in (False, True)
}
_SEGMENTS: Rows = {
    (model, cer, str(mss)): Factors(model, cer, mss=mss)
    for model in MODELS
    for cer in HIGH_CERS
    for mss in MSSS
}
_RATES: Rows = {
    (model, cer, rate): Factors(model, cer, downstream_mbps=rate)
    for model in MODELS
    for cer in HIGHEST_CERS
    for rate in RATES_MBPS
}
_UPSTREAM: Rows = {
    (cer, str(kbps)): Factors(cer=cer, upstream_kbps=kbps) for cer in HIGHEST_CERS for kbps in UPSTREAMS_KBPS
}
_NOISY: Rows = {
    (model, cer, str(noisy)): some_noisy(noisy, model, cer) for model, cer in SOME_NOISY for noisy in NOISY
}
_TRUNKS: Rows = {
    (str(trunk), str(noisy)): some_noisy(noisy, cer="1e-4", trunk_mbps=trunk)
    for trunk in TRUNKS_MBPS
    for noisy in NOISY
}
_BUFFERS: Rows = {
    **{
        (cer, str(cells)): Factors(cer=cer, buffer_cells=cells)
        for cer in HIGH_CERS
        for cells in BUFFERS_CELLS
    },
    **{("1e-3", str(cells)): Factors(buffer_cells=cells) for cells in SMALLER_CELLS},
    **{(cer, "unlimited"): Factors(cer=cer) for cer in HIGH_CERS},
}
_CRITICAL: Rows = {(str(cells),): Factors(cer="1e-5", buffer_cells=cells) for cells in CRITICAL_CELLS}
_UPLINKS: Rows = {
    **{(str(kbps), "no", remedy): Uplink(kbps, remedy) for kbps in UPLINKS_KBPS for remedy in ALONE},
    **{
        (str(kbps), "yes", remedy): Uplink(kbps, remedy, upload=True)
        for kbps in UPLINKS_KBPS
        for remedy in BESIDE_UPLOAD
    },
}
_MANY: Rows = {(ManyLines().name,): ManyLines()}
_WEB: Rows = {
    (connections, model or "no noise", cer): Web(model, cer, connections)
    for connections in CONNECTIONS
    for model, cer in WEB_NOISES
}

_TABLES: Sequence[tuple[str, str, tuple[str, ...], Mapping[str, str], Rows, str]] = (
    (
        "single",
        "Figures 3.6 and 3.7: errors on one line, 50000 s",
        ("model", "CER"),
        {
            "error_ratio_over_target": "observed/target CER",
            "cells_per_burst": "cells of a burst",
            "one_cell_bursts_percent": "cells in bursts of one, %",
            "two_cell_bursts_percent": "of two, %",
            "most_cells_of_burst": "largest burst",
            **_RECOVERY,
        },
        _SINGLE,
        "Bursts are those that hit a cell; errors of the independent model are bursts of one.",
    ),
    (
        "independence",
        "Section 3.3.1: the test for autocorrelation, on one line full of cells, CER 1e-3",
        ("model",),
        {
            **{f"autocorrelation_z_{lag}": f"Z0, every {_EVERY[lag]}" for lag in LAGS},
            "autocorrelation_rejected_percent": "rejected in all sequences, %",
            "tested_sequences": "sequences",
        },
        _FULL_LINE,
        (
            f"Sequences of {SEQUENCE} numbers, from the cells between errors or bursts of them; Z0 is of the "
            f"first. Beyond {CRITICAL:g} it rejects independence, as 5 % do by chance."
        ),
    ),
    (
        "noise",
        "Figures 5.5 and 5.6: noise",
        ("model", "CER"),
        {**_LOSSES, "fairness": "fairness", "packets_per_burst": "packets lost by a burst", **_RECOVERY},
        _NOISE,
        "",
    ),
    ("distance", "Figure 5.7: LAN and WAN", ("model", "CER", "distance"), _LOSSES, _DISTANCE, ""),
    ("segments", "Figures 5.8 and 5.9: segment size", ("model", "CER", "MSS"), _LOSSES, _SEGMENTS, ""),
    (
        "rates",
        "Figures 5.10, 5.11 and 5.15: downstream rate",
        ("model", "CER", "Mbit/s"),
        {
            **_LOSSES,
            "line_throughput_mbps": "throughput of a line, Mbit/s",
            "packets_per_burst": "packets lost by a burst",
        },
        _RATES,
        "",
    ),
    (
        "upstream",
        "Section 5.4: upstream rate, bursts",
        ("CER", "kbit/s"),
        {**_LOSSES, "client_queue_max_cells": "longest queue of acknowledgments, cells"},
        _UPSTREAM,
        "",
    ),
    (
        "noisy",
        "Table 5.2, Figures 5.16 and 5.17: noisy lines",
        ("model", "CER", "noisy lines"),
        {**_LOSSES, **_TOTALS},
        _NOISY,
        "Ratios are means of the lines' ratios, as in the thesis; the last two columns are of the network.",
    ),
    (
        "trunks",
        "Figures 5.18 and 5.19: the link to the access node, bursts, CER 1e-4",
        ("Mbit/s", "noisy lines"),
        {**_LOSSES, "fairness": "fairness", "trunk_queue_max_cells": "longest queue before it, cells"},
        _TRUNKS,
        "",
    ),
    (
        "buffers",
        "Figures 5.20 and 5.21: the access node's buffer for each line, bursts",
        ("CER", "cells"),
        {
            **_LOSSES,
            "errored_cells": "cells errored",
            "overflow_cells": "cells lost by overflow",
            "line_queue_max_cells": "longest queue, cells",
        },
        _BUFFERS,
        "",
    ),
    (
        "critical",
        "Section 5.6: buffers near the longest queue, bursts, CER 1e-5",
        ("cells",),
        {
            **_LOSSES,
            "overflow_cells": "cells lost by overflow",
            "overflow_cells_per_timeout": "per timeout",
            "lost_packets": "packets lost",
            **_RECOVERY,
        },
        _CRITICAL,
        "",
    ),
    (
        "acknowledgments",
        "Acknowledgments on narrow uplinks, no noise",
        ("kbit/s", "upload", "remedy"),
        {
            "line_throughput_mbps": "download of a line, Mbit/s",
            "upload_mbps": f"uploads of {LINES} lines, Mbit/s",
            "acks_per_segment": "acknowledgments sent/segments",
            "filtered_acks": "filtered",
            "marked_packets": "marked",
            "dropped_packets": "dropped",
            "delay_ms": "delay of data, ms",
            "timeouts": "timeouts in 1000 s",
        },
        _UPLINKS,
        "",
    ),
    (
        "many",
        "A thousand lines, each with a download and an upload, bursts, CER 1e-4",
        ("what",),
        {
            "busy_downloads": "lines busy down",
            "busy_uploads": "lines busy up",
            "effective_throughput": "effective throughput",
            "upload_mbps": "uploads together, Mbit/s",
            "fairness": "fairness",
            "packet_loss_ratio": "packet loss ratio",
        },
        _MANY,
        "",
    ),
    (
        "web",
        "Web traffic: pages of eight browsers",
        ("connections", "model", "CER"),
        {
            "pages": "pages",
            "page_median_s": "median time, s",
            "page_mean_s": "mean, s",
            "page_p95_s": "95 %, s",
            "web_timeouts": "timeouts per 100 pages",
            "busy_browsers": "browsers that got pages",
        },
        _WEB,
        "",
    ),
)


def explorations() -> list[Exploration]:
    """Give the tables of what came out."""
    return [
        Exploration(name, title, labels, measures, {row: one.name for row, one in rows.items()}, note)
        for name, title, labels, measures, rows, note in _TABLES
    ]


def needed() -> list[Experiment]:
    """Give all experiments of the tables, each once; tables share many of them."""
    return list(dict.fromkeys(one for *_, rows, _ in _TABLES for one in rows.values()))
