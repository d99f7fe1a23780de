"""The JSON Schema of a reply, for providers that take one."""

from workbench.domain.rubric import Rubric


def reply_schema(rubric: Rubric) -> dict[str, object]:
    """Return the JSON Schema of a reply, in the subset that strict providers take.

    They demand every key and know no alternatives of objects, so that a reply where "not
    applicable" is allowed carries both keys, the level null where it is not applicable.
    """
    level: dict[str, object] = {
        "type": "integer" if rubric.scale == "ordinal" else "string",
        "enum": list(rubric.scale_levels),
    }
    properties: dict[str, object] = {
        "evidence": {
            "type": "array",
            "items": _object({"turn": {"type": "integer"}, "quote": {"type": "string"}}),
        },
        "justification": {"type": "string"},
        "level": level,
    }
    if rubric.allows_not_applicable:
        properties["level"] = {"anyOf": [level, {"type": "null"}]}
        properties["not_applicable"] = {"type": "boolean"}
    return _object(properties)


def _object(properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
