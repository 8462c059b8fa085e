"""The checks of `cellwise verify`, one row each, in the order in which they are shown."""

from cellwise.errors import by_name
from cellwise.verify import (
    codecs,
    conservation,
    encapsulations,
    gcra,
    line_errors,
    max_min,
    queues,
    repeatable,
    table1,
    tcp,
    tcp_growth,
    timelines,
)
from cellwise.verify.check import Check

#: Every check by name.
CHECKS: dict[str, Check] = {
    check.name: check
    for check in (
        *codecs.CHECKS,
        encapsulations.CHECK,
        gcra.CHECK,
        *queues.CHECKS,
        max_min.CHECK,
        *tcp.CHECKS,
        timelines.CHECK,
        *tcp_growth.CHECKS,
        table1.CHECK,
        line_errors.CHECK,
        conservation.CHECK,
        *repeatable.CHECKS,
    )
}


def get(name: str) -> Check:
    """Give a check by name.

    Raises
    ------
    ValueError
        If there is no such check; the message names those that exist.
    """
    return by_name("check", name, CHECKS, "the checks")
