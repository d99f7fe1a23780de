"""Reading: what the checks of one case look at in its transcript, gathered once."""

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from workbench.domain.transcript import ToolCall, Transcript

_FENCE: Final = re.compile(
    r"^ {0,3}(?P<ticks>`{3,})[ \t]*(?P<named>[^\s`]*)[^\n`]*\n"
    r"(?P<inside>.*?)^ {0,3}(?P=ticks)`*\s*?$",
    re.DOTALL | re.MULTILINE,
)
"""A Markdown fence, what it is said to hold, and what it holds."""


class Call(NamedTuple):
    """One call that the agent made, and the turn it made it in."""

    turn: int
    name: str
    call: ToolCall

    @property
    def arguments(self) -> Any:
        """The arguments as values; raw text that is no JSON stays text."""
        given = self.call.arguments
        if given is None:
            given = self.call.arguments_raw
        return parsed(given) if isinstance(given, str) else given


class Reply(NamedTuple):
    """Something that the agent said, and the turn it said it in; none for an outcome."""

    turn: int | None
    text: str


@dataclass(slots=True, eq=False)
class Reading:
    """One transcript as checks read it.

    Only the assistant's turns are the agent's: what a simulated user calls or says is not.
    Where the agent said nothing, its outcome is what it said: text as it is, else as JSON.
    """

    transcript: Transcript
    replies: list[Reply]
    calls: list[Call]
    steps: int
    errors: int
    """Results of tools that are errors."""
    _folded: list[str] | None = None
    _outcome: Any = None
    _has_outcome: bool = False
    _is_fenced: bool = False

    @property
    def folded(self) -> list[str]:
        """The replies as `folded` text."""
        if self._folded is None:
            self._folded = [folded(reply.text) for reply in self.replies]
        return self._folded

    @property
    def outcome(self) -> Any:
        """What came out: the recorded outcome, else JSON that is the last reply or fenced in it.

        None where there is neither. A recorded text is the JSON that it is or that is fenced in
        it, else itself.
        """
        if not self._has_outcome:
            given = self.transcript.outcome
            if given is None and self.replies and self.replies[-1].turn is not None:
                text = self.replies[-1].text
                given = self._parsed(text)
                given = None if given is text else given
            elif isinstance(given, str):
                given = self._parsed(given)
            self._outcome, self._has_outcome = given, True
        return self._outcome

    @property
    def unfenced(self) -> Any:
        """The outcome to those for whom JSON in a fence is none."""
        outcome = self.outcome
        return self.transcript.outcome if self._is_fenced else outcome

    def _parsed(self, text: str) -> Any:
        value = parsed(text)
        if value is text and "```" in text:
            value = fenced(text)
            self._is_fenced = value is not text
        return value


def read(transcript: Transcript) -> Reading:
    """Gather what checks look at."""
    replies: list[Reply] = []
    calls: list[Call] = []
    steps = errors = 0
    for turn in transcript.turns:
        if turn.role != "assistant":
            errors += turn.is_error
            continue
        steps += 1
        if turn.content:
            replies.append(Reply(turn.index, turn.content))
        if turn.tool_calls:
            calls += [Call(turn.index, call.name, call) for call in turn.tool_calls]
    if not replies and transcript.outcome is not None:
        replies.append(Reply(None, as_text(transcript.outcome)))
    return Reading(transcript, replies, calls, steps, errors)


def folded(text: str) -> str:
    """Return a text in which upper and lower case, and forms of one letter, are alike."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def parsed(text: str) -> Any:
    """Return the JSON object or list that a text is, or the text itself where it is none."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def fenced(text: str) -> Any:
    """Return the JSON object or list in the one fence of a text that holds any, or the text.

    Two of them are none: nothing says which one was meant.
    """
    insides = [
        fence["inside"] for fence in _FENCE.finditer(text) if fence["named"].lower() in ("", "json")
    ]
    values = [value for inside in insides if (value := parsed(inside)) is not inside]
    return values[0] if len(values) == 1 else text


def as_text(value: Any) -> str:
    """Return a value as the text that a text check reads."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
