"""The experiments of the thesis: one TCP connection over each of one or eight ADSL lines.

An experiment is its factors (section 4.3.1); those that are not varied have the values of the thesis.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.studies.calgary import settings
from cellwise.study.definition import Case

#: Cell error ratios (Table 4.1), as names write them.
CERS = ("1e-3", "1e-4", "1e-5", "1e-6", "1e-7")

#: Those at which errors matter: with less of them the lines are full, whatever else is varied.
HIGH_CERS = CERS[:3]

#: Error models of most experiments.
MODELS = ("burst", "independent")

#: Mean durations of error bursts, in us (Table 4.1), and the one of most experiments.
BURSTS_US = (80, 200, 500)
BURST_US = 200

#: Octets of data in a full segment; Table 4.1 prints 1352 for 4352.
MSSS = (512, 4352, 9140)

#: Rates of the lines to the clients, in Mbit/s (Table 4.1).
RATES_MBPS = ("1.5", "2.5", "4", "6", "8")

#: Rates of the lines from the clients, in kbit/s; those of the thesis are not preserved.
UPSTREAMS_KBPS = (32, 64, 128, 256, 512, 1024)

#: Lines of most experiments, and how many of them may be noisy.
LINES = 8
NOISY = tuple(range(LINES + 1))

#: Rates of the link between the ATM switch and the access node, in Mbit/s (section 5.5).
TRUNKS_MBPS = (6, 10, 12, 14, 155)

#: Buffers of the access node for each line, in cells (Table 4.1 and section 5.6).
SMALLER_CELLS = (500, 800)
BUFFERS_CELLS = (1000, 1100, 1200, 1300, 1400, 1500, 1600)
CRITICAL_CELLS = (1480, 1490, 1500, 1505, 1510, 1512, 1514, 1516, 1520)

#: Headers of IP and TCP, and what a cell carries and is, in octets (equation 4.1).
HEADERS_BYTES = 40
PAYLOAD_BYTES = 48
CELL_BYTES = 53

#: Eight lines of 1.5 Mbit/s for 5000 s, the run of the thesis: line seconds times Mbit/s.
_UNIT_S_MBPS = LINES * 1.5 * 5000.0


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of one experiment."""

    model: str | None = "burst"
    """``burst``, ``independent``, or None for lines without noise."""
    cer: str = "1e-3"
    """Target cell error ratio of each noisy line, in both directions; one of `CERS`."""
    burst_us: int = BURST_US
    """Mean duration of an error burst."""
    mss: int = 512
    downstream_mbps: str = settings.DOWNSTREAM_MBPS
    upstream_kbps: int = settings.UPSTREAM_KBPS
    lines: int = LINES
    noisy: int | None = None
    """Lines that are noisy; None for all."""
    wan: bool = False
    """Whether the access node is 1000 km from the switch, in the place of 5 km."""
    trunk_mbps: int = 155
    """Rate of the link between the switch and the access node."""
    buffer_cells: int | None = None
    """Buffer of the access node for each line; None for as large as needed."""
    run: str | None = None
    """``longest_run``, or ``look`` for a short one with probes and without a warm-up; None for a length by
    what else it is, and ``brief`` for that of what only curves of figures need."""

    @property
    def name(self) -> str:
        """The case's name: the noise, then all that is not as in most experiments."""
        words = [self._noise_name()]
        words += [] if self.mss == 512 else [f"MSS={self.mss}"]
        words += [] if self.downstream_mbps == settings.DOWNSTREAM_MBPS else [f"{self.downstream_mbps}Mbps"]
        words += [] if self.upstream_kbps == settings.UPSTREAM_KBPS else [f"up={self.upstream_kbps}kbps"]
        words += [] if self.lines == LINES else [f"N={self.lines}"]
        words += [] if self.noisy is None else [f"noisy={self.noisy}"]
        words += ["WAN"] if self.wan else []
        words += [] if self.trunk_mbps == 155 else [f"trunk={self.trunk_mbps}Mbps"]
        words += [] if self.buffer_cells is None else [f"K={self.buffer_cells}"]
        return " ".join(words if self.run is None else [*words, self.run])

    def _noise_name(self) -> str:
        if self.model is None:
            return "no noise"
        length = f" {self.burst_us}us" if self.model == "burst" else ""
        return f"{self.model}{length} CER={self.cer}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        changes: dict[str, Any] = {
            "title": f"TCP over noisy ADSL lines: {self.name}",
            "duration": self.duration(chosen),
            "warmup": "0 s" if self.run == "look" else chosen["study.warmup"],
            "topology": self._topology(chosen),
            **settings.scenario_paths(chosen),
            "tcp.mss": f"{self.mss} bytes",
        }
        if self.run == "look":
            of_flows = ("cwnd", "sequence", "acknowledgment")
            changes["probes"] = {quantity: {"flow": "*"} for quantity in of_flows}
            changes["probes"]["errors"] = {"port": "an.line1"}
            changes["probes"]["segments"] = {"flow": "*"}
        return Case(self.name, Scenario.from_template("adsl").with_(changes))

    def duration(self, chosen: Mapping[str, Any]) -> str:
        """Give the length of a run; faster lines have as many cells in less time."""
        if self.run not in (None, "brief"):
            return str(chosen[f"study.{self.run}"])
        if self in NEARLY_ALIKE:
            return str(chosen["study.run"])
        slower = float(settings.DOWNSTREAM_MBPS) / float(self.downstream_mbps)
        times = 2 if self in SLOPES else 1
        return f"{span_s(chosen['study.warmup']) + times * slower * span_s(chosen['study.measured']):g} s"

    def _topology(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        topology: dict[str, Any] = {
            "template": "adsl",
            "lines": self.lines,
            "downstream": f"{self.downstream_mbps} Mbit/s",
            "upstream": f"{self.upstream_kbps} kbit/s",
            "trunk_km": chosen["study.wan_km" if self.wan else "study.lan_km"],
            "trunk_rate": f"{self.trunk_mbps} Mbit/s",
            **client_link(chosen["study.client_link"], self.downstream_mbps),
        }
        if self.model is not None:
            topology["noise"] = noise(chosen, self.model, self.cer, self.burst_us)
        if self.noisy is not None:
            topology["noisy_lines"] = self.noisy
        if self.buffer_cells is not None:
            topology["line_buffer"] = f"{self.buffer_cells} cells"
        return topology

    def units(self, chosen: Mapping[str, Any]) -> float:
        """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s."""
        rate_mbps = min(self.lines * float(self.downstream_mbps), self.trunk_mbps)
        return rate_mbps * span_s(self.duration(chosen)) / _UNIT_S_MBPS


#: What differs by less than shorter runs can tell, and so runs as long as in the thesis: noise of CER 1e-5
#: (claim 5), and the two distances at CER 1e-3 (claim 7).
NEARLY_ALIKE = frozenset(
    [
        Factors("independent", "1e-5"),
        *(Factors(cer="1e-5", burst_us=burst_us) for burst_us in BURSTS_US),
        *(Factors(model, wan=wan) for model in MODELS for wan in (False, True)),
    ]
)


@dataclass(frozen=True, slots=True)
class FullLine:
    """One noisy line that is full of cells from beginning to end, without TCP."""

    model: str
    cer: str = "1e-3"

    @property
    def name(self) -> str:
        """The case's name."""
        return f"full line {self.model} CER={self.cer}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        changes: dict[str, Any] = {
            "title": f"Cells over a noisy ADSL line: {self.name}",
            "duration": chosen["study.measured"],
            "flow.kind": "cells",
            "cells.source": {"pattern": "constant", "rate": f"{settings.DOWNSTREAM_MBPS} Mbit/s"},
            "topology": {"template": "adsl", "lines": 1, "noise": noise(chosen, self.model, self.cer)},
            "probes": {"errors": {"port": "an.line1"}},
            **settings.scenario_paths(chosen),
        }
        return Case(self.name, Scenario.from_template("adsl").with_(changes))

    def units(self, chosen: Mapping[str, Any]) -> float:
        """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s."""
        return span_s(chosen["study.measured"]) / (LINES * 5000)


def noise(chosen: Mapping[str, Any], model: str, cer: str, burst_us: int = BURST_US) -> dict[str, Any]:
    """Write the noise of a line."""
    if model == "independent":
        return {"model": "independent", "cell_error_ratio": float(cer)}
    return {
        "model": "bursts",
        "cell_error_ratio": float(cer),
        "mean_burst": f"{burst_us} us",
        "reading": chosen["study.burst_reading"],
    }


def client_link(choice: str, downstream_mbps: str) -> dict[str, str]:
    """Write the rates of the links between remote units and clients; none for those of the line."""
    if choice == "line":
        return {}
    rate = f"{downstream_mbps} Mbit/s" if choice == "downstream both ways" else choice
    return {"client_downstream": rate, "client_upstream": rate}


def single(model: str, cer: str) -> Factors:
    """The one line of Tables 3.1, 3.2 and 5.1."""
    return Factors(model, cer, lines=1, run="longest_run")


def look(model: str, cer: str, **factors: Any) -> Factors:
    """A short run of one line whose windows, sequence numbers and errors are drawn."""
    return Factors(model, cer, lines=1, run="look", **factors)


def some_noisy(noisy: int, model: str = "burst", cer: str = "1e-3", **factors: Any) -> Factors:
    """Eight lines of which some are noisy; with none and with all of them no other case than elsewhere."""
    if noisy == 0:
        return Factors(None, **factors)
    return replace(Factors(model, cer, **factors), noisy=None if noisy == LINES else noisy)


#: Slight falls that have to be straight, and so are measured twice as long as others (claim 12).
SLOPES = frozenset(
    some_noisy(noisy, cer="1e-4", trunk_mbps=trunk) for noisy in NOISY[1:] for trunk in TRUNKS_MBPS[2:]
)


def cells_of(mss: int) -> int:
    """Count the cells of a full segment, by equation (4.1); the AAL5 trailer adds none."""
    return -(-(mss + HEADERS_BYTES) // PAYLOAD_BYTES)


def achievable_bps(rate_bps: float, mss: int) -> float:
    """Give what a line can carry of TCP's data, the denominator of equation (4.1), in bit/s."""
    return rate_bps * mss / (CELL_BYTES * cells_of(mss))
