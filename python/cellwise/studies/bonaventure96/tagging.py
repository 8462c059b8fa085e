"""Contract B: who tags what does not conform, before a congested link that drops it first (claim 11)."""

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

#: What a stream of datagrams sends, as a multiple of SCR.
OVERLOAD = 2

#: Packets of this study, in octets.
MTU = 9188


@dataclass(frozen=True, slots=True)
class Tagged:
    """One virtual connection with contract B over a congested link."""

    tagger: str
    """One of `TAGGERS`."""
    traffic: str = "tcp"
    """``tcp`` for a greedy connection, ``udp`` for datagrams at twice SCR."""
    mbs: int = 1000
    tick_ms: int = 500

    @property
    def name(self) -> str:
        """The case's name."""
        words = [f"tagged by the {self.tagger}", self.traffic.upper(), f"MBS={self.mbs}"]
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
                trunk_rate=chosen["study.congested_rate"],
                cross={"pattern": "constant", "rate": chosen["study.cross_rate"]},
            ),
            **settings.scenario_paths(chosen, self.tick_ms),
            **of_mtu(MTU),
            "switch.buffer": chosen["study.congested_buffer"],
            "switch.clp1_threshold": chosen["study.clp1_threshold"],
            "duration": chosen["study.tagging_run"],
            **({} if self.traffic == "tcp" else _datagrams()),
        }
        return Case(self.name, Scenario.from_template("policed-vc").with_(changes))


def _datagrams() -> dict[str, Any]:
    rate = f"{OVERLOAD * settings.SCR_BPS} bit/s"
    return {"flow.kind": "udp", "udp": {"payload": f"{MTU - HEADERS_BYTES} bytes", "rate": rate}}
