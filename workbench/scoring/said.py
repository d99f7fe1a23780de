"""Said: the texts that a text check reads."""

from collections.abc import Callable
from typing import Literal

from workbench.scoring.places import MISSING, at, steps
from workbench.scoring.reading import Reading, Reply, as_text

Said = Callable[[Reading], list[Reply]]


def said(on: Literal["replies", "answer"], path: str | None) -> Said:
    """Return what takes the texts from a reading: all replies, the last, or a path's value."""
    if path is not None:
        return _at_path(path)
    if on == "answer":
        return lambda reading: reading.replies[-1:]
    return lambda reading: reading.replies


def _at_path(path: str) -> Said:
    where = steps(path)

    def texts(reading: Reading) -> list[Reply]:
        value = at(reading.outcome, where)
        return [] if value is MISSING or value is None else [Reply(None, as_text(value))]

    return texts
