"""Lean records: read by the thousand, so msgspec reads them and pydantic says what is wrong.

A suite may hold a million cases, and a run of a few must start at once. So cases, transcripts and
results are structs: msgspec reads a line at several times the rate of a validating model, and
nothing of pydantic is loaded where all is well. What msgspec refuses is read again by the model
that `domain.mirror` makes of the same fields: it names every fault, or makes the record of the few
spellings that only it knows. Fields, types and rules are written once, here.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Self

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import fields, replace

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

Name = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^\S(.*\S)?\Z")]
Text = Annotated[str, Meta(min_length=1, pattern=r"\S")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Share = Annotated[float, Meta(ge=0, le=1)]
Amount = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]
Whole = Annotated[int, Meta(ge=0, lt=2**31)]
"""A count or an index; the bound is that of the engine's integer columns."""
TurnIndex = Whole
Moment = Annotated[datetime, Meta(tz=True)]
"""A point in time; its zone is known."""

_REFUSED = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)
"""What msgspec raises of what it cannot read."""


class FieldError(ValueError):
    """A rule about one field that only the whole record can judge; names the field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class LeanRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen value that can only have the fields it names.

    Reading validates; the constructor, for values that are valid already, does not.
    """

    @classmethod
    def from_line(cls, line: bytes | str) -> Self:
        """Read one line; raises pydantic's ValidationError with every fault of it."""
        try:
            read: Self = _decoder(cls).decode(line)
        except _REFUSED:
            read = _mirror(cls).model_validate_json(line)
        return read

    @classmethod
    def of(cls, value: Any) -> Self:
        """Read a JSON value; raises pydantic's ValidationError with every fault of it."""
        if _is_finite(value):
            try:
                return msgspec.convert(value, cls)
            except _REFUSED:
                pass
        read: Self = _mirror(cls).model_validate(value)
        return read

    def line(self) -> str:
        """Return the record as one line of JSON, fields at their default left out."""
        return _ENCODER.encode(self).decode()

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object, fields at their default left out."""
        value: dict[str, Any] = msgspec.json.decode(_ENCODER.encode(self))
        return value

    def to_whole_json(self) -> dict[str, Any]:
        """Return the record as a JSON object with all of its fields."""
        values = ((field.encode_name, getattr(self, field.name)) for field in fields(self))
        return {name: _whole(value) for name, value in values if value is not UNSET}

    def changed(self, **values: Any) -> Self:
        """Return a copy in which some fields have other values, which must be valid."""
        return replace(self, **values)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Let a pydantic model hold lean records."""
        from pydantic_core import core_schema

        return core_schema.json_or_python_schema(
            json_schema=handler(_mirror(cls)),
            python_schema=handler(_mirror(cls)),
            serialization=core_schema.plain_serializer_function_ser_schema(
                LeanRecord.to_json, when_used="json"
            ),
        )


_ENCODER = msgspec.json.Encoder()


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _mirror(kind: type[LeanRecord]) -> Any:
    from workbench.domain.mirror import mirror

    return mirror(kind)


def _is_finite(value: Any) -> bool:
    """Whether a JSON value holds no NaN and no infinity, which are no JSON."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_is_finite, value.values()))
    return not isinstance(value, list | tuple) or all(map(_is_finite, value))


def _whole(value: Any) -> Any:
    if isinstance(value, LeanRecord):
        return value.to_whole_json()
    if isinstance(value, Mapping):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(item) for item in value]
    return msgspec.to_builtins(value)
