"""An existing Dask cluster as an executor, and what its workers must be like.

Dask is the extra ``cellwise[cluster]`` and is loaded here only. Results travel as files in a folder that all
machines share; over the network go scenarios and a few numbers.
"""

import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cellwise.files import SCRATCH
from cellwise.points.executors import ExecutorError, difference_from
from cellwise.points.store import build_id
from cellwise.version import __version__

#: A scheduler that has not answered after this time is not there.
CONNECT_S = 10.0

#: The time between two tests for workers, and the time without workers that is not reported, in seconds.
LOOK_EVERY_S, PATIENCE_S = 1.0, 5.0

#: What can be done about it.
ALONE = "stop with Ctrl-C and continue later with the same command: finished points are kept"

#: So many workers that cannot be used are named.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that one is connected to."""

    executor: Executor
    slots: int
    """Runs at a time with the workers that are there now; 0 if none is there yet."""


def address_of(url: str) -> str:
    """Give the address of a scheduler as Dask writes it.

    Raises `ValueError` if it is not written as ``dask://host:port``.

    Examples
    --------
    >>> address_of("dask://10.0.0.1:8786")
    'tcp://10.0.0.1:8786'
    """
    written = re.fullmatch(r"dask://((?:[\w.-]+|\[[0-9a-fA-F:.]+\]):(\d{1,5}))", url, re.ASCII)
    if written is None or not 0 < int(written[2]) < 65536:
        raise ValueError(f"{url!r} is not allowed; write dask://host:port, such as dask://localhost:8786")
    return f"tcp://{written[1]}"


@contextmanager
def connect(url: str) -> Iterator[Cluster]:
    """Connect to the scheduler of a cluster that is running; it and its workers are left running.

    Raises `ValueError` if the URL is not written like that. Raises `ExecutorError` if Dask is not installed,
    or no scheduler answers there.
    """
    address = address_of(url)
    client = _client(url, address)
    try:
        # Each point is its own task, even if another program asks for the same.
        yield Cluster(client.get_executor(pure=False), sum(client.nthreads().values()))
    finally:
        client.close(timeout=CONNECT_S)


def _client(url: str, address: str) -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ExecutorError(
            f"{url}: needs Dask ({error}); install it with `pip install 'cellwise[cluster]'`"
        ) from error
    make: Any = distributed.Client
    try:
        return make(address, timeout=CONNECT_S, set_as_default=False, name="cellwise")
    except OSError as error:
        raise ExecutorError(f"{url}: no Dask scheduler answers ({error})") from error


def client_of(executor: Executor) -> Any | None:
    """Give the client of a Dask cluster's executor; None for any other."""
    dask = sys.modules.get("distributed.cfexecutor")
    # The client is not public, but the only way from an executor to its workers.
    return executor._client if dask is not None and isinstance(executor, dask.ClientExecutor) else None


@contextmanager
def watched(client: Any, notice: Callable[[str], None]) -> Iterator[None]:
    """Say it, once each time, when a cluster has had no workers for a while, and when some are back.

    `notice` takes a sentence, and is called in a thread of its own.
    """
    over = threading.Event()
    thread = threading.Thread(target=_watch, args=(client, notice, over), name="workers", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        # A scheduler that is lost may keep it in its last question; no thread waits for the answer.
        thread.join(LOOK_EVERY_S)


def _watch(client: Any, notice: Callable[[str], None], over: threading.Event) -> None:
    where = str(client.scheduler.address).replace("tcp://", "dask://")
    unserved_since = None
    is_waiting = False
    while not over.wait(LOOK_EVERY_S):
        try:
            there = len(client.nthreads())
        except Exception:
            # A scheduler that is lost is reported by the tasks that wait for points.
            return
        now = time.monotonic()
        unserved_since = None if there else unserved_since or now
        if is_waiting and there:
            notice(f"{there} worker{'s' if there > 1 else ''} at {where} again: continuing")
            is_waiting = False
        elif (
            not is_waiting
            and unserved_since is not None
            and now - unserved_since >= PATIENCE_S
            and not over.is_set()
        ):
            notice(f"no worker at {where}: waiting; {ALONE}")
            is_waiting = True


def check_workers(client: Any, folder: Path) -> None:
    """Ask all workers that are there which Cellwise they have and whether they see a folder.

    Raises `ExecutorError` if some cannot be used; the message says why, worker by worker.
    """
    token = folder / f"seen-{secrets.token_hex(8)}{SCRATCH}"
    token.touch()
    try:
        answers = client.run(
            describe_worker, str(token.resolve()), __version__, build_id(), on_error="return"
        )
    except Exception as error:
        raise ExecutorError(f"the cluster cannot be asked about its workers ({error})") from error
    finally:
        token.unlink(missing_ok=True)
    wrong = {worker: why for worker, answer in answers.items() if (why := _why_not(answer))}
    if wrong:
        raise ExecutorError(_refusal(wrong, len(answers)))


def describe_worker(token: str, version: str, build: str) -> str:
    """Say why the worker that runs this cannot be used; nothing if it can."""
    difference = difference_from(version, build)
    if difference:
        return difference
    path = Path(token)
    try:
        # Listing the folder itself makes a network folder ask the server.
        seen = path.name in {one.name for one in path.parent.iterdir()}
    except OSError:
        seen = False
    return "" if seen else f"does not see {path.parent}; give a folder that all machines share"


def _why_not(answer: object) -> str:
    if isinstance(answer, str):
        return answer
    # A worker that left meanwhile does no harm; others fail if they cannot load something.
    return "" if isinstance(answer, OSError) else f"has no Cellwise like this one ({answer})"


def _refusal(wrong: Mapping[str, str], workers: int) -> str:
    lines = [f"  {worker} {why}" for worker, why in sorted(wrong.items())]
    if len(lines) > _NAMED:
        lines = [*lines[:_NAMED], f"  and {len(lines) - _NAMED} more"]
    return "\n".join([f"{len(wrong)} of {workers} workers cannot be used; nothing was run:", *lines])
