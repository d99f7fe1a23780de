"""JavaScript's texts of values, and the templates that promptfoo puts variables into.

Only templates that name variables are filled in here; one that computes is refused.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from workbench.importers.loss import LossError

_WHITE = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_OUTPUT = re.compile(r"\{\{\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*\}\}", re.ASCII)
_TAGS = ("{{", "{%", "{#")
_EXACT = 2**53
"""Above it JavaScript has no exact integers."""


def text_of(value: Any) -> str:
    """Return what `String(value)` gives for a text, a number, true or false.

    Raises:
        LossError: The value is none of these, or a number that JavaScript writes differently.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) <= _EXACT:
        return str(value)
    if isinstance(value, float) and abs(value) <= _EXACT:
        text = str(int(value)) if value.is_integer() else repr(value)
        if "e" not in text:
            return text
    raise LossError(f"{value!r} is no text, and promptfoo makes one of it in its own way")


def trimmed(text: str) -> str:
    """Return what `text.trim()` gives."""
    return text.strip(_WHITE)


def compacted(text: str) -> str:
    """Return what `JSON.stringify(JSON.parse(text))` gives for an object or a list, else the text.

    So promptfoo records variables that hold JSON. A number that JavaScript writes in its own way
    leaves the text as it is.
    """
    if trimmed(text)[:1] not in ("{", "["):
        return text
    try:
        value = json.loads(text, parse_float=_number, parse_constant=_number)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _number(digits: str) -> int | float:
    value = float(digits)
    if value.is_integer() and abs(value) <= _EXACT:
        return int(value)
    if "e" in repr(value) or value - value != 0:
        raise ValueError("JavaScript writes it in its own way")
    return value


def listed(text: str) -> list[str]:
    """Return the parts of a text that is a list with commas.

    Raises:
        LossError: It has quotes, which promptfoo reads by rules of its own.
    """
    if '"' in text:
        raise LossError("its list is one text with quotes: write a YAML list")
    return [part for part in map(trimmed, text.split(",")) if part]


def filled(template: str, variables: Mapping[str, Any]) -> str:
    """Return a template with its variables put in.

    Raises:
        LossError: It does more than name variables, or names one that is absent or no plain value.
    """
    if not any(tag in template for tag in _TAGS):
        return template
    bare = _OUTPUT.sub("", template)
    if any(tag in bare for tag in _TAGS):
        raise LossError(f"its template {template!r} does more than name variables")
    return _OUTPUT.sub(lambda found: _named(found[1], variables), template)


def _named(name: str, variables: Mapping[str, Any]) -> str:
    value: Any = variables
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            raise LossError(f"its template names {name!r}, which the test does not define")
        value = value[step]
    text = text_of(value)
    if any(tag in text for tag in _TAGS):
        raise LossError(f"its variable {name!r} is a template itself")
    if text.startswith(("file://", "package:")):
        raise LossError(f"its variable {name!r} is read from {text}")
    return text
