"""What is wrong with a line that is no record: one code and one sentence."""

import codecs

from pydantic import ValidationError

_UNION_STEPS = frozenset({"int", "str", "float", "bool"})
"""Steps that only pydantic takes, where a value may be one of several types."""


def describe(data: bytes, error: ValidationError) -> tuple[str, str]:
    """Return the code and the sentence for the first fault of a line."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        return _no_json(data, str(first["ctx"]["error"]))
    steps = [str(step) for step in first["loc"] if step not in _UNION_STEPS]
    where, message = ".".join(steps), str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        return "unknown_key", f"unknown key {where!r}"
    if first["type"] == "missing":
        return "missing_key", f"`{where}` is missing"
    if first["type"] == "value_error" or not where:
        return "invalid_record", message
    got = first.get("input")
    shown = f", got {got!r}" if isinstance(got, str | int | float) else ""
    return "invalid_record", f"`{where}`: {message[:1].lower()}{message[1:]}{shown}"


def _no_json(data: bytes, problem: str) -> tuple[str, str]:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as bad:
        return "bad_utf8", f"byte 0x{bad.object[bad.start]:02X} is not UTF-8"
    if data.startswith(codecs.BOM_UTF8):
        return "malformed", "starts with a byte order mark: save the file as UTF-8 without one"
    problem = problem.replace("at line 1 column", "at column")
    return "malformed", f"not valid JSON, torn or edited by hand: {problem}"
