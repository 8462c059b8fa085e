"""Requests read and answers written: bodies, numbers in queries, errors."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cellwise.serve.process import TaskError

#: The status of an answer by the kind of a failed task.
_STATUS = {
    "scenario": 422,
    "asked": 404,
    "busy": 409,
    "full": 429,
    "run": 422,
    "memory": 422,
    "time": 422,
    "fault": 500,
}


#: Half a surrogate pair is a text to JSON, but none that can be written.
_SURROGATE = re.compile("[\ud800-\udfff]")


class BadRequestError(Exception):
    """A request that cannot be answered: the status, and why."""

    def __init__(self, status: int, text: str, path: str = "", value: str = "") -> None:
        super().__init__(text)
        self.status = status
        self.issues = [{"path": path, "value": value, "rule": text, "text": text}] if path else []


def bad_request(_request: Request, error: Exception) -> Response:
    """Answer a `BadRequestError`."""
    assert isinstance(error, BadRequestError)
    return answer({"error": str(error), "issues": error.issues}, error.status)


def task_failed(_request: Request, error: Exception) -> Response:
    """Answer a `TaskError`."""
    assert isinstance(error, TaskError)
    content = {"error": str(error), "kind": error.kind, "issues": [with_text(one) for one in error.issues]}
    return answer(content, _STATUS.get(error.kind, 500))


def with_text(issue: Mapping[str, Any]) -> dict[str, Any]:
    """Give a broken rule with a sentence that states it."""
    value = f" {issue['value']} is not allowed;" if issue.get("value") is not None else ""
    return {"text": f"{issue['path']}:{value} {issue['rule']}", **issue}


def answer(content: Any, status: int = 200) -> Response:
    """Answer with JSON."""
    return JSONResponse(content, status)


async def body(request: Request) -> dict[str, Any]:
    """Read a request's JSON object."""
    try:
        given = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise BadRequestError(400, "the request is not JSON") from None
    if not isinstance(given, dict):
        raise BadRequestError(400, "the request is not a JSON object")
    return given


def scenario_text(given: Mapping[str, Any]) -> dict[str, str]:
    """Take the scenario of a request, as a JSON object or as TOML text, as processes take it."""
    toml = given.get("toml")
    if isinstance(toml, str):
        if _SURROGATE.search(toml):
            raise BadRequestError(400, "toml: has half a surrogate pair, which is no text", "toml")
        return {"toml": toml}
    if not isinstance(given.get("scenario"), dict):
        raise BadRequestError(400, "scenario: is missing; give a JSON object, or toml with a text")
    try:
        return {"scenario": json.dumps(given["scenario"])}
    except RecursionError:
        raise BadRequestError(400, "scenario: is nested too deeply", "scenario") from None


def text(given: Mapping[str, Any], key: str, default: str, most: int) -> str:
    """Take a text of a request, cut to a length."""
    value = given.get(key, default)
    if not isinstance(value, str):
        raise BadRequestError(400, f"{key}: is no text", key, repr(value)[:80])
    return _SURROGATE.sub("?", value[:most])


def number(request: Request, key: str) -> float | None:
    """Read a number of a query; None if it is not given."""
    written = request.query_params.get(key)
    if written is None or not written:
        return None
    try:
        value = float(written)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadRequestError(
            400, f"{key}: {written[:80]!r} is not allowed; give a number", key, written[:80]
        )
    return value


def count(request: Request, key: str, default: int, most: int) -> int:
    """Read a whole number of a query, from 1 up to `most`."""
    value = number(request, key)
    if value is None:
        return default
    if not 1 <= value <= most or value != int(value):
        raise BadRequestError(400, f"{key}: {value:g} is not allowed; give 1 up to {most}", key, f"{value:g}")
    return int(value)
