"""A share of a whole, as options and calls are given it: `95%`, `95 %` or 0.95."""

from typing import TypeAlias

from cellwise.quantity import number_of

#: A share above 0 and below 1: a number, or text with a per cent sign or without one.
Share: TypeAlias = float | str


def share_of(given: Share, name: str) -> float:
    """Read a share that an option or an argument called `name` is given.

    Raises `ValueError` if it is not above 0 and below 1. A number from 1 on without a per cent sign is
    refused with both spellings.

    Examples
    --------
    >>> [share_of(one, "within") for one in ("95%", "95 %", ".95", 0.95, "0.5%")]
    [0.95, 0.95, 0.95, 0.95, 0.005]
    >>> share_of("95", "within")
    Traceback (most recent call last):
    ...
    ValueError: within: '95' is not allowed; write 95% or 0.95
    """
    written = f"{given:g}" if isinstance(given, float | int) else given.strip()
    number = _number(written.removesuffix("%"))
    share = number / 100 if written.endswith("%") else number
    if 0 < share < 1:
        return share
    reported = repr(given) if isinstance(given, str) else written
    if 1 <= share < 100 and not written.endswith("%"):
        raise ValueError(f"{name}: {reported} is not allowed; write {share:g}% or {share / 100:g}")
    raise ValueError(
        f"{name}: {reported} is not allowed; give a share above 0 and below 1, such as 95% or 0.95"
    )


def _number(written: str) -> float:
    """Give a number without a unit; 0, which is no share, for other text."""
    try:
        level = number_of(written)
        return 0.0 if level.kind else level.within("")
    except ValueError:
        return 0.0
