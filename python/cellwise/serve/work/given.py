"""What tasks are given, and how they refuse it."""

from collections.abc import Callable, Mapping
from typing import Any

#: Called with the fraction that is done; may raise to end the task.
Progress = Callable[[float], None]

#: Plain values and arrays by name.
Given = Mapping[str, Any]


class RefusedError(Exception):
    """What was asked for cannot be had; the message says why, and what can."""
