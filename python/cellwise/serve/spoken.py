"""What a process says, in lines that are bounded, whatever it says."""

import asyncio
from collections.abc import AsyncIterator

#: Octets of a line that are kept; the rest of it is passed over.
MOST_OCTETS = 1 << 16


async def spoken_lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """Give the lines of a stream to its end, without white space around them, each cut to `MOST_OCTETS`."""
    # The stream's own lines end with an error where one is longer than its limit.
    begun = b""
    while said := await stream.read(MOST_OCTETS):
        first, *others = said.split(b"\n")
        begun = (begun + first)[:MOST_OCTETS]
        for other in others:
            yield _text(begun)
            begun = other
    if begun:
        yield _text(begun)


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip()
