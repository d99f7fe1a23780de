"""Schema: the outcome must satisfy a JSON Schema; nothing is fetched to find out."""

from collections.abc import Iterator
from typing import Any

from workbench.errors import DataError
from workbench.scoring.checks import Look, Miss, UncheckableError
from workbench.scoring.patterns import compiled_pattern, searched
from workbench.scoring.places import MISSING, at, steps, way_out
from workbench.scoring.reading import Reading
from workbench.scoring.values import shown

_MOST_FAULTS = 5


def schema_look(definition: Any, path: str | None, *, fenced: bool = True) -> Look:
    """Return the look at the outcome, or at the value at a path of it.

    Args:
        definition: The JSON Schema.
        path: Where the value stands in the outcome; absent: all of it.
        fenced: Whether JSON in a Markdown fence counts as the outcome.

    Raises:
        DataError: The definition is no JSON Schema.
    """
    validator = _validator(definition)
    where = steps(path) if path else ()

    def look(reading: Reading) -> Miss | None:
        outcome = reading.outcome if fenced else reading.unfenced
        value = at(outcome, where)
        if value is MISSING:
            got = f"nothing{way_out(outcome, where)}"
            return Miss("a value that satisfies the schema", got, where=path, vacuous=True)
        faults = _faults(validator, value)
        if not faults:
            return None
        told = "; ".join(
            f"{_place(path, fault)}: {_told(fault)}" for fault in faults[:_MOST_FAULTS]
        )
        more = len(faults) - _MOST_FAULTS
        got = f"{told}; and {more} more" if more > 0 else told
        return Miss("a value that satisfies the schema", got, where=_place(path, faults[0]))

    return look


def _faults(validator: Any, value: Any) -> list[Any]:
    from referencing.exceptions import Unresolvable

    try:
        return sorted(validator.iter_errors(value), key=lambda fault: list(map(str, fault.path)))
    except Unresolvable as error:
        raise UncheckableError(
            f"`$ref` leads to {error.ref!r}, which the schema does not hold, and nothing is "
            "fetched: put what it refers to under `$defs`"
        ) from error


def _validator(definition: Any) -> Any:
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import extend, validator_for
    from referencing import Registry

    kind = validator_for(definition)
    try:
        kind.check_schema(definition)
    except SchemaError as error:
        raise DataError(f"json_schema: is no JSON Schema: {error.message}") from error
    # A registry of its own: the default one fetches what a schema refers to.
    limited = extend(kind, {"pattern": _pattern, "patternProperties": _pattern_properties})
    return limited(definition, registry=Registry())


def _pattern(validator: Any, pattern: str, value: Any, _schema: Any) -> Iterator[Any]:
    """Hold `pattern` to the time limit of all regular expressions of suites."""
    from jsonschema.exceptions import ValidationError

    if validator.is_type(value, "string") and not searched(compiled_pattern(pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(
    validator: Any, patterns: dict[str, Any], value: Any, _schema: Any
) -> Iterator[Any]:
    """Hold `patternProperties` to the same limit."""
    if not validator.is_type(value, "object"):
        return
    for pattern, schema in patterns.items():
        for key, item in value.items():
            if searched(compiled_pattern(pattern), key):
                yield from validator.descend(item, schema, path=key, schema_path=pattern)


def _place(path: str | None, fault: Any) -> str:
    start = [path] if path else []
    return ".".join([*start, *map(str, fault.path)]) or "the outcome"


def _told(fault: Any) -> str:
    message = str(fault.message)
    return message if len(message) < 200 else f"{shown(fault.instance)} breaks `{fault.validator}`"
