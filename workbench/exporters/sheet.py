"""A sheet: rows under columns that say what they mean, as CSV and spreadsheets are made of."""

from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | int | float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: its heading, and what stands in it."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table."""

    name: str
    """At most 31 characters, as spreadsheets have it."""
    about: str
    """What one row is."""
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
    """Text stays text, numbers are numbers, None is an empty cell."""
