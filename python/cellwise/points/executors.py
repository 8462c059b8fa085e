"""Running points elsewhere than in our own threads: any `concurrent.futures.Executor`, and its errors.

An executor carries plain values to `simulate_and_store` and brings back a few numbers: the point itself is
written by the worker that simulated it, into a folder that all share. Workers of another version or build
refuse, so that no point is made by two kinds of simulator.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from cellwise.errors import InterruptError, SimulationError
from cellwise.points.store import Cost, Point, build_id, is_finished, load_cost, store
from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.version import __version__

Result = TypeVar("Result")

#: What is said whatever ends a study: nothing that is finished is lost.
KEPT = "the points that are finished are kept; the same command continues with the others"


class ExecutorError(SimulationError):
    """An executor, or a worker behind it, cannot be used or was lost; finished points are kept."""


def simulate_and_store(
    scenario_json: str, point_id: str, folder: str, version: str, build: str, fresh: bool
) -> tuple[Cost, bool]:
    """Simulate one point where the executor put it, and store it; all arguments are plain values.

    The folder is there already; `version` and `build` are those of the Cellwise that asks. A `fresh` point is
    simulated even if one is stored by now, by a worker that was lost or by another study. Gives its cost, and
    whether it was there already.

    Raises `ExecutorError` if this is another Cellwise. Raises `SimulationError` if the run cannot continue.
    Raises `OSError` if the point cannot be stored.
    """
    difference = difference_from(version, build)
    if difference:
        raise ExecutorError(f"a worker {difference}")
    if not fresh and is_finished(Path(folder), point_id):
        return load_cost(Path(folder), point_id), True
    try:
        return store(Path(folder), point_id, run(Scenario.from_json(scenario_json))), False
    except InterruptError as error:
        # Half a point is no point, and a run is not sent between machines.
        raise KeyboardInterrupt(str(error)) from None
    except SimulationError as error:
        # Only words travel: an error may hold a whole run.
        raise SimulationError(str(error)) from None


def difference_from(version: str, build: str) -> str:
    """Say how the Cellwise that runs this differs from the one that asks; nothing if it does not."""
    if version != __version__:
        return f"has Cellwise {__version__}; this is Cellwise {version}"
    if build != build_id():
        return f"has another build of Cellwise {version} ({build_id()[:12]}; this is {build[:12]})"
    return ""


def result_of(future: Future[Result]) -> Result:
    """Give the result of a task.

    Raises `ExecutorError` if the executor was lost, or could not carry the task. Raises `SimulationError`,
    `OSError` as the task raised it; the first is also raised if worker after worker was lost with it.
    """
    with explained_losses():
        return future.result()


@contextmanager
def explained_losses() -> Iterator[None]:
    """Turn what executors raise, each in its own way, into an error that says what became of the points."""
    try:
        yield
    except ExecutorError as error:
        raise ExecutorError(f"{error}; {KEPT}") from error
    except (OSError, SimulationError):
        raise
    except CancelledError as error:
        raise ExecutorError(
            f"the executor gave up its points, as if its scheduler were lost; {KEPT}"
        ) from error
    except BrokenExecutor as error:
        raise ExecutorError(
            f"the executor broke, as if a worker had been killed ({error}); {KEPT}"
        ) from error
    except Exception as error:
        if _is_killed_worker(error):
            raise SimulationError("given up: one worker after the other was lost while it ran") from error
        problem = f"{type(error).__name__}: {error}"
        raise ExecutorError(f"the executor could not run a point ({problem}); {KEPT}") from error


def _is_killed_worker(error: Exception) -> bool:
    """Return whether Dask gave a task up because it was always there when a worker was lost."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(error, dask.KilledWorker)


def require_stored(points: Sequence[Point], folder: Path) -> None:
    """Find out whether points that workers have stored are where they should be.

    Raises `ExecutorError` if some are not: the workers stored them elsewhere.
    """
    # Listing also makes a network folder look again, where it may remember that a file was not there.
    there = {path.stem for path in (folder / "points").iterdir()}
    absent = sum(point.id not in there for point in points)
    if absent:
        raise ExecutorError(
            f"{folder}: {absent} of {len(points)} points were stored elsewhere; "
            "give a folder that all workers share"
        )
