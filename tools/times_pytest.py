"""Adds what each Python test file takes to the log of `tools/times`, also from several workers."""

import json
import os
import time
from collections.abc import Iterator

import pytest


def _used() -> tuple[float, float]:
    now = os.times()
    return time.monotonic(), now.user + now.system + now.children_user + now.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Time a case with its fixtures and its child processes."""
    before = _used()
    result = yield
    spent = [now - then for now, then in zip(_used(), before, strict=True)]
    with open(os.environ["CELLWISE_TIMES"], "a", encoding="utf-8") as log:  # noqa: PTH123 - one write
        log.write(json.dumps(["python", item.nodeid.partition("::")[0], *spent]) + "\n")
    return result
