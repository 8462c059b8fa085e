"""A transfer of `iperf3` on one line: what it carries, against arithmetic."""

import json
from collections.abc import Iterator

from cellwise.hosts.attended import Hosts
from cellwise.hosts.lines import CELL_BYTES, HEADERS_BYTES, MTU_BYTES, TIMESTAMPS_BYTES, Effort, cells, direct
from cellwise.hosts.points import Measured, Store, measure

PART = "goodput"
PROGRAMS = ("iperf3",)
#: Rates of the line by their Mbit/s, and the socket buffers. At 8 Mbit/s what the kernel would take by itself
#: is seconds of a queue in the adapter, longer than the part that does not count; at 100 Mbit/s it is what a
#: host needs that waits for a processor.
RATES: dict[str, tuple[int, tuple[str, ...]]] = {
    "8": (8_000_000, ("-w", "128K")),
    "100": (100_000_000, ()),
}
#: One that keeps the line full: BBR, which some machines have by default, empties it for 200 ms in each 10 s.
CONTROL = "cubic"
#: Seconds at the start that do not count.
LEFT_OUT_S = 2


def measure_all(store: Store, effort: Effort) -> Iterator[Measured]:
    """Measure at each rate."""
    for name, (rate_bps, buffers) in RATES.items():

        def work(hosts: Hosts, buffers: tuple[str, ...] = buffers) -> dict[str, object]:
            server = hosts.begin(1, "iperf3", "-s", "-1")
            hosts.call(1, "sleep", "0.5")
            times = ("-t", str(effort.goodput_s), "-O", str(LEFT_OUT_S))
            said = hosts.call(0, "iperf3", "-c", "198.18.0.2", *times, *buffers, "-C", CONTROL, "--json")
            hosts.end_of(server)
            return {"goodput_bps": json.loads(said)["end"]["sum_received"]["bits_per_second"]}

        ours = {"goodput_bps": expected_bps(rate_bps)}
        yield measure(store, PART, f"{name}-mbit", direct(rate_bps), work, ours)


def expected_bps(rate_bps: int) -> float:
    """Give what full packets with timestamps carry of a rate of cells."""
    octets = MTU_BYTES - HEADERS_BYTES - TIMESTAMPS_BYTES
    return rate_bps * octets / (CELL_BYTES * cells(MTU_BYTES))
