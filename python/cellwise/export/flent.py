"""A flent data file (format version 4): throughput of flows and round trips of pings, as of real lines.

Source: flent's manual, *The Data File Format*, and the definitions of its tests (version 2.3.0), whose names
of series and sums the file has, so that flent finds the plots for them: ``tcp_nup`` or ``tcp_ndown``, or
``rrul_be_nflows`` of a run with flows both ways, which are all of one class of service. Simulated time 0 is
the first of January 1970, UTC: a run has no date.
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
from cellwise.network import Flow, Network
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

    Raises `NotRecordedError` if no flow's ``acknowledgment`` was recorded.
    """
    source = Source.of_run(run)
    require(source, [ACKNOWLEDGMENT], "export flent")
    width_s = default_window_s(run.simulated_s)
    edges_s = window_edges_s(0.0, run.simulated_s, width_s)
    pings = _pings(run.columns("pings"))
    load = _load(Network.of(run.scenario).flows, ACKNOWLEDGMENT.found(source), edges_s, pings)
    by_window = {name: _by_window(ping, edges_s) for name, ping in pings.items()}
    at_s = edges_s[1:].tolist()
    return {
        "version": FORMAT,
        "x_values": at_s,
        "results": load.results() | by_window | (_ping_average(by_window) if load.is_both_ways else {}),
        "raw_values": {
            name: [{"t": at, "val": value} for at, value in zip(at_s, row.tolist(), strict=True)]
            for way in load.ways
            for name, row in way.rows()
        }
        | {
            name: [{"t": at, "val": value} for at, value in zip(ping.at_s, ping.rtt_ms, strict=True)]
            for name, ping in pings.items()
        },
        "metadata": _metadata(run, file_name, width_s, load, pings),
    }


@dataclass(frozen=True, slots=True)
class _Way:
    """The flows that send one way."""

    name: str
    """``upload`` or ``download``, as seen from the host that measures."""
    series: str
    """What the names of their series begin with."""
    flows: list[str]
    mbps: NDArray[np.float64]
    """Shape (n_flows, n_windows)."""

    def rows(self) -> list[tuple[str, NDArray[np.float64]]]:
        """Give the throughput of every flow under the name that flent has for it."""
        return [(f"{self.series}::{number}", row) for number, row in enumerate(self.mbps, start=1)]

    def sums(self) -> dict[str, NDArray[np.float64]]:
        """Give the series that flent computes over all of them."""
        return {
            f"TCP {self.name} avg": self.mbps.mean(axis=0),
            f"TCP {self.name} sum": self.mbps.sum(axis=0),
        }

    def fairness(self) -> dict[str, list[float | None]]:
        """Give the index that flent's tests of one way have; none in windows where nothing came."""
        found = [jain_index(window) if window.any() else None for window in self.mbps.T]
        return {f"TCP {self.name} fairness": found}


@dataclass(frozen=True, slots=True)
class _Load:
    """The flows of a run as one of flent's tests."""

    test: str
    ways: list[_Way]

    @property
    def is_both_ways(self) -> bool:
        return len(self.ways) > 1

    def sums(self) -> dict[str, NDArray[np.float64]]:
        sums = {name: row for way in self.ways for name, row in way.sums().items()}
        if self.is_both_ways:
            sums["TCP totals"] = np.vstack([way.mbps for way in self.ways]).sum(axis=0)
        return sums

    def results(self) -> dict[str, list[Any]]:
        rows = dict(row for way in self.ways for row in way.rows()) | self.sums()
        fairness = {} if self.is_both_ways else self.ways[0].fairness()
        return {name: row.tolist() for name, row in rows.items()} | fairness


def _load(
    flows: Mapping[str, Flow],
    found: list[Series],
    edges_s: NDArray[np.float64],
    pings: Mapping[str, "_Ping"],
) -> _Load:
    """Sort flows into what the host that measures sends, and what it receives.

    It is the one that pings. Without a ping it is the receiving end of flows that go forward on their
    connections, as of an access line, if there are others; otherwise the end that sends.
    """
    backward = {one.target: flows[one.target].backward for one in found}
    is_both_ways = len(set(backward.values())) > 1
    measuring = [flows[ping.flow].backward for ping in pings.values()]
    up = [*measuring, is_both_ways or next(iter(backward.values()))][0]
    ways = []
    for name, of in (("upload", up), ("download", not up)):
        those = [one for one in found if backward[one.target] == of]
        if those:
            mbps = np.array([acknowledged_bps(one, edges_s) / 1e6 for one in those])
            series = f"TCP {name} BE" if is_both_ways else f"TCP {name}"
            ways.append(_Way(name, series, [one.target for one in those], mbps))
    one_way = "tcp_nup" if ways[0].name == "upload" else "tcp_ndown"
    return _Load("rrul_be_nflows" if is_both_ways else one_way, ways)


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


def _ping_average(by_window: Mapping[str, list[float | None]]) -> dict[str, list[float | None]]:
    """Give the mean over all pings in each window, which flent's tests of both ways draw."""
    windows = ([one for one in window if one is not None] for window in zip(*by_window.values(), strict=True))
    average = [sum(known) / len(known) if known else None for known in windows]
    return {"Ping (ms) avg": average} if average else {}


def _metadata(
    run: "Run",
    file_name: str,
    width_s: float,
    load: _Load,
    pings: Mapping[str, _Ping],
) -> dict[str, Any]:
    about = ", ".join(f"{key} {value}" for key, value in context(run).items())
    return {
        "NAME": load.test,
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
        "TEST_PARAMETERS": {f"{way.name}_streams": str(len(way.flows)) for way in load.ways},
        "DATA_FILENAME": file_name,
        "SERIES_META": {
            name: {"UNITS": "Mbits/s", "MEAN_VALUE": float(row.mean()), "FLOW": flow}
            for way in load.ways
            for (name, row), flow in zip(way.rows(), way.flows, strict=True)
        }
        | {name: {"UNITS": "Mbits/s", "MEAN_VALUE": float(row.mean())} for name, row in load.sums().items()}
        | {
            name: {"UNITS": "ms", "MEAN_VALUE": float(np.mean(ping.rtt_ms)), "FLOW": ping.flow}
            for name, ping in pings.items()
            if ping.rtt_ms
        },
    }
