"""Requests about single events of a run: segments, losses, cells; and its plots and earlier runs."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.losses import sentence
from cellwise.page.plain import rows
from cellwise.serve.answers import BadRequestError, answer, count, number
from cellwise.serve.handlers_runs import SVG, download, results_of, run_of, state_of
from cellwise.serve.names import is_name
from cellwise.serve.process import TaskError
from cellwise.serve.runs import PageRun
from cellwise.serve.wire import octets
from cellwise.store import Columns

#: Rows that one answer holds if it does not say, and at most.
ROWS, MOST_ROWS = 2000, 20_000
#: Cells of one answer at most: some 50 ms of a link of 155 Mbit/s.
CELLS, MOST_CELLS = 5000, 50_000

#: Tables of events that a run keeps, and the largest of them, in octets.
_KEPT, _KEPT_OCTETS = 6, 64 << 20

#: A run that is made again for its events goes so much further than asked, so that the next look has it.
_FURTHER = 1.25

_TYPES = {
    "svg": SVG,
    "png": "image/png",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
}


async def losses(request: Request) -> Response:
    """Give the losses in a part of a run, each with the sentence that says why."""
    begin, end = _window(request, run_of(request))
    table, complete_s = await _events(request, "losses", "*", end)
    found, truncated = _rows(request, table, begin, end)
    for row in found:
        row["why"] = sentence(row)
    return answer({"rows": found, "truncated": truncated or complete_s < end})


async def segments(request: Request) -> Response:
    """Give the segments of a flow in a part of a run, or those that a plot marks, and what became of them."""
    begin, end = _window(request, run_of(request))
    flow, only = request.query_params.get("flow", ""), request.query_params.get("only", "all")
    if only not in ("all", "marked"):
        raise BadRequestError(400, f"only: {only[:80]!r} is not known; give all or marked", "only", only[:80])
    table, complete_s = await _events(request, "segments", flow, end)
    # What is left out is left out before rows are counted: marks are few, and all of them are wanted.
    found, cut = _rows(request, _marked(table) if only == "marked" else table, begin, end)
    until_s = found[-1]["time_s"] if cut else min(end, complete_s)
    return answer({"flow": flow, "rows": found, "truncated": until_s < end, "until_s": until_s})


def _marked(segments: Columns) -> Columns:
    """Choose the segments that lost cells, and those that were sent again."""
    chosen = (segments["lost_cells"] > 0) | (segments["kind"] == "sent-again")
    return {name: values[chosen] for name, values in segments.items()}


async def cells(request: Request) -> Response:
    """Give the cells that were offered to a port in a short part of a run."""
    run = run_of(request)
    begin, end = _window(request, run)
    port = request.query_params.get("port") or (run.about["ports"] or [""])[0]
    links = run.about["topology"]["links"]
    known = {way["port"] for link in links if link["kind"] == "atm" for way in link["directions"]}
    if port not in known:
        raise BadRequestError(404, f"port: {port[:80]!r} is not known", "port", port[:80])
    limit = count(request, "limit", CELLS, MOST_CELLS)
    recorded = await _record(request, run, "cells", port, end, {"from_s": begin, "limit": limit})
    lanes = _lanes(recorded["table"], recorded["left_out"])
    return answer({"port": port, "from_s": begin, "to_s": end, "policed": recorded["policed"]} | lanes)


def _lanes(table: Columns, left_out: int) -> dict[str, Any]:
    back = table["direction"] == "backward"
    lanes = [f"{vc} back" if is_back else str(vc) for vc, is_back in zip(table["vc"], back, strict=True)]
    names = list(dict.fromkeys(lanes))
    lane = {name: number for number, name in enumerate(sorted(names))}
    columns = {
        "time_s": table["time_s"].tolist(),
        "vc": [lane[name] for name in lanes],
        "frame": table["frame"].tolist(),
        "cell": table["cell"].tolist(),
        "cells": table["frame_cells"].tolist(),
        "last": table["last_cell"].tolist(),
        "packet": table["packet"].tolist(),
        "kind": table["kind"].tolist(),
        "flow": table["flow"].tolist(),
        "fate": table["fate"].tolist(),
    }
    return {"vcs": list(lane), "rows": columns, "truncated": left_out > 0, "left_out": left_out}


async def plot(request: Request) -> Response:
    """Draw a named plot of a run."""
    results = results_of(run_of(request))
    name, ending = request.path_params["name"], request.path_params["ending"]
    if ending not in _TYPES:
        raise BadRequestError(404, f"format: {ending[:20]!r} is not known; there are {', '.join(_TYPES)}")
    options: dict[str, Any] = {
        key: request.query_params.getlist(key)
        for key in ("flow", "port", "vc")
        if key in request.query_params
    }
    for key, option in (("from", "from_s"), ("to", "to_s"), ("window", "window_s")):
        value = number(request, key)
        if value is not None:
            options[option] = value
    if "size" in request.query_params:
        options["size"] = request.query_params["size"]
    given = {"name": name, "format": ending, "options": options, "carried": results.carried}
    drawn = await state_of(request).files.do("plot", given)
    return download(drawn["content"], _TYPES[ending], f"{name}.{ending}")


async def stored(request: Request) -> Response:
    """List the results folders of earlier runs."""
    state = state_of(request)
    found = await state.files.do("stored", {"folder": str(state.options.folder)})
    return answer(found)


async def open_stored(request: Request) -> Response:
    """Open one of them as a run."""
    state, name = state_of(request), request.path_params["name"]
    if not is_name(name):
        raise BadRequestError(404, f"results: {name[:80]!r} is no name of results", "name", name[:80])
    run = state.runs.open(name, state.files, str(state.options.folder))
    return answer({"id": run.id, "label": run.label, "state": run.state}, 202)


def _window(request: Request, run: PageRun) -> tuple[float, float]:
    """Read the part of the run that is asked for."""
    end_s = float(results_of(run).summary["simulated_s"])
    begin, end = number(request, "from"), number(request, "to")
    begin = 0.0 if begin is None else max(0.0, begin)
    end = end_s if end is None else min(end, end_s)
    if not begin < end:
        message = f"from, to: {begin:g} to {end:g} s is not allowed; give a part of the run, 0 to {end_s:g} s"
        raise BadRequestError(400, message, "from", f"{begin:g}")
    return begin, end


async def _events(request: Request, probe: str, target: str, until_s: float) -> tuple[Columns, float]:
    """Give the events of a run up to an instant, and until when they are complete."""
    run = run_of(request)
    known = run.records.get((probe, target))
    if known is None or known[0] < until_s:
        end_s = float(results_of(run).summary["simulated_s"])
        recorded = await _record(request, run, probe, target, min(_FURTHER * until_s, end_s), {})
        known = (float(recorded["until_s"]), recorded["table"])
        if octets(known[1].values()) <= _KEPT_OCTETS:
            run.records[probe, target] = known
        while len(run.records) > _KEPT:
            run.records.pop(next(iter(run.records)))
    return known[1], known[0]


async def _record(
    request: Request, run: PageRun, probe: str, target: str, until_s: float, more: dict[str, Any]
) -> dict[str, Any]:
    lane, runs = state_of(request).simulations, state_of(request).runs
    given = {"scenario": run.scenario, "probe": probe, "target": target, "until_s": until_s}
    given |= {"memory_bytes": lane.bounds.memory_bytes, **more}
    try:
        # The run that is looked at stays: it is the newest of those that are over.
        return await lane.do("record", given, expect=lambda coming: runs.make_room(coming, least=1))
    except TaskError as error:
        if error.kind != "time":
            raise
        advice = "look at an earlier part of the run, or give the server a longer --time"
        raise TaskError("time", f"running again up to {until_s:.6g} s {error}; {advice}") from error


def _rows(request: Request, table: Columns, begin: float, end: float) -> tuple[list[dict[str, Any]], bool]:
    limit = count(request, "limit", ROWS, MOST_ROWS)
    inside = (table["time_s"] >= begin) & (table["time_s"] <= end)
    chosen = {name: values[inside][: limit + 1] for name, values in table.items()}
    return rows(chosen, 0, limit), len(chosen["time_s"]) > limit


ROUTES = [
    Route("/api/runs/{id}/losses", losses),
    Route("/api/runs/{id}/segments", segments),
    Route("/api/runs/{id}/cells", cells),
    Route("/api/runs/{id}/plot/{name}.{ending}", plot),
    Route("/api/stored", stored),
    Route("/api/stored/{name}/open", open_stored, methods=["POST"]),
]
