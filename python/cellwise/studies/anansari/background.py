"""The on and off times of the background: what no level of a case says alone."""

from collections.abc import Mapping
from typing import Any

from cellwise.quantity import span_s

#: Which choice has the on times of a figure.
_PERIODS = {"2": "period25", "3": "period3", "4": "period4", "5": "period25"}


def on_and_off(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> dict[str, str]:
    """Give the on and off times of a figure's background, by path; nothing without a background.

    In Python because a setting of a case is a value or a level, and the off time follows from two choices.
    """
    if "figure" not in levels:
        return {}
    on_s = span_s(chosen[f"study.{_PERIODS[levels['figure']]}"])
    share = float(chosen["study.off_share"])
    off_s = on_s * share / (1 - share)
    return {
        "topology.background.source.on": f"{on_s * 1e6:g} us",
        "topology.background.source.off": f"{off_s * 1e6:g} us",
    }
