"""A transfer of `iperf3` on one line: its goodput and that of arithmetic."""

import json
from collections.abc import Iterator

from .attended import Hosts
from .lines import Effort, direct, goodput_bps
from .points import Measured, Store, measure

PART = "goodput"
PROGRAMS = ("iperf3",)
#: Rates of the line by their Mbit/s, and the socket buffers. At 8 Mbit/s the kernel's own buffer is seconds
#: of a queue in the adapter, longer than the part that does not count. At 100 Mbit/s a host that waits for a
#: processor needs it.
RATES: dict[str, tuple[int, tuple[str, ...]]] = {
    "8": (8_000_000, ("-w", "128K")),
    "100": (100_000_000, ()),
}
#: It keeps the line full. BBR, the default of some machines, empties it for 200 ms in each 10 s.
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

        ours = {"goodput_bps": goodput_bps(rate_bps)}
        yield measure(store, PART, f"{name}-mbit", direct(rate_bps), work, ours)
