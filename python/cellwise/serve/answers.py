"""Requests read and answers written: bodies, errors."""

import json
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
        content = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise BadRequestError(400, "the request is not JSON") from None
    if not isinstance(content, dict):
        raise BadRequestError(400, "the request is not a JSON object")
    return content
