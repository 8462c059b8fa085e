"""A host that serves files and nothing else, as any does that sites are put on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


class _Saying(_Quiet):
    """Says of packed files that they are, as some hosts do: browsers then unpack them."""

    def end_headers(self) -> None:
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@dataclass
class StaticHost:
    """Serves a folder until it is stopped."""

    address: str
    server: ThreadingHTTPServer

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def serving(folder: Path, *, says_packed: bool = False) -> Iterator[StaticHost]:
    handler = partial(_Saying if says_packed else _Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    host = StaticHost(f"http://127.0.0.1:{server.server_address[1]}/", server)
    try:
        yield host
    finally:
        host.stop()
        thread.join()
