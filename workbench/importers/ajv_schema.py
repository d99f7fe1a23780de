"""JSON Schemas as promptfoo's validator reads them (Ajv, draft 7, strict), meaning the same here.

A keyword that the two validators read differently is refused, and so is one that Ajv refuses.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.importers.javascript_regex import translated
from workbench.importers.loss import LossError

DRAFT = "http://json-schema.org/draft-07/schema#"
_PLAIN = frozenset(
    {"type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum"}
    | {"exclusiveMinimum", "maxLength", "minLength", "maxItems", "minItems", "uniqueItems"}
    | {"maxProperties", "minProperties", "required"}
)
_SAID = frozenset(
    {"title", "description", "default", "examples", "$comment", "readOnly", "writeOnly"}
)
_ONE = frozenset(
    {"additionalItems", "contains", "additionalProperties", "propertyNames", "not"}
    | {"if", "then", "else"}
)
_SEVERAL = frozenset({"allOf", "anyOf", "oneOf"})
_NAMED = frozenset({"properties", "definitions", "$defs", "dependencies"})


def equivalent(schema: Any) -> dict[str, Any] | bool:
    """Return the schema that our validator reads as promptfoo reads this one.

    Raises:
        LossError: There is none.
    """
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, Mapping):
        raise LossError("its schema is no mapping")
    if schema.get("$schema", DRAFT) not in (DRAFT, DRAFT.removesuffix("#")):
        raise LossError(f"promptfoo reads schemas of draft 7, and this is {schema['$schema']!r}")
    rest = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    return {"$schema": DRAFT, **_schema(rest)}


def demands_container(schema: Any) -> bool:
    """Whether only an object or a list can satisfy a schema."""
    kinds = schema.get("type") if isinstance(schema, Mapping) else None
    named = [kinds] if isinstance(kinds, str) else kinds or []
    return bool(named) and set(named) <= {"object", "array"}


def _schema(schema: Any) -> Any:
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, Mapping):
        raise LossError("its schema has a part that is no schema")
    if "$ref" in schema and not schema.keys() <= _SAID | {"$ref"}:
        raise LossError("its schema has keywords beside `$ref`, which validators read differently")
    return dict(_keyword(key, value) for key, value in schema.items())


def _keyword(key: str, value: Any) -> tuple[str, Any]:
    found = value
    if key in _ONE or (key == "items" and not isinstance(value, list)):
        found = _schema(value)
    elif key in _SEVERAL or key == "items":
        found = [_schema(one) for one in _list(key, value)]
    elif key in _NAMED:
        found = {name: _listed_or_schema(key, one) for name, one in _pairs(key, value)}
    elif key == "pattern":
        found = _pattern(value)
    elif key == "patternProperties":
        found = {_pattern(name): _schema(one) for name, one in _pairs(key, value)}
    elif key not in _PLAIN | _SAID and not _is_own_part(key, value):
        raise LossError(f"its schema uses `{key}`, which is not checked here as promptfoo does")
    return key, found


def _is_own_part(key: str, value: Any) -> bool:
    """Whether a keyword refers to a part of the same schema."""
    return key == "$ref" and (value == "#" or str(value).startswith("#/"))


def _listed_or_schema(key: str, value: Any) -> Any:
    return value if key == "dependencies" and isinstance(value, list) else _schema(value)


def _list(key: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise LossError(f"`{key}` of its schema is no list")
    return value


def _pairs(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise LossError(f"`{key}` of its schema is no mapping")
    yield from value.items()


def _pattern(value: Any) -> str:
    if not isinstance(value, str):
        raise LossError("a pattern of its schema is no text")
    found = translated(value, unicode=True).pattern
    try:
        re.compile(found)
    except re.error as error:
        raise LossError(f"its pattern {value!r} is not read in schemas here ({error})") from error
    return found
