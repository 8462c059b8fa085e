"""Listening: the socket, the address to open, the end."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from cellwise.serve import static, unauthenticated
from cellwise.serve.app import application
from cellwise.serve.options import Options
from cellwise.serve.unauthenticated import Unauthenticated, most_at_once, most_unauthenticated, protocol

#: Streams of events end at once when the server does; anything else has this long, in seconds.
_LAST_ANSWERS_S = 2

#: Connections that may wait to be taken.
_WAITING = 2048


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield


def bind(options: Options) -> socket.socket:
    """Take the port; raises `OSError` if that is not possible."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((options.host, options.port))
    except BaseException:
        listening.close()
        raise
    return listening


def address(options: Options, port: int) -> str:
    """Give what the browser opens, with the token."""
    host = "127.0.0.1" if options.host in ("0.0.0.0", "::", "localhost") else options.host
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/?token={options.token}"


def serve(options: Options, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called as soon as requests are answered."""
    asyncio.run(_serve(options, listening, ready))


async def _serve(options: Options, listening: socket.socket, ready: Callable[[], None]) -> None:
    port = int(listening.getsockname()[1])
    app = application(options, port)
    config = uvicorn.Config(
        app,
        http=protocol(Unauthenticated(app.knows, most_unauthenticated(), unauthenticated.PATIENCE_S)),
        backlog=most_at_once(),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_LAST_ANSWERS_S,
        h11_max_incomplete_event_size=64 << 10,
    )
    server = _Server(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # In a thread of a test there are no signals to take.
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
            loop.add_signal_handler(number, _end, server)
    serving = loop.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        # More may wait in the system than are taken at once, so that none has to try again.
        listening.listen(_WAITING)
        ready()
        # A visitor of the page asks for it within a second.
        loop.run_in_executor(None, static.prepare)
    await serving


def _end(server: uvicorn.Server) -> None:
    # The second time, do not wait for any client.
    server.force_exit = server.should_exit
    server.should_exit = True
