"""DuckDB, the engine over the files: one in-memory connection a process, a cursor a thread."""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from workbench.errors import DataError

Columns = dict[str, NDArray[Any]]

JSON_LINES = (
    "read_json({source}, format = 'newline_delimited', columns = {columns}, "
    "maximum_object_size = {size})"
)
WRITE_PARQUET = "COPY (SELECT {select} FROM {rows}) TO {target} (FORMAT parquet, COMPRESSION zstd)"

MEMORY_LIMIT = "512MB"
"""What the engine may keep in memory before it spills beside the index."""


class Engine:
    """Runs SQL over one workspace's files and over nothing else on the machine."""

    def __init__(self, workspace: Path, scratch: Path) -> None:
        """Connect, and close the door to everything outside the two folders."""
        self._connection = duckdb.connect(
            config={
                "memory_limit": MEMORY_LIMIT,
                "temp_directory": str(scratch / "spill"),
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "preserve_insertion_order": "true",
            }
        )
        allowed = [f"{folder.resolve()}/" for folder in (workspace, scratch)]
        self._connection.execute("SET allowed_directories = $folders", {"folders": allowed})
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET TimeZone = 'UTC'")
        self._cursors = threading.local()

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        """Return this thread's cursor: a connection refuses a second thread."""
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._cursors, "cursor", None)
        if cursor is None:
            cursor = self._connection.cursor()
            self._cursors.cursor = cursor
        return cursor

    def rows(self, sql: str, values: Mapping[str, object] | None = None) -> list[tuple[Any, ...]]:
        """Return the rows of a query as tuples."""
        return self._execute(sql, values).fetchall()

    def columns(self, sql: str, values: Mapping[str, object] | None = None) -> Columns:
        """Return the columns of a query as arrays, masked where they hold nulls."""
        return dict(self._execute(sql, values).fetchnumpy())

    def run(self, sql: str, values: Mapping[str, object] | None = None) -> None:
        """Run a statement for its effect."""
        self._execute(sql, values).fetchall()

    def _execute(self, sql: str, values: Mapping[str, object] | None) -> duckdb.DuckDBPyConnection:
        try:
            return self._cursor().execute(sql, dict(values or {}))
        except duckdb.Error as error:
            raise DataError(f"the index cannot be queried: {str(error).splitlines()[0]}") from error

    def to_parquet(
        self, source: Path, target: Path, *, types: Mapping[str, str], select: str, longest: int
    ) -> None:
        """Turn typed JSON Lines into a Parquet file.

        Args:
            source: JSON Lines that our own parser wrote.
            target: Written whole; the caller moves it into place.
            types: The type of every column of the source.
            select: The select list over those columns.
            longest: Bytes of the longest line; the reader's buffers are a multiple of it.
        """
        size = max(longest + 1024, 1 << 20)
        rows = JSON_LINES.format(source=_text(source), columns=_struct(types), size=size)
        self.run(WRITE_PARQUET.format(select=select, rows=rows, target=_text(target)))

    def merge(self, sources: Sequence[Path], target: Path) -> None:
        """Write the rows of Parquet files of one schema into one, in their order."""
        self.run(WRITE_PARQUET.format(select="*", rows=parquet(sources), target=_text(target)))


def parquet(files: Sequence[Path]) -> str:
    """Return the table function that reads Parquet files of one schema."""
    return f"read_parquet([{', '.join(_text(file) for file in files)}])"


def table(files: Sequence[Path], columns: Mapping[str, str]) -> str:
    """Return segments as a table expression, an empty one of the same columns without any."""
    if files:
        return parquet(files)
    nulls = ", ".join(f"NULL::{kind} AS {name}" for name, kind in columns.items())
    return f"(SELECT {nulls} WHERE false)"


def _text(value: Path | str) -> str:
    return "'" + str(value).replace("'", "''") + "'"


def _struct(types: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{_text(name)}: {_text(kind)}" for name, kind in types.items()) + "}"


def filled(column: NDArray[Any], value: Any) -> NDArray[Any]:
    """Return a column with its nulls replaced."""
    if isinstance(column, np.ma.MaskedArray):
        return np.asarray(column.filled(value))
    return column
