"""Requests about studies."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cellwise.serve.answers import BadRequestError, answer, body
from cellwise.serve.guard import PICTURE_POLICY
from cellwise.serve.known import names
from cellwise.serve.names import inside
from cellwise.serve.signals import stream
from cellwise.serve.state import state_of
from cellwise.serve.studies import Follower

#: Replications that the page may ask for.
MOST_REPLICATIONS = 100


def name_of(request: Request) -> str:
    """Give the study that a request names."""
    name: str = request.path_params["name"]
    known = names(state_of(request).options.studies)
    if name not in known:
        raise BadRequestError(404, f"study: {name[:80]!r} is not known; the studies are {', '.join(known)}")
    return name


async def _ask(request: Request, task: str, **arguments: Any) -> dict[str, Any]:
    return await state_of(request).of_studies(task, **arguments)


async def listed(request: Request) -> Response:
    """List the studies, and how far each is."""
    state = state_of(request)
    found = (await _ask(request, "studies"))["studies"]
    for one in found:
        now = state.studies.find(one["name"]).description()
        one |= now if now["state"] != "idle" else {"state": "idle", "done": one["stored"], "total": None}
    return answer(found)


async def one_study(request: Request) -> Response:
    """Describe a study with its stored results."""
    name = name_of(request)
    # How far it is comes first: if it ends while its points are read, the page gets that event afterwards.
    state = state_of(request).studies.find(name).description()
    found = await _ask(request, "study", name=name)
    for figure in found["figures"]:
        figure["svg_url"] = f"/api/studies/{name}/figure/{figure['name']}.svg"
    return answer({**found, **state})


async def start(request: Request) -> Response:
    """Start a study, or resume it."""
    name, content, state = name_of(request), await body(request), state_of(request)
    replications, only = content.get("replications", 5), content.get("only") or []
    if type(replications) is not int or not 1 <= replications <= MOST_REPLICATIONS:
        rule = f"replications: {replications!r:.80} is not allowed; give 1 up to {MOST_REPLICATIONS}"
        raise BadRequestError(400, rule, "replications", repr(replications)[:80])
    known = (await _ask(request, "studies"))["studies"]
    groups = next(one["groups"] for one in known if one["name"] == name)
    unknown = [group for group in only if group not in groups] if isinstance(only, list) else [only]
    if unknown:
        rule = f"only: {unknown[0]!r:.80} is not known; choose among {', '.join(groups)}"
        raise BadRequestError(400, rule, "only", repr(unknown[0])[:80])
    folder = state.options.folder
    if (folder / name).exists() and inside(folder, name) is None:
        raise BadRequestError(409, f"{name}: is no plain folder inside the results folder")
    return answer((await state.studies.start(name, replications, only)).description(), 202)


async def cancel(request: Request) -> Response:
    """End a study that runs; its points are kept."""
    return answer(state_of(request).studies.cancel(name_of(request)).description(), 202)


async def events(request: Request) -> Response:
    """Send how far a study is."""
    state = state_of(request)
    study = state.studies.find(name_of(request))
    follower = Follower(study, state.studies.find)
    content = stream(follower.look, study.changes, state.closing)
    return StreamingResponse(content, media_type="text/event-stream")


async def figure(request: Request) -> Response:
    """Draw a figure of a study from stored results."""
    drawn = await _ask(request, "study-figure", name=name_of(request), figure=request.path_params["figure"])
    policy = {"Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn["content"], media_type="image/svg+xml", headers=policy)


async def open_case(request: Request) -> Response:
    """Give the scenario behind a number."""
    content = await body(request)
    name, replication = name_of(request), content.get("replication", 0)
    if not isinstance(content.get("case"), str) or type(replication) is not int:
        raise BadRequestError(400, "case, replication: give the name of a case and a whole number", "case")
    return answer(await _ask(request, "study-case", name=name, case=content["case"], replication=replication))


ROUTES = [
    Route("/api/studies", listed),
    Route("/api/studies/{name}", one_study),
    Route("/api/studies/{name}/start", start, methods=["POST"]),
    Route("/api/studies/{name}/cancel", cancel, methods=["POST"]),
    Route("/api/studies/{name}/events", events),
    Route("/api/studies/{name}/figure/{figure}.svg", figure),
    Route("/api/studies/{name}/open", open_case, methods=["POST"]),
]
