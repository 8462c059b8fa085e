"""Who may ask what: hosts, origins, the token, sizes, paths."""

import asyncio
import gzip
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from cellwise.serve import static


def origin(page: Any) -> str:
    return f"http://127.0.0.1:{page.port}"


def test_without_the_token_nothing_of_the_interface_answers(page: Any) -> None:
    for path in ("/api/about", "/api/stored", "/api/studies", "/api/nothing"):
        for token in ("", "x", page.token[:-1], page.token + "x"):
            answer = page.ask("GET", path, X_Cellwise_Token=token)
            assert answer.status == 403, (path, token)
            assert "cellwise serve" in answer.json["error"]


@pytest.mark.parametrize(
    "path", ["//api/about", "/%61pi/about", "/api%2fabout", "/./api/about", "/API/about"]
)
def test_no_spelling_of_a_path_goes_round_the_token(page: Any, path: str) -> None:
    assert page.raw("GET", path, {}).status in (403, 404)


def test_the_printed_address_gives_a_cookie_and_forgets_the_token(page: Any) -> None:
    answer = page.raw("GET", f"/?token={page.token}", {})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/", f"cellwise_token_{page.port}={page.token}"):
        assert part in cookie
    given = {"Cookie": cookie.partition(";")[0]}
    assert page.raw("GET", "/api/about", given).status == 200
    assert page.raw("GET", "/?token=wrong", {}).status == 403


def test_a_cookie_alone_changes_nothing_without_the_right_origin(page: Any) -> None:
    cookie = {"Cookie": f"cellwise_token_{page.port}={page.token}"}
    asked = "/api/studies/goyal96/cancel"
    assert page.raw("POST", asked, cookie, b"{}").status == 403
    assert page.raw("POST", asked, {**cookie, "Origin": origin(page)}, b"{}").status == 202
    for strange in ("http://evil.example", "null", f"https://127.0.0.1:{page.port}", "http://127.0.0.1:1"):
        answer = page.raw("POST", asked, {**cookie, "Origin": strange}, b"{}")
        assert answer.status == 403, strange
        assert page.raw("GET", "/api/about", {**cookie, "Origin": strange}).status == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_name_that_points_here_is_not_answered(page: Any, host: str) -> None:
    answer = page.ask("GET", "/api/about", Host=host.format(port=page.port) or "-")
    assert answer.status == 421
    assert page.ask("GET", "/", Host=host.format(port=page.port) or "-").status == 421


def test_localhost_is_this_machine(page: Any) -> None:
    assert page.ask("GET", "/api/about", Host=f"localhost:{page.port}").status == 200


def test_no_other_machine_can_connect(page: Any) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.2", 0))
    with (
        pytest.raises(OSError, match="refused"),
        socket.create_connection(("127.0.0.2", page.port), timeout=10),
    ):
        pass


def test_every_answer_has_the_headers_that_keep_browsers_strict(page: Any) -> None:
    for path in ("/", "/api/about", "/nothing.js", "/api/nothing"):
        headers = page.ask("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        # Modules are compiled; nothing that is written as text is run.
        assert policy.count("unsafe") == policy.count("'wasm-unsafe-eval'") == 1
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert not [name for name in headers if name.startswith("access-control")]


def test_other_origins_are_never_allowed_by_a_preflight(page: Any) -> None:
    answer = page.raw(
        "OPTIONS", "/api/studies", {"Origin": "http://evil.example", "X-Cellwise-Token": page.token}
    )
    assert answer.status == 403


def test_large_bodies_are_refused_whatever_they_say_of_their_size(page: Any) -> None:
    large = b" " * (5 << 20)
    assert page.ask("POST", "/api/studies/goyal96/start", large).status == 413
    with socket.create_connection(("127.0.0.1", page.port), timeout=60) as connection:
        head = (
            "POST /api/studies/goyal96/start HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{page.port}\r\nX-Cellwise-Token: {page.token}\r\n"
        )
        connection.sendall((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
        answer = b""
        try:
            for _ in range(6):
                connection.sendall(b"100000\r\n" + b" " * (1 << 20) + b"\r\n")
            connection.sendall(b"0\r\n\r\n")
        except OSError:
            # The server has answered and closed before everything was sent.
            pass
        answer = connection.recv(100)
    assert b" 413 " in answer


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_request_is_refused_with_the_reason(page: Any, body: bytes) -> None:
    for path in ("start", "open"):
        answer = page.ask("POST", f"/api/studies/goyal96/{path}", body)
        assert answer.status == 400, answer.body
        assert answer.json["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "/%2e%2e/%2e%2e/serve/app.py",
        "/....//results.py",
        "//etc/passwd",
        "/%00",
        "/index.html/../../__init__.py",
        "/..\\results.py",
        "/.hidden.js",
    ],
)
def test_no_path_leads_out_of_the_page_folder(page: Any, path: str) -> None:
    answer = page.raw("GET", path, {"X-Cellwise-Token": page.token})
    assert answer.status == 404
    assert b"import" not in answer.body


def test_the_page_comes_from_the_package_with_its_type_and_is_not_sent_twice(page: Any) -> None:
    answer = page.raw("GET", "/", {})
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    again = page.raw("GET", "/", {"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert page.raw("GET", "/page.js", {}).headers["content-type"].startswith("text/javascript")
    assert page.raw("GET", "/page.css", {}).headers["content-type"].startswith("text/css")


def test_no_scenario_of_a_visitor_is_taken(page: Any) -> None:
    for path in ("/api/check", "/api/runs"):
        answer = page.ask("POST", path, {"scenario": {"topology": {"template": "n-source"}}})
        assert answer.status in (404, 405)


def test_the_simulator_is_handed_out_packed_for_those_who_take_it_so(page: Any, repository: Path) -> None:
    module = repository / "python" / "cellwise" / "_core.wasm"
    if not module.exists():
        pytest.skip("the module for browsers is not built")
    whole = page.raw("GET", "/_core.wasm", {})
    packed = page.raw("GET", "/_core.wasm", {"Accept-Encoding": "gzip"})
    assert whole.headers["content-type"] == packed.headers["content-type"] == "application/wasm"
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == whole.body == module.read_bytes()
    assert len(packed.body) < len(whole.body) / 2


def test_the_simulator_is_packed_before_somebody_asks_for_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (repository / "python" / "cellwise" / "_core.wasm").exists():
        pytest.skip("the module for browsers is not built")
    static.prepare()
    monkeypatch.setattr(gzip, "compress", lambda *_: pytest.fail("packed again"))
    asked = {
        "type": "http",
        "headers": [(b"accept-encoding", b"gzip")],
        "path_params": {"path": "_core.wasm"},
    }
    answer = asyncio.run(static.page(Request(asked)))
    assert answer.headers["content-encoding"] == "gzip"


def test_unknown_parts_of_the_interface_say_so_as_json(page: Any) -> None:
    for method, path in (("GET", "/api/nothing"), ("PUT", "/api/studies"), ("GET", "/api/studies/zzz")):
        answer = page.ask(method, path)
        assert answer.status in (404, 405)
        assert answer.json["error"]
