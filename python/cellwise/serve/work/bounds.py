"""The limits of a process of the server; set by the process itself before it reads anything from outside.

Windows has no such bounds: there a run ends at `limits.memory` of its scenario, and when its time by the
clock is over.
"""

import contextlib
import sys
import time
from collections.abc import Iterator

#: Address space that Python and its libraries may take in addition to a run, in octets.
_BASE_BYTES = 256 << 20


if sys.platform == "win32":

    def bound_memory(memory_bytes: int) -> None:
        """Bound nothing."""

    @contextlib.contextmanager
    def processor_time(most_s: float) -> Iterator[None]:  # noqa: ARG001
        """Bound nothing."""
        yield

else:
    import resource

    def bound_memory(memory_bytes: int) -> None:
        """Bound the address space to what is taken now, and `memory_bytes` on top of it.

        A request for more is ended by the simulator or gets a `MemoryError`.
        """
        most = _address_space() + _BASE_BYTES + memory_bytes
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        # What this system does not bound, it does not: the scenario's own limit holds.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))

    @contextlib.contextmanager
    def processor_time(most_s: float) -> Iterator[None]:
        """Bound the processor time of the work inside, to whole seconds; beyond it the process ends."""
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        until = int(time.process_time() + most_s) + 1
        soft = until if hard == resource.RLIM_INFINITY else min(until, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))

    def _address_space() -> int:
        try:
            with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no path is made up
                return int(file.read().split()[0]) * resource.getpagesize()
        except OSError:
            # Without /proc, the greatest use so far is the answer.
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
