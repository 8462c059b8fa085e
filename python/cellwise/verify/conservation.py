"""The audit of runs with every kind of loss: cells sent are delivered, lost for a reason, or held."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.metrics import losses_by_reason
from cellwise.results import Run
from cellwise.scenario import Scenario
from cellwise.verify import simulate
from cellwise.verify.check import Between, Check, Exactly, Item


def scenarios() -> Mapping[str, Scenario]:
    """Give scenarios of different parts of the simulator, each losing cells for a reason of its own."""
    return {
        "buffer overflow": _of("n-source", {"duration": "2 s", "switch.buffer": "500 cells"}, _TICK),
        "early packet discard": _of(
            "n-source",
            {"duration": "2 s", "switch.buffer": "1000 cells"},
            _TICK,
            switch={"drop": {"policy": "epd"}},
        ),
        "policing": _of("policed-vc", {"duration": "2 s"}, _TICK),
        "ABR": _of(
            "two-node",
            {"duration": "1 s", "atm.category": "abr", "switch.buffer": "200 cells"},
            _TICK,
            switch={"rate_rule": {"rule": "efci"}},
        ),
        "line noise": _of(
            "adsl", {"duration": "20 s"}, topology={"noise": {"model": "bursts", "cell_error_ratio": 1e-3}}
        ),
    }


#: Timers that find losses within a short run.
_TICK = {"tcp.timer_tick": "10 ms"}


def _of(template: str, *changes: Mapping[str, Any], **sections: Any) -> Scenario:
    merged: dict[str, Any] = {}
    for one in changes:
        merged |= one
    return Scenario.from_template(template).with_(merged, **sections)


def measure() -> Sequence[Item]:
    """Run each scenario and balance its cells twice: by the audit, and by the tables."""
    return [item for name, scenario in scenarios().items() for item in _items(name, simulate.run(scenario))]


def _items(name: str, run: Run) -> list[Item]:
    audit, vcs = run.audit, run.columns("vcs")
    missing = audit["sent"] - audit["delivered"] - audit["lost"] - audit["held"]
    reasons = sum(int(counts.sum()) for counts in losses_by_reason(vcs).values())
    lost = int(vcs["cells_lost"].sum())
    lost_rm = int(vcs["lost_rm_cells"].sum()) if "lost_rm_cells" in vcs else 0
    fewest = int(np.min(vcs["cells_sent"] - vcs["cells_delivered"] - vcs["cells_lost"]))
    return [
        Item(f"{name}: cells sent - delivered - lost - held", missing, Exactly(0)),
        Item(f"{name}: cells lost - lost by reason", lost - reasons, Exactly(0)),
        Item(f"{name}: cells lost in the audit - in the tables", audit["lost"] - lost - lost_rm, Exactly(0)),
        Item(f"{name}: fewest cells on the way in any direction", fewest, Between(0, audit["held"])),
        Item(f"{name}: cells lost", lost, Between(1, float(audit["sent"]))),
    ]


CHECK = Check(
    "conservation",
    "cells sent = delivered + lost by reason + held, in runs that lose cells in five ways",
    "conservation of cells; the audit of every run",
    measure,
)
