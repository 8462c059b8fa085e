"""Lines from a study's process may have any length and content: neither the server nor the study ends."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cellwise.cli.study_new import write_skeleton
from cellwise.serve.studies import MOST_OCTETS, Study, spoken_lines

START = {"event": "start", "done": 0, "total": 8, "estimate_s": 2.0}

#: Before the study runs, its process writes what no line of progress is.
NOISE = """
import sys
if "--progress=json" in sys.orig_argv:
    sys.stderr.write("x" * 10_000_000 + "\\n" + "[" * 60_000 + "\\n")
    sys.stderr.write('{"event": "start", "done": 1e999, "total": 1, "estimate_s": 1}\\n')
    sys.stderr.flush()
"""


def lines_of(*pieces: bytes) -> list[str]:
    async def read() -> list[str]:
        stream = asyncio.StreamReader()
        for piece in pieces:
            stream.feed_data(piece)
        stream.feed_eof()
        return [line async for line in spoken_lines(stream)]

    return asyncio.run(read())


def test_lines_are_given_whole_wherever_they_were_cut() -> None:
    assert lines_of(b"one\ntw", b"o\r\n\nthree") == ["one", "two", "", "three"]
    assert lines_of() == []


@pytest.mark.parametrize("count", [MOST_OCTETS - 1, MOST_OCTETS, MOST_OCTETS + 1, 50 * MOST_OCTETS])
def test_a_line_of_any_length_is_cut_and_the_next_one_is_whole(count: int) -> None:
    first, second = lines_of(b"x" * count + b"\nnext\n")
    assert first == "x" * min(count, MOST_OCTETS)
    assert second == "next"


@pytest.mark.parametrize(
    "line",
    [
        START | {"done": float("inf")},
        START | {"estimate_s": float("nan")},
        START | {"done": None},
        {"event": "point", "done": 1, "total": 8, "case": "c", "reused": False, "elapsed_s": 1e999},
        {"event": "point", "done": 1, "total": 8},
        [],
        "text",
    ],
)
def test_what_is_no_line_of_progress_changes_nothing(line: Any) -> None:
    study = Study("s")
    study.take(START)
    before = study.description()
    with pytest.raises((ValueError, KeyError, TypeError, OverflowError)):
        study.take(line)
    assert study.description() == before
    json.dumps(before, allow_nan=False)


def test_a_study_whose_process_writes_a_line_of_ten_million_octets_runs_to_its_end(
    served: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_skeleton(mine := tmp_path / "my-study")
    (planted := tmp_path / "planted").mkdir()
    # Every Python begins with this module, also that of the study.
    (planted / "sitecustomize.py").write_text(NOISE)
    monkeypatch.setenv("PYTHONPATH", str(planted))
    with served("--study", str(mine), folder=tmp_path / "results") as page:
        started = page.ask("POST", "/api/studies/my-study/start", {"replications": 1})
        assert (started.status, started.json["state"]) == (202, "running")
        name, reported = page.events("/api/studies/my-study/events")[-1]
        assert (name, reported["state"], reported["done"]) == ("done", "done", reported["total"])
