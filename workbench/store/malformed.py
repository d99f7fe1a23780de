"""What is wrong with a line that is no record: one code and one sentence."""

import codecs
from typing import TYPE_CHECKING

from workbench.store.steps import Kind, faults, told

if TYPE_CHECKING:
    from pydantic_core import ValidationError


def describe(data: bytes, error: "ValidationError", kind: "Kind | None" = None) -> tuple[str, str]:
    """Return the code and the sentence for the first fault of a line.

    With what it was read as, an unknown key is told with the nearest known one.
    """
    from workbench.store.nearest import nearest  # loads pydantic, which good lines do without

    path, first = faults(error)[0]
    if first["type"] == "json_invalid":
        return _no_json(data, str(first["ctx"]["error"]))
    where, message = told(path), str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        hint = nearest(path, kind) if kind else ""
        return "unknown_key", f"unknown key {where!r}{hint}"
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
