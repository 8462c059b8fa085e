"""Run points on any `concurrent.futures.Executor`, storing each as it finishes, or keep their runs in memory.

Threads are enough on one machine, because a run releases the interpreter lock; an executor of processes or
of a cluster serves as well, if it shares the folder. Nothing depends on the order in which points finish.
"""

import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from cellwise.errors import SimulationError
from cellwise.points.arrivals import Arrivals
from cellwise.points.cluster import check_workers, client_of, watched
from cellwise.points.executors import (
    ExecutorError,
    explained_losses,
    require_stored,
    result_of,
    simulate_and_store,
)
from cellwise.points.folder import prepare
from cellwise.points.store import (
    Cost,
    Held,
    Point,
    build_id,
    cost_of,
    is_damaged,
    is_finished,
    is_of_other_build,
    load_cost,
    named,
    store,
)
from cellwise.run import run
from cellwise.terminal_text import say
from cellwise.version import __version__


class GivenUpError(Exception):
    """Ends a run whose study was interrupted."""


class PointsFailedError(SimulationError):
    """Some points could not be simulated; the others are stored."""


@dataclass(frozen=True, slots=True)
class Done:
    """A point that is finished and what it took."""

    point: Point
    cost: Cost
    reused: bool


#: Called once per finished point, in the thread that called `run_points`.
Report = Callable[[Done], None]

#: Called once with the points that are to be simulated, before the first of them is.
Expect = Callable[[Sequence[Point]], None]

#: Called with a notice for the user.
Notice = Callable[[str], None]

#: Brings back what a point took, and whether it was there already.
Running = Future[tuple[Cost, bool]]

_Arrivals = Arrivals[tuple[Cost, bool]]

#: Simulates a point in a thread and keeps it; given what is called with the part of it that is done.
Work = Callable[[Point, Callable[[float], None]], tuple[Cost, bool]]

#: The reason why stored points are not kept, by the function that finds them.
AGAIN = {is_damaged: "half written or damaged", is_of_other_build: "of another build of Cellwise"}

#: Hands one point over to whatever runs it.
Submit = Callable[[Point], Running]

#: Takes the result of a point from its future.
Take = Callable[[Running], tuple[Cost, bool]]


def run_points(
    points: Sequence[Point],
    folder: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    report: Report = lambda _done: None,
    expect: Expect = lambda _missing: None,
    notice: Notice = lambda text: say(text, file=sys.stderr, flush=True),
) -> None:
    """Simulate points and store them; those with the same id are simulated once.

    All machines must share `folder`, if an executor has workers on several. Without an `executor`, such as a
    process pool, which is not shut down, `jobs` threads simulate. `fresh` points are simulated again that
    this build has stored, and that are whole; else they are kept. `report` is called with every finished
    point; `expect` with the missing points, before anything is simulated; `notice` with a notice which points
    are damaged or of another build, when a cluster has no workers any more, and when it has some again: by
    default it is written on standard error.

    Raises `PointsFailedError` if points failed; all others are finished and stored first. Raises
    `ExecutorError` if a worker has another version or build of Cellwise, or the executor is lost. Raises
    `KeyboardInterrupt` if interrupted; finished points are stored. Points that run in threads are given up,
    those that run elsewhere are finished there. Raises `OSError` if nothing can be stored any more, as on a
    full disk; finished points are kept.
    """
    prepare(folder)
    missing = []
    for point in {point.id: point for point in points}.values():
        if not fresh and is_finished(folder, point.id):
            report(Done(point, load_cost(folder, point.id), reused=True))
        else:
            missing.append(point)
    if not missing:
        return
    for state, reported in AGAIN.items() if not fresh else ():
        found = [point for point in missing if state(folder, point.id)]
        if found:
            notice(f"{folder}: {reported}, simulated again: {named(found)}")
    if executor is None:
        expect(missing)
        failures = _in_threads(missing, _storing(folder, fresh), jobs, report)
    else:
        client = client_of(executor)
        if client is not None:
            check_workers(client, folder)
        expect(missing)
        with nullcontext() if client is None else watched(client, notice):
            failures = _elsewhere(missing, folder, executor, fresh, report)
    _require_all(missing, failures)


def hold_points(
    points: Sequence[Point],
    held: Held,
    *,
    jobs: int = 1,
    report: Report = lambda _done: None,
    expect: Expect = lambda _missing: None,
) -> None:
    """Simulate points in threads and keep their runs in memory, as `run_points` keeps them in a folder.

    Raises `PointsFailedError`, `KeyboardInterrupt` as `run_points`; points that are finished stay in `held`.
    """
    missing = {point.id: point for point in points}
    for point in [point for point in missing.values() if point.id in held]:
        report(Done(missing.pop(point.id), cost_of(held[point.id]), reused=True))

    def work(point: Point, watch: Callable[[float], None]) -> tuple[Cost, bool]:
        held[point.id] = run(point.scenario, watch)
        return cost_of(held[point.id]), False

    expect(list(missing.values()))
    failures = _in_threads(list(missing.values()), work, jobs, report)
    _require_all(missing, failures)


def _require_all(points: Collection[object], failures: Sequence[str]) -> None:
    if failures:
        raise PointsFailedError("\n".join([f"{len(failures)} of {len(points)} points failed:", *failures]))


def _storing(folder: Path, fresh: bool) -> Work:
    def work(point: Point, watch: Callable[[float], None]) -> tuple[Cost, bool]:
        # Another study with the same folder may have stored it since.
        if not fresh and is_finished(folder, point.id):
            return load_cost(folder, point.id), True
        return store(folder, point.id, run(point.scenario, watch)), False

    return work


def _in_threads(points: Sequence[Point], work: Work, jobs: int, report: Report) -> list[str]:
    stop = threading.Event()

    def watch(_fraction: float) -> None:
        if stop.is_set():
            raise GivenUpError

    arrivals = _Arrivals()
    with (
        arrivals.holding_ctrl_c(),
        ThreadPoolExecutor(max_workers=max(1, jobs), thread_name_prefix="point") as pool,
    ):
        return _all(points, lambda point: pool.submit(work, point, watch), arrivals, report, on_end=stop.set)


def _elsewhere(
    points: Sequence[Point], folder: Path, executor: Executor, fresh: bool, report: Report
) -> list[str]:
    # Workers may be anywhere; they know the folder by its whole name only.
    shared, build = str(folder.resolve()), build_id()

    def submit(point: Point) -> Running:
        scenario = point.scenario.to_json()
        with explained_losses():
            return executor.submit(simulate_and_store, scenario, point.id, shared, __version__, build, fresh)

    stored: list[Point] = []

    def count(done: Done) -> None:
        stored.append(done.point)
        report(done)

    # Handing points over may take long there: Ctrl-C must end it.
    failures = _all(points, submit, _Arrivals(), count, take=result_of)
    require_stored(stored, folder)
    return failures


def _all(
    points: Sequence[Point],
    submit: Submit,
    arrivals: _Arrivals,
    report: Report,
    *,
    take: Take = Future.result,
    on_end: Callable[[], None] = lambda: None,
) -> list[str]:
    """Hand points over, report each that is finished, and say of each that failed why."""
    futures: dict[Running, Point] = {}
    try:
        # An interrupt may come while points are still being submitted; those already submitted must not
        # continue.
        for point in points:
            future = submit(point)
            futures[future] = point
            arrivals.expect(future)
        return list(_follow(futures, arrivals, report, take))
    except OSError as error:
        # Such as a full disk: no other point could be stored either.
        on_end()
        kept = f"{error.strerror or error}; the points that are finished are kept"
        raise OSError(error.errno, kept, error.filename) from error
    except BaseException:
        on_end()
        raise
    finally:
        for future in futures:
            future.cancel()


def _follow(futures: dict[Running, Point], arrivals: _Arrivals, report: Report, take: Take) -> Iterator[str]:
    while futures:
        future = arrivals.next()
        # A cluster keeps results that a program still holds, and computes it again if the worker that has it
        # is lost.
        point = futures.pop(future)
        try:
            cost, reused = take(future)
        except ExecutorError:
            raise
        except SimulationError as error:
            yield f"  {point.case}, replication {point.replication}: {error}"
        else:
            report(Done(point, cost, reused))
