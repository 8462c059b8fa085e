"""Requests about results of earlier runs in the folder: which there are, and what is in them."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.serve.answers import BadRequestError, answer
from cellwise.serve.names import is_name
from cellwise.serve.state import state_of


async def stored(request: Request) -> Response:
    """List the results folders of earlier runs."""
    state = state_of(request)
    return answer(await state.files.do("stored", {"folder": str(state.options.folder)}))


async def results(request: Request) -> Response:
    """Give what is in one of them, as the simulator in the browser takes it."""
    state, name = state_of(request), request.path_params["name"]
    if not is_name(name):
        raise BadRequestError(404, f"results: {name[:80]!r} is no name of results", "name", name[:80])
    given = {"name": name, "folder": str(state.options.folder)}
    found = await state.files.do("stored-run", given)
    return Response(found["content"], media_type="application/octet-stream")


ROUTES = [
    Route("/api/stored", stored),
    Route("/api/stored/{name}/results", results),
]
