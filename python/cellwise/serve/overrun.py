"""What to do about a run that took more time than a run may take."""

import math
from collections.abc import Callable

from cellwise.serve.process import TaskError

#: What would have fitted, as a part of what was reached: results take time too, and the machine may be busy.
_MARGIN = 0.8


def overrun(error: TaskError, fraction: float, duration_s: float, cpu_s: float) -> TaskError:
    """Say how far a run came that was ended, and what to change.

    Parameters
    ----------
    error : TaskError
        How it was ended.
    fraction : float
        The part of it that was simulated.
    duration_s : float
        What it was to simulate, in seconds; above 0.
    cpu_s : float
        Processor time that a run may take.
    """
    if fraction <= 0:
        advice = (
            "it had not come to its first event; give a smaller network, or a longer --time to the server"
        )
        return TaskError("time", f"{error}: {advice}")
    reached_s = fraction * duration_s
    shorter_s = _two_digits(_MARGIN * reached_s, math.floor)
    longer_s = _two_digits(cpu_s / fraction / _MARGIN, math.ceil)
    rule = f"takes more time than a run may take here; about {shorter_s:.12g} s would fit"
    text = (
        f"{error} at {reached_s:.3g} s of {duration_s:.12g} s simulated time; nothing of it is kept. "
        f"Give it a duration of about {shorter_s:.12g} s, or start the server with --time {longer_s:.12g}"
    )
    return TaskError(
        "time", text, [{"path": "duration", "value": None, "rule": rule, "text": f"duration: {rule}"}]
    )


def _two_digits(value: float, rounding: Callable[[float], int]) -> float:
    """Round a value above 0 to two digits that count."""
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return rounding(value / step) * step
