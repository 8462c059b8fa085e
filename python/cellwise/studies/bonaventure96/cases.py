"""The transfers: 4 MBytes over a policed virtual connection between two workstations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.studies.bonaventure96 import settings
from cellwise.study.definition import Case

#: Sizes of IP packets, in octets (section 4).
MTUS = (552, 1500, 4832, 9188)

#: Maximum burst sizes, in cells (section 4; the values in the figures are lost, but for both ends).
MBSS = (1000, 2000, 3000, 4000)

#: The larger packets, whose bursts Figure 5 shows.
LARGE_MTUS = (4832, 9188)

#: Octets of the headers of IP and TCP, and of LLC/SNAP and the AAL5 trailer.
HEADERS_BYTES = 40
LLC_SNAP_BYTES = 8
TRAILER_BYTES = 8

#: What else a transfer may differ in: paths and values by name.
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "reno": {"tcp.variant": "reno"},
    "threshold 2": {"tcp.duplicate_ack_threshold": 2},
    "newreno": {"tcp.variant": "newreno"},
    "sack": {"tcp.variant": "sack"},
    "fack": {"tcp.variant": "fack"},
    "vegas": {"tcp.variant": "vegas"},
    "cubic": {"tcp.variant": "cubic"},
    "timestamps": {"tcp.timestamps": True},
    "reassembly timeout": {},
}

#: Transfers that find no way through end here; the slowest of the others take five minutes.
LONGEST = "1500 s"


@dataclass(frozen=True, slots=True)
class Transfer:
    """The factors of one transfer."""

    mtu: int = 9188
    mbs: int = 1000
    tick_ms: int = 500
    """Granularity of the retransmission timer."""
    shaping: str | None = None
    """A shaper of `SHAPERS`, or None for adapters that send at line rate."""
    policer: str | None = "cell"
    """The policer, ``cell`` for that of the study, or None for none."""
    change: str = ""
    """What else is different: one of `CHANGES`."""
    connections: int = 0
    """Greedy connections at a time, in the place of one transfer; 0 for the transfer."""

    @property
    def name(self) -> str:
        """The case's name."""
        words = [f"MTU={self.mtu}", f"MBS={self.mbs}", f"{self.tick_ms}ms"]
        words += [f"shaped={self.shaping}"] if self.shaping else []
        words += [] if self.policer == "cell" else [f"policer={self.policer or 'none'}"]
        words += [self.change] if self.change else []
        words += [f"N={self.connections}"] if self.connections else []
        return " ".join(words)

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        changes: dict[str, Any] = {
            "title": f"Is VBR a solution for an ATM LAN?: {self.name}",
            "duration": chosen["study.connections_run"] if self.connections else LONGEST,
            "topology": policed_vc(
                chosen,
                self.mbs,
                self.policer,
                connections=max(1, self.connections),
                shaping=SHAPERS[self.shaping] if self.shaping else None,
            ),
            **settings.scenario_paths(chosen, self.tick_ms),
            **of_mtu(self.mtu),
            "flow.size": "unlimited" if self.connections else f"{settings.TRANSFER_BYTES} bytes",
            **CHANGES.get(self.change, {}),
        }
        if self.change == "reassembly timeout":
            changes["atm.reassembly_timeout"] = chosen["study.reassembly_timeout"]
        if self.mtu in LARGE_MTUS and not self.connections:
            changes["probes"] = {"sequence": {"flow": "*"}, "acknowledgment": {"flow": "*"}}
        return Case(self.name, Scenario.from_template("policed-vc").with_(changes))


#: What the sending adapter may do about the contract.
SHAPERS: Mapping[str, Mapping[str, Any]] = {
    "scr": {"kind": "peak", "rate": f"{settings.SCR_BPS} bit/s"},
    "dual": {"kind": "dual-leaky-bucket"},
    "frame": {"kind": "frame"},
}


def cells_of(mtu: int) -> int:
    """Count the cells of an IP packet of so many octets over LLC/SNAP."""
    return -(-(mtu + LLC_SNAP_BYTES + TRAILER_BYTES) // 48)


def sdu_time_s(cost: Mapping[str, Any], mtu: int) -> float:
    """Mean time that the sending host takes for a packet of so many octets, in seconds."""
    return span_s(cost["base"]) + mtu * span_s(cost["per_byte"])


def ceiling_bps(mtu: int) -> float:
    """Give what the contract's SCR can carry of TCP's data, in bit/s."""
    return settings.SCR_BPS * (mtu - HEADERS_BYTES) / (53 * cells_of(mtu))


def policed_vc(
    chosen: Mapping[str, Any],
    mbs: int,
    policer: str | None,
    *,
    connections: int = 1,
    contract: str | None = None,
    shaping: Mapping[str, Any] | None = None,
    **others: Any,
) -> dict[str, Any]:
    """Write the network: two hosts, a switch, one virtual connection with its contract.

    PCR is the line rate. ``cell`` stands for the study's policer, None for no policer.
    """
    return {
        "template": "policed-vc",
        "connections": connections,
        "contract": contract or chosen["study.contract"],
        "scr": f"{settings.SCR_BPS} bit/s",
        "mbs": f"{mbs} cells",
        "policed": policer is not None,
        "policing": {"kind": chosen["study.policer"] if policer == "cell" else policer or "cell"},
        **({"shaping": shaping} if shaping else {}),
        **others,
    }


def of_mtu(mtu: int) -> dict[str, Any]:
    """Write what follows from the size of packets; a policer of whole frames goes by the largest."""
    return {
        "tcp.mss": f"{mtu - HEADERS_BYTES} bytes",
        "atm.max_sdu": f"{mtu + LLC_SNAP_BYTES} bytes",
    }
