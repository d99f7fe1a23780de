"""The keys that may stand at a place of a record, and the one that was probably meant."""

import difflib
from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel
from pydantic.fields import FieldInfo

from workbench.domain.lean import LeanRecord
from workbench.domain.mirror import mirror
from workbench.store.steps import Kind


def nearest(path: Sequence[Any], kind: Kind) -> str:
    """Return what to add to a sentence about an unknown key: the nearest known one, or all.

    Args:
        path: Where the key stands, itself last.
        kind: What the whole record is read as.
    """
    known = fields_at(path[:-1], kind)
    if str(path[-1]) in known:
        return ": another key that says the same stands beside it, and one of the two must go"
    close = difflib.get_close_matches(str(path[-1]), known, n=1)
    if close:
        return f": did you mean {close[0]!r}?"
    return f"; known here: {', '.join(known)}" if known else ""


def fields_at(parents: Sequence[Any], kind: Kind) -> list[str]:
    """Return the keys that may stand below a path, through lists, mappings and choices."""
    kinds = list(_plain(kind))
    for step in parents:
        kinds = [below for kind in kinds for below in _below(kind, step)]
    found = [name for kind in kinds if _is_model(kind) for name in _keys(kind)]
    return list(dict.fromkeys(found))


def _below(kind: Any, step: Any) -> Iterator[Any]:
    """Yield what a step leads to from one plain type."""
    if _is_model(kind):
        for name, field in kind.model_fields.items():
            if str(step) in {name, *_names(name, field)}:
                yield from _plain(field.annotation)
    elif get_origin(kind) is dict:
        yield from _plain(get_args(kind)[1])
    elif get_origin(kind) in (tuple, list) and isinstance(step, int):
        yield from _plain(get_args(kind)[0])


def _plain(kind: Any) -> Iterator[Any]:
    """Yield the types that an annotation stands for, without what is said beside them."""
    if get_origin(kind) is Annotated:
        yield from _plain(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for choice in get_args(kind):
            yield from _plain(choice)
    elif isinstance(kind, type) and issubclass(kind, LeanRecord):
        yield mirror(kind)
    else:
        yield kind


def _keys(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield from _names(name, field)


def _names(name: str, field: FieldInfo) -> list[str]:
    """Return the keys under which a field may be written."""
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return [choice for choice in alias.choices if isinstance(choice, str)]
    return [alias] if isinstance(alias, str) else [name]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
