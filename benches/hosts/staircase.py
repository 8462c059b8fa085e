"""Pings of every size over a slow line: where the round trip rises, and by how much."""

import re
from collections.abc import Iterator

from cellwise.theory.staircase import detect

from .attended import Hosts
from .lines import (
    CELL_BYTES,
    ENCAPSULATIONS,
    PAYLOAD_BYTES,
    PING_BYTES,
    TRAILER_BYTES,
    Effort,
    cells,
    direct,
)
from .points import Measured, Store, measure

PART = "staircase"
PROGRAMS = ("ping",)
RATE_BPS = 1_000_000
#: Sizes for `ping -s`: large enough for a time of its own, and beyond the third step.
SIZES = (16, 166)


def measure_all(store: Store, effort: Effort) -> Iterator[Measured]:
    """Measure with each encapsulation."""
    for encapsulation in ENCAPSULATIONS:
        sizes = range(*SIZES, effort.size_step)

        def work(hosts: Hosts, sizes: range = sizes) -> dict[str, object]:
            # All sizes several times: a minute's load of the machine must not look like a step.
            passes = [[_least_ms(hosts, size, effort.pings) for size in sizes] for _ in range(effort.passes)]
            return {"sizes": list(sizes), "rtt_ms": [min(times) for times in zip(*passes, strict=True)]}

        scenario = direct(RATE_BPS, encapsulation)
        yield measure(store, PART, encapsulation, scenario, work, _expected(sizes, encapsulation))


def _least_ms(hosts: Hosts, size: int, pings: int) -> float:
    """Give the least of some round trips: the load of the machine only adds to one."""
    said = hosts.call(0, "ping", "-q", "-n", "-c", str(pings), "-i", "0.01", "-s", str(size), "198.18.0.2")
    found = re.search(r"= ([\d.]+)/", said)
    if found is None:
        raise RuntimeError(f"ping printed no times: {said}")
    return float(found[1])


def _expected(sizes: range, encapsulation: str) -> dict[str, object]:
    """Give the round trips of the line alone."""
    cell_ms = 2 * CELL_BYTES * 8 / RATE_BPS * 1e3
    times = [2 * 1.0 + cells(size + PING_BYTES, encapsulation) * cell_ms for size in sizes]
    return {"rtt_ms": times, "step_ms": cell_ms}


def steps(one: Measured) -> list[int]:
    """Give the sizes with which the measured round trip has risen by more than half a step."""
    return _rises(one.found["sizes"], one.found["rtt_ms"], one.ours["step_ms"])


def expected_steps(one: Measured) -> list[int]:
    """Give the sizes with which it must rise."""
    return _rises(one.found["sizes"], one.ours["rtt_ms"], one.ours["step_ms"])


def _rises(sizes: list[int], times: list[float], step: float) -> list[int]:
    triples = zip(sizes[1:], times[1:], times[:-1], strict=False)
    return [size for size, after, before in triples if after - before > step / 2]


def seen(one: Measured) -> dict[str, float | bool]:
    """Give the height of a step, the overhead by the times, and the time that the machine adds."""
    sizes = [size + PING_BYTES for size in one.found["sizes"]]
    found = detect(sizes, one.found["rtt_ms"])
    over = [took - least for took, least in zip(one.found["rtt_ms"], one.ours["rtt_ms"], strict=True)]
    return {
        "step_ms": found.step,
        "overhead_bytes": found.offsets[0],
        "is_the_overhead": ENCAPSULATIONS[one.name] + TRAILER_BYTES
        in [at % PAYLOAD_BYTES for at in found.offsets],
        "machine_us": 1e3 * min(over),
    }
