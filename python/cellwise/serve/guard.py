"""Who may ask what: hosts, origins, the token, sizes; and what browsers have to allow.

A page of a stranger that is open in the same browser must neither read results nor start studies. It cannot
know the token, its requests carry its own origin, and a name that it makes point to this machine is not
among the hosts that are answered.
"""

import contextlib
import secrets
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cellwise.serve.options import Options

#: The largest body of a request, in octets.
MOST_BODY = 4 << 20

_TOO_LARGE = f"a request of more than {MOST_BODY >> 20} MiB is not allowed"

#: What scripts of the page may do: nothing but talk to this server, and compile the simulator's module.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

#: What a picture may do that is opened by itself: nothing but have its own style.
PICTURE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
)

#: What every answer has.
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

#: Methods that change nothing.
_READING = ("GET", "HEAD")


class Guard:
    """Lets through what may be asked."""

    def __init__(self, app: ASGIApp, options: Options, port: int) -> None:
        """Guard an application that listens on a port."""
        self._app = app
        self._token = options.token
        self._port = port
        self._any_address = not options.is_loopback
        names = {"localhost", "127.0.0.1", "[::1]", _bracketed(options.host)}
        self._hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())

    @property
    def cookie(self) -> str:
        """The cookie's name; cookies are not apart by port, so it has the port in its name."""
        return f"cellwise_token_{self._port}"

    def knows(self, scope: Scope) -> bool:
        """Return whether a request has the token, in whatever way it may be given."""
        headers = Headers(scope=scope)
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [None])
        return any(map(self._fits, (headers.get("x-cellwise-token"), self._cookie_of(headers), tokens[0])))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application do it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, guarded)
            return
        # A client that leaves in the middle of a request is not our fault, and there is no one to answer.
        with contextlib.suppress(ClientDisconnect):
            await self._app(scope, _bounded(receive), guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return _error(421, f"host: {host[:80]!r} is not this server")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return _error(403, f"origin: {origin[:80]!r} may not ask this server")
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["path"] == "/" and "token" in query:
            return self._welcome(query)
        if not scope["path"].startswith("/api/"):
            return None
        by_header = self._fits(headers.get("x-cellwise-token"))
        if not by_header and not self._fits(self._cookie_of(headers)):
            return _error(403, "token: open the address that `cellwise serve` printed")
        if scope["method"] not in _READING and origin is None and not by_header:
            return _error(403, "origin: is missing; give it, or the token as X-Cellwise-Token")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > MOST_BODY:
            return _error(413, _TOO_LARGE)
        return None

    def _is_ours(self, host: str) -> bool:
        if host.lower() in self._hosts:
            return True
        # Where others may connect, any address of this machine is right; a name could belong to another
        # machine.
        return self._any_address and _is_address(host, self._port)

    def _welcome(self, query: dict[str, list[str]]) -> Response:
        if not self._fits(query["token"][0]):
            return PlainTextResponse(
                "This token is of another server, or of an earlier one.\n"
                "Open the address that `cellwise serve` printed.\n",
                403,
            )
        rest = urlencode({key: values for key, values in query.items() if key != "token"}, doseq=True)
        answer = RedirectResponse(f"/?{rest}" if rest else "/", 303)
        answer.set_cookie(self.cookie, self._token, path="/", httponly=True, samesite="strict")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _fits(self, token: str | None) -> bool:
        return token is not None and secrets.compare_digest(token.encode(), self._token.encode())

    def _cookie_of(self, headers: Headers) -> str | None:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return None
        return None if cookie is None else cookie.value


def _bounded(receive: Receive) -> Receive:
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BODY:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return bounded


def _error(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": text, "issues": []}, status)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_address(host: str, port: int) -> bool:
    name, _, digits = host.rpartition(":")
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return digits == str(port)
