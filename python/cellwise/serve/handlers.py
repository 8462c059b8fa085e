"""Requests about the server, the gallery, and results of earlier runs in the folder."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.points.store import build_id
from cellwise.serve.answers import BadRequestError, answer
from cellwise.serve.names import is_name
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
    reported = ("name", "title", "summary", "source")
    return answer({"studies": [{key: one[key] for key in reported} for one in found["studies"]]})


async def stored(request: Request) -> Response:
    """List the results folders of earlier runs."""
    state = state_of(request)
    return answer(await state.files.do("stored", {"folder": str(state.options.folder)}))


async def results(request: Request) -> Response:
    """Give what is in one of them, as the simulator in the browser takes it."""
    state, name = state_of(request), request.path_params["name"]
    if not is_name(name):
        raise BadRequestError(404, f"results: {name[:80]!r} is no name of results", "name", name[:80])
    arguments = {"name": name, "folder": str(state.options.folder)}
    found = await state.files.do("stored-run", arguments)
    return Response(found["content"], media_type="application/octet-stream")


ROUTES = [
    Route("/api/about", about),
    Route("/api/gallery", gallery),
    Route("/api/stored", stored),
    Route("/api/stored/{name}/results", results),
]
