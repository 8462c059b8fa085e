"""The same scenario gives the same bytes, another seed others, and the shortcuts change nothing."""

from collections.abc import Mapping, Sequence

from cellwise.scenario import Scenario
from cellwise.verify import simulate
from cellwise.verify.check import Check, Exactly, Item


def scenarios() -> Mapping[str, Scenario]:
    """Give scenarios of different parts of the simulator, in which chance has a say."""
    lossy = Scenario.from_template("n-source").with_(
        {"duration": "1 s", "switch.buffer": "500 cells", "tcp.timer_tick": "10 ms"},
        switch={"drop": {"policy": "fba"}},
    )
    controlled = Scenario.from_template("two-node").with_(
        {"duration": "300 ms", "atm.category": "abr", "topology.background": {}},
        switch={"rate_rule": {"rule": "erica"}, "scheduler": "priority"},
    )
    noisy = Scenario.from_template("adsl").with_(
        {"duration": "20 s", "topology.noise": {"model": "bursts", "cell_error_ratio": 1e-3}}
    )
    return {"n-source, FBA": lossy, "two-node, ABR with VBR": controlled, "adsl, bursts": noisy}


def repetition() -> Sequence[Item]:
    """Run each scenario twice, and once with another seed."""
    items = []
    for name, scenario in scenarios().items():
        first = simulate.run(scenario).fingerprint
        again = simulate.run(scenario).fingerprint
        other = simulate.run(scenario.with_(seed=2)).fingerprint
        items.append(Item(f"{name}: fingerprint of a second run", again[:16], Exactly(first[:16])))
        answer = "same" if other == first else "another"
        items.append(Item(f"{name}: fingerprint with another seed", answer, Exactly("another")))
    return items


def reference() -> Sequence[Item]:
    """Run each scenario with and without the shortcuts."""
    items = []
    for name, scenario in scenarios().items():
        quick = simulate.run(scenario).fingerprint
        slow = simulate.run(scenario.with_(reference=True)).fingerprint
        items.append(Item(f"{name}: fingerprint", quick[:16], Exactly(slow[:16])))
    return items


CHECKS = (
    Check(
        "same-seed",
        "the same seed gives the same results to the last bit, another seed others",
        "Cellwise: the promise of docs/models/tie-order-and-randomness.md",
        repetition,
    ),
    Check(
        "reference-mode",
        "normal runs equal runs cell by cell without any shortcut",
        "Cellwise: reference mode, in which every port and host orders single cells in time",
        reference,
    ),
)
