"""Columns in DuckDB and Parquet: the one place that knows the library, so that another could replace it.

A table is a mapping from column names to numpy arrays (text columns: arrays of `str`).
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import duckdb

#: A table in memory: columns of equal length by name.
Columns = Mapping[str, np.ndarray[Any, Any]]


def as_columns(table: Mapping[str, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """Bring every column of a table to a one-dimensional numpy array; text stays text even if empty."""
    columns: dict[str, np.ndarray[Any, Any]] = {}
    for name, values in table.items():
        array = np.asarray(values)
        text = array.dtype.kind in "UO" or (isinstance(values, list) and not values)
        columns[name] = np.asarray(list(values), dtype=object) if text else array
    return columns


class Tables:
    """Named tables, each given as a DuckDB relation on demand; DuckDB is loaded at the first demand."""

    def __init__(self) -> None:
        self._columns: dict[str, Columns] = {}
        self._files: dict[str, Path] = {}
        self._fetched: dict[str, Columns] = {}
        self._connection: duckdb.DuckDBPyConnection | None = None

    def put(self, name: str, columns: Columns) -> None:
        """Hold a table that is in memory."""
        self._columns[name] = columns

    def put_file(self, name: str, path: Path) -> None:
        """Hold a table that is in a Parquet file."""
        self._files[name] = path

    def names(self) -> list[str]:
        """Name the tables in the order in which they were put."""
        return [*self._columns, *self._files]

    def columns(self, name: str) -> Columns:
        """Give a table as numpy arrays."""
        if name in self._columns:
            return self._columns[name]
        if name in self._fetched:
            return self._fetched[name]
        fetched = self.relation(name).fetchnumpy()
        table: dict[str, np.ndarray[Any, Any]] = {}
        for column, values in fetched.items():
            filled = values.filled(np.nan) if isinstance(values, np.ma.MaskedArray) else values
            table[column] = np.asarray(filled)
        self._fetched[name] = table
        return table

    def relation(self, name: str) -> "duckdb.DuckDBPyRelation":
        """Give a table as a DuckDB relation; the other tables are there for joins under their names."""
        return self._connect().query(f'FROM "{name}"', alias=name)

    def write(self, name: str, path: Path) -> None:
        """Write a table to a Parquet file; the same table gives the same bytes."""
        if name in self._files:
            # What an empty table is written as depends on where it was.
            shutil.copyfile(self._files[name], path)
        else:
            self.relation(name).write_parquet(str(path), compression="zstd")

    def _connect(self) -> "duckdb.DuckDBPyConnection":
        if self._connection is None:
            import duckdb

            # One thread: row groups are then written in one order, and threads belong to the runs.
            connection = duckdb.connect(":memory:", config={"threads": 1})
            for name, columns in self._columns.items():
                _create_table(connection, name, columns)
            for name, path in self._files.items():
                connection.read_parquet(str(path)).create_view(name)
            self._connection = connection
        return self._connection


def _create_table(connection: "duckdb.DuckDBPyConnection", name: str, columns: Columns) -> None:
    connection.register("incoming", dict(columns))
    chosen = ", ".join(
        f'"{column}"::VARCHAR AS "{column}"' if values.dtype == object else f'"{column}"'
        for column, values in columns.items()
    )
    connection.execute(f'CREATE TABLE "{name}" AS SELECT {chosen} FROM incoming')
    connection.unregister("incoming")
