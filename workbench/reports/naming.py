"""Naming: checks in words, for people who do not know how a suite is written."""

_ALONE = {
    "max_steps": "limit on steps",
    "max_latency_ms": "limit on latency",
    "max_tokens": "limit on tokens",
    "max_cost_usd": "limit on cost",
    "tools.order": "order of tool calls",
    "markers.in_order": "order of what must happen",
    "retrieval": "evidence that must be retrieved",
    "json_schema": "schema of the answer",
}
_COUNTED = {
    "must_contain": "text that must be said",
    "must_not_contain": "text that must not be said",
    "patterns": "pattern",
    "markers.happened": "what must happen",
    "markers.never": "what must never happen",
}
_NAMED = {
    "fields": "field",
    "facts": "fact",
    "state": "state",
    "invariants": "rule",
    "tools.required": "required call of",
    "tools.forbidden": "forbidden call of",
    "tools.max_calls": "most calls of",
    "tools.min_calls": "fewest calls of",
}


def check_words(name: str) -> str:
    """Return a check's name in words: `fields.order_id` is the field order_id.

    A check that the suite gives a name of its own keeps it. Places in a list count from 1.
    """
    if name in _ALONE:
        return _ALONE[name]
    for group, words in _COUNTED.items():
        place = name.removeprefix(f"{group}.")
        if place != name and place.isdecimal():
            return f"{words} ({int(place) + 1})"
    for group, words in _NAMED.items():
        key = name.removeprefix(f"{group}.")
        if key != name and key:
            return f"{words} {key}"
    return name
