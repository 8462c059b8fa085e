"""Run points on any `concurrent.futures.Executor`, storing each as it finishes.

Threads are enough on one machine, because a run releases the interpreter lock; an executor of processes or
of a cluster serves as well, if it shares the folder. Nothing depends on the order in which points finish.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from cellwise.errors import ResultsError, SimulationError
from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.study.points import Cost, Point, is_finished, load_cost, store


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


def run_points(
    points: Sequence[Point],
    folder: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: bool = False,
    report: Report = lambda _done: None,
    expect: Expect = lambda _missing: None,
) -> None:
    """Simulate points and store them.

    Parameters
    ----------
    points : sequence of Point
        What to simulate; points with the same id are simulated once.
    folder : Path
        Where points are stored.
    jobs : int
        Threads, if no executor is given; at least 1.
    executor : Executor, optional
        Where to run instead, such as a process pool or a cluster's executor.
    resume : bool
        Whether points that this build has stored, and that are whole, are kept instead of simulated again.
    report : callable
        Told of every finished point.
    expect : callable
        Told what is missing, before anything is simulated.

    Raises
    ------
    PointsFailedError
        If points failed; all others are finished and stored first.
    KeyboardInterrupt
        If interrupted; running points are given up, finished ones are stored.
    OSError
        If nothing can be stored any more, as on a full disk; finished points are kept.
    """
    prepare(folder)
    unique = list({point.id: point for point in points}.values())
    missing = []
    for point in unique:
        if resume and is_finished(folder, point.id):
            report(Done(point, load_cost(folder, point.id), reused=True))
        else:
            missing.append(point)
    if not missing:
        return
    expect(missing)
    stop = threading.Event()
    own = (
        ThreadPoolExecutor(max_workers=max(1, jobs), thread_name_prefix="point") if executor is None else None
    )
    pool = executor or own
    assert pool is not None
    futures: dict[Future[Cost], Point] = {}
    try:
        # An interrupt may come while points are still handed over; those that are must not run on.
        for point in missing:
            futures[_submit(pool, point, folder, stop if own else None)] = point
        failures = list(_follow(futures, report))
    except OSError as error:
        # Such as a full disk: no other point could be stored either.
        stop.set()
        kept = f"{error.strerror or error}; the points that are finished are kept"
        raise OSError(error.errno, kept, error.filename) from error
    except BaseException:
        stop.set()
        raise
    finally:
        for future in futures:
            future.cancel()
        if own is not None:
            own.shutdown(wait=True, cancel_futures=True)
    if failures:
        raise PointsFailedError("\n".join([f"{len(failures)} of {len(missing)} points failed:", *failures]))


def prepare(folder: Path) -> None:
    """Make the folders of a study and remove what an interrupted one left half written.

    Raises
    ------
    ResultsError
        If something else is in the way.
    """
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; give another name")
    for part in ("points", "costs"):
        (folder / part).mkdir(parents=True, exist_ok=True)
        for scratch in (folder / part).glob("*.tmp"):
            scratch.unlink(missing_ok=True)


def simulate(scenario_json: str, point_id: str, folder: str, stop: threading.Event | None = None) -> Cost:
    """Simulate one point and store it; takes plain values, so that any executor can carry it."""
    result = run(Scenario.from_json(scenario_json), _watch(stop))
    return store(Path(folder), point_id, result)


def _watch(stop: threading.Event | None) -> Callable[[float], None] | None:
    if stop is None:
        return None

    def watch(_fraction: float) -> None:
        if stop.is_set():
            raise GivenUpError

    return watch


def _submit(pool: Executor, point: Point, folder: Path, stop: threading.Event | None) -> "Future[Cost]":
    arguments = (point.scenario.to_json(), point.id, str(folder))
    # An event cannot travel to another process; there, a run that has begun is finished and stored.
    return pool.submit(simulate, *arguments, stop) if stop else pool.submit(simulate, *arguments)


def _follow(futures: dict["Future[Cost]", Point], report: Report) -> Iterable[str]:
    for future in as_completed(futures):
        point = futures[future]
        try:
            report(Done(point, future.result(), reused=False))
        except SimulationError as error:
            yield f"  {point.case}, replication {point.replication}: {error}"
