"""The application: routes, errors, the guard before them, and what is started and ended with them."""

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.serve import handlers, handlers_studies, static
from cellwise.serve.answers import BadRequestError, answer, bad_request, task_failed
from cellwise.serve.guard import Guard
from cellwise.serve.options import Options
from cellwise.serve.process import TaskError
from cellwise.serve.state import State


def application(options: Options, port: int) -> Guard:
    """Make the application of a server that listens on a port."""
    state = State.of(options)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        state.start()
        try:
            yield
        finally:
            await state.end()

    app = Starlette(
        routes=[
            *handlers.ROUTES,
            *handlers_studies.ROUTES,
            Route("/api/{rest:path}", _unknown),
            Route("/", static.page),
            Route("/{path:path}", static.page),
        ],
        exception_handlers={
            BadRequestError: bad_request,
            TaskError: task_failed,
            HTTPException: _http_error,
        },
        lifespan=lifespan,
    )
    app.state.cellwise = state
    return Guard(app, options, port)


async def _unknown(_request: Request) -> Response:
    return answer({"error": "there is no such thing", "issues": []}, 404)


def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer({"error": error.detail, "issues": []}, error.status_code)
