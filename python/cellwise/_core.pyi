"""The compiled simulator: scenarios in as text, columns out."""

from collections.abc import Callable, Sequence
from typing import Any

__all__ = [
    "AuditError",
    "ConfigError",
    "SimulationError",
    "catalogue",
    "check",
    "expand",
    "json_schema",
    "overhead",
    "parse",
    "run",
    "set_value",
    "template",
    "to_toml",
    "version",
    "warnings",
]

class ConfigError(ValueError):
    """A scenario breaks a rule; `issues` holds every broken rule."""

    issues: list[dict[str, Any]]

class SimulationError(RuntimeError):
    """A run cannot go on."""

class AuditError(SimulationError):
    """The books of a finished run do not balance: a fault of the simulator."""

def version() -> str: ...
def parse(text: str, format: str) -> str: ...
def check(scenario_json: str) -> list[dict[str, Any]]: ...
def warnings(text: str, format: str) -> list[dict[str, Any]]: ...
def expand(scenario_json: str) -> str: ...
def to_toml(scenario_json: str) -> str: ...
def set_value(scenario_json: str, path: str, value: str) -> str: ...
def template(name: str) -> str: ...
def json_schema() -> str: ...
def catalogue() -> str: ...
def overhead(sizes: Sequence[str], encapsulation: str | None = None) -> list[dict[str, Any]]: ...
def run(
    scenario_json: str,
    progress: Callable[[float], None] | None = None,
    captures: Sequence[tuple[str, str]] = ...,
    about: str = "",
) -> dict[str, Any]: ...
