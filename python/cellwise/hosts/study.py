"""The study of real hosts: its parts one after another, and its report."""

from collections.abc import Callable, Sequence
from pathlib import Path

from cellwise.hosts import controls, goodput, policed, staircase
from cellwise.hosts.attended import lack
from cellwise.hosts.lines import Effort
from cellwise.hosts.points import Measured, Store, stored

_MODULES = (staircase, goodput, controls, policed)
PARTS = tuple(one.PART for one in _MODULES)


def missing(parts: Sequence[str]) -> list[str]:
    """Say what this machine lacks to measure these parts; nothing if it lacks nothing."""
    programs = {program for one in _MODULES if one.PART in parts for program in one.PROGRAMS}
    return lack(["ip", *sorted(programs)])


def measure_parts(
    store: Store, parts: Sequence[str], effort: Effort, tell: Callable[[Measured], None]
) -> None:
    """Measure parts, each run after another, and store what comes of them; tells of each.

    Raises
    ------
    RuntimeError
        If a program behind the network fails.
    KeyboardInterrupt
        If it was ended from outside; what was measured before is stored.
    """
    for module in _MODULES:
        if module.PART in parts:
            for one in module.measure_all(store, effort):
                tell(one)


def in_order(folder: Path) -> list[Measured]:
    """Give what is stored, in the order of parts."""
    return sorted(stored(folder), key=lambda one: (PARTS.index(one.part), _places(one.name)))


def _places(name: str) -> list[tuple[int, str]]:
    """Put numbers in names in the order of their values."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in name.split("-")]
