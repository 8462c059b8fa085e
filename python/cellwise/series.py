"""What a probe recorded: one quantity of one target against time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cellwise.lazy import np
from cellwise.store import Columns, as_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The simulator counts time in picoseconds.
PICOSECONDS_PER_S = 1e12

_TEXT = ("probe", "quantity", "target", "unit")


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """The samples or changes of one probe, in order of time."""

    probe: str
    """The probe's name, such as ``queue sw1.trunk``."""
    quantity: str
    """What was recorded, such as ``queue`` or ``cwnd``."""
    target: str
    """Where, such as a port or a flow."""
    unit: str
    """The unit of the values, such as ``cells``."""
    time_ps: NDArray[np.int64]
    """Simulated time in picoseconds, shape (n_points,)."""
    value: NDArray[np.float64]
    """The values, in `unit`, shape (n_points,)."""

    @property
    def time_s(self) -> NDArray[np.float64]:
        """Simulated time in seconds, shape (n_points,)."""
        return self.time_ps / PICOSECONDS_PER_S

    def __len__(self) -> int:
        return len(self.time_ps)

    def __repr__(self) -> str:
        return f"<Series {self.probe!r}: {len(self)} points, in {self.unit}>"

    def matches(self, quantity: str, where: Sequence[str]) -> bool:
        """Return whether this is `quantity` at a target that all the words of `where` name."""
        return self.quantity == quantity and set(where) <= set(self.target.split())


def from_core(probes: Sequence[Mapping[str, Any]]) -> list[Series]:
    """Take what the simulator recorded."""
    return [
        Series(
            probe=probe["name"],
            quantity=probe["quantity"],
            target=probe["target"],
            unit=probe["unit"],
            time_ps=np.asarray(probe["time_ps"], dtype=np.int64),
            value=np.asarray(probe["value"], dtype=np.float64),
        )
        for probe in probes
    ]


def to_columns(series: Sequence[Series]) -> dict[str, NDArray[Any]]:
    """Put all series under each other in one table, one row per point."""
    table: dict[str, NDArray[Any]] = {}
    lengths = [len(one) for one in series]
    for name in _TEXT:
        words = np.empty(len(series), dtype=object)
        words[:] = [getattr(one, name) for one in series]
        table[name] = np.repeat(words, lengths)
    table["time_ps"] = np.concatenate([np.empty(0, np.int64), *(one.time_ps for one in series)])
    table["value"] = np.concatenate([np.empty(0, np.float64), *(one.value for one in series)])
    return table


def from_columns(columns: Columns) -> list[Series]:
    """Take series apart again that `to_columns` put together."""
    table = as_columns(columns)
    probe = table["probe"]
    if len(probe) == 0:
        return []
    starts = [0, *(np.flatnonzero(probe[1:] != probe[:-1]) + 1).tolist()]
    ends = [*starts[1:], len(probe)]
    return [
        Series(
            probe=str(probe[start]),
            quantity=str(table["quantity"][start]),
            target=str(table["target"][start]),
            unit=str(table["unit"][start]),
            time_ps=table["time_ps"][start:end].astype(np.int64),
            value=table["value"][start:end].astype(np.float64),
        )
        for start, end in zip(starts, ends, strict=True)
    ]
