"""Every modelling choice of the study, in one place.

A choice is *stated* if the paper states it; all others are ours, one value for all cases. `others` are the
readings that ``cellwise study anansari --sensitivity`` tries in its place, one at a time. Paths that start
with ``study.`` are no paths of a scenario, but what cases are made of; those that start with the name of a
rule belong to the cases with that rule.
"""

from collections.abc import Mapping
from typing import Any

from cellwise.study.definition import Setting

#: The rules that the paper compares.
RULES = ("efci", "erica", "fmmra")

SETTINGS: tuple[Setting, ...] = (
    Setting("topology.link_rate", "155 Mbit/s", "section 4: all links", stated=True),
    Setting("topology.trunk_delay", "5 us", "section 4: 1 km of backbone", stated=True),
    Setting(
        "topology.access_delay",
        "5 us",
        "not given; the backbone's",
        stated=False,
        others=("0 s", "50 us"),
    ),
    Setting("tcp.mss", "9180 bytes", "section 4", stated=True),
    Setting("tcp.receive_window", "65535 bytes", "section 4: 64 K", stated=True),
    Setting("tcp.delayed_ack", False, "section 4: the timer is 0", stated=True),
    Setting(
        "tcp.variant",
        "reno",
        "section 2: most implementations derive from 4.3BSD Tahoe or Reno",
        stated=False,
        others=("tahoe",),
    ),
    Setting(
        "tcp.timer_tick",
        "500 ms",
        "section 2: most implementations have half a second",
        stated=False,
        others=("100 ms",),
    ),
    Setting(
        "host.send_processing",
        {"min": "150 us", "max": "250 us"},
        "section 4: mean 200 us, variation 50 us; the distribution is not given",
        stated=False,
        others=({"min": "175 us", "max": "225 us"},),
    ),
    Setting("abr.pcr", "155 Mbit/s", "section 4", stated=True),
    Setting("abr.icr", "10 Mbit/s", "section 4", stated=True),
    Setting("abr.mcr", "0 bit/s", "section 4", stated=True),
    Setting("abr.nrm", 32, "section 4", stated=True),
    Setting("abr.mrm", 2, "section 4", stated=True),
    Setting("abr.cdf", 0.5, "section 4", stated=True),
    Setting("abr.trm", "100 ms", "section 4", stated=True),
    Setting("abr.tcr", "4240 bit/s", "section 4: 0.00424 Mbit/s", stated=True),
    Setting("abr.tbe", "640 cells", "section 4: CRM = TBE/Nrm = 20", stated=True),
    Setting(
        "abr.reverse",
        "unlimited",
        "not said how acknowledgments travel; the reverse direction is empty",
        stated=False,
        others=("abr",),
    ),
    Setting("efci.abr.rif", 0.1, "section 4; not one of the steps of TM 4.0", stated=True),
    Setting("efci.abr.rdf", 0.0625, "section 4", stated=True),
    Setting("erica.abr.rif", 1.0, "section 4", stated=True),
    Setting("erica.abr.rdf", 1 / 512, "section 4", stated=True),
    Setting("fmmra.abr.rif", 1.0, "section 4", stated=True),
    Setting("fmmra.abr.rdf", 1 / 512, "section 4", stated=True),
    Setting(
        "study.efci_threshold_cells",
        500,
        "not given",
        stated=False,
        others=(50, 100, 200, 1000),
    ),
    Setting("erica.rate_rule.target_utilisation", 0.9, "section 4", stated=True),
    Setting(
        "erica.rate_rule.interval",
        "10 ms",
        "not given; the on and off times of Figure 3. Chosen among five because observations 1, 3 and most "
        "of 4 come out together: with 1 ms and less FMMRA has a larger queue than ERICA, which loses nothing",
        stated=False,
        others=("200 us", "1 ms", "5 ms", "20 ms"),
    ),
    Setting("erica.rate_rule.delta", 0.1, "not given; that of [4]", stated=False, others=(0.0, 0.2)),
    Setting("fmmra.rate_rule.target_utilisation", 1.0, "section 4", stated=True),
    Setting(
        "fmmra.rate_rule.interval",
        "1 ms",
        "not given: how capacity left by higher categories is measured",
        stated=False,
        others=("200 us", "5 ms"),
    ),
    Setting("switch.scheduler", "priority", "section 4: VBR before ABR", stated=True),
    Setting(
        "switch.backward_rm",
        "unqueued",
        "not said; there is no reverse load",
        stated=False,
        others=("queued",),
    ),
    Setting("study.vbr_rate", "100 Mbit/s", "section 4: the rate while it is on", stated=True),
    Setting("study.vbr_start", "300 ms", "section 4", stated=True),
    Setting("study.period3", "10 ms", "section 4: on and off times of Figure 3", stated=True),
    Setting("study.period4", "100 ms", "section 4: on and off times of Figure 4", stated=True),
    Setting(
        "study.period25",
        "100 ms",
        "not given for Figures 2 and 5; those of Figure 4, which has the same connections",
        stated=False,
        others=("10 ms", "20 ms"),
    ),
    Setting(
        "study.off_share",
        0.5,
        "on and off times are given as equal where they are given; here the share of the time that it is off",
        stated=False,
        others=(0.25, 0.75),
    ),
    Setting(
        "study.start_spread",
        "100 ms",
        "not given; each transfer starts at a random time before the background",
        stated=False,
        others=("0 s", "10 ms"),
    ),
    Setting("study.limited_buffer_cells", 1500, "section 4", stated=True),
    Setting(
        "study.run_length",
        "1.3 s",
        "not given; ten times the longest on time",
        stated=False,
        others=("2.3 s",),
    ),
    Setting(
        "tie", "random", "nothing is said of cells that arrive together", stated=False, others=("rotate",)
    ),
)


def scenario_paths(chosen: Mapping[str, Any], rule: str) -> dict[str, Any]:
    """Give the choices that are paths of a scenario with a rule; those of the rule itself lose its name."""
    of_rule = f"{rule}."
    paths: dict[str, Any] = {}
    for path, value in chosen.items():
        head = path.partition(".")[0]
        if path.startswith(of_rule):
            own = path.removeprefix(of_rule)
            paths[own if own.startswith("abr.") else f"switch.{own}"] = value
        elif head not in (*RULES, "study"):
            paths[path] = value
    return paths
