"""Requests about the server, the schema, the models, the gallery, and checks of scenarios."""

import json
from dataclasses import asdict
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cellwise.catalogue import catalogue
from cellwise.scenario import Scenario, json_schema
from cellwise.serve.answers import answer, body, scenario_text
from cellwise.serve.handlers_runs import state_of
from cellwise.source import ID_DIGITS
from cellwise.study.points import build_id
from cellwise.version import __version__


async def about(request: Request) -> Response:
    """Say which Cellwise this is and what a run may take."""
    options = state_of(request).options
    limits = {
        "memory_bytes": options.memory_bytes,
        "cpu_s": options.cpu_s,
        "wall_s": options.wall_s,
        "jobs": options.jobs,
        "queued": options.queued,
    }
    content = {"version": __version__, "build": build_id()[:ID_DIGITS], "limits": limits}
    return answer({**content, "folder": str(options.folder)})


async def schema(_request: Request) -> Response:
    """Give the JSON Schema of scenarios."""
    return Response(json_schema(), media_type="application/schema+json")


async def models(_request: Request) -> Response:
    """Give the catalogue of models with their settings."""
    return answer(_families())


async def gallery(request: Request) -> Response:
    """Give the templates as scenarios, and the studies."""
    state = state_of(request)
    found = await state.studies_lane.do("studies", {"folder": str(state.options.folder)})
    studies = [
        {"name": one["name"], "title": one["title"], "summary": one["summary"], "source": one["source"]}
        for one in found["studies"]
    ]
    return answer({"templates": _templates(), "studies": studies})


async def check(request: Request) -> Response:
    """Check a scenario."""
    given = scenario_text(await body(request))
    return answer(await state_of(request).checks.do("check", given))


@cache
def _families() -> dict[str, Any]:
    from cellwise.explain import parameters_of

    families: dict[str, list[dict[str, Any]]] = {}
    for entry in catalogue():
        model: dict[str, Any] = {
            "name": entry.name,
            "summary": entry.summary,
            "status": entry.status,
            "source": entry.source,
        }
        model["parameters"] = [asdict(one) for one in parameters_of(entry)]
        families.setdefault(entry.family, []).append(model)
    return {"families": families}


@cache
def _templates() -> list[dict[str, Any]]:
    return [
        {
            "name": entry.name,
            "title": entry.summary,
            "text": entry.source,
            "scenario": short(Scenario.from_template(entry.name).to_dict()),
        }
        for entry in catalogue("templates")
    ]


def short(document: dict[str, Any]) -> dict[str, Any]:
    """Write a template's scenario as a person would: the network's own settings and the main ones."""
    kept = {key: document[key] for key in ("title", "duration", "seed", "topology") if key in document}
    return json.loads(json.dumps(kept))  # type: ignore[no-any-return]


ROUTES = [
    Route("/api/about", about),
    Route("/api/schema", schema),
    Route("/api/catalogue", models),
    Route("/api/gallery", gallery),
    Route("/api/check", check, methods=["POST"]),
]
