"""Every modelling choice of the study, in one place.

A choice is *stated* if the document states it; all others are ours, one value for all cases. `others` are the
readings that ``cellwise study bonaventure96 --sensitivity`` tries in its place, one at a time. Paths that
start with ``study.`` are no paths of a scenario, but what cases are made of; those that start with the
granularity of a retransmission timer (``500ms.``) belong to the cases with it.
"""

from collections.abc import Mapping
from typing import Any

from cellwise.study.choices import chosen_values
from cellwise.study.definition import Setting

#: Rate of the links and peak cell rate of the contract, in bit/s of cells (section 3).
LINK_RATE_BPS = 155_520_000

#: Sustainable cell rate of the contract, in bit/s of cells (section 3).
SCR_BPS = 10_000_000

#: Octets of a transfer: 4 MBytes, 459 packets of 9148 octets (section 5.1).
TRANSFER_BYTES = 4 * 1024 * 1024

#: Granularities of the retransmission timer, in ms.
TICKS_MS = (500, 200, 10)

#: Joint readings of what the document leaves open, by name: what differs from the choices below. Each is one
#: reading for all numbers.
READINGS: Mapping[str, Mapping[str, Any]] = {
    "timer-off": {},
    "every-packet": {"10ms.tcp.delayed_ack": False},
    "four-deviations": {
        "10ms.tcp.delayed_ack": False,
        "tcp.rto_rule": "net3",
        "host.receive_processing": {"base": "420 us", "per_byte": "20 ns", "jitter": "200 us"},
    },
    "never-delayed": {f"{tick}ms.tcp.delayed_ack": False for tick in TICKS_MS},
}

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "study.reading",
        "timer-off",
        "which joint reading: what it changes is in READINGS; a choice that is made besides goes before it",
        stated=False,
        others=("every-packet", "four-deviations", "never-delayed"),
    ),
    Setting("topology.link_rate", "155.52 Mbit/s", "section 3: one cell every 2.726 us", stated=True),
    Setting(
        "topology.link_delay",
        "120 us",
        "section 4: ping takes 1800 us; what the processors of the hosts do not take of it is in adapters "
        "and drivers, a share at each passage of a link",
        stated=False,
        others=("5 us",),
    ),
    Setting(
        "study.contract",
        "vbr.1",
        "section 3 does not name it; cells are discarded, and all have CLP=0: contract C or A",
        stated=False,
        others=("vbr.2",),
    ),
    Setting("study.policer", "cell", "section 3: the dual leaky buckets of the ASX-200BX", stated=True),
    Setting("switch.buffer", "unlimited", "section 3: no congestion inside the switch", stated=True),
    Setting(
        "host.send_processing",
        {"base": "267 us", "per_byte": "68.9 ns", "jitter": "200 us"},
        "section 4.1: an SDU every 600 us (4832 octets) and 900 us (9188 octets), 'with some variations'; a "
        "straight line through both, for all sizes; the variations are not given",
        stated=False,
        others=(
            {"base": "267 us", "per_byte": "68.9 ns", "jitter": "30 us"},
            {"base": "267 us", "per_byte": "68.9 ns", "jitter": "100 us"},
        ),
    ),
    Setting(
        "host.receive_processing",
        {"base": "380 us", "per_byte": "20 ns", "jitter": "200 us"},
        "not given; more for a packet of 552 octets than sending takes, less than SCR needs for it: the "
        "receiver does not keep up (section 5.3), and the policer still finds bursts (Figure 6)",
        stated=False,
        others=(
            {"base": "300 us", "per_byte": "20 ns", "jitter": "200 us"},
            {"base": "500 us", "per_byte": "20 ns", "jitter": "200 us"},
        ),
    ),
    Setting(
        "host.receive_queue",
        25,
        "not given; packets of 552 octets reach 6 Mbit/s without a policer (section 5.3)",
        stated=False,
        others=(15, 50),
    ),
    Setting(
        "atm.driver_queue",
        50,
        "not given; packets that may wait for an interface in BSD. Only a shaped adapter lets so many wait",
        stated=False,
        others=(100,),
    ),
    Setting(
        "host.cpu",
        "separate",
        "one processor does both, but what acknowledgments cost is in the 600 and 900 us already",
        stated=False,
        others=("shared",),
    ),
    Setting("tcp.receive_window", "49152 bytes", "section 4", stated=True),
    Setting("tcp.send_buffer", "49152 bytes", "section 4", stated=True),
    Setting("tcp.write_size", "16384 bytes", "section 4: buffers of 16 KBytes", stated=True),
    Setting(
        "tcp.variant",
        "tahoe",
        "section 3: a subset of Reno, with the fast retransmit of SunOS repaired; the source of SunOS 4.1.3 "
        "has no fast recovery",
        stated=False,
        others=("reno",),
    ),
    Setting(
        "tcp.after_fast_retransmit",
        "go-on",
        "not said; SunOS 4.1.3 puts snd_nxt back where it was, so that only the first segment is sent again",
        stated=False,
        others=("go-back-n",),
    ),
    Setting("tcp.window_scaling", False, "section 3", stated=True),
    Setting("tcp.timestamps", False, "section 3", stated=True),
    Setting("tcp.handshake", True, "a real transfer opens its connection", stated=True),
    Setting("tcp.close", True, "and closes it", stated=True),
    Setting(
        "tcp.rto_rule",
        "sunos",
        "section 4.2: one second from two ticks of 500 ms; smoothed time and two deviations, as SunOS has",
        stated=False,
        others=("net3",),
    ),
    Setting("tcp.min_rto_ticks", 2, "section 4.2", stated=True),
    Setting("tcp.backoff_until", "sample", "section 5.1: Karn's algorithm", stated=True),
    Setting(
        "tcp.timer_phase",
        "random",
        "two hosts that know nothing of each other; also what makes replications differ",
        stated=False,
    ),
    Setting("tcp.initial_ssthresh", "65535 bytes", "SunOS 4.1.3", stated=False, others=("unlimited",)),
    Setting(
        "tcp.header_prediction",
        False,
        "SunOS 4.1.3 is older",
        stated=False,
        others=(True,),
    ),
    Setting("tcp.idle_restart", False, "SunOS 4.1.3 has none", stated=False, others=(True,)),
    Setting("tcp.window_update_rule", "sunos", "SunOS 4.1.3", stated=False, others=("net3",)),
    Setting(
        "tcp.duplicate_acks",
        "immediate",
        "section 3: the incomplete fast retransmit of SunOS was repaired",
        stated=True,
        others=("delayed",),
    ),
    Setting("500ms.tcp.delayed_ack", True, "SunOS 4.1.3", stated=True),
    Setting("200ms.tcp.delayed_ack", True, "section 5.1", stated=True),
    Setting("500ms.tcp.delayed_ack_timer", "200 ms", "SunOS 4.1.3", stated=True),
    Setting("200ms.tcp.delayed_ack_timer", "50 ms", "section 5.1", stated=True),
    Setting(
        "10ms.tcp.delayed_ack",
        True,
        "section 5.1: 'we disabled the delayed acknowledgement timer in the receiver'. Read by the letter: "
        "its timer is off, every second packet is acknowledged as before; the other joint readings "
        "acknowledge every packet",
        stated=False,
    ),
    Setting(
        "10ms.tcp.delayed_ack_timer",
        "1 h",
        "a timer that is disabled: longer than any transfer",
        stated=False,
        others=("50 ms",),
    ),
    Setting(
        "study.ttcp_side",
        "receiver",
        "not said whose figures are shown: ttcp prints a throughput on either side",
        stated=False,
        others=("transmitter",),
    ),
    Setting(
        "study.connections_run",
        "300 s",
        "claim 4: how long greedy connections are looked at",
        stated=False,
        others=("60 s",),
    ),
    Setting(
        "study.tagging_run",
        "60 s",
        "claim 11: how long a greedy connection is looked at",
        stated=False,
        others=("20 s",),
    ),
    Setting(
        "study.start_spread",
        "500 ms",
        "measurements begin at any time of the timers",
        stated=False,
        others=("0 s",),
    ),
    Setting(
        "study.reassembly_timeout",
        "5 ms",
        "claim 7: not given; longer than a packet, shorter than an idle time",
        stated=False,
        others=("1 ms", "15 ms"),
    ),
    Setting(
        "study.ethernet_rate",
        "9.753 Mbit/s",
        "Figure 2: 10 Mbit/s of Ethernet, of which 1500 of every 1538 octets are IP packets (header, check "
        "sequence, preamble and gap take 38)",
        stated=True,
    ),
    Setting(
        "study.congested_rate",
        "30 Mbit/s",
        "claim 11: not given; a congested link behind the policer",
        stated=False,
        others=("26 Mbit/s",),
    ),
    Setting(
        "study.cross_rate",
        "15 Mbit/s",
        "claim 11: not given; leaves half as much again as the contract promises",
        stated=False,
        others=("10 Mbit/s", "18 Mbit/s"),
    ),
    Setting(
        "study.congested_buffer",
        "2000 cells",
        "claim 11: not given",
        stated=False,
        others=("1000 cells", "8000 cells"),
    ),
    Setting(
        "study.clp1_threshold",
        "200 cells",
        "claim 11: not given; about one large packet",
        stated=False,
        others=("50 cells", "1000 cells"),
    ),
)


def read(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Give the choices by path: those of a joint reading, then what is changed besides.

    Raises
    ------
    ValueError
        If a changed path is not one of the choices, or a reading not one of `READINGS`.
    """
    chosen = chosen_values(SETTINGS, changes)
    reading = chosen["study.reading"]
    if reading not in READINGS:
        raise ValueError(f"study.reading: {reading!r} is not known; choose among {', '.join(READINGS)}")
    usual = {setting.path: setting.value for setting in SETTINGS}
    of_reading = {path: value for path, value in READINGS[reading].items() if chosen[path] == usual[path]}
    return {**chosen, **of_reading}


def scenario_paths(chosen: Mapping[str, Any], tick_ms: int = 500) -> dict[str, Any]:
    """Give the choices that are paths of a scenario with a timer; those of the timer lose its name."""
    own = f"{tick_ms}ms."
    paths = {"tcp.timer_tick": f"{tick_ms} ms"}
    for path, value in chosen.items():
        head = path.partition(".")[0]
        if path.startswith(own):
            paths[path.removeprefix(own)] = value
        elif head != "study" and head not in {f"{tick}ms" for tick in TICKS_MS}:
            paths[path] = value
    return paths
