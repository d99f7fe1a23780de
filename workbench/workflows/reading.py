"""Read a conversation as a person does: page by page, what answers what, what is said where."""

import json
import re
from collections.abc import Iterator

from workbench.domain.transcript import ToolCall, Transcript, Turn

PAGE = 20
"""Turns that stand on one page: what is drawn, and so what it costs, keeps to it."""
FOLD_CHARACTERS = 1_500
FOLD_LINES = 40
LAID_OUT_CHARACTERS = 50_000
"""A longer result is shown as it came: setting it takes time at every look."""
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def page_around(turn: int, count: int) -> range:
    """Return the turns of the page that a turn stands on."""
    first = turn - turn % PAGE
    return range(first, min(first + PAGE, count))


def is_empty(turn: Turn) -> bool:
    """Whether a turn neither says anything visible nor calls a tool."""
    return not turn.tool_calls and not _is_visible(turn.content or "")


def folded(text: str, *, characters: int = FOLD_CHARACTERS, lines: int = FOLD_LINES) -> int:
    """Return how many characters of a text stand before its fold; all of them where it is short."""
    end = 0
    for _ in range(lines):
        end = text.find("\n", end) + 1
        if not end:
            end = len(text)
            break
    if end <= characters:
        return end
    space = max(text.rfind(" ", 0, characters), text.rfind("\n", 0, characters)) + 1
    return space if space > characters // 2 else characters


def arguments_of(call: ToolCall) -> str:
    """Return the arguments of a call as JSON with its lines, raw where they are none."""
    if call.arguments is not None:
        return json.dumps(call.arguments, ensure_ascii=False, indent=2)
    return call.arguments_raw or "" if call.arguments_invalid else ""


def laid_out(text: str) -> str:
    """Return a JSON object or list with one value a line; any other text as it came.

    Only the space between values changes: numbers and strings stand as they were written.
    """
    if len(text) > LAID_OUT_CHARACTERS or text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text
    set_out = _set_out(_TOKEN.findall(text))
    return set_out if len(set_out) <= 4 * len(text) + LAID_OUT_CHARACTERS else text


def _set_out(tokens: list[str]) -> str:
    """Return the tokens of JSON with a line for every value; what is empty stays on one."""
    parts, depth, before = [], 0, ""
    for part in tokens:
        if part in ("}", "]"):
            depth -= 1
        closes_empty = part in ("}", "]") and before in ("{", "[")
        starts_line = before in ("{", "[", ",") or part in ("}", "]")
        if starts_line and not closes_empty:
            parts.append("\n" + "  " * depth)
        parts.append(": " if part == ":" else part)
        if part in ("{", "["):
            depth += 1
        before = part
    return "".join(parts)


def result_of(transcript: Transcript, turn: Turn, call: ToolCall) -> Turn | None:
    """Return the turn that answers a call, None where none does."""
    if call.id is None:
        return None
    later = transcript.turns[turn.index + 1 :]
    return next((one for one in later if one.tool_call_id == call.id), None)


def mentions(transcript: Transcript, words: str) -> tuple[int, ...]:
    """Return the turns in whose text, names, arguments or results some words stand."""
    return tuple(
        turn.index
        for turn in transcript.turns
        if any(stand_in(text, words) for text in _texts(turn))
    )


def stand_in(text: str, words: str) -> bool:
    """Whether some words stand in a text one after the other, in upper or lower case."""
    sought = " ".join(words.casefold().split())
    return bool(sought) and sought in " ".join(text.casefold().split())


def _texts(turn: Turn) -> Iterator[str]:
    yield turn.content or ""
    yield turn.name or ""
    for call in turn.tool_calls:
        yield call.name
        yield arguments_of(call)


def _is_visible(text: str) -> bool:
    return any(character.isprintable() and not character.isspace() for character in text)
