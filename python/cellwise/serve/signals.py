"""Notifying many listeners of a change, and sending it to browsers as it happens."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

#: Without news, a line that says nothing keeps the connection, in seconds.
_ALIVE_EVERY_S = 15.0

#: An event of a stream: its name and its data; and whether it is the last one.
Event = tuple[str, Mapping[str, Any], bool]


class Changes:
    """Wakes all that wait for the next change."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        """Wake all that wait."""
        self._event.set()
        self._event = asyncio.Event()

    async def next(self) -> None:
        """Wait for the next change."""
        await self._event.wait()


async def stream(look: Callable[[], list[Event]], changes: Changes, closing: Changes) -> AsyncIterator[bytes]:
    """Send what has become of something, now and whenever it changes, until its last event.

    Parameters
    ----------
    look : callable
        Gives the events that are new; at first those that describe the present state.
    changes : Changes
        Set when there may be new ones.
    closing : Changes
        Set when the server ends.
    """
    while True:
        waiting = asyncio.ensure_future(changes.next())
        ending = asyncio.ensure_future(closing.next())
        # Both wait already: what changes while events are sent is not missed.
        await asyncio.sleep(0)
        try:
            for name, data, last in look():
                yield f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
                if last:
                    return
            done, _ = await asyncio.wait(
                {waiting, ending}, timeout=_ALIVE_EVERY_S, return_when=asyncio.FIRST_COMPLETED
            )
            if ending in done:
                return
            if not done:
                yield b": still here\n\n"
        finally:
            waiting.cancel()
            ending.cancel()
