"""Contract B: who tags what does not conform, before a congested link that drops it first (claim 11).

Section 5.3 also wants feedback from the receiving adapter, which would tell the sender of damaged packets
with CLP=1, a sign of congestion. No such protocol exists. What it could give at most is told by its two ends:
a sender that tags and goes on (nothing is reported), and one that keeps to the contract (always reported),
each over a congested link and over a free one. A sender with feedback can do no better than the better of
both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.scenario import Scenario
from cellwise.studies.bonaventure96 import settings
from cellwise.studies.bonaventure96.cases import of_mtu, policed_vc
from cellwise.studies.bonaventure96.frames import HEADERS_BYTES
from cellwise.study.definition import Case

#: Who tags: the policer, cell by cell; or the sender, whole packets but for their last cells.
TAGGERS = ("policer", "sender")

#: What a sender with feedback chooses between: to tag, or to send nothing beyond the contract.
FED_BACK = ("sender", "nobody")

#: What a stream of datagrams sends, as a multiple of SCR.
OVERLOAD = 2

#: Packets of this study, in octets.
MTU = 9188


@dataclass(frozen=True, slots=True)
class Tagged:
    """One virtual connection with contract B over a congested link."""

    tagger: str
    """One of `TAGGERS`, or ``nobody``: the sender sends nothing that would not conform."""
    traffic: str = "tcp"
    """``tcp`` for a greedy connection, ``udp`` for datagrams at twice SCR."""
    mbs: int = 1000
    tick_ms: int = 500
    congested: bool = True
    """Whether the link is slow and shared, or as fast as all and free."""

    @property
    def name(self) -> str:
        """The case's name."""
        who = self.tagger if self.tagger == "nobody" else f"the {self.tagger}"
        words = [f"tagged by {who}", self.traffic.upper(), f"MBS={self.mbs}"]
        words += [] if self.congested else ["free"]
        return " ".join(words + ([f"{self.tick_ms}ms"] if self.traffic == "tcp" else []))

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        changes: dict[str, Any] = {
            "title": f"Is VBR a solution for an ATM LAN?: {self.name}",
            "topology": policed_vc(
                chosen,
                self.mbs,
                "cell",
                contract="vbr.3",
                tagging="preventive" if self.tagger == "sender" else "none",
                shaping={"kind": "dual-leaky-bucket"} if self.tagger == "nobody" else None,
                **self._link(chosen),
            ),
            **settings.scenario_paths(chosen, self.tick_ms),
            **of_mtu(MTU),
            "switch.buffer": chosen["study.congested_buffer"],
            "switch.clp1_threshold": chosen["study.clp1_threshold"],
            "duration": chosen["study.tagging_run"],
            **({} if self.traffic == "tcp" else _datagrams()),
        }
        return Case(self.name, Scenario.from_template("policed-vc").with_(changes))

    def _link(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        if not self.congested:
            return {"trunk_rate": chosen["topology.link_rate"]}
        cross = {"pattern": "constant", "rate": chosen["study.cross_rate"]}
        return {"trunk_rate": chosen["study.congested_rate"], "cross": cross}


def _datagrams() -> dict[str, Any]:
    rate = f"{OVERLOAD * settings.SCR_BPS} bit/s"
    return {"flow.kind": "udp", "udp": {"payload": f"{MTU - HEADERS_BYTES} bytes", "rate": rate}}
