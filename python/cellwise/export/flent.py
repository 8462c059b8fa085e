"""A flent data file (format version 4): throughput of flows and round trips of pings, as of real lines.

Source: flent's manual, *The Data File Format*. The file says that it is a ``tcp_nup`` test, so that flent
finds the plots for it. Simulated time 0 is the first of January 1970, UTC: a run has no date.
"""

import gzip
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cellwise.export.context import context, title
from cellwise.files import write_whole
from cellwise.metrics import jain_index
from cellwise.plots.needs import ACKNOWLEDGMENT, require
from cellwise.series import Series
from cellwise.source import Source
from cellwise.store import Columns
from cellwise.windows import acknowledged_bps, default_window_s, window_edges_s

if TYPE_CHECKING:
    from cellwise.results import Run

#: The version of flent's format.
FORMAT = 4

_EPOCH = "1970-01-01T00:00:00.000000Z"
_SERIES = "TCP upload"
_PING = "Ping (ms) ICMP"


def write(run: "Run", path: Path) -> list[Path]:
    """Write the file of a run that recorded ``acknowledgment``."""
    stream = io.BytesIO()
    # No date and no name inside: the same run gives the same bytes.
    with gzip.GzipFile(filename="", fileobj=stream, mode="wb", mtime=0) as packed:
        packed.write(json.dumps(document(run, path.name), indent=2, sort_keys=True).encode())
    return [write_whole(path, stream.getvalue())]


def document(run: "Run", file_name: str) -> dict[str, Any]:
    """Give the content of the file.

    Raises
    ------
    NotRecordedError
        If no flow's ``acknowledgment`` was recorded.
    """
    source = Source.of_run(run)
    require(source, [ACKNOWLEDGMENT], "export flent")
    flows = ACKNOWLEDGMENT.found(source)
    width_s = default_window_s(run.simulated_s)
    edges_s = window_edges_s(0.0, run.simulated_s, width_s)
    mbps = np.array([acknowledged_bps(one, edges_s) / 1e6 for one in flows])
    names = [f"{_SERIES}::{number}" for number in range(1, len(flows) + 1)]
    pings = _pings(run.columns("pings"))
    return {
        "version": FORMAT,
        "x_values": edges_s[1:].tolist(),
        "results": {
            **dict(zip(names, mbps.tolist(), strict=True)),
            **_summed(mbps),
            **{name: _by_window(ping, edges_s) for name, ping in pings.items()},
        },
        "raw_values": {
            name: [{"t": at, "val": value} for at, value in zip(edges_s[1:].tolist(), row, strict=True)]
            for name, row in zip(names, mbps.tolist(), strict=True)
        }
        | {
            name: [{"t": at, "val": value} for at, value in zip(ping.at_s, ping.rtt_ms, strict=True)]
            for name, ping in pings.items()
        },
        "metadata": _metadata(run, file_name, width_s, flows, names, mbps, pings),
    }


@dataclass(frozen=True, slots=True)
class _Ping:
    """The round trips of one ping."""

    flow: str
    at_s: list[float]
    """When each answered request was sent."""
    rtt_ms: list[float]


def _pings(table: Columns) -> dict[str, _Ping]:
    """Give the pings of a run by the names that flent has for them; the first one's has no number."""
    found = {}
    for number, flow in enumerate(dict.fromkeys(str(name) for name in table["flow"])):
        answered = (table["flow"] == flow) & np.isfinite(table["rtt_s"])
        name = f"{_PING}::{number + 1}" if number else _PING
        found[name] = _Ping(
            flow, table["sent_s"][answered].tolist(), (1e3 * table["rtt_s"][answered]).tolist()
        )
    return found


def _by_window(ping: _Ping, edges_s: NDArray[np.float64]) -> list[float | None]:
    """Give the mean round trip of the requests sent in each window; none where none was."""
    window = np.searchsorted(edges_s[1:], ping.at_s, side="left").clip(max=len(edges_s) - 2)
    counts = np.bincount(window, minlength=len(edges_s) - 1)
    sums = np.bincount(window, weights=ping.rtt_ms, minlength=len(edges_s) - 1)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]


def _summed(mbps: NDArray[np.float64]) -> dict[str, list[float | None]]:
    """Give the series that flent computes over all flows."""
    return {
        f"{_SERIES} avg": mbps.mean(axis=0).tolist(),
        f"{_SERIES} sum": mbps.sum(axis=0).tolist(),
        f"{_SERIES} fairness": [jain_index(window) if window.any() else None for window in mbps.T],
    }


def _metadata(
    run: "Run",
    file_name: str,
    width_s: float,
    flows: list[Series],
    names: list[str],
    mbps: NDArray[np.float64],
    pings: Mapping[str, _Ping],
) -> dict[str, Any]:
    about = ", ".join(f"{key} {value}" for key, value in context(run).items())
    return {
        "NAME": "tcp_nup",
        "TITLE": title(run),
        "NOTE": f"simulated by Cellwise; {about}",
        "TIME": _EPOCH,
        "T0": _EPOCH,
        "LENGTH": run.simulated_s,
        "TOTAL_LENGTH": run.simulated_s,
        "STEP_SIZE": width_s,
        "HOST": "simulated",
        "HOSTS": ["simulated"],
        "LOCAL_HOST": "simulated",
        "IP_VERSION": 4,
        "TEST_PARAMETERS": {"upload_streams": str(len(flows))},
        "DATA_FILENAME": file_name,
        "SERIES_META": {
            name: {"UNITS": "Mbits/s", "MEAN_VALUE": float(row.mean()), "FLOW": one.target}
            for name, row, one in zip(names, mbps, flows, strict=True)
        }
        | {
            name: {"UNITS": "ms", "MEAN_VALUE": float(np.mean(ping.rtt_ms)), "FLOW": ping.flow}
            for name, ping in pings.items()
            if ping.rtt_ms
        },
    }
