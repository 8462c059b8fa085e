"""The page's own files, from the installed package."""

import gzip
import hashlib
import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

#: The simulator for browsers, next to the page: it is built, and may be missing.
MODULE = "_core.wasm"

#: By suffix. What is not listed is not served, whatever lies there.
_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/vnd.microsoft.icon",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
}


def page_folder() -> Traversable:
    """Give the folder of the built page."""
    return files("cellwise") / "_web"


async def page(request: Request) -> Response:
    """Answer with a file of the page; a browser that has it already gets no content."""
    path = request.path_params.get("path") or "index.html"
    found = _find(path)
    if found is None:
        return PlainTextResponse("There is no such file.\n", 404)
    reported = await run_in_threadpool(_reported, path, found)
    # Names stay the same from version to version: a browser asks each time whether its copy is the right one.
    headers = {"ETag": reported.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == reported.tag:
        return Response(status_code=304, headers=headers)
    content = reported.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"], content = "gzip", reported.packed
    return Response(content, media_type=_TYPES[path.rpartition(".")[2]], headers=headers)


@dataclass(frozen=True, slots=True)
class _Reported:
    """A file, plain and packed."""

    tag: str
    content: bytes
    packed: bytes


#: The last 0.7 % of the module take more time than all before: level 6 instead of 9 takes half of it.
_LEVEL = 6

#: By path: a request for a file that is being packed waits for it, and not for another.
_PACKING: dict[str, threading.Lock] = {}


def prepare() -> None:
    """Pack the simulator before it is requested."""
    module = _find(MODULE)
    if module is not None:
        _reported(MODULE, module)


def _reported(path: str, found: Traversable) -> _Reported:
    with _PACKING.setdefault(path, threading.Lock()):
        return _packed(found.read_bytes())


@lru_cache(maxsize=32)
def _packed(content: bytes) -> _Reported:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return _Reported(tag, content, gzip.compress(content, _LEVEL, mtime=0))


def _find(path: str) -> Traversable | None:
    """Find a file by its path, one existing name after the other, so that no path leads out."""
    if path.rpartition(".")[2] not in _TYPES:
        return None
    if path == MODULE:
        module = files("cellwise") / MODULE
        return module if module.is_file() else None
    here = page_folder()
    for name in path.split("/"):
        if not here.is_dir():
            return None
        inside = [one for one in here.iterdir() if one.name == name]
        if not inside:
            return None
        here = inside[0]
    return here if here.is_file() else None
