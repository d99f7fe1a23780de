"""The JSON objects that stand in a judge's reply, among prose, fences and reasoning.

An object opens where `{` is followed by a quotation mark, `}` or a comment, and closes at its own
brace; what stands inside it, in a string or nested, is never an object of the reply. Comments
(`//`, `/* */`), trailing commas and raw line breaks in strings are tolerated; single quotes,
typographic quotes, NaN, Infinity and a key with two values are not. What never closes reaches to
the end of the reply.

Reasoning (`<think>`, `<thinking>`, `<thought>`, `<reasoning>`) is no part of the reply. Without its
closing tag it reaches to the end; without its opening tag, back to the start.
"""

import json
import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from workbench.judges.answer import Fault

_TAG: Final = "think|thinking|thought|reasoning"
_OPENING: Final = re.compile(rf'<(?P<tag>{_TAG})>|(?P<close></(?:{_TAG})>)|\{{(?=\s*["}}/])', re.I)
_STRING: Final = r'"(?:[^"\\]++|\\.)*+"'
_COMMENT: Final = r"//[^\n]*|/\*.*?\*/"
_TOKEN: Final = re.compile(rf'{_STRING}|{_COMMENT}|[{{}}"]|/\*', re.S)
_COMMENTS: Final = re.compile(rf"({_STRING})|{_COMMENT}", re.S)
_TRAILING_COMMAS: Final = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.S)
_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SAFE_DIGITS: Final = 18
"""Longer integers become floats: nobody's level, and Python refuses to read very long ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One object of a reply.

    Attributes:
        text: As it stands there.
        fields: What it says; nothing where it cannot be read.
        fault: Why it cannot be read.
        tolerated: What was mended to read it: ``comment``, ``trailing_comma``.
    """

    text: str
    fields: Mapping[str, Any]
    fault: Fault | None = None
    tolerated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A reply taken apart.

    Attributes:
        objects: Its objects, in order; none from its reasoning.
        prose: What stands around them.
        reasoning: Whether there was reasoning.
    """

    objects: tuple[Found, ...]
    prose: str
    reasoning: bool


class _RefusedError(ValueError):
    """An object that the JSON reader would take and we do not."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def take_apart(text: str) -> Parts:
    """Find the objects of a reply and the prose around them, and leave its reasoning out."""
    objects: list[Found] = []
    prose: list[str] = []
    reasoning, position = False, 0
    while opening := _OPENING.search(text, position):
        prose.append(text[position : opening.start()])
        if opening["close"]:
            objects, prose, reasoning = [], [], True
            position = opening.end()
        elif opening["tag"]:
            reasoning, position = True, _end_of_block(text, opening)
        else:
            end = _end_of_object(text, opening.start())
            objects.append(_found(text[opening.start() : end], closed=end is not None))
            position = len(text) if end is None else end
    prose.append(text[position:])
    return Parts(objects=tuple(objects), prose="\n".join(prose).strip(), reasoning=reasoning)


def _end_of_block(text: str, opening: re.Match[str]) -> int:
    closing = re.compile(rf"</{opening['tag']}>", re.I).search(text, opening.end())
    return closing.end() if closing else len(text)


def _end_of_object(text: str, start: int) -> int | None:
    """Return where the object that starts here ends; None where it does not."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if not depth:
                return token.end()
        elif token[0] in {'"', "/*"}:  # a string or a comment that never ends
            return None
    return None


def _found(text: str, *, closed: bool) -> Found:
    if not closed:
        return Found(text=text, fields={}, fault=_malformed("it never closes"))
    plain = _COMMENTS.sub(lambda token: token[1] or " ", text)
    strict = _TRAILING_COMMAS.sub(lambda token: token[1] or "", plain)
    mended = {"comment": plain != text, "trailing_comma": strict != plain}
    tolerated = tuple(code for code, was_mended in mended.items() if was_mended)
    fields = _parsed(strict)
    if isinstance(fields, Fault):
        return Found(text=text, fields={}, fault=fields)
    return Found(text=text, fields=fields, tolerated=tolerated)


def _parsed(text: str) -> Mapping[str, Any] | Fault:
    try:
        value: dict[str, Any] = json.loads(
            text,
            strict=False,
            parse_constant=_refuse_constant,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except _RefusedError as error:
        return error.fault
    except json.JSONDecodeError as error:
        return _malformed(f"{error.msg} at character {error.pos}")
    except RecursionError:
        return _malformed("it is nested too deeply")
    return value


def _malformed(what: str) -> Fault:
    return Fault(kind="malformed_object", message=f"the JSON object cannot be read: {what}")


def _refuse_constant(constant: str) -> NoReturn:
    raise _RefusedError(Fault(kind="not_finite", message=f"{constant} is no JSON number"))


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _SAFE_DIGITS else float(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value and repr(value[key]) != repr(item):
            message = f"one object has the key {shortened(key)} twice, with different values"
            raise _RefusedError(Fault(kind="contradicting_keys", message=message))
        value[key] = item
    return value


def printable(text: str) -> str:
    """Return a text that can be written: half a surrogate pair, which JSON lets by, becomes `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def shortened(value: object) -> str:
    """Return what a judge wrote as a message may show it: on one line, and not all of it."""
    return printable(_SHORT.repr(value))
