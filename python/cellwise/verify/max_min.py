"""Rates of converged ABR connections against their max-min shares."""

from collections.abc import Sequence

from cellwise.scenario import Scenario
from cellwise.theory.max_min import max_min_of
from cellwise.verify import simulate
from cellwise.verify.check import Check, Item, Within
from cellwise.vocabulary import CELL_BITS

#: Rate rules whose aim is max-min shares of the whole capacity, and how near they come, as a part of the
#: share.
RULES = {"fmmra": 0.005, "erica-plus": 0.03}


def measure() -> Sequence[Item]:
    """Let one long connection and two local ones on each of two unequal trunks converge."""
    return [item for rule, tolerance in RULES.items() for item in _items(rule, tolerance)]


def scenario(rule: str) -> Scenario:
    """Give the network: greedy datagrams, so that nothing but the rate rule decides."""
    return Scenario.from_template("parking-lot").with_(
        {
            "duration": "3 s",
            "warmup": "2 s",
            "topology.links": 2,
            "topology.long": 1,
            "topology.local": 2,
            "topology.access_delay": "10 us",
            "topology.trunk_delay": "1 ms",
            "links": {"trunk2": {"rate": "60 Mbit/s"}},
            "atm.category": "abr",
            "switch.rate_rule": {"rule": rule},
            "flow.kind": "udp",
            "udp.payload": "9140 bytes",
        }
    )


def _items(rule: str, tolerance: float) -> list[Item]:
    run = simulate.run(scenario(rule))
    vcs = run.columns("vcs")
    carried_bps = {
        (str(vc), str(way)): (int(data) + int(rm)) * CELL_BITS / float(run.summary["measured_s"])
        for vc, way, data, rm in zip(
            vcs["vc"], vcs["direction"], vcs["cells_delivered"], vcs["forward_rm_cells"], strict=True
        )
    }
    # The shares are those of the requested network, not of the one that was run.
    return [
        Item(
            f"rate of {share.vc} by {rule}, Mbit/s",
            carried_bps[share.vc, share.direction] / 1e6,
            Within(share.rate_bps / 1e6, tolerance * share.rate_bps / 1e6),
        )
        for share in max_min_of(scenario(rule))
    ]


CHECK = Check(
    "max-min",
    "converged ABR connections on two unequal trunks, template parking-lot",
    "Bertsekas and Gallager, Data Networks, 2nd ed., section 6.5.2; ATM Forum af-tm-0056, appendix I.3",
    measure,
)
