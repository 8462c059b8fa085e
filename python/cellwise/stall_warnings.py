"""Runs that end while everybody waits: what came of them says more about a timer than about a network."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cellwise import _core


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
    told = _core.waiting_told(json.dumps([dict(one) for one in waiting]), simulated_s)
    return [told] if told else []
