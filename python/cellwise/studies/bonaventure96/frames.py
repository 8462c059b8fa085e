"""Frames without TCP: trains, frames at a regular distance, bursts of short frames (claims 10 and 12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.scenario import Scenario
from cellwise.studies.bonaventure96 import settings
from cellwise.studies.bonaventure96.cases import (
    LLC_SNAP_BYTES,
    Transfer,
    cells_of,
    of_mtu,
    policed_vc,
    sdu_time_s,
)
from cellwise.study.definition import Case
from cellwise.theory import cell_time, idle_time, longest_conforming_train

#: Octets of the headers of IP and UDP.
HEADERS_BYTES = 28

#: Times are written to the picosecond.
PS_PER_S = 10**12

#: A burst of short frames: so many, of so many octets, and the time from one burst to the next.
SHORT_MTU = 552
SHORT_FRAMES = 165
SHORT_PERIOD_MS = 500
SHORT_BURSTS = 20


@dataclass(frozen=True, slots=True)
class Train:
    """Datagrams as fast as the sending host makes them, with no policer: what it does with its line."""

    mtu: int

    @property
    def name(self) -> str:
        """The case's name."""
        return f"train MTU={self.mtu}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        return Case(self.name, scenario_of(chosen, self.name, self.mtu, policer=None, duration="10 s"))


@dataclass(frozen=True, slots=True)
class PolicedTrain:
    """One train of datagrams before an idle policer, each at the time that the document measured."""

    mtu: int
    mbs: int

    @property
    def name(self) -> str:
        """The case's name."""
        return f"policed train MTU={self.mtu} MBS={self.mbs}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case; the train is no longer than it takes to show its first loss."""
        made = scenario_of(chosen, self.name, self.mtu, policer="cell", duration="1 s", mbs=self.mbs)
        rates = (settings.LINK_RATE_BPS, settings.SCR_BPS)
        cost = {**chosen["host.send_processing"], "jitter": "0 us"}
        gap_s = sdu_time_s(cost, self.mtu) - cells_of(self.mtu) * cell_time(settings.LINK_RATE_BPS)
        longest = longest_conforming_train(cells_of(self.mtu), gap_s, self.mbs, *rates)
        frames = 2 if longest is None else longest + 1
        size = f"{frames * (self.mtu - HEADERS_BYTES)} bytes"
        return Case(self.name, made.with_({"flow.size": size, "host.send_processing": cost}))


@dataclass(frozen=True, slots=True)
class Spaced:
    """Full frames without end, at a distance from each other, policed."""

    percent: int = 100
    """The distance as a share of that of equation (3)."""
    mtu: int = 9188
    mbs: int = 1000

    @property
    def name(self) -> str:
        """The case's name."""
        return f"spaced MTU={self.mtu} MBS={self.mbs} at {self.percent}%"

    @property
    def idle_ps(self) -> int:
        """Time from the last cell of a frame to the first of the next, rounded up to the picosecond."""
        rates = (settings.LINK_RATE_BPS, settings.SCR_BPS)
        return -(-idle_time(cells_of(self.mtu), self.mbs, *rates) * self.percent * PS_PER_S // 100)

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        shaping = {"kind": "frame", "release": "idle-time", "idle_time": f"{self.idle_ps} ps"}
        made = scenario_of(chosen, self.name, self.mtu, policer="cell", duration="60 s", mbs=self.mbs)
        return Case(self.name, made.with_({"topology.shaping": shaping}))


@dataclass(frozen=True, slots=True)
class ShortBursts:
    """Bursts of short frames that conform, before a policer of some kind."""

    policer: str

    @property
    def name(self) -> str:
        """The case's name."""
        return f"short frames policer={self.policer}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case; the connection's longest frame is that of the largest packets."""
        duration = f"{SHORT_BURSTS * SHORT_PERIOD_MS} ms"
        made = scenario_of(chosen, self.name, SHORT_MTU, policer=self.policer, duration=duration)
        longest = {"atm.max_sdu": f"{Transfer().mtu + LLC_SNAP_BYTES} bytes"}
        return Case(self.name, made.with_({**longest, "flows": _short_bursts()}))


def _short_bursts() -> dict[str, Any]:
    """One flow per burst; the host spaces the frames."""
    flows = {}
    for number in range(SHORT_BURSTS):
        name = f"udp{number + 1}"
        size = SHORT_FRAMES * (SHORT_MTU - HEADERS_BYTES)
        start = f"{number * SHORT_PERIOD_MS} ms"
        flows[name] = {"vc": "vc1", "kind": "udp", "size": f"{size} bytes", "start": start}
    return flows


def scenario_of(
    chosen: Mapping[str, Any], name: str, mtu: int, *, policer: str | None, duration: str, mbs: int = 1000
) -> Scenario:
    """Write a stream of datagrams in IP packets of so many octets, as fast as the host makes them."""
    return Scenario.from_template("policed-vc").with_(
        {
            "title": f"Is VBR a solution for an ATM LAN?: {name}",
            "duration": duration,
            "topology": policed_vc(chosen, mbs, policer),
            **settings.scenario_paths(chosen),
            **of_mtu(mtu),
            "flow.kind": "udp",
            "udp": {"payload": f"{mtu - HEADERS_BYTES} bytes", "rate": "line"},
        }
    )
