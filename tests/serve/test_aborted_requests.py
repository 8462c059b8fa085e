"""Requests that end in the middle, and octets that are no request: no traceback, and all headers."""

import socket
from collections.abc import Callable
from typing import Any

from cellwise.serve.guard import HEADERS


def test_uploads_that_are_given_up_print_no_traceback(served: Callable[..., Any]) -> None:
    with served() as page:
        head = (
            "POST /api/studies/goyal96/open HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{page.port}\r\nX-Cellwise-Token: {page.token}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
        )
        for octets in (0, 1, 50_000):
            with socket.create_connection(("127.0.0.1", page.port), timeout=30) as connection:
                connection.sendall(head.encode() + b"{" * octets)
        assert page.get("/api/about")["version"]
        page.process.terminate()
        _, reported = page.process.communicate(timeout=60)
    assert "Traceback" not in reported
    assert "Exception" not in reported


def test_what_is_no_http_is_refused_with_the_headers_of_all_answers(page: Any) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=30) as connection:
        connection.sendall(b"NONSENSE\r\n\r\n")
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head = answer.partition(b"\r\n\r\n")[0].decode().lower()
    assert head.startswith("http/1.1 400 ")
    for name, value in HEADERS.items():
        assert f"{name}: {value}".lower() in head
