"""A process of the server: reads what to do from its input, writes results to its output.

`python -m cellwise.serve.work.main MEMORY_BYTES`. The process ends when its input does.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, NoReturn

from cellwise.errors import AuditError, ConfigError, ResultsError, SimulationError
from cellwise.serve import wire
from cellwise.serve.work import bounds
from cellwise.serve.work.task import Arguments, RefusedError

_TOO_DEEP = "what was asked for is nested too deeply"


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do one thing after the other until the input ends."""
    wire.write(sink, {"ready": True})
    while (message := wire.read(source)) is not None:
        if "task" in message:
            done = _done(message)
            if done.get("failed") == "memory":
                _end_short()
            try:
                parts = wire.encode(done)
            except MemoryError:
                _end_short()
            except RecursionError:
                parts = wire.encode(_failed("asked", _TOO_DEEP))
            del message, done
            wire.send(sink, parts)


def _end_short() -> NoReturn:
    """End this process: what a thread of the simulator held that got no more stays held."""
    print("MemoryError", file=sys.stderr, flush=True)
    os._exit(1)


def _done(message: Mapping[str, Any]) -> dict[str, Any]:
    try:
        with bounds.processor_time(float(message["cpu_s"])):
            return {"result": _task(message["task"])(message["arguments"])}
    except ConfigError as error:
        return _failed("scenario", str(error), [dict(issue) for issue in error.issues])
    except (RefusedError, ResultsError) as error:
        return _failed("asked", str(error))
    except AuditError as error:
        return _failed("fault", f"fault in Cellwise, please report it with the scenario: {error}")
    except SimulationError as error:
        return _failed("run", str(error))
    except MemoryError:
        return _failed("memory", "")
    except RecursionError:
        return _failed("asked", _TOO_DEEP)
    except (ValueError, OverflowError) as error:
        return _failed("asked", str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _failed("asked", f"{error.filename or 'file'}: {(error.strerror or str(error)).lower()}")


def _failed(kind: str, text: str, issues: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"failed": kind, "error": text, "issues": issues or []}


def _task(name: str) -> Callable[[Arguments], dict[str, Any]]:
    """Give a task by name: plain values in, plain values and octets out."""
    if name in ("stored", "stored-run"):
        from cellwise.serve.work import stored

        return stored.listed if name == "stored" else stored.opened
    if name in ("study", "study-case", "study-figure", "studies"):
        from cellwise.serve.work import studies

        return studies.TASKS[name]
    raise RefusedError(f"task: {name!r} is not known")


def _prepare() -> None:
    """Import what tasks need, so that the first one does not wait for it."""
    import numpy as np  # noqa: F401

    from cellwise.serve.work import stored  # noqa: F401


def main(arguments: list[str]) -> None:
    """Bound this process, then serve."""
    memory_bytes = int(arguments[0])
    # What writes to standard output by accident must not come between the messages.
    source, sink = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    _prepare()
    bounds.bound_memory(memory_bytes)
    try:
        serve(source, sink)
    except (BrokenPipeError, KeyboardInterrupt, json.JSONDecodeError):
        # The server has gone: no one is left to answer.
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
