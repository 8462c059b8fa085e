"""Several runs: replicated, compared in pairs, swept, searched; stored as points where they are many."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cellwise.experiments.compare import Comparison
    from cellwise.experiments.find import Search
    from cellwise.experiments.replicate import Replications
    from cellwise.experiments.sweep import Sweep

__all__ = ["Comparison", "Replications", "Search", "Sweep"]

_MODULES = {"Comparison": "compare", "Replications": "replicate", "Search": "find", "Sweep": "sweep"}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
