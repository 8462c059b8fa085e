"""What can go wrong, and whose fault it is.

* `ConfigError` (a `ValueError`): the scenario breaks a rule. `issues` lists every broken rule, each a
  dict with ``path``, ``value``, ``rule`` and, for TOML, ``line`` and ``column``.
* `ResultsError` (a `ValueError`): a results folder is missing, half written, or of another version.
* `SimulationError` (a `RuntimeError`): a run cannot go on.
* `LimitError` (a `SimulationError`): a run stopped at one of the scenario's own limits; ``run`` holds what
  was computed until then.
* `AuditError` (a `SimulationError`): cells were created or vanished; our bug, please report it.
"""

from typing import TYPE_CHECKING

from cellwise._core import AuditError, ConfigError, SimulationError

if TYPE_CHECKING:
    from cellwise.results import Run


class ResultsError(ValueError):
    """A results folder cannot be read: it is missing, half written or of another version.

    The message names the folder, what is wrong with it, and what to do.
    """


class LimitError(SimulationError):
    """A run stopped at one of the scenario's own limits; `run` holds what was computed until then."""

    def __init__(self, message: str, run: "Run") -> None:
        super().__init__(message)
        self.run = run


__all__ = ["AuditError", "ConfigError", "LimitError", "ResultsError", "SimulationError"]
