"""Mirrors: pydantic models of lean records, which name what is wrong with one and its schema.

Made of the fields of the record, so that nothing is said twice. A mirror returns the record itself,
whose own rules have the last word.
"""

import json
from collections.abc import Callable
from datetime import datetime
from functools import cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, Final, Union, get_args, get_origin

from msgspec import NODEFAULT, UNSET, Meta, UnsetType
from msgspec.structs import FieldInfo, fields
from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticKnownError, SchemaValidator, core_schema

from workbench.domain.lean import LeanRecord
from workbench.domain.shorthand import Shorthand, Synonym

_LIMITS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")


class Mirror(BaseModel):
    """What every mirror does."""

    model_config = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False, populate_by_name=True
    )
    mirrored: ClassVar[type[LeanRecord]]

    @model_validator(mode="wrap")
    @classmethod
    def _made(cls, value: Any, handler: ModelWrapValidatorHandler["Mirror"]) -> Any:
        """Return the lean record; its rules may refuse what is valid field by field."""
        if isinstance(value, cls.mirrored):
            return value
        read = handler(value)
        return cls.mirrored(**{name: getattr(read, name) for name in read.model_fields_set})


@cache
def mirror(kind: type[LeanRecord]) -> type[Mirror]:
    """Return the model of a lean record, under its name; what it validates is the record."""
    synonyms = {_synonym(field): field.name for field in fields(kind) if _synonym(field)}
    made: dict[str, Any] = {
        field.name: _field(field, synonyms.get(field.name))
        for field in fields(kind)
        if field.name not in synonyms.values()
    }
    model = create_model(kind.__name__, __base__=Mirror, __doc__=kind.__doc__, **made)
    model.mirrored = kind
    return model


def _synonym(field: FieldInfo) -> str | None:
    notes = get_args(field.type)[1:] if get_origin(field.type) is Annotated else ()
    return next((note.of for note in notes if isinstance(note, Synonym)), None)


def _field(field: FieldInfo, synonym: str | None) -> tuple[Any, Any]:
    names: dict[str, Any] = {}
    if synonym is not None:
        names["validation_alias"] = AliasChoices(field.name, synonym)
    elif field.encode_name != field.name:
        names["alias"] = field.encode_name
    default = field.default
    if field.default_factory is not NODEFAULT:
        names["default_factory"] = field.default_factory
    elif isinstance(default, LeanRecord):
        names["default_factory"] = lambda: default
    elif default is not NODEFAULT and not (default is UNSET and synonym):
        names["default"] = None if default is UNSET else default
    kind = _mirrored(field.type)
    if default is UNSET and UnsetType in get_args(field.type):
        kind = Annotated[
            kind, BeforeValidator(_never_null(field.name), json_schema_input_type=kind)
        ]
    return kind, Field(**names)


def _never_null(name: str) -> Callable[[Any], Any]:
    """Refuse null where a field may only be left out."""

    def value(given: Any) -> Any:
        if given is None:
            raise ValueError(f"`{name}` must have a value, and has none")
        return given

    return value


def _mirrored(hint: Any) -> Any:
    """Return a type of a lean record as pydantic is to read it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(inner[0], inner[1:])
    if origin in (Union, UnionType):
        arms = [_mirrored(arm) for arm in inner if arm is not UnsetType]
        return Union[tuple(arms)]  # noqa: UP007 - the arms are known at run time only
    if origin is tuple:
        items = tuple(arm if arm is Ellipsis else _mirrored(arm) for arm in inner)
        return Annotated[GenericAlias(tuple, items), Field(strict=False)]
    if origin in (dict, list):
        return GenericAlias(origin, tuple(map(_mirrored, inner)))
    if isinstance(hint, type) and issubclass(hint, LeanRecord):
        return mirror(hint)
    return hint


def _annotated(plain: Any, notes: tuple[Any, ...]) -> Any:
    kind = _mirrored(plain)
    for note in notes:
        if isinstance(note, Shorthand):
            short, full = _mirrored(note.short), _mirrored(note.full)
            return Annotated[
                full, BeforeValidator(note.unfold, json_schema_input_type=short | full)
            ]
        if isinstance(note, Meta):
            kind = _Moment if plain is datetime else Annotated[kind, Field(**_limits(note))]
    return kind


def _limits(meta: Meta) -> dict[str, Any]:
    said = {limit: getattr(meta, limit) for limit in _LIMITS}
    limits = {limit: value for limit, value in said.items() if value is not None}
    if "pattern" in limits:  # the end of the text, which the two write differently
        limits["pattern"] = limits["pattern"].replace(r"\Z", "$")
    return limits


_IN_JSON: Final = core_schema.datetime_schema(strict=True, tz_constraint="aware")
_MOMENTS: Final = SchemaValidator(_IN_JSON)


def _moment(value: Any) -> Any:
    """Read a text as the same text in JSON is read."""
    if not isinstance(value, str):
        return value
    try:
        return _MOMENTS.validate_json(json.dumps(value))
    except ValidationError as error:
        (fault,) = error.errors()
        raise PydanticKnownError(fault["type"], fault.get("ctx")) from error  # type: ignore[arg-type] # one of its own


class _Moment:
    """How a point in time is read: from a text, with its zone."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_moment, _IN_JSON)
