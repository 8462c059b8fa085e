"""Quantities with units in options."""

from cellwise import quantity
from cellwise.cli.errors import UsageError


def rate_bps(option: str, written: str) -> float:
    """Read the rate that an option was given, in bit/s, above 0; a `UsageError` names the option."""
    try:
        rate = quantity.rate_bps(written)
    except ValueError as error:
        raise UsageError(f"{option}: {error}") from None
    if not rate > 0:
        raise UsageError(f"{option}: {written!r} is not allowed; give a rate above 0")
    return rate
