"""How long a scenario is likely to take before anything is known of it: by what its flows could send.

A flow could send what the narrowest port on its way leaves it, if all flows of a port had the same, and no
more than its contract or its size allow. What a cell costs at a port was measured once, on one machine.
"""

from collections import Counter
from collections.abc import Mapping

from cellwise import graph
from cellwise.graph import CELL_BITS, Document
from cellwise.network import Network
from cellwise.scenario import Scenario

#: Processor time of a cell at a port, in seconds: where trains of cells are settled on arrival, and where
#: rates are followed cell by cell. With these the studies are expected to take 0.7 to 1.8 times as long as
#: they did, single cases up to ten times.
CELL_S, ABR_CELL_S = 1.5e-8, 1.2e-7

#: The octets of a cell that carry data.
_PAYLOAD_BYTES = 48


def expected_s(scenario: Scenario) -> float:
    """Give the processor time that a run of a scenario is likely to take, in seconds.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source")
    >>> expected_s(brief.with_(duration="1 s")) < expected_s(brief.with_(duration="10 s")) < 10
    True
    """
    document = scenario.expanded().to_dict()
    network = Network.of(document)
    ways = {name: _way(network, flow) for name, flow in document.get("flows", {}).items()}
    flows_at = Counter(port for way in ways.values() for port in way)
    duration_s = graph.span_s(document["duration"])
    spent_s = 0.0
    for name, way in ways.items():
        flow = document["flows"][name]
        shares_bps = [network.directions[port].rate_bps / flows_at[port] for port in way]
        share_bps = min([*shares_bps, _contract_bps(document, flow["vc"])])
        cells = min(share_bps * duration_s / CELL_BITS, _most_cells(document, flow))
        is_abr = graph.category(document, flow["vc"]) == "abr"
        spent_s += cells * len(way) * (ABR_CELL_S if is_abr else CELL_S)
    return spent_s


def _way(network: Network, flow: Mapping[str, str]) -> list[str]:
    ways = network.ways_back if graph.is_backward(network.document, flow) else network.ways
    return ways[flow["vc"]]


def _contract_bps(document: Document, vc: str) -> float:
    contract = document["vcs"][vc].get("contract") or {}
    rate = contract.get("scr") or contract.get("pcr")
    return graph.rate_bps(rate) if rate else float("inf")


def _most_cells(document: Document, flow: Mapping[str, str]) -> float:
    size = flow.get("size", document.get("flow", {}).get("size", "unlimited"))
    return float("inf") if size == "unlimited" else graph.size_bytes(size) / _PAYLOAD_BYTES
