"""Places: dotted paths into values, and what stands there."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

_STEP = re.compile(r"""(?:^|(?<=[.\[]))(["'])(?P<quoted>.+?)\1(?=[.\[\]]|$)|[^.\[\]]+""")


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING: Final = _Missing()


@lru_cache(maxsize=4096)
def steps(path: str) -> tuple[str, ...]:
    """Return the steps of a dotted path; `items[0].id` and `items.0.id` are the same.

    A step in quotes is one key, whatever it holds: `"a.b".c`.
    """
    return tuple(found["quoted"] or found[0] for found in _STEP.finditer(path))


def at(value: Any, path: Sequence[str]) -> Any:
    """Return what stands at a path, or MISSING."""
    for step in path:
        if isinstance(value, dict):
            if step not in value:
                return MISSING
            value = value[step]
        elif isinstance(value, list | tuple):
            place = _index(step)
            if place is None or not -len(value) <= place < len(value):
                return MISSING
            value = value[place]
        else:
            return MISSING
    return value


def way_out(value: Any, path: Sequence[str]) -> str:
    """Return how to name what a path misses because a key holds a dot; empty where none does."""
    for place in range(len(path)):
        above = at(value, path[:place])
        if not isinstance(above, dict):
            continue
        for end in range(len(path), place + 1, -1):
            key = ".".join(path[place:end])
            if key in above:
                written = ".".join([*path[:place], f'"{key}"', *path[end:]])
                return f" (a key there holds a dot: write it in quotes, '{written}')"
    return ""


def _index(step: str) -> int | None:
    digits = step.removeprefix("-")
    return int(step) if digits.isascii() and digits.isdecimal() else None
