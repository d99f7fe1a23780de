"""Shorthand: what people may write in place of a record, and the record that it becomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields, force_setattr

from workbench.domain.lean import LeanRecord


@dataclass(frozen=True, slots=True, eq=False)
class Shorthand:
    """Stands beside a type, in its annotation, that has a short form."""

    full: Any
    """The type of the full form."""
    short: Any
    """The types of the short form, for the published schema."""
    unfold: Callable[[Any], Any]
    """Returns the full form, as JSON, of either; what is neither, as it is."""
    make: Callable[[Any], Any]
    """Returns what is kept of a valid value of either form."""


@dataclass(frozen=True, slots=True)
class Synonym:
    """Stands beside the type of a field that is another name of one; never both are written."""

    of: str


def bare(field: str, kind: type[LeanRecord], short: Any) -> Shorthand:
    """Let a bare value stand for the mapping that has it under one field."""

    def unfold(value: Any) -> Any:
        return value if isinstance(value, Mapping | LeanRecord) else {field: value}

    def make(value: Any) -> Any:
        return value if isinstance(value, kind) else kind(**{field: value})

    return Shorthand(kind, short, unfold, make)


def listed(items: Any, split: Callable[[str], list[Any]] | None = None) -> Shorthand:
    """Let a single text stand for the list that holds it, or for what `split` makes of it."""

    def many(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return split(value) if split else [value]

    return Shorthand(items, str, many, lambda value: tuple(many(value)))


def settle(record: LeanRecord) -> None:
    """Put the full form in place of every short one; for `__post_init__`."""
    for name, default, make in _plan(type(record)):
        value = getattr(record, name)
        if value != default:
            force_setattr(record, name, make(value))


Make = Callable[[Any], Any]


@cache
def _plan(kind: type[LeanRecord]) -> tuple[tuple[str, Any, Make], ...]:
    """Return the fields that may hold short forms, their defaults and what settles them."""
    found = ((field, _settling(field.type)) for field in fields(kind))
    return tuple((field.name, _default(field), make) for field, make in found if make is not None)


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def _settling(hint: Any) -> Make | None:
    """Return what settles the values of a type; None where it has no short form."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        below = _settling(inner[0])
        note = next((one for one in inner[1:] if isinstance(one, Shorthand)), None)
        if note is None or below is None:
            return below if note is None else note.make
        return _both(note.make, below)
    if origin in (Union, UnionType):
        return next((make for make in map(_settling, inner) if make is not None), None)
    if origin is tuple:
        return _each(_settling(inner[0]))
    return _each_value(_settling(inner[1])) if origin is dict else None


def _both(outer: Make, below: Make) -> Make:
    return lambda value: below(outer(value))


def _each(make: Make | None) -> Make | None:
    return None if make is None else lambda items: tuple([make(item) for item in items])


def _each_value(make: Make | None) -> Make | None:
    if make is None:
        return None
    return lambda items: {key: make(item) for key, item in items.items()}
