"""A client without the token cannot keep the owner out, by many connections or by silent ones."""

import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from cellwise.serve.unauthenticated import most_unauthenticated

#: As many open files as some systems allow.
FEW_FILES = 256

SILENT, HALF_A_HEAD = b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@contextmanager
def few_files() -> Iterator[None]:
    """What is started here may have few files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connect(page: Any, say: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", page.port), timeout=30)
    connection.sendall(say)
    return connection


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False


def patience(seconds: float) -> str:
    """Program text that lets strangers stay for so long."""
    return f"from cellwise.serve import unauthenticated; unauthenticated.PATIENCE_S = {seconds}; "


def wait_until_closed(connections: list[socket.socket]) -> None:
    deadline = time.monotonic() + 60
    while any(map(is_open, connections)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("say", [SILENT, HALF_A_HEAD])
def test_the_owner_is_answered_while_strangers_hold_connections(
    served: Callable[..., Any], say: bytes
) -> None:
    with ExitStack() as held:
        with few_files():
            page = held.enter_context(served("--jobs", "1", changed=patience(1000)))
        connections = [held.enter_context(connect(page, say)) for _ in range(FEW_FILES + 40)]
        for _ in range(3):
            assert page.get("/api/about")["version"]
        # The oldest have made room; the others are as patient as the server.
        assert any(map(is_open, connections))


def test_whoever_has_not_shown_the_token_is_ended_whatever_it_says(served: Callable[..., Any]) -> None:
    with served("--jobs", "1", changed=patience(1)) as page:
        host = f"127.0.0.1:{page.port}"
        refused = f"GET /api/about HTTP/1.1\r\nHost: {host}\r\nX-Cellwise-Token: wrong\r\n\r\n".encode()
        silent, dripping, asking = (connect(page, say) for say in (SILENT, HALF_A_HEAD, refused))
        stop = time.monotonic() + 60
        with silent, dripping, asking:
            while any(map(is_open, (silent, dripping, asking))):
                assert time.monotonic() < stop
                time.sleep(0.1)
                for connection, say in ((dripping, b"X"), (asking, refused[:1])):
                    with suppress(OSError):
                        connection.setblocking(True)
                        connection.sendall(say)


def test_who_has_the_token_stays_connected(served: Callable[..., Any]) -> None:
    with served("--jobs", "1", changed=patience(1)) as page:
        host = f"127.0.0.1:{page.port}"
        head = f"GET /api/about HTTP/1.1\r\nHost: {host}\r\nX-Cellwise-Token: {page.token}\r\n\r\n".encode()
        with connect(page, head) as known, connect(page, SILENT) as stranger:
            assert known.recv(65536)
            wait_until_closed([stranger])
            known.sendall(head)
            assert known.recv(65536)


def test_a_quarter_of_the_files_is_for_strangers() -> None:
    with few_files():
        assert most_unauthenticated() == FEW_FILES // 4
