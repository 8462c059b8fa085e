"""Figure 2: a server with a VBR connection over ATM, a client on an Ethernet behind an interworking unit.

The unit is an IP router: it puts packets together and sends them on at the rate of the Ethernet, so that its
packets come to the client, and acknowledgments back, no faster than that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.studies.bonaventure96.cases import Transfer
from cellwise.study.definition import Case

#: The largest packet of an Ethernet, in octets.
ETHERNET_MTU = 1500


@dataclass(frozen=True, slots=True)
class Target:
    """One transfer to a client on an Ethernet."""

    mbs: int = 1000
    tick_ms: int = 500
    shaping: str | None = None

    @property
    def _transfer(self) -> Transfer:
        return Transfer(ETHERNET_MTU, self.mbs, self.tick_ms, self.shaping)

    @property
    def name(self) -> str:
        """The case's name."""
        return f"Ethernet {self._transfer.name}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices: the receiving host becomes the unit before the client."""
        lan = {"kind": "lan", "rate": chosen["study.ethernet_rate"], "delay": chosen["topology.link_delay"]}
        behind = {
            "title": f"Is VBR a solution for an ATM LAN?: {self.name}",
            "nodes": {"h2": {"kind": "router"}, "client": {"kind": "host"}},
            "links": {"ethernet": {"ends": ["h2", "client"], **lan}},
        }
        return Case(self.name, self._transfer.case(chosen).scenario.with_(behind))
