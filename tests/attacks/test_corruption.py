"""Whatever was done to stored results, they are equal to what was written or refused, and nothing else."""

import contextlib
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.study.small import small

import cellwise as cw
from cellwise.errors import ResultsError
from cellwise.experiments.kept import kept_sources
from cellwise.points.store import load
from cellwise.serve.work import stored as page
from cellwise.serve.work.task import RefusedError
from cellwise.source import Source
from cellwise.study import drive

pytestmark = pytest.mark.attack

Cases = Callable[[int, int], int]
Harm = Callable[[Path, random.Random], None]


def flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 1, 5, 100))):
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
    path.write_bytes(content)


def cut(path: Path, chance: random.Random) -> None:
    os.truncate(path, chance.randrange(path.stat().st_size))


def add(path: Path, chance: random.Random) -> None:
    with path.open("ab") as file:
        file.write(chance.randbytes(chance.randrange(1, 100)))


def remove(path: Path, chance: random.Random) -> None:
    path.unlink()


def exchange(path: Path, chance: random.Random) -> None:
    other = chance.choice([one for one in path.parent.iterdir() if one != path and one.is_file()])
    shutil.copy(other, path)


def folder(path: Path, chance: random.Random) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path, chance: random.Random) -> None:
    path.unlink()
    os.mkfifo(path)


def nested(path: Path, chance: random.Random) -> None:
    path.write_text("[" * chance.choice((500, 100_000)))


def edited(path: Path, chance: random.Random) -> None:
    """Another value somewhere in JSON, or another number somewhere in text."""
    if path.suffix != ".json":
        flip(path, chance)
        return
    document = json.loads(path.read_text())
    place: Any = document
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else list(range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.3:
            break
        place = place[key]
    values = (None, -1, 0, 1e308, float("nan"), "", "x" * 1000, [], {}, [1], {"a": 1}, True, 10**30, "\ud800")
    place[key] = chance.choice(values)
    path.write_text(json.dumps(document))


HARMS: tuple[Harm, ...] = (flip, flip, cut, add, remove, exchange, folder, pipe, nested, edited, edited)


def attacked(whole: Path, place: Path, chance: random.Random) -> Path:
    """A copy of a folder with harm done to one of its files."""
    if place.exists():
        shutil.rmtree(place)
    shutil.copytree(whole, place)
    files = sorted(path for path in place.rglob("*") if path.is_file())
    # Half of the time what says what the others are.
    reported = [path for path in files if path.name in ("run.json", "sweep.json", "scenario.toml")]
    path = chance.choice(reported if reported and chance.random() < 0.5 else files)
    if path.stat().st_size:
        chance.choice(HARMS)(path, chance)
    return place


def test_a_harmed_results_folder_is_refused_or_equal(
    tmp_path: Path, brief: cw.Scenario, cases: Cases, chance: random.Random
) -> None:
    probes = {"losses": {"port": "*"}, "cwnd": {"flow": "tcp1"}, "cells": {"port": "sw1.trunk"}}
    run = cw.run(brief.with_({"duration": "40 ms", "probes": probes}))
    whole = run.save(tmp_path / "whole")
    refused = 0
    for _ in range(cases(100, 1500)):
        place = attacked(whole, tmp_path / "harmed", chance)
        try:
            loaded = cw.Run.load(place)
        except ResultsError:
            refused += 1
        else:
            assert loaded.fingerprint == run.fingerprint
            assert loaded.summary == run.summary
            assert loaded.scenario == run.scenario
        page.listed({"folder": str(tmp_path)})
        with contextlib.suppress(ResultsError, RefusedError):
            page.opened({"folder": str(tmp_path), "name": "harmed"})
    # Some changes do no harm: another way to write the same JSON, an exchange of equal files.
    assert refused > 80


def test_a_harmed_sweep_is_refused_or_what_is_left_is_equal(
    tmp_path: Path, brief: cw.Scenario, cases: Cases, chance: random.Random
) -> None:
    swept = cw.sweep(brief.with_(duration="20 ms"), grid={"seed": [1, 2]})
    swept.run(tmp_path / "whole", replications=2)
    expected = {fingerprint(one) for one in kept_sources(tmp_path / "whole", pytest.fail) or []}
    assert len(expected) == 4
    for _ in range(cases(30, 300)):
        place = attacked(tmp_path / "whole", tmp_path / "harmed", chance)
        skipped: list[str] = []
        try:
            found = kept_sources(place, skipped.append)
        except ResultsError:
            continue
        if found is not None:
            assert {fingerprint(one) for one in found} <= expected
            assert len(found) + len(skipped) == 4
        else:
            assert not (place / "sweep.json").is_file()


def fingerprint(source: Source) -> str:
    columns = {name: values.tolist() for name, values in source.tables("flows").items()}
    return json.dumps([source.scenario.to_dict(), columns, dict(source.summary)], sort_keys=True)


def test_a_harmed_point_is_none_or_equal(tmp_path: Path, cases: Cases, chance: random.Random) -> None:
    drive(small(), tmp_path / "whole", replications=1, quiet=True)
    stored = {
        path.stem: load(tmp_path / "whole", path.stem) for path in (tmp_path / "whole/points").iterdir()
    }
    for _ in range(cases(30, 200)):
        place = attacked(tmp_path / "whole", tmp_path / "harmed", chance)
        for name, whole in stored.items():
            found = load(place, name)
            assert whole is not None
            assert found is None or found.summary == whole.summary
