"""Connections that have not shown the token: few at a time, and none for long.

Every machine that can reach the port can connect, and every connection takes one of the files that a process
may have open. Without a bound on them someone who only connects, and says nothing, would keep the owner
out.
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from cellwise.serve.guard import HEADERS

#: A connection without the token is ended after so long, in seconds, whatever it says.
PATIENCE_S = 10.0

#: Connections without the token at a time; fewer where a process may have few open files.
_MOST, _PART_OF_FILES = 256, 4


def most_unauthenticated() -> int:
    """Give how many there may be, so that most of the files that may be open are left to the others."""
    files = _most_files()
    return _MOST if files is None else max(1, min(_MOST, files // _PART_OF_FILES))


def most_at_once() -> int:
    """Give how many connections are taken at once: none may have to make room before it could speak."""
    return max(1, most_unauthenticated() // 2)


def _most_files() -> int | None:
    """Give how many files this process may have open; None without a bound."""
    # Sockets are no files on Windows.
    if sys.platform != "win32":
        import resource

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            return files
    return None


class Unauthenticated:
    """The connections that have not shown the token, the oldest first."""

    def __init__(self, knows: Callable[[Scope], bool], most: int, patience_s: float) -> None:
        """Take as many of them as `most`, each for a time; `knows` says whether a request has the token."""
        self._knows = knows
        self._most = most
        self._patience_s = patience_s
        self._ends: dict[asyncio.Transport, asyncio.TimerHandle] = {}

    def come(self, transport: asyncio.Transport) -> None:
        """Take a new connection; the oldest one makes room for it."""
        # The oldest had the most time to say who it is: the owner's browser does so at once.
        while len(self._ends) >= self._most:
            oldest = next(iter(self._ends))
            self.leave(oldest)
            oldest.abort()
        loop = asyncio.get_running_loop()
        self._ends[transport] = loop.call_later(self._patience_s, transport.abort)

    def hear(self, transport: asyncio.Transport, scope: Scope | None) -> None:
        """Look whether a connection's last request, if it has made one, has the token."""
        if transport in self._ends and scope is not None and self._knows(scope):
            self.leave(transport)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection, because it has shown the token or has ended."""
        end = self._ends.pop(transport, None)
        if end is not None:
            end.cancel()


def protocol(connections: Unauthenticated) -> type[asyncio.Protocol]:
    """Make the HTTP protocol of a server that counts such connections."""

    class Watched(H11Protocol):
        """HTTP, with a check of the connection."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            connections.come(transport)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            connections.hear(self.transport, dict(self.scope) if self.scope else None)

        def send_400_response(self, msg: str) -> None:
            # A request that is not HTTP never reaches the application, which puts these headers on all other
            # answers.
            fields = {"content-type": "text/plain; charset=utf-8", "connection": "close", **HEADERS}
            headers = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (answer, h11.Data(data=msg.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
            self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.leave(self.transport)
            super().connection_lost(exc)

    return Watched
