"""A run as the simulator in a browser takes it: JSON with the places of the columns, which come after it.

Four zeros, the length of the JSON in four octets, the JSON, and from a multiple of eight octets on the
arrays, each at a multiple of eight; all numbers begin with their least octet. `crates/wasm` is the other
side.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from cellwise import _core
from cellwise.page.plain import plain_object
from cellwise.results import RECORDS, TABLES, Run
from cellwise.series import Series
from cellwise.store import Columns

_ALIGNMENT = 8


class _Arrays:
    """Arrays, one behind the other."""

    def __init__(self) -> None:
        self.octets = bytearray()

    def put(self, kind: str, values: np.ndarray[Any, Any]) -> dict[str, Any]:
        """Put an array after the others; give its place."""
        self.octets.extend(bytes(-len(self.octets) % _ALIGNMENT))
        place = {"$": kind, "at": len(self.octets), "length": len(values)}
        self.octets.extend(np.ascontiguousarray(values, dtype=f"<{kind[0]}{int(kind[1:]) // 8}").tobytes())
        return place

    def put_table(self, columns: Columns) -> dict[str, Any]:
        """Put the columns of a table; one of names is the different ones, and a number for each row."""
        return {name: self._column(values) for name, values in columns.items()}

    def _column(self, values: np.ndarray[Any, Any]) -> dict[str, Any]:
        if values.dtype.kind in "OU":
            texts = [str(one) for one in values.tolist()]
            numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
            rows = np.array([numbers[text] for text in texts], dtype=np.uint32)
            return {"words": list(numbers), "rows": self.put("u32", rows)}
        return self.put("f64" if values.dtype.kind == "f" else "u64", values)


def run_bytes(
    run: Run, records: Sequence[str] | None = None, probes: Sequence[Series] | None = None
) -> bytes:
    """Write a run for a browser.

    `records` are its tables of events that go along, by default all; `probes` are in place of `Run.probes`
    where not all of it is included.
    """
    arrays = _Arrays()
    events = recorded(run) if records is None else records
    tables = {name: arrays.put_table(run.columns(name)) for name in (*TABLES, *events)}
    series = [
        {
            "name": one.probe,
            "quantity": one.quantity,
            "target": one.target,
            "unit": one.unit,
            "time_ps": arrays.put("u64", one.time_ps),
            "value": arrays.put("f64", one.value),
        }
        for one in (run.probes if probes is None else probes)
    ]
    reported = {"ask": "load", "scenario": run.scenario.to_json(), "summary": plain_object(run.summary)}
    head = json.dumps({**reported, "tables": tables, "series": series}).encode()
    padding = bytes(-len(head) % _ALIGNMENT)
    return b"".join([bytes(4), len(head).to_bytes(4, "little"), head, padding, arrays.octets])


def described(run: Run, series: Sequence[Series]) -> dict[str, Any]:
    """Describe a run in plain values, as the simulator does for a browser."""
    tables = [(name, run.columns(name)) for name in (*TABLES, *recorded(run))]
    summary = json.dumps(plain_object(run.summary))
    shown = [(one.probe, one.quantity, one.target, one.unit, one.value) for one in series]
    reported: dict[str, Any] = json.loads(_core.described(run.scenario.to_json(), tables, summary, shown))
    return reported


def recorded(run: Run) -> list[str]:
    """Name the tables of events that a run has."""
    found = []
    for name in RECORDS:
        try:
            run.columns(name)
        except ValueError:
            continue
        found.append(name)
    return found
