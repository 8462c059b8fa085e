"""Requests about the server and the gallery."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.points.store import build_id
from cellwise.serve.answers import answer
from cellwise.serve.state import state_of
from cellwise.source import ID_DIGITS
from cellwise.version import __version__


async def about(request: Request) -> Response:
    """Say which Cellwise this is, and where results are."""
    content = {"version": __version__, "build": build_id()[:ID_DIGITS]}
    return answer({**content, "folder": str(state_of(request).options.folder)})


async def gallery(request: Request) -> Response:
    """Give the studies."""
    state = state_of(request)
    found = await state.of_studies("studies")
    told = ("name", "title", "summary", "source")
    return answer({"studies": [{key: one[key] for key in told} for one in found["studies"]]})


ROUTES = [
    Route("/api/about", about),
    Route("/api/gallery", gallery),
]
