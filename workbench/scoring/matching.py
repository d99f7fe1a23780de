"""Matching: as many expectations as possible served, each by something of its own."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def matched(rows: int, items: Sequence[Item], fits: Callable[[int, Item], bool]) -> dict[int, int]:
    """Return which item serves which row; the most rows that can be served are.

    Rows that come first are served first, so that of equal rows the last ones go without.

    Args:
        rows: How many expectations there are.
        items: What may serve them, each once.
        fits: Whether an item may serve a row.

    Source: Kuhn (1955), augmenting paths.
    """
    edges = [[place for place, item in enumerate(items) if fits(row, item)] for row in range(rows)]
    taken: dict[int, int] = {}

    def served(row: int, tried: set[int]) -> bool:
        for place in edges[row]:
            if place in tried:
                continue
            tried.add(place)
            if place not in taken or served(taken[place], tried):
                taken[place] = row
                return True
        return False

    for row in range(rows):
        served(row, set())
    return {row: place for place, row in taken.items()}
