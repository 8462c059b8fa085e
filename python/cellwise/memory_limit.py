"""Whether the address space has room for tables, where the system limits it (`ulimit -v`)."""

from cellwise import _core

#: Octets that the library for tables takes of the address space, and so many for each that is written: text
#: is held as references first, then as text.
_BASE_BYTES, _TIMES = 512 << 20, 9


def require_room(table_bytes: int) -> None:
    """Refuse to write tables for which there is no room: where it gives out, the library ends the process.

    Raises `MemoryError` if what is left of the address space may not be enough.
    """
    space = _core.address_space()
    needed = _BASE_BYTES + _TIMES * table_bytes
    if space is not None and space[1] < needed:
        raise MemoryError(f"to write the results may take {needed / 1e6:.0f} MB; {_reported(*space)}")


def room_left() -> str:
    """Say what the system lets this process have of the address space; empty without a limit."""
    space = _core.address_space()
    return _reported(*space) if space else ""


def _reported(limit: int, left: int) -> str:
    return (
        f"the system lets this process have {limit / 1e6:.0f} MB of address space (ulimit -v), "
        f"of which {left / 1e6:.0f} MB are left"
    )
