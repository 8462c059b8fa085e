"""How long a scenario is likely to take before anything is known about it: by its possible traffic.

A flow could send what the narrowest port on its way leaves it, if all flows of a port had the same, and no
more than its contract or its size allow. The cost of a cell at a port was measured once, on one machine.
"""

from collections import Counter

from cellwise.network import Flow, Network
from cellwise.scenario import Scenario
from cellwise.vocabulary import CELL_BITS

#: Processor time of a cell at a port, in seconds: where trains of cells are settled on arrival, and where
#: rates are followed cell by cell. With these the studies are expected to take 0.7 to 1.8 times as long as
#: they did, single cases up to ten times.
CELL_S, ABR_CELL_S = 1.5e-8, 1.2e-7

#: The same of a packet at a packet port with a discipline, of which a link is taken to send so many bits.
PACKET_S, _PACKET_BITS = 1.5e-7, 12_000

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
    network = Network.of(scenario)
    flows_at = Counter(port for flow in network.flows.values() for port in network.way(flow))
    spent_s = 0.0
    for flow in network.flows.values():
        spent_s += _packets_s(network, flow)
        if not flow.vc:
            continue
        way, vc = network.way(flow), network.vcs[flow.vc]
        shares_bps = [network.directions[port].rate_bps / flows_at[port] for port in way]
        share_bps = min([*shares_bps, _contract_bps(network, flow)])
        cells = min(share_bps * network.duration_s / CELL_BITS, _most_cells(flow))
        spent_s += cells * len(way) * (ABR_CELL_S if vc.abr else CELL_S)
    return spent_s


def _packets_s(network: Network, flow: Flow) -> float:
    """Give the processor time for the packets of a flow on the packet links of its way."""
    narrowest = network.packet_ports(flow)
    if not narrowest:
        return 0.0
    most = min(one.rate_bps for one in narrowest) * network.duration_s / _PACKET_BITS
    return min(most, _most_cells(flow)) * len(narrowest) * PACKET_S


def _contract_bps(network: Network, flow: Flow) -> float:
    contract = network.vcs[flow.vc].contracts[flow.backward]
    return (contract.scr_bps or contract.pcr_bps) if contract else float("inf")


def _most_cells(flow: Flow) -> float:
    return float("inf") if flow.size_bytes is None else flow.size_bytes / _PAYLOAD_BYTES
