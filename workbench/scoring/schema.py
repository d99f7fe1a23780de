"""Schema: the outcome must satisfy a JSON Schema; nothing is fetched to find out."""

from typing import Any

from workbench.errors import DataError
from workbench.scoring.checks import Look, Miss
from workbench.scoring.places import MISSING, at, steps
from workbench.scoring.reading import Reading
from workbench.scoring.values import shown

_MOST_FAULTS = 5


def schema_look(definition: Any, path: str | None) -> Look:
    """Return the look at the outcome, or at the value at a path of it.

    Raises:
        DataError: The definition is no JSON Schema.
    """
    validator = _validator(definition)
    where = steps(path) if path else ()

    def look(reading: Reading) -> Miss | None:
        value = at(reading.outcome, where)
        if value is MISSING:
            return Miss("a value that satisfies the schema", "nothing", where=path, vacuous=True)
        faults = sorted(validator.iter_errors(value), key=lambda fault: list(map(str, fault.path)))
        if not faults:
            return None
        told = "; ".join(
            f"{_place(path, fault)}: {_told(fault)}" for fault in faults[:_MOST_FAULTS]
        )
        more = len(faults) - _MOST_FAULTS
        got = f"{told}; and {more} more" if more > 0 else told
        return Miss("a value that satisfies the schema", got, where=_place(path, faults[0]))

    return look


def _validator(definition: Any) -> Any:
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import validator_for
    from referencing import Registry

    kind = validator_for(definition)
    try:
        kind.check_schema(definition)
    except SchemaError as error:
        raise DataError(f"json_schema: is no JSON Schema: {error.message}") from error
    # A registry of its own: the default one fetches what a schema refers to.
    return kind(definition, registry=Registry())


def _place(path: str | None, fault: Any) -> str:
    start = [path] if path else []
    return ".".join([*start, *map(str, fault.path)]) or "the outcome"


def _told(fault: Any) -> str:
    message = str(fault.message)
    return message if len(message) < 200 else f"{shown(fault.instance)} breaks `{fault.validator}`"
