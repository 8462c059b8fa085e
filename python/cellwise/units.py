"""Quantities made of numbers: a function for every unit, such as ``ms(10 / 6)``.

They give text that scenarios accept wherever they accept a quantity. A time is rounded to whole
picoseconds and a rate to whole bit/s; bytes, cells and packets must be whole numbers. A kB is 1000 octets, a
KiB 1024. A number that is negative, not finite, or not whole where it must be raises `ValueError`.

Examples
--------
>>> ms(10 / 6), mbit_s(1.5), kib(64)
('1.666666667 ms', '1.5 Mbit/s', '64 KiB')
"""

from collections.abc import Callable, Mapping

from cellwise.quantity import Number, written

__all__ = [
    "MADE",
    "bit_s",
    "cells",
    "cells_s",
    "gb",
    "gbit_s",
    "gib",
    "hours",
    "kb",
    "kbit_s",
    "kib",
    "mb",
    "mbit_s",
    "mib",
    "minutes",
    "ms",
    "ns",
    "octets",
    "packets",
    "ps",
    "s",
    "tbit_s",
    "us",
]

Maker = Callable[[Number], str]


def _of(unit: str, name: str) -> Maker:
    def make(number: Number) -> str:
        return written(number, unit)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Write a number of {unit} as scenarios take it; see `cellwise.units`."
    return make


ps = _of("ps", "ps")
ns = _of("ns", "ns")
us = _of("us", "us")
ms = _of("ms", "ms")
s = _of("s", "s")
minutes = _of("min", "minutes")
hours = _of("h", "hours")
bit_s = _of("bit/s", "bit_s")
kbit_s = _of("kbit/s", "kbit_s")
mbit_s = _of("Mbit/s", "mbit_s")
gbit_s = _of("Gbit/s", "gbit_s")
tbit_s = _of("Tbit/s", "tbit_s")
cells_s = _of("cells/s", "cells_s")
octets = _of("bytes", "octets")
kb = _of("kB", "kb")
kib = _of("KiB", "kib")
mb = _of("MB", "mb")
mib = _of("MiB", "mib")
gb = _of("GB", "gb")
gib = _of("GiB", "gib")
cells = _of("cells", "cells")
packets = _of("packets", "packets")

#: By unit, the function that makes a quantity of it from a number.
MADE: Mapping[str, Maker] = {
    "ps": ps,
    "ns": ns,
    "us": us,
    "ms": ms,
    "s": s,
    "min": minutes,
    "h": hours,
    "bit/s": bit_s,
    "kbit/s": kbit_s,
    "Mbit/s": mbit_s,
    "Gbit/s": gbit_s,
    "Tbit/s": tbit_s,
    "cells/s": cells_s,
    "bytes": octets,
    "kB": kb,
    "KiB": kib,
    "MB": mb,
    "MiB": mib,
    "GB": gb,
    "GiB": gib,
    "cells": cells,
    "packets": packets,
}
