"""The errors, and whose fault each is.

All of them but `InterruptError` are a `CellwiseError`, which catches them at once. An argument that makes no
sense is a `ValueError`, as anywhere.

* `ConfigError` (a `ValueError`): the scenario breaks a rule. `issues` lists every broken rule, each a
  dict with ``path``, ``value``, ``rule`` and, for TOML, ``line`` and ``column``.
* `ResultsError` (a `ValueError`): results are missing, half written, changed, damaged or of another version,
  or cannot be written where they were asked for.
* `SimulationError` (a `RuntimeError`): a run cannot continue.
* `LimitError` (a `SimulationError`): a run stopped at one of the scenario's own limits; ``run`` holds what
  was computed until then.
* `InterruptError` (a `KeyboardInterrupt`): a run was interrupted; ``run`` holds what was computed.
* `AuditError` (a `SimulationError`): cells were created or vanished; our bug, please report it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from cellwise._core import AuditError, ConfigError, SimulationError

if TYPE_CHECKING:
    from cellwise.results import Run


Known = TypeVar("Known")


class CellwiseError(Exception):
    """Something that went wrong in Cellwise: the base of its errors, each of which is also a built-in one."""

    # Without slots, classes could not be given it as a base.
    __slots__ = ()


# The extension makes its classes with one base each: a macro of PyO3 takes no more.
ConfigError.__bases__ = (CellwiseError, ValueError)
SimulationError.__bases__ = (CellwiseError, RuntimeError)


class ResultsError(CellwiseError, ValueError):
    """A results folder cannot be read or written.

    It is missing, half written, changed, damaged or of another version, or a file that is not ours is
    in the way. The message names the folder or the file, the fault, and what to do.
    """


def by_name(what: str, name: str, known: Mapping[str, Known], those: str) -> Known:
    """Give what has a name; raises `ValueError` if nothing has, and the message names those that exist.

    `what` is the kind of thing, such as ``plot``, and `those` all of them, such as ``the plots``.
    """
    if name not in known:
        raise ValueError(f"{what}: {name!r} is not known; {those} are {', '.join(known)}")
    return known[name]


class _StoppedRun(BaseException):
    """An error with the run that it ended."""

    def __init__(self, message: str, run: "Run") -> None:
        super().__init__(message)
        self.run = run


class LimitError(_StoppedRun, SimulationError):
    """A run stopped at one of the scenario's own limits; `run` holds what was computed until then."""


class InterruptError(_StoppedRun, KeyboardInterrupt):
    """Ctrl-C ended a run; `run` holds what was computed until then.

    It is a `KeyboardInterrupt`, so whatever handles that ends as it would without a run; and no
    `CellwiseError`, so that handling errors never swallows Ctrl-C.
    """


__all__ = [
    "AuditError",
    "CellwiseError",
    "ConfigError",
    "InterruptError",
    "LimitError",
    "ResultsError",
    "SimulationError",
]
