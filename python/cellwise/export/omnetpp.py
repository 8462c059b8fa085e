"""OMNeT++ result files: the tables as scalars (``.sca``) and the series as vectors (``.vec``).

Source: *OMNeT++ Simulation Manual*, appendix "Result File Formats", version 2, which OMNeT++ 4 to 6 read.
Both files begin with the same run and its attributes. Scalars are listed under ``cellwise.TABLE.ROW``,
vectors under the port, flow or connection that they were recorded of. A run has no date, so neither has a
file.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cellwise.errors import ResultsError
from cellwise.export.context import context, title
from cellwise.files import write_whole
from cellwise.levels import text_of
from cellwise.results import TABLES
from cellwise.series import Series
from cellwise.targets import require_file
from cellwise.untrusted_files import plain_file

if TYPE_CHECKING:
    from cellwise.results import Run

_VERSION = 2
_NETWORK = "cellwise"

#: Endings of column names that are units, the longest first, as the attribute ``unit`` has them.
_UNITS = {"_cells_per_s": "cells/s", "_bytes": "B", "_cells": "cells", "_bps": "bps", "_s": "s"}

#: The digits behind the point of an instant: picoseconds.
_PS_PER_S = 10**12


def require(path: Path) -> None:
    """Raise `ResultsError` if the files cannot be written, or if the second is a user's own."""
    vectors = path.with_suffix(".vec")
    for file in (path, vectors):
        require_file(file)
    # The user did not name this one.
    if vectors.is_file() and not _is_ours(vectors):
        raise ResultsError(
            f"{vectors}: would be replaced, and Cellwise has not written it; give another name"
        )


def _is_ours(path: Path) -> bool:
    beginning = f"version {_VERSION}\nrun {_NETWORK}-".encode()
    with plain_file(path) as file:
        return file.read(len(beginning)) == beginning


def write(run: "Run", path: Path) -> list[Path]:
    """Write both files; `path` is that of the ``.sca``."""
    head = list(_head(run))
    scalars = "\n".join([*head, *_scalars(run)]) + "\n"
    vectors = "\n".join([*head, *_vectors(run.probes)]) + "\n"
    return [
        write_whole(path, scalars.encode()),
        write_whole(path.with_suffix(".vec"), vectors.encode()),
    ]


def quoted(token: object) -> str:
    """Write one token of a line: unchanged, or in quotes if it has blanks or characters that need quotes."""
    text = text_of(token)
    if re.fullmatch(r"[^\s\"\\#]+", text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _line(*tokens: object) -> str:
    return " ".join(map(quoted, tokens))


def _head(run: "Run") -> Iterator[str]:
    about = context(run)
    yield f"version {_VERSION}"
    yield _line("run", f"{_NETWORK}-{about['scenario_id']}")
    attributes = {
        "configname": "General",
        "network": _NETWORK,
        "experiment": title(run) or "untitled",
        "measurement": "",
        "replication": f"#{about['replication']}",
        "repetition": about["replication"],
        "seedset": about["seed"],
        "cellwise": about["cellwise"],
        "scenario_id": about["scenario_id"],
    }
    for name, attribute in attributes.items():
        yield _line("attr", name, attribute)
    for path, value in _settings(run.scenario.to_dict()):
        yield _line("param", f"**.{path}", value)
    yield ""


def _settings(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _settings(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _scalars(run: "Run") -> Iterator[str]:
    for name, value in _summary(run):
        yield _line("scalar", _NETWORK, name, value)
    for table in TABLES:
        columns = {name: values.tolist() for name, values in run.columns(table).items()}
        numbers = [name for name, values in run.columns(table).items() if values.dtype.kind in "biuf"]
        first, second = [*columns, ""][:2]
        for row, own in enumerate(columns[first]):
            # A connection has a row for each direction, and a packet port one for each of its queues.
            direction = f".{columns[second][row]}" if second == "direction" else ""
            direction = f".{columns['queue'][row]}" if table == "queues" else direction
            module = f"{_NETWORK}.{table}.{own}{direction}"
            for name in numbers:
                value = columns[name][row]
                yield _line("scalar", module, name, int(value) if isinstance(value, bool) else value)
                if unit := _unit(name):
                    yield _line("attr", "unit", unit)


def _summary(run: "Run") -> Iterator[tuple[str, object]]:
    summary = run.summary
    for name in ("simulated_s", "measured_s", "cells"):
        yield name, summary[name]
    for name, value in run.audit.items():
        yield f"audit.{name}", value
    for name, value in run.packet_audit.items() if run.packet_audit["sent"] else ():
        yield f"packet_audit.{name}", value


def _unit(column: str) -> str:
    return next((unit for ending, unit in _UNITS.items() if column.endswith(ending)), "")


def _vectors(probes: list[Series]) -> Iterator[str]:
    for number, one in enumerate(probes):
        module = ".".join([_NETWORK, *one.target.split()])
        yield _line("vector", number, module, one.quantity, "TV")
        yield _line("attr", "unit", one.unit)
        yield _line("attr", "interpolationmode", "sample-hold")
        for time_ps, value in zip(one.time_ps.tolist(), one.value.tolist(), strict=True):
            seconds, rest = divmod(time_ps, _PS_PER_S)
            yield f"{number}\t{seconds}.{rest:012d}\t{value!r}"
