"""Every modelling choice of the study, in one place.

A choice is *stated* if the thesis states it; all others are ours, one value for all cases. `others` are the
readings that ``cellwise study calgary --sensitivity`` tries in its place, one at a time. Paths that start
with ``study.`` are no paths of a scenario, but what cases are made of.
"""

from collections.abc import Mapping
from typing import Any

from cellwise.study.definition import Setting

#: The lines' rate to the clients unless it is varied, in Mbit/s (section 4.3.2).
DOWNSTREAM_MBPS = "1.5"

#: The lines' rate from the clients unless it is varied, in kbit/s (section 4.3.2).
UPSTREAM_KBPS = 512

#: What the link between the remote unit and the client may be.
CLIENT_LINKS = ("line", "downstream both ways", "155 Mbit/s")

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "study.run",
        "5000 s",
        "section 4.3.2; here of those runs that differ by less than shorter ones can tell",
        stated=True,
    ),
    Setting(
        "study.measured",
        "400 s",
        "what the others measure after the warm-up, in the place of 4950 s, of lines of 1.5 Mbit/s; faster "
        "ones less, as many cells (README.md: how long a run must be)",
        stated=False,
    ),
    Setting(
        "study.longest_run", "50000 s", "section 5.1.2: for Table 5.1, and so Tables 3.1 and 3.2", stated=True
    ),
    Setting("study.warmup", "50 s", "section 4.3.2", stated=True),
    Setting("study.look", "20 s", "section 5.1.2: the short runs whose windows are drawn", stated=True),
    Setting("topology.line_km", 3.5, "section 4.2", stated=True),
    Setting("study.lan_km", 5, "section 4.2", stated=True),
    Setting("study.wan_km", 1000, "section 4.2", stated=True),
    Setting("topology.server_rate", "155 Mbit/s", "section 4.3.2: OC-3", stated=True),
    Setting(
        "topology.server_km",
        1.0,
        "only in the lost Figures 4.2 and 4.3; short links of a local network",
        stated=False,
        others=(0.0, 100.0),
    ),
    Setting(
        "study.client_link",
        "line",
        "section 4.2: very short, 'the same transmission rate as the ADSL line'; taken for each direction",
        stated=True,
        others=CLIENT_LINKS[1:],
    ),
    Setting(
        "study.burst_reading",
        "exact",
        "section 3.2.3 draws the interarrival and the duration of bursts and does not say from where to "
        "where an interarrival lasts; this reading has exactly the target CER",
        stated=False,
        others=("good-time", "overlapping", "restarting"),
    ),
    Setting(
        "atm.encapsulation",
        "vc-mux",
        "equation (4.1) adds 40 octets of headers to a segment and no others; an acknowledgment is one cell",
        stated=False,
        others=("llc-snap",),
    ),
    Setting(
        "topology.errored_cells",
        "delivered",
        "section 3.2.2 has them dropped by the unit that receives them; but that 'each corrupt cell destroys "
        "one packet' (section 5.2), that 1514 cells cost throughput (5.6) and Table 5.1 with the timeout of "
        "the named code come out together if the end of their frame is seen",
        stated=False,
        others=("dropped",),
    ),
    Setting(
        "atm.after_lost_end",
        "merge",
        "AAL5; matters for cells that are lost, which are those that overflow: were their frames kept apart, "
        "a buffer of 1514 cells would cost no throughput, and in section 5.6 it does",
        stated=False,
        others=("separate",),
    ),
    Setting(
        "atm.reassembly_timeout",
        None,
        "not said",
        stated=False,
        others=("400 us",),
    ),
    Setting("atm.timeout_restarts", "on-each-cell", "matters with that timeout alone", stated=False),
    Setting(
        "switch.buffer",
        "unlimited",
        "section 4.3.1: large enough to avoid losses by congestion, but where the buffer is varied",
        stated=True,
    ),
    Setting(
        "switch.occupancy",
        "waiting",
        "not said whether the cell in transmission takes a place in the buffer",
        stated=False,
        others=("with-service",),
    ),
    Setting("tcp.variant", "reno", "section 4.1: 4.4BSD-Lite, essentially TCP Reno", stated=True),
    Setting("tcp.receive_window", "65535 bytes", "section 4.3.2", stated=True),
    Setting("tcp.window_scaling", False, "section 4.3.2: high performance extensions are off", stated=True),
    Setting("tcp.timestamps", False, "section 4.3.2", stated=True),
    Setting("tcp.nagle", True, "section 4.3.2", stated=True),
    Setting("tcp.timer_tick", "500 ms", "section 4.3.2", stated=True),
    Setting("tcp.delayed_ack", True, "section 4.3.2", stated=True),
    Setting("tcp.delayed_ack_timer", "200 ms", "section 4.3.2", stated=True),
    Setting(
        "tcp.timer_phase",
        "random",
        "not said; hosts that know nothing of each other, which also makes replications differ",
        stated=False,
        others=("aligned",),
    ),
    Setting(
        "tcp.initial_ssthresh",
        "65535 bytes",
        "section 5.1.1; the code of 4.4BSD-Lite has none at first",
        stated=True,
        others=("unlimited",),
    ),
    Setting(
        "tcp.mss_over_8",
        True,
        "section 5.1.1 has the textbook's increments of MSS * MSS / cwnd; the code that section 4.1 names, "
        "4.4BSD-Lite, adds an eighth of an MSS to them, and with it Table 5.1 comes out",
        stated=False,
        others=(False,),
    ),
    Setting(
        "tcp.rto_rule",
        "net3",
        "not said; that of 4.4BSD-Lite, the code that section 4.1 names",
        stated=False,
        others=("sunos", "rfc6298"),
    ),
    Setting("tcp.min_rto_ticks", 2, "4.4BSD-Lite", stated=False),
    Setting(
        "tcp.bsd_deflate_bug",
        False,
        "a fault of 4.4BSD-Lite that Table 5.1 does not show at CER 1e-4 and 1e-5",
        stated=False,
        others=(True,),
    ),
    Setting(
        "study.start_spread",
        "500 ms",
        "not said when sources start: each at any time of its timers",
        stated=False,
        others=("0 s",),
    ),
    Setting(
        "study.path_run",
        "150 s",
        "acknowledgment path, not in the thesis: how long greedy connections are looked at",
        stated=False,
    ),
    Setting(
        "study.uplink_packets",
        50,
        "acknowledgment path: packets that may wait in front of a client's link, as for an interface of BSD",
        stated=False,
        others=(10,),
    ),
    Setting("study.many_run", "8 s", "a thousand lines (section 6.3)", stated=False),
    Setting(
        "study.web_run",
        "1000 s",
        "web traffic (section 6.3): some hundred pages for each browser",
        stated=False,
    ),
)


def scenario_paths(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices that are paths of a scenario; None for a setting that is not given."""
    return {
        path: value for path, value in chosen.items() if not path.startswith("study.") and value is not None
    }
