"""Columns in DuckDB and Parquet: the one place that knows the library, so that another could replace it.

A table is a mapping from column names to numpy arrays (text columns: arrays of `str`).
"""

from __future__ import annotations

import errno
import math
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cellwise.errors import ResultsError
from cellwise.lazy import np
from cellwise.levels import text_of
from cellwise.untrusted_files import Instant, instant_of

if TYPE_CHECKING:
    import duckdb
    from numpy.typing import NDArray

#: A table in memory: columns of equal length by name.
Columns: TypeAlias = Mapping[str, "np.ndarray[Any, Any]"]

#: Connections that a fork brought into this process; see `Tables`.
_INHERITED: list[Any] = []

#: Values over time, or their instants.
Numbers: TypeAlias = "NDArray[np.float64]"


def as_columns(table: Mapping[str, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """Bring every column of a table to a one-dimensional numpy array; text stays text even if empty."""
    columns: dict[str, np.ndarray[Any, Any]] = {}
    for name, values in table.items():
        # An array of texts of one length each takes several times what the texts take.
        if isinstance(values, list) and set(map(type, values)) <= {str}:
            columns[name] = np.array(values, dtype=object)
            continue
        array = np.asarray(values)
        columns[name] = np.asarray(list(values), dtype=object) if array.dtype.kind in "UO" else array
    return columns


def rows_where(table: Columns, chosen: NDArray[np.bool_]) -> Columns:
    """Take the rows of a table for which `chosen` is true; the columns stay as long as each other."""
    return {name: values[chosen] for name, values in table.items()}


def finite_or_none(value: Any) -> Any:
    """Give a value as JSON has it: None for what is not a number."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, np.ndarray[Any, Any]]:
    """Turn rows into columns: numbers where all are, else text, empty where a row has nothing."""
    names = dict.fromkeys(name for row in rows for name in row)
    return as_columns({name: _column([row.get(name) for row in rows]) for name in names})


def rows_of(columns: Columns) -> list[dict[str, Any]]:
    """Turn columns into rows of plain Python values; not-a-number becomes None."""
    lists = {name: _plain_list(values) for name, values in columns.items()}
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _plain_list(values: np.ndarray[Any, Any]) -> list[Any]:
    # Most columns hold counts, which are always numbers.
    plain: list[Any] = values.tolist()
    return plain if values.dtype.kind in "iub" else [finite_or_none(value) for value in plain]


def _column(values: list[Any]) -> list[Any]:
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    return ["" if value is None else text_of(value) for value in values]


class Tables:
    """Named tables, each given as a DuckDB relation on demand; DuckDB is loaded at the first demand."""

    def __init__(self) -> None:
        self._columns: dict[str, Columns] = {}
        self._files: dict[str, Path] = {}
        self._instants: dict[str, Instant] = {}
        self._fetched: dict[str, Columns] = {}
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._process = os.getpid()

    def put(self, name: str, columns: Columns) -> None:
        """Hold a table that is in memory."""
        self._columns[name] = columns

    def put_file(self, name: str, path: Path, instant: Instant) -> None:
        """Hold a table that is in a Parquet file; it is read only until it is written again.

        The caller that found the file whole gives the instant of that time: a later one may be of another
        file.
        """
        self._files[name] = path
        self._instants[name] = instant
        self._connection = None

    @property
    def octets(self) -> int:
        """Octets of the tables that are in memory; text counts as references."""
        return sum(values.nbytes for columns in self._columns.values() for values in columns.values())

    def moved(self, folder: Path, instants: Mapping[str, Instant]) -> None:
        """Continue with the same tables, written into a folder, if files of that folder are held."""
        for name, path in self._files.items():
            if path.parent == folder:
                place = folder / f"{name}.parquet"
                self.put_file(name, place, instants[place.name])

    def names(self) -> list[str]:
        """Name the tables in the order in which they were put."""
        return [*self._columns, *self._files]

    def columns(self, name: str) -> Columns:
        """Give a table as numpy arrays; raises `ResultsError` if its file cannot be read."""
        if name in self._columns:
            return self._columns[name]
        if name in self._fetched:
            return self._fetched[name]
        with self._readable(name):
            fetched = self.relation(name).fetchnumpy()
            if name in self._files:
                # It may have been written again between the test and the reading.
                self._require_same(name, self._files[name])
        table: dict[str, np.ndarray[Any, Any]] = {}
        for column, values in fetched.items():
            filled = values.filled(np.nan) if isinstance(values, np.ma.MaskedArray) else values
            table[column] = np.asarray(filled)
        self._fetched[name] = table
        return table

    def relation(self, name: str) -> duckdb.DuckDBPyRelation:
        """Give a table as a DuckDB relation; the other tables are there for joins under their names.

        It has a connection on which nothing is being read: while the rows of another relation are, as after
        its ``arrow()``, that is a new one to the same tables. Relations of one connection can be joined.
        """
        for held, path in self._files.items():
            self._require_same(held, path)
        return self._free().query(f'FROM "{name}"', alias=name)

    def write(self, name: str, path: Path) -> None:
        """Write a table to a Parquet file; the same table gives the same bytes.

        Raises `OSError` if the file cannot be written.
        """
        if name in self._files:
            self._require_same(name, self._files[name])
            # What an empty table is written as depends on where it was.
            shutil.copyfile(self._files[name], path)
        else:
            with _writable(path):
                _write_table(self._free(), name, path)

    def write_beside(self, columns: Columns, path: Path) -> None:
        """Write another table to a Parquet file, in the same way.

        A library's database takes half a gigabyte of address space; one does for all.
        """
        with _writable(path):
            connection = self._free()
            _create_table(connection, "extra", columns)
            _write_table(connection, "extra", path)
            connection.execute('DROP TABLE "extra"')

    def _require_same(self, name: str, path: Path) -> None:
        found = instant_of(path)
        # A file that was missing at the first test has been checked before: a writer removed it in between.
        if not found or found != self._instants[name]:
            raise ResultsError(f"{path}: was written again since it was read; read the results again")

    @contextmanager
    def _readable(self, name: str) -> Iterator[None]:
        """Say which file is damaged, or was written again meanwhile, if one is."""
        import duckdb

        path = self._files.get(name)
        try:
            yield
        except duckdb.Error as error:
            if path is None or _is_busy(error):
                raise
            self._require_same(name, path)
            reason = str(error).splitlines()[0]
            raise ResultsError(
                f"{path}: cannot be read as a table, half written or damaged; run the scenario again "
                f"({reason})"
            ) from None

    def _free(self) -> duckdb.DuckDBPyConnection:
        import duckdb

        connection = self._connect()
        try:
            connection.execute("SELECT 1").fetchall()
        except duckdb.Error as error:
            if not _is_busy(error):
                raise
            self._connection = connection = connection.cursor()
        return connection

    def _connect(self) -> duckdb.DuckDBPyConnection:
        if self._process != os.getpid():
            # A lock that another thread had when this process was forked is never released here: what the
            # parent opened is neither used nor closed.
            _INHERITED.append(self._connection)
            self._connection, self._process = None, os.getpid()
        if self._connection is None:
            import duckdb

            try:
                # One thread: row groups are then written in one order, and threads belong to the runs.
                connection = duckdb.connect(":memory:", config={"threads": 1})
                for name, columns in self._columns.items():
                    _create_table(connection, name, columns)
            except duckdb.OutOfMemoryException:
                raise MemoryError from None
            for name, path in self._files.items():
                with self._readable(name):
                    connection.read_parquet(str(path)).create_view(name)
            self._connection = connection
        return self._connection


def _is_busy(error: Exception) -> bool:
    """Return whether a query on the connection has rows yet to be read; old versions never say so."""
    import duckdb

    busy = getattr(duckdb, "ResourceInUseException", None)
    return busy is not None and isinstance(error, busy)


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Turn the library's own error of a file that cannot be written into the system's."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException:
        raise MemoryError from None
    except duckdb.IOException as error:
        # It gives the number of the system's error in its text only.
        found = re.search(r'"errno":"(\d+)"', str(error))
        number = int(found[1]) if found else errno.EIO
        raise OSError(number, os.strerror(number), str(path)) from error


def _write_table(connection: duckdb.DuckDBPyConnection, name: str, path: Path) -> None:
    # A relation's own way to write takes half as long again.
    place = str(path).replace("'", "''")
    connection.execute(f"COPY \"{name}\" TO '{place}' (FORMAT parquet, COMPRESSION zstd)")


def _create_table(connection: duckdb.DuckDBPyConnection, name: str, columns: Columns) -> None:
    connection.register("incoming", dict(columns))
    chosen = ", ".join(
        f'"{column}"::VARCHAR AS "{column}"' if values.dtype == object else f'"{column}"'
        for column, values in columns.items()
    )
    connection.execute(f'CREATE TABLE "{name}" AS SELECT {chosen} FROM incoming')
    connection.unregister("incoming")
