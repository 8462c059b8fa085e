"""What tasks are given, and how they refuse it."""

from collections.abc import Mapping
from typing import Any

#: Plain values and arrays by name.
Given = Mapping[str, Any]


class RefusedError(Exception):
    """What was asked for cannot be had; the message says why, and what can."""
