"""Cellwise: TCP and UDP over ATM networks, exactly, cell by cell.

>>> import cellwise as cw
>>> scenario = cw.Scenario.from_template("n-source").with_(duration="50 ms", seed=3)
>>> run = cw.run(scenario)
>>> run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]
True

Heavy libraries are loaded when they are first needed, so that importing this package stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import cellwise.interrupts  # noqa: F401  # isort: skip - before anything that takes a while

from cellwise.catalogue import catalogue
from cellwise.errors import (
    AuditError,
    CellwiseError,
    ConfigError,
    InterruptError,
    LimitError,
    ResultsError,
    SimulationError,
)
from cellwise.partition import Partition, partition
from cellwise.results import Run
from cellwise.run import run
from cellwise.scenario import Scenario, json_schema
from cellwise.units import cells, gbit_s, kbit_s, mbit_s, ms, octets, packets, s, us
from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise import metrics, plots, theory, units
    from cellwise.experiments.compare import compare
    from cellwise.experiments.find import find
    from cellwise.experiments.precision import Precision
    from cellwise.experiments.replicate import replicate
    from cellwise.experiments.sweep import Sweep, sweep
    from cellwise.path import Path
    from cellwise.studies.call import study

__all__ = [
    "AuditError",
    "CellwiseError",
    "ConfigError",
    "InterruptError",
    "LimitError",
    "Partition",
    "Path",
    "Precision",
    "ResultsError",
    "Run",
    "Scenario",
    "SimulationError",
    "Sweep",
    "__version__",
    "catalogue",
    "cells",
    "compare",
    "find",
    "gbit_s",
    "json_schema",
    "kbit_s",
    "mbit_s",
    "metrics",
    "ms",
    "octets",
    "packets",
    "partition",
    "plots",
    "replicate",
    "run",
    "s",
    "study",
    "sweep",
    "theory",
    "units",
    "us",
]


#: Names that are loaded when they are first asked for, with the modules that have them. A name that a module
#: of this package has too (`run`, `catalogue`, `partition`) is loaded at once: the module would replace it.
_LATER = {
    "Path": "path",
    "Precision": "experiments.precision",
    "Sweep": "experiments.sweep",
    "compare": "experiments.compare",
    "find": "experiments.find",
    "replicate": "experiments.replicate",
    "sweep": "experiments.sweep",
}

#: Packages that are loaded so; the last can be called.
_PACKAGES = ("metrics", "plots", "theory", "study")


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"cellwise.{name}")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f"cellwise.{_LATER[name]}"), name)
    return found
