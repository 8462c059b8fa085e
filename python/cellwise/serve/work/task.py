"""The arguments of tasks, and how tasks refuse them."""

from collections.abc import Mapping
from typing import Any

#: Plain values and arrays by name.
Arguments = Mapping[str, Any]


class RefusedError(Exception):
    """What was asked for cannot be had; the message says why, and what can."""
