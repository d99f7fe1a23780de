"""Values: when two JSON values are the same, and how messages show them."""

import json
from typing import Any, Final

from workbench.scoring.places import MISSING
from workbench.scoring.reading import folded

_LONGEST_SHOWN: Final = 300
_TOLERATED: Final = 1e-9
"""What floating point does to a figure; far below what anyone states."""


def kind_of(value: Any) -> str:
    """Name a value's type as JSON does."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, dict) else "list"


def is_number(value: Any) -> bool:
    """Whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def same(expected: Any, got: Any, *, fold: bool = True) -> bool:
    """Whether two values are equal, type and all; `fold`: upper and lower case are alike."""
    if isinstance(expected, str):
        if not isinstance(got, str):
            return False
        return expected == got or (fold and folded(expected) == folded(got))
    if expected is None or isinstance(expected, bool):
        return expected is got
    if is_number(expected):
        return is_number(got) and bool(expected == got)
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(same(value, got[key], fold=fold) for key, value in expected.items())
        )
    return (
        isinstance(got, list | tuple)
        and len(expected) == len(got)
        and all(same(one, two, fold=fold) for one, two in zip(expected, got, strict=True))
    )


def shown(value: Any) -> str:
    """Return a value as messages show it: JSON, cut where it is long."""
    if value is MISSING:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def apart(expected: Any, got: Any) -> tuple[str, str]:
    """Return two values as a message contrasts them, with their types where those differ."""
    kinds = kind_of(expected), "" if got is MISSING else kind_of(got)
    if got is MISSING or kinds[0] == kinds[1] or None in (expected, got):
        return shown(expected), shown(got)
    return f"{kinds[0]} {shown(expected)}", f"{kinds[1]} {shown(got)}"


def close(expected: float, got: float, tolerance: float) -> bool:
    """Whether a number is within a tolerance, but for what floating point does."""
    try:
        return abs(got - expected) <= tolerance + _TOLERATED * max(1.0, abs(expected))
    except OverflowError:  # a whole number beyond what a float holds
        return got == expected
