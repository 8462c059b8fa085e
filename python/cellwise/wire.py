"""Real hosts on simulated lines: packets of programs in network namespaces cross a network in real time.

Linux only, with the rights to make namespaces and devices; :func:`doctor` says what is missing.
"""

import contextlib
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from cellwise import _core
from cellwise.network import Network
from cellwise.scenario import Scenario
from cellwise.vocabulary import CELL_BITS

#: Packets that wait in a device until they are read.
QUEUE_PACKETS = 10_000
#: The longest packet, in octets, where the network takes it.
MTU_OCTETS = 1500
#: Addresses for benchmarks (RFC 2544, RFC 5180), which lead nowhere else.
_IPV4, _IPV6 = "198.18.0.{}", "2001:2::{}"
#: A run without an end of its own, in seconds.
_LONGEST_S = 86_400
_PS_PER_S = 10**12
_CELL_PAYLOAD, _TRAILER = 48, 8
_SHORTEST_PACKET_BITS = 40 * 8
_FLOOR_S = 2.0
_FLOOR_PINGS = 100


@dataclass(frozen=True)
class Wiring:
    """Which host is where.

    Attributes
    ----------
    ports
        The names of the network's ports, in their order.
    netns
        The namespace of each.
    mtu_octets
        The longest packet, with the IP header.
    """

    ports: tuple[str, ...]
    netns: tuple[str, ...]
    mtu_octets: int

    def address(self, port: int, six: bool = False) -> str:
        """Give the address of a port's host, without the length of its prefix."""
        return (_IPV6 if six else _IPV4).format(port + 1)


def wiring(scenario: Scenario, netns: Sequence[str], mtu_octets: int | None = None) -> Wiring:
    """Say which namespace is at which port of a network.

    Parameters
    ----------
    scenario : Scenario
        At least one flow has ``kind = "outside"``; its two ends are ports.
    netns : sequence of str
        A namespace for each port, in the order of ports.
    mtu_octets : int, optional
        The longest packet, at least 1280; 1500, or the network's limit, if that is less.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    ValueError
        If there is no port, or if there are more or fewer namespaces than ports, or the network does not
        take such packets.
    """
    ports, longest = _core.wire_ports(scenario.to_json())
    if len(netns) != len(ports):
        has = f"the scenario has {len(ports)} ports: {', '.join(ports)}"
        raise ValueError(f"netns: {len(netns)} names are not one for each port; {has}")
    mtu = min(MTU_OCTETS, longest) if mtu_octets is None else mtu_octets
    if mtu > longest:
        raise ValueError(f"mtu: {mtu} octets are not allowed; the network takes packets up to {longest}")
    return Wiring(tuple(ports), tuple(netns), mtu)


def wire(
    scenario: Scenario,
    wired: Wiring,
    *,
    seconds: float | None = None,
    record: Path | None = None,
    ready: Callable[[], None] | None = None,
    notify: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Put hosts onto a network until the time is over or Ctrl-C is pressed.

    Namespaces that are not there are made, and removed at the end, with all devices. In one that was made,
    everything goes to the device, which is called ``cw0`` at the first port, ``cw1`` at the second. The
    n-th host has the addresses 198.18.0.n and 2001:2::n.

    Parameters
    ----------
    scenario : Scenario
        Its ``duration`` does not count.
    wired : Wiring
        Which host is where.
    seconds : float, optional
        For how long, above 0.
    record : path, optional
        A file for the packets that were offered and delivered, which :func:`replay` reads.
    ready, notify
        Called when hosts may begin, and every second with a report of progress.

    Returns
    -------
    dict
        ``ran_s``; ``ports``, each with ``came``, ``left`` (packets) and ``left_octets``; ``offered``,
        ``lost`` and ``on_the_line``, in packets; ``late``: ``packets``, ``p50_us``, ``p90_us``, ``p99_us``,
        ``p999_us``, ``max_us``, and the shares ``beyond_a_cell`` and ``beyond_a_millisecond``;
        ``longest_gap_us``; of the thread that moves packets ``busy``, from 0 to 1, ``is_real_time`` and
        ``preempted``, how often it had to leave a processor; ``offloads``, the work that devices
        leave to hardware; ``faults``: why the run does not count,
        if it does not; ``warnings``; and some more counts.

    Raises
    ------
    ConfigError, ValueError
        If the scenario or the setup is not in order; then nothing was made.
    OSError
        If the system refuses something; then nothing is left.
    SimulationError
        If the network cannot continue.
    """
    duration = f"{_LONGEST_S if seconds is None else seconds + 1} s"
    lasting = scenario.with_(duration=duration)
    rate_bps, cell_bits, packet_bits = _bottleneck(lasting, wired.mtu_octets)
    options = {
        **_options(wired, seconds),
        "cell_ps": cell_bits * _PS_PER_S // rate_bps,
        "full_packet_ps": packet_bits * _PS_PER_S // rate_bps,
        "record": None if record is None else str(record),
    }
    return _run(lasting.to_json(), options, ready, notify)


def floor(wired: Wiring) -> dict[str, float] | None:
    """Ping between the first two hosts over a line that takes no time: what is left is the machine's.

    Returns
    -------
    dict or None
        ``min_us``, ``mean_us`` and ``max_us`` of round trips; None where `ping` is missing.

    Raises
    ------
    KeyboardInterrupt
        If it was ended before its time; nothing is left.
    """
    pings: list[subprocess.Popen[str]] = []
    count, to = str(_FLOOR_PINGS), wired.address(1)
    command = ["ip", "netns", "exec", wired.netns[0], "ping", "-q", "-c", count, "-i", "0.01", "-w", "1", to]

    def ping() -> None:
        pings.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True))

    two = Wiring(wired.ports[:2], wired.netns[:2], wired.mtu_octets)
    options = {**_options(two, _FLOOR_S), "cell_ps": 1, "full_packet_ps": 1, "record": None}
    ran_s = _run(None, options, ping, None)["ran_s"]
    if ran_s < _FLOOR_S:
        for one in pings:
            one.kill()
            one.communicate()
        raise KeyboardInterrupt
    said = pings[0].communicate()[0] if pings else ""
    found = re.search(r"= ([\d.]+)/([\d.]+)/([\d.]+)", said)
    if found is None:
        return None
    least, mean, most = (float(one) * 1e3 for one in found.groups())
    return {"min_us": least, "mean_us": mean, "max_us": most}


def replay(record: Path, scenario: Scenario | None = None) -> dict[str, Any]:
    """Offer again what a run offered, in virtual time, and compare what comes.

    Parameters
    ----------
    record : path
        The file that :func:`wire` wrote.
    scenario : Scenario, optional
        Another network with the same ports; the record has its own.

    Returns
    -------
    dict
        ``offers`` and ``delivered``, in packets; ``differs``: None if all deliveries are the recorded ones,
        to the picosecond, else the ``place`` of the first that is not, with ``recorded`` and ``came``;
        ``invalid``: why the recorded run does not count; ``delays_s``, by delivery.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is no record: every mistake with its line.
    """
    text = record.read_text(encoding="utf-8", errors="replace")
    other = None if scenario is None else scenario.with_(duration=f"{_LONGEST_S} s").to_json()
    found: dict[str, Any] = json.loads(_core.wire_replay(text, other))
    return found


def doctor() -> dict[str, Any]:
    """Say what this machine lacks for real hosts, without making anything.

    Returns
    -------
    dict
        ``checks``, each with ``name``, ``is_good``, ``is_needed`` and ``found``; ``leftovers`` of processes
        that have ended, each with its ``pid`` and ``namespaces``.
    """
    found: dict[str, Any] = json.loads(_core.wire_doctor())
    return found


def clean() -> None:
    """Remove the leftovers of processes that have ended.

    Raises
    ------
    OSError
        If something cannot be removed.
    """
    _core.wire_clean()


def _options(wired: Wiring, seconds: float | None) -> dict[str, Any]:
    places = range(len(wired.netns))
    return {
        "netns": list(wired.netns),
        "addresses": [[f"{wired.address(one)}/24", f"{wired.address(one, six=True)}/64"] for one in places],
        "mtu": wired.mtu_octets,
        "queue": QUEUE_PACKETS,
        "most_ps": None if seconds is None else round(seconds * _PS_PER_S),
    }


def _run(
    scenario_json: str | None,
    options: dict[str, Any],
    ready: Callable[[], None] | None,
    notify: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    def reported(text: str) -> None:
        report = json.loads(text)
        if report is None:
            if ready is not None:
                ready()
        elif notify is not None:
            notify(report)

    with _ending():
        report: dict[str, Any] = json.loads(_core.wire(scenario_json, options, reported))
    return report


def _bottleneck(scenario: Scenario, mtu_octets: int) -> tuple[int, int, int]:
    """Give the slowest rate of all links, bit/s, and the bits of a cell or short packet, and a full one."""
    links = Network.of(scenario).links.values()
    slowest, is_atm = min((one.rate_bps, link.is_atm) for link in links for one in link.directions)
    if is_atm:
        return slowest, CELL_BITS, -(-(mtu_octets + _TRAILER) // _CELL_PAYLOAD) * CELL_BITS
    return slowest, _SHORTEST_PACKET_BITS, mtu_octets * 8


@contextlib.contextmanager
def _ending() -> Iterator[None]:
    """Let the signals that end a process end the run first, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    ending = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32":
        # Of a terminal that was closed.
        ending.append(signal.SIGHUP)
    before = {one: signal.signal(one, stop) for one in ending}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


__all__ = ["Wiring", "clean", "doctor", "floor", "replay", "wire", "wiring"]
