"""What comparisons, sweeps, searches and replications give: a table, a picture, a report."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

from cellwise.checksums import is_whole, with_checksum
from cellwise.errors import ResultsError
from cellwise.experiments.sheet import Sheet
from cellwise.files import whole, write_whole
from cellwise.points.store import Model, Point, models_of
from cellwise.source import Source
from cellwise.store import Columns, Tables
from cellwise.untrusted_files import read_json
from cellwise.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from cellwise.plots.drawing import Drawing

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a report."""

    name: str
    caption: str
    drawing: "Drawing"


@dataclass(frozen=True, repr=False)
class Outcome(ABC):
    """What came of an experiment: a table, a picture, a report, and what its command prints."""

    models: tuple[Model, ...] = field(default=(), kw_only=True)
    """The models that took part."""
    runs: int = field(default=0, kw_only=True)
    cells: int = field(default=0, kw_only=True)
    command: str = field(default="", kw_only=True)
    """The command that makes it again; empty if it was made in Python."""
    folder: Path | None = field(default=None, kw_only=True)
    """Where it is kept; None if it is nowhere."""
    labels: Mapping[str, str] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    """What its report calls settings, metrics and sides; the others have their own names."""

    #: Its file in a folder, and how that is indented.
    mark: ClassVar[str]
    indent: ClassVar[int | None] = 2

    @abstractmethod
    def sheet(self) -> Sheet:
        """Give what people read of it."""

    def names(self) -> Mapping[str, str]:
        """Give what may have a label: settings and metrics, with their headings without one."""
        return {}

    def labelled(self, labels: Mapping[str, str]) -> Self:
        """Give the same outcome whose report calls some things otherwise.

        Parameters
        ----------
        labels : mapping of str to str
            By setting (``switch.buffer``), metric (``efficiency``), or side of a comparison (``A``), the text
            that headings and legends have.

        Raises
        ------
        ValueError
            If there is no such thing in it; the message names those that there are.
        """
        known = self.names()
        unknown = [name for name in labels if name not in known]
        if unknown:
            raise ValueError(f"label: {', '.join(unknown)} is not in the table; there are {', '.join(known)}")
        return replace(self, labels=dict(labels))

    def shown_sheet(self) -> Sheet:
        """Give what people read of it in a report, with the labels."""
        names = self.names()
        return self.sheet().called({names[key]: text for key, text in self.labels.items()})

    def show(self) -> None:
        """Print what its command prints."""
        self.sheet().show()

    def __repr__(self) -> str:
        with StringIO() as text:
            self.sheet().show(text)
            return text.getvalue().strip("\n")

    @abstractmethod
    def columns(self) -> dict[str, Columns]:
        """Give its tables by name: the one that `table` gives, and ``runs``."""

    @abstractmethod
    def key_of(self, point: Point) -> Mapping[str, Any] | None:
        """Give what ``runs`` says of a point besides its replication; None if it is in no table."""

    @property
    def table(self) -> "DuckDBPyRelation":
        """What came of it: one row per case of a sweep, metric of a comparison, value of a search."""
        return self._tables.relation(self._tables.names()[0])

    @property
    def table_of_runs(self) -> "DuckDBPyRelation":
        """One row per run: what it was run with, and every metric."""
        return self._tables.relation("runs")

    @cached_property
    def _tables(self) -> Tables:
        tables = Tables()
        for name, columns in self.columns().items():
            tables.put(name, columns)
        return tables

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """Give what its file has, from which `cellwise.experiments.kept` makes it again."""

    def about(self) -> dict[str, Any]:
        """Give what the files of all kinds have."""
        counts = {"models": list(map(list, self.models)), "runs": self.runs, "cells": self.cells}
        return {"cellwise": __version__, "command": self.command, **counts}

    def save(self, folder: Path) -> None:
        """Write its file, and its tables as Parquet, next to the points; raises `OSError` if it cannot."""
        text = json.dumps(with_checksum(self.document()), ensure_ascii=False, indent=self.indent)
        write_whole(folder / self.mark, f"{text}\n".encode())
        for name in self._tables.names():
            with whole(folder / f"{name}.parquet") as scratch:
                self._tables.write(name, scratch)

    @abstractmethod
    def plot(self) -> "Drawing":
        """Draw it."""

    def figures(self, _interval: str, otherwise: str) -> tuple[list[Figure], int]:
        """Give the pictures of its report, and say how many are left out.

        Given ``ci`` or ``range`` for those of sweeps, and the command in those that none draws alone.
        """
        drawing = self.plot()
        return [Figure("picture", drawing.title, drawing.with_footer(otherwise or self.command))], 0

    def report(self, to: str | Path, *, interval: Literal["ci", "range"] = "ci") -> Path:
        """Write its report: a page, or the table for another document.

        Parameters
        ----------
        to : str or Path
            The file; it ends in ``.html``, ``.md`` or ``.tex``.
        interval : {"ci", "range"}
            The content of a sweep's figures: means with 95 % intervals, or medians and ranges.

        Raises
        ------
        ValueError
            If the file ends otherwise.
        OSError
            If it cannot be written.
        """
        # Reports know experiments.
        from cellwise.reports.experiment import save_report

        return save_report(self, Path(to), interval)

    @abstractmethod
    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; null if there is no value."""

    def to_json(self) -> str:
        """Give what its command prints with ``--json``."""
        return json.dumps(self.as_plain(), indent=2, ensure_ascii=False)


def read_kept(path: Path, kind: str, make: Callable[[Mapping[str, Any]], Read]) -> Read:
    """Read the file of an experiment; raises `ResultsError` if it cannot be read or was changed."""
    try:
        document = read_json(path)
        if not is_whole(document):
            raise ValueError("was changed or damaged")
        return make(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError):
        raise ResultsError(
            f"{path}: cannot be read as that of {kind}, or was changed; run it again"
        ) from None


def counts_of(runs: Sequence[Source]) -> dict[str, Any]:
    """Give what outcomes of all kinds say of their runs."""
    return {
        "models": tuple(sorted({one for run in runs for one in models_of(run)})),
        "runs": len(runs),
        "cells": sum(int(run.summary["cells"]) for run in runs),
    }


def about_of(document: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Give what outcomes of all kinds have, as `Outcome.about` wrote it."""
    return {
        "models": tuple((str(family), str(name), str(status)) for family, name, status in document["models"]),
        "runs": int(document["runs"]),
        "cells": int(document["cells"]),
        "command": str(document["command"]),
        "folder": folder,
    }
