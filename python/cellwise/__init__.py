"""Cellwise: TCP and UDP over ATM networks, exactly, cell by cell.

>>> import cellwise as cw
>>> scenario = cw.Scenario.from_template("n-source").with_(duration="50 ms", seed=3)
>>> run = cw.run(scenario)
>>> run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]
True

Heavy libraries are loaded when they are first needed, so that importing this package stays quick.
"""

from typing import TYPE_CHECKING, Any

import cellwise.starting  # noqa: F401  # isort: skip - before anything that takes a while

from cellwise import metrics, theory
from cellwise.catalogue import catalogue
from cellwise.errors import (
    AuditError,
    ConfigError,
    InterruptError,
    LimitError,
    ResultsError,
    SimulationError,
)
from cellwise.experiments.compare import compare
from cellwise.experiments.precision import Precision
from cellwise.experiments.replicate import replicate
from cellwise.experiments.sweep import Sweep, sweep
from cellwise.partition import Partition, partition
from cellwise.path import Path
from cellwise.quantity import (
    bit_s,
    cells,
    cells_s,
    gb,
    gbit_s,
    gib,
    hours,
    kb,
    kbit_s,
    kib,
    mb,
    mbit_s,
    mib,
    minutes,
    ms,
    ns,
    octets,
    packets,
    ps,
    s,
    tbit_s,
    us,
)
from cellwise.results import Run
from cellwise.run import run
from cellwise.scenario import Scenario, json_schema
from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise import plots
    from cellwise.studies.call import study
    from cellwise.study.find import find

__all__ = [
    "AuditError",
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
    "bit_s",
    "catalogue",
    "cells",
    "cells_s",
    "compare",
    "find",
    "gb",
    "gbit_s",
    "gib",
    "hours",
    "json_schema",
    "kb",
    "kbit_s",
    "kib",
    "mb",
    "mbit_s",
    "metrics",
    "mib",
    "minutes",
    "ms",
    "ns",
    "octets",
    "packets",
    "partition",
    "plots",
    "ps",
    "replicate",
    "run",
    "s",
    "study",
    "sweep",
    "tbit_s",
    "theory",
    "us",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name in ("plots", "study"):
        # Packages that take long to load are loaded when they are first asked for; the second can be called.
        from importlib import import_module

        return import_module(f"cellwise.{name}")
    if name == "find":
        from cellwise.study.find import find

        return find
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
