"""Every modelling choice of the study, in one place.

A choice is *stated* if the thesis states it; all others are ours, one value for all cases. `others` are the
readings that ``cellwise study kansas --sensitivity`` tries in its place, one at a time. Paths that start with
``abr.``, ``switch.rate_rule`` or ``switch.backward_rm`` reach the cases with ABR only; those that start with
``study.`` are no paths of a scenario, but what cases are made of.
"""

from collections.abc import Mapping
from typing import Any

from cellwise.study.definition import Setting

#: Rate of every ATM link (section 4.2), in bit/s.
LINK_RATE_BPS = 149.76e6

#: What one of the ten multiplexed background sources does.
ON_OFF = {"pattern": "on-off", "periods": "exponential", "begins": "random"}

SETTINGS: tuple[Setting, ...] = (
    Setting("topology.link_rate", "149.76 Mbit/s", "section 4.2: OC-3c after SONET overhead", stated=True),
    Setting("topology.access_delay", "50 us", "section 4.2: 10 km at 5 us/km", stated=True),
    Setting("study.two_node_trunk_delay", "5 ms", "section 4.2: 1000 km", stated=True),
    Setting(
        "study.mnc1_trunk_delay", "10 ms", "section 4.1.1: 60 ms round trip over three links", stated=True
    ),
    Setting(
        "study.mnc2_trunk_delay",
        "5 ms",
        "not given for this configuration; 5 ms per link is the only delay that is printed",
        stated=False,
        others=("10 ms",),
    ),
    Setting("tcp.variant", "reno", "section 4.2", stated=True),
    Setting("tcp.mss", "9140 bytes", "section 4.2", stated=True),
    Setting("study.window_segments", 20, "section 4.2: 20 segments for a round trip of 10 ms", stated=True),
    Setting(
        "study.mnc_window_bytes",
        262144,
        "section 4.2: 256 KB for 60 ms; beyond three links it grows with their number, to fill the pipe",
        stated=True,
    ),
    Setting("tcp.timer_tick", "200 ms", "section 4.2", stated=True, others=("100 ms", "500 ms")),
    Setting("tcp.delayed_ack", False, "section 4.3: the delayed acknowledgment is not used", stated=True),
    Setting("tcp.initial_rto", "0.5 s", "section 4.2", stated=True, others=("3 s",)),
    Setting(
        "tcp.cwnd_unit",
        "segments",
        "section 4.1.2: based on packets, not on the byte stream",
        stated=True,
        others=("octets",),
    ),
    Setting(
        "tcp.cwnd_cap",
        "receive-window",
        "section 4.1.2: congestion window and offered window are identical",
        stated=True,
        others=("unlimited",),
    ),
    Setting(
        "tcp.initial_ssthresh",
        "unlimited",
        "nothing is said; slow start goes on to the largest window",
        stated=False,
        others=("65535 bytes",),
    ),
    Setting(
        "tcp.timer_phase",
        "random",
        "nothing is said but the granularity; hosts that know nothing of each other",
        stated=False,
        others=("aligned",),
    ),
    Setting(
        "tcp.after_fast_retransmit",
        "go-back-n",
        "nothing is said; a packet-based sender over a receiver that keeps nothing goes back, and so fills "
        "the link as in Table 5.3 (97.1 %, of which 6.5 % are lost); Reno sends one segment again and waits "
        "for its timer",
        stated=False,
        others=("go-on",),
    ),
    Setting(
        "tcp.initial_deviation",
        None,
        "section 4.2 has three times the granularity beside an initial RTO of 0.5 s, which is less",
        stated=False,
        others=("600 ms",),
    ),
    Setting(
        "tcp.max_rto",
        None,
        "section 4.2 has 'initial RTO (max RTO) = 0.5 s', but section 4.1.2 doubles it up to 64 times",
        stated=False,
        others=("500 ms",),
    ),
    Setting(
        "tcp.rto_rule",
        "net3",
        "section 4.1.2: mean and deviation of the round trips; in ticks of 200 ms, as section 4.2 has them",
        stated=False,
        others=("unrounded", "rfc6298"),
    ),
    Setting(
        "tcp.out_of_order",
        "drop",
        "a packet-based receiver without a queue: in Tables 5.7 and 5.8 far more is sent again than is lost",
        stated=False,
        others=("cache",),
    ),
    Setting("tcp.min_rto_ticks", 2, "nothing is said; the minimum of 4.4BSD", stated=False, others=(1, 3)),
    Setting(
        "tcp.header_prediction",
        False,
        "an implementation detail of BSD that a packet-based model has not",
        stated=False,
        others=(True,),
    ),
    Setting(
        "tcp.bsd_deflate_bug",
        False,
        "a fault of Net/3 that a packet-based model has not",
        stated=False,
        others=(True,),
    ),
    Setting(
        "host.send_processing",
        "0 s",
        "section 4.2 has 300 us of TCP processing; with it in the round trip 20 segments carry 132.2 Mbit/s, "
        "and Table 5.1 prints 133.8: it must overlap with the transmission of the segment before",
        stated=False,
        others=("300 us",),
    ),
    Setting(
        "tie", "random", "nothing is said of cells that arrive together", stated=False, others=("rotate",)
    ),
    Setting(
        "switch.scheduler",
        "round-robin",
        "section 4.1.4: a queue per VC, round robin within a class, VBR first",
        stated=True,
        others=("priority",),
    ),
    Setting(
        "switch.reserved",
        {"nrt-vbr": "1500 cells"},
        "section 4.2: reserved for VBR",
        stated=True,
    ),
    Setting("study.switch_buffer_cells", 8192, "section 4.2: shared by all VCs", stated=True),
    Setting("study.edge_buffers_cells", 8192, "section 5.3: all edge buffers together", stated=True),
    Setting(
        "study.edge_policy",
        "tail",
        "section 5.3.1: the edge has no intelligent dropping and simply drops cells",
        stated=True,
        others=("epd",),
    ),
    Setting(
        "study.epd_threshold",
        0.8,
        "section 4.2: min(0.8, (K - 3 MTU)/K) of the shared buffer",
        stated=True,
        others=(0.9, 0.5),
    ),
    Setting(
        "study.architecture",
        "output-buffered",
        "section 4.1.1: non-blocking, output buffered; the fabric of 640 Mbit/s and 4096 cells of 4.2 "
        "is the other reading; two-stage-frames: one that limits, but damages no frames",
        stated=False,
        others=("two-stage", "two-stage-frames"),
    ),
    Setting("abr.icr", "3 Mbit/s", "Table 4.1", stated=True),
    Setting("abr.mcr", "0 bit/s", "Table 4.1", stated=True),
    Setting("abr.rif", 0.0625, "Table 4.1", stated=True),
    Setting("abr.rdf", 0.0625, "Table 4.1", stated=True),
    Setting("abr.nrm", 32, "Table 4.1", stated=True),
    Setting("abr.trm", "100 ms", "Table 4.1", stated=True),
    Setting("abr.adtf", "500 ms", "Table 4.1", stated=True),
    Setting("abr.cdf", 0.0625, "Table 4.1", stated=True),
    Setting("abr.tbe", "3200 cells", "Table 4.1", stated=True),
    Setting(
        "abr.reverse",
        "unlimited",
        "section 4.3: acknowledgments and BRMs see no queueing delay",
        stated=True,
        others=("abr",),
    ),
    Setting(
        "switch.rate_rule.rule",
        "operating-region",
        "not named: an explicit rate algorithm that keeps the queue from 2880 to 6720 cells (section 5.1)",
        stated=False,
        others=("erica-plus", "fmmra", "erica"),
    ),
    Setting(
        "switch.backward_rm", "unqueued", "section 4.3: BRMs are not queued", stated=True, others=("queued",)
    ),
    Setting(
        "study.udp_socket_buffer",
        "65536 bytes",
        "section 3.1: the sender blocks while the adapter does not take its data; the size is not given",
        stated=False,
        others=("18280 bytes",),
    ),
    Setting(
        "study.paced_load",
        1.1,
        "paced UDP has 'about the same packet loss ratio as TCP' (section 5.2.1), 7.5-11.4 % in Table 5.5; "
        "sources that together offer 1.1 times the link must lose 9 %",
        stated=False,
        others=(1.05, 1.2),
    ),
    Setting(
        "study.vbr_mean_on",
        "10 ms",
        "exponential on and off times (section 4.1.2), their means are not given; on and off have the same",
        stated=False,
        others=("1 ms", "100 ms"),
    ),
    Setting("study.vbr_sources", 10, "section 5.2.2", stated=True),
    Setting(
        "study.lan_rate",
        "149.76 Mbit/s",
        "no technology is assumed for the LANs (section 4.1.1): as fast as the ATM links",
        stated=False,
        others=("100 Mbit/s",),
    ),
    Setting(
        "study.start_spread",
        "10 ms",
        "when flows start is not said: at a random time within one round trip",
        stated=False,
        others=("0 s", "100 ms"),
    ),
    Setting(
        "study.run_length_s",
        8.0,
        "not given; means are over the whole run (section 5.1), so that what a single TCP loses at its start "
        "tells the length: 133.8 Mbit/s over UBR ask for 9 s, 129 over ABR for 6 s",
        stated=False,
        others=(4.0, 16.0),
    ),
    Setting(
        "study.warmup_s", 0.0, "section 5.1: the mean over the entire duration", stated=True, others=(1.0,)
    ),
)

#: Settings that only cases with ABR have.
ABR_PATHS = ("abr.", "switch.rate_rule", "switch.backward_rm")


def scenario_paths(chosen: Mapping[str, Any], *, abr: bool) -> dict[str, Any]:
    """Give the choices that are paths of a scenario with ABR or without."""
    return {
        path: value
        for path, value in chosen.items()
        if not path.startswith("study.") and (abr or not path.startswith(ABR_PATHS))
    }
