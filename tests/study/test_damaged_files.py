"""Damaged files of a study are named, left out or made again. They never count as results."""

import json
import math
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from tests.study.small import small

from cellwise.points.runner import run_points
from cellwise.points.store import Point, is_finished, load, load_cost, plan
from cellwise.study import drive
from cellwise.study.order import FILE, read_order
from cellwise.study.stored import gather, status

DEEP = "[" * 100_000

ORDER = {"study": "x", "replications": 1, "only": [], "choices": {}, "notes": [], "wall_s": 1, "digest": ""}

Result = TypeVar("Result")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("finished")
    drive(small(), made, replications=2, quiet=True)
    return made


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "study"))


def points() -> list[Point]:
    return plan({name: case.scenario for name, case in small().cases.items()}, 2)


def path_of(folder: Path, point: Point) -> Path:
    return folder / "points" / f"{point.id}.json"


def another_point(path: Path) -> None:
    (other,) = [one for one in path.parent.glob("*.json") if one.stem == points()[1].id]
    shutil.copy(other, path)


def nested(path: Path) -> None:
    path.write_text(DEEP)


def link(path: Path) -> None:
    secret = path.parents[2] / "secret.json"
    path.rename(secret)
    path.symlink_to(secret)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def older_format(path: Path) -> None:
    reported = json.loads(path.read_text())
    del reported["id"]
    path.write_text(json.dumps({**reported, "format": 1}, separators=(",", ":")) + "\n")


@pytest.mark.parametrize("harm", [another_point, nested, link, pipe, older_format])
def test_a_point_that_is_not_its_own_is_made_again_with_the_same_bytes(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    first = points()[0]
    path = path_of(folder, first)
    whole = path.read_bytes()
    harm(path)
    assert not within(5, lambda: is_finished(folder, first.id))
    assert within(5, lambda: load(folder, first.id)) is None
    found = within(20, lambda: status(small(), folder, replications=2, only=[], jobs=1))
    assert found.finished == len(points()) - 1
    notices: list[str] = []
    within(60, lambda: run_points(points(), folder, notice=notices.append))
    assert not path.is_symlink()
    assert path.read_bytes() == whole
    reported = f"simulated again: {first.case}, replication 0"
    assert [reported in one for one in notices] == [True]


def test_a_report_leaves_a_point_under_anothers_name_out_and_says_so(folder: Path) -> None:
    last = next(point for point in points() if point.replication == 1)
    another_point(path_of(folder, last))
    outcome = gather(small(), folder, replications=2)
    assert outcome.replications == 1
    assert f"skipped, half written or damaged: {last.case}, replication 1" in outcome.notes


def test_the_status_names_what_is_damaged(folder: Path) -> None:
    first = points()[0]
    another_point(path_of(folder, first))
    found = status(small(), folder, replications=2, only=[], jobs=1)
    assert (found.damaged, found.damaged_points) == (1, f"{first.case}, replication 0")


@pytest.mark.parametrize("text", [DEEP, '{"cells": Infinity}', '{"cells": 1, "cpu_s": NaN}', '{"cells": []}'])
def test_a_cost_that_is_none_is_nothing(folder: Path, text: str) -> None:
    first = points()[0]
    (folder / "costs" / f"{first.id}.json").write_text(text)
    assert load_cost(folder, first.id).cpu_s == 0.0
    assert not is_finished(folder, first.id)


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        "{",
        "[]",
        json.dumps({**ORDER, "replications": math.inf}),
        json.dumps({**ORDER, "replications": 10**12}),
        json.dumps({**ORDER, "study": "\ud800"}),
    ],
)
def test_an_order_that_cannot_be_read_is_none_and_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    reported: list[str] = []
    assert read_order(tmp_path, reported.append) is None
    assert [one.startswith(f"{tmp_path / FILE}: cannot be read") for one in reported] == [True]


def test_an_order_that_can_be_read_or_is_missing_is_no_fault(tmp_path: Path) -> None:
    assert read_order(tmp_path, pytest.fail) is None
    (tmp_path / FILE).write_text(json.dumps(ORDER))
    order = read_order(tmp_path, pytest.fail)
    assert order is not None
    assert (order.study, order.replications) == ("x", 1)


def within(seconds: float, do: Callable[[], Result]) -> Result:
    """Do something that might never end."""
    done: list[Result] = []
    thread = threading.Thread(target=lambda: done.append(do()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert done, f"not done within {seconds} s"
    return done[0]
