"""Processes and threads: what a fork brought over does no harm, and what cannot be shared says what to do."""

import copy
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.store import Tables

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

OUTSIDE = {
    "duration": "60 s",
    "nodes": {"client": {"kind": "host"}, "server": {"kind": "host"}},
    "links": {"line": {"ends": ["client", "server"], "rate": "155.52 Mbit/s", "delay": "2 ms"}},
    "vcs": {"v": {"path": ["client", "server"]}},
    "flows": {"f": {"vc": "v", "kind": "outside"}},
}

#: A child that never gets a lock is ended after this time.
PATIENCE_S = 60


@pytest.fixture
def tables() -> Tables:
    tables = Tables()
    tables.put("numbers", {"x": np.arange(10.0)})
    return tables


def ends_well(work: Callable[[], bool]) -> bool:
    """Do some work in a child of `fork`, and say whether it was right."""
    pid = os.fork()
    if pid == 0:
        import signal

        signal.alarm(PATIENCE_S)
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0


def total(tables: Tables) -> float:
    (row,) = tables.relation("numbers").aggregate("sum(x)").fetchall()
    return float(row[0])


def test_a_child_reads_tables_on_a_connection_of_its_own(tables: Tables) -> None:
    assert total(tables) == 45.0
    inherited = tables._connection
    assert inherited is not None
    assert ends_well(lambda: total(tables) == 45.0 and tables._connection is not inherited)
    # Nothing has changed for the parent.
    assert tables._connection is inherited
    assert total(tables) == 45.0


def test_a_child_reads_while_the_parent_is_in_the_middle_of_a_table(tables: Tables) -> None:
    reader = tables.relation("numbers").arrow()
    assert ends_well(lambda: total(tables) == 45.0)
    assert sum(len(batch) for batch in reader) == 10


def test_a_child_closes_nothing_that_its_parent_opened(tables: Tables) -> None:
    inherited = tables._connection or tables._connect()
    closed: list[bool] = []

    class Watched:
        def __del__(self) -> None:
            closed.append(True)

    tables._connection = Watched()  # type: ignore[assignment]
    assert ends_well(lambda: total(tables) == 45.0 and not closed)
    tables._connection = inherited


def test_pools_of_forked_processes_read_a_run(brief: cw.Scenario, tmp_path: Path) -> None:
    run = cw.Run.load(cw.run(brief).save(tmp_path / "run"))
    before = run.columns("flows")
    assert len(run.flows.fetchall()) == len(next(iter(before.values())))
    # What a pool's processes are made with is not pickled: the fork brings it over.
    with multiprocessing.get_context("fork").Pool(2, _HELD.append, (run,)) as pool:
        found = pool.map_async(_rows, range(4)).get(PATIENCE_S)
    assert found == [len(next(iter(before.values())))] * 4


_HELD: list[cw.Run] = []


def _rows(_number: int) -> int:
    return len(_HELD[0].flows.fetchall())


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_path_that_is_copied_or_pickled_says_what_to_do_instead(how: Callable[[Any], Any]) -> None:
    path = cw.Path(OUTSIDE)
    with pytest.raises(TypeError, match=r"fork\(\) gives a copy.*send path\.scenario"):
        how(path)
    with pytest.raises(TypeError, match=r"fork\(\)"):
        how({"held": [path]}) if how is not copy.copy else how(path)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_environment_that_is_copied_or_pickled_says_what_to_do_instead(how: Callable[[Any], Any]) -> None:
    gym = pytest.importorskip("cellwise.gym", reason="gymnasium is an extra")
    flow = {"f": {"vc": "v", "tcp": {"variant": "external"}}}
    with pytest.raises(TypeError, match="make another one with the same arguments"):
        how(gym.CellwiseEnv(OUTSIDE | {"flows": flow}))


def test_a_path_in_two_threads_says_what_to_do_instead() -> None:
    path = cw.Path(OUTSIDE)
    path.offer_many("client", np.arange(300_000) * 3_000_000, 100)
    begun = threading.Event()

    def work() -> None:
        begun.set()
        path.collect(until=30.0)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    refused: list[str] = []
    while thread.is_alive() and not refused:
        try:
            _ = path.now_ps
        except RuntimeError as error:
            refused.append(str(error))
    thread.join()
    assert len(refused) == 1
    assert "give each thread a path of its own, which fork() makes" in refused[0]
    # The path itself has taken no harm.
    assert path.now_s == 30.0
