"""Requests about runs."""

from collections.abc import AsyncIterator

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cellwise.csv_text import to_csv
from cellwise.page import chart
from cellwise.serve.answers import BadRequestError, answer, body, count, number, scenario_text, text
from cellwise.serve.guard import PICTURE_POLICY
from cellwise.serve.runs import PageRun, Results
from cellwise.serve.signals import stream
from cellwise.serve.state import State

#: Widest picture, in columns; most steps of the network in time.
MOST_WIDTH, MOST_STEPS = 4000, 2000

SVG = "image/svg+xml"

#: Series longer than this are thinned beside the loop that serves others.
_LONG = 200_000


def state_of(request: Request) -> State:
    """Give what the server holds."""
    state: State = request.app.state.cellwise
    return state


def run_of(request: Request) -> PageRun:
    """Give the run that a request names."""
    run = state_of(request).runs.find(request.path_params["id"])
    if run is None:
        raise BadRequestError(404, "there is no such run; the oldest ones are forgotten, so run it again")
    return run


def results_of(run: PageRun) -> Results:
    """Give the columns of a run that is done."""
    if run.results is None:
        raise BadRequestError(409, f"the run is {run.state}; it has no results")
    return run.results


async def start(request: Request) -> Response:
    """Check a scenario and queue it."""
    asked = await body(request)
    state, given = state_of(request), scenario_text(asked)
    checked = await state.checks.do("check", {**given, "brief": True})
    if not checked["ok"]:
        return answer({"error": "the scenario breaks a rule", "issues": checked["issues"]}, 422)
    run = state.runs.start(
        checked["scenario"],
        text(asked, "label", "", 200),
        duration_s=checked["duration_s"],
        record=asked.get("record") is not False,
    )
    return answer({"id": run.id, "label": run.label, "state": run.state}, 202)


async def listed(request: Request) -> Response:
    """List the runs, the newest first, and then the results folders that can be opened."""
    state = state_of(request)
    return answer([run.brief() for run in state.runs.all()])


async def one_run(request: Request) -> Response:
    """Describe a run, but for its columns."""
    return answer(run_of(request).description())


async def drop(request: Request) -> Response:
    """Cancel a run, or forget it."""
    run = run_of(request)
    state_of(request).runs.drop(run)
    return answer({"id": run.id, "state": "forgotten" if run.is_over else "cancelled"})


async def events(request: Request) -> Response:
    """Send what becomes of a run."""
    run = run_of(request)
    return event_stream(stream(run.events, run.changes, state_of(request).closing))


def event_stream(content: AsyncIterator[bytes]) -> Response:
    """Answer with a stream of events."""
    return StreamingResponse(content, media_type="text/event-stream")


async def series(request: Request) -> Response:
    """Send a part of a series, thinned to the width of a picture."""
    results = results_of(run_of(request))
    index = request.path_params["index"]
    if not 0 <= index < len(results.series):
        raise BadRequestError(404, f"series: {index} is not known; there are {len(results.series)}")
    time_s, value = results.series[index]
    from_s, to_s = number(request, "from"), number(request, "to")
    width = count(request, "width", 1200, MOST_WIDTH)
    asked = (time_s, value, from_s, to_s, width)
    x, y = await run_in_threadpool(chart.points, *asked) if len(time_s) > _LONG else chart.points(*asked)
    content = np.concatenate([x, y]).astype("<f8").tobytes()
    return Response(
        content, media_type="application/octet-stream", headers={"X-Cellwise-Points": str(len(x))}
    )


async def playback(request: Request) -> Response:
    """Show how queues and links were filled over time."""
    run = run_of(request)
    results = results_of(run)
    steps = max(2, count(request, "steps", 500, MOST_STEPS))
    asked = (run.about, results, steps, number(request, "from"), number(request, "to"))
    return answer(await run_in_threadpool(chart.playback, *asked))


async def table(request: Request) -> Response:
    """Send a table as CSV."""
    results = results_of(run_of(request))
    name = request.path_params["name"]
    if name not in results.tables:
        raise BadRequestError(404, f"table: {name!r} is not known; there are {', '.join(results.tables)}")
    content = await run_in_threadpool(to_csv, results.tables[name])
    return download(content, "text/csv; charset=utf-8", f"{name}.csv")


async def scenario_toml(request: Request) -> Response:
    """Send a run's scenario as a TOML file."""
    return download(results_of(run_of(request)).toml, "application/toml", "scenario.toml")


async def scenario_json(request: Request) -> Response:
    """Send a run's scenario as a JSON file."""
    return download(run_of(request).scenario, "application/json", "scenario.json")


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """Answer with a file that a browser saves."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if media_type == SVG:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    return Response(content, media_type=media_type, headers=headers)


ROUTES = [
    Route("/api/runs", start, methods=["POST"]),
    Route("/api/runs", listed),
    Route("/api/runs/{id}", one_run),
    Route("/api/runs/{id}", drop, methods=["DELETE"]),
    Route("/api/runs/{id}/events", events),
    Route("/api/runs/{id}/series/{index:int}", series),
    Route("/api/runs/{id}/playback", playback),
    Route("/api/runs/{id}/table/{name}.csv", table),
    Route("/api/runs/{id}/scenario.toml", scenario_toml),
    Route("/api/runs/{id}/scenario.json", scenario_json),
]
