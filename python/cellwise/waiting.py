"""Runs that end while everybody waits: what came of them says more about a timer than about a network."""

from collections.abc import Mapping, Sequence
from typing import Any

#: A wait for a smaller share of the run moves no mean by more than that.
_LEAST = 0.01


def told_of_waiting(waiting: Sequence[Mapping[str, Any]], simulated_s: float) -> list[str]:
    """Say that all TCP flows wait for their retransmission timers at the end of a run.

    Parameters
    ----------
    waiting : sequence of mapping
        ``flow``, ``since_s`` and ``until_s`` of each flow that waits; empty if one of them moves on.
    simulated_s : float
        When the run ended, in seconds.

    Returns
    -------
    list of str
        A sentence; nothing if nothing waits, or has for less than a hundredth of the run.

    Examples
    --------
    >>> told_of_waiting([{"flow": "tcp1", "since_s": 0.25, "until_s": 1.5}], 1.0)[0][:65]
    'the run ends while its one TCP flow waits for its retransmission '
    """
    since_s = max((float(one["since_s"]) for one in waiting), default=simulated_s)
    silent_s = simulated_s - since_s
    if silent_s < _LEAST * simulated_s or not waiting:
        return []
    first_s = min(float(one["until_s"]) for one in waiting)
    many = len(waiting)
    who = f"all {many} TCP flows wait for their" if many > 1 else "its one TCP flow waits for its"
    what = f"the run ends while {who} retransmission timer{'s' if many > 1 else ''}"
    since = f"nothing moved in the last {silent_s:.3g} s of {simulated_s:.6g} s"
    rule = "simulate longer (duration), or with a finer tcp.timer_tick, before you believe rates"
    return [f"{what}: {since}, and the first fires at {first_s:.6g} s; {rule}"]
