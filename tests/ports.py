"""Ports of this machine, for the programs that tests start."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_port() -> Iterator[int]:
    """Give a port at which only a program that is given its number listens; in other systems, a free one."""
    with socket.socket() as held:
        # Linux lets two be bound to a port if one of them does not listen, and gives no bound port away.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = int(held.getsockname()[1])
        if sys.platform != "linux":
            held.close()
        yield port
