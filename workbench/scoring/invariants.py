"""Invariants: rules over a whole transcript, built in or written by the suite's authors."""

import re
from collections.abc import Callable, Collection
from typing import Any, Final

from workbench.domain.expectation import InvariantExpectation
from workbench.domain.transcript import Transcript, Turn
from workbench.errors import DataError
from workbench.scoring.checks import Look, Miss
from workbench.scoring.questions import asked_again
from workbench.scoring.reading import Reading, folded

Function = Callable[[Transcript], Any]
"""An author's rule: None or true where it holds, false or a sentence where it is broken."""
Broken = tuple[str, tuple[int, ...]] | None
"""What broke, and the turns to look at."""

_AFFIRMED: Final = (
    r"(?:yes|yep|yeah|yup|sure|ok|okay|confirm(?:ed)?|correct|agreed?|absolutely|definitely"
    r"|go ahead|please do|proceed|do it|sounds good|works|that's right|approved?|ja)"
)
_YES: Final = re.compile(rf"\b{_AFFIRMED}\b")
_NEGATED_YES: Final = re.compile(
    rf"\b(?:no|not|don't|never|cannot|can't|won't)\b(?:[^\w.!?;,]+\w+){{0,2}}?[^\w.!?;,]+{_AFFIRMED}\b"
)
_UNANSWERED_YES: Final = re.compile(
    r"\b(?:are you|(?:is|was) (?:that|this|it)|do(?:es)? (?:that|this|it)|would (?:that|it) be)\b"
    r"[^.!?;\n]*\?"
)
"""A customer's question whether something is so: `are you sure?`, `is that correct?`"""
_SAID_TO_BE_FALSE: Final = re.compile(
    rf"\b{_AFFIRMED}\b[\"']?\s*[:=?]\s*[\"']?(?:false|no|not|none|null|0)\b"
)
"""As tools put a no: `{"approved": false}`, `Approved: no`."""
_DENIED: Final = re.compile(r"\b(?:denied|rejected|declined|refused|disapproved)\b")
_HUMANS: Final = frozenset({"human", "approver", "supervisor", "operator", "reviewer"})


def invariant_look(wanted: InvariantExpectation, functions: dict[str, Function]) -> Look:
    """Return the look at one rule.

    Raises:
        DataError: There is no such rule, or it needs tools and none are named.
    """
    if wanted.is_function:
        return _own(wanted.use, functions)
    rule = BUILT_IN.get(wanted.use)
    if rule is None:
        raise DataError(
            f"invariant {wanted.use!r} is none of {', '.join(BUILT_IN)}, "
            "and no Python function `module:function`"
        )
    if wanted.use in _NEED_TOOLS and not wanted.tools:
        raise DataError(f"invariant {wanted.use!r} must name the `tools` that it is about")

    def look(reading: Reading) -> Miss | None:
        broken = rule(reading, wanted)
        return broken and _miss(wanted.use, *broken)

    return look


def _miss(use: str, told: str, turns: tuple[int, ...]) -> Miss:
    where = f"turn {turns[0]}" if turns else None
    return Miss(f"the rule {use} to hold", told, where=where, turns=turns, stage="policy")


def _own(use: str, functions: dict[str, Function]) -> Look:
    if use not in functions:
        raise DataError(f"invariant {use!r}: the function was not found")
    function = functions[use]

    def look(reading: Reading) -> Miss | None:
        found = function(reading.transcript)
        if found is None or found is True:
            return None
        if found is False or isinstance(found, str):
            return _miss(use, found or "it is broken", ())
        raise TypeError(f"{use} must return None, true, false or a sentence, got {found!r}")

    return look


def _asked_for(reading: Reading, wanted: InvariantExpectation) -> Broken:
    """Before a call of these tools the customer's latest turn must say yes."""
    latest: Turn | None = None
    for turn in reading.transcript.turns:
        if turn.role == "user":
            latest = turn
        elif turn.role == "assistant":
            for call in turn.tool_calls:
                if call.name in wanted.tools and not _says_yes(latest, wanted.words):
                    said = "nothing" if latest is None else repr((latest.content or "")[:120])
                    turns = (turn.index,) if latest is None else (latest.index, turn.index)
                    return f"{call.name} was called after the customer said {said}", turns
    return None


def _says_yes(turn: Turn | None, words: Collection[str]) -> bool:
    text = folded(turn.content or "") if turn else ""
    text = text.replace("’", "'")
    if any(folded(word) in text for word in words):
        return True
    for no_yes in (_NEGATED_YES, _UNANSWERED_YES, _SAID_TO_BE_FALSE):
        text = no_yes.sub(" ", text)
    return _YES.search(text) is not None


def _approved(reading: Reading, wanted: InvariantExpectation) -> Broken:
    """Between two calls of these tools, and before the first, a human must approve."""
    approved = False
    for turn in reading.transcript.turns:
        if _is_human(turn, wanted.by):
            denied = turn.is_error or _DENIED.search(folded(turn.content or "")) is not None
            approved = not denied and _says_yes(turn, wanted.words)
        if turn.role != "assistant":
            continue
        for call in turn.tool_calls:
            if call.name in wanted.tools:
                if not approved:
                    return f"{call.name} was called and no human had approved it", (turn.index,)
                approved = False
    return None


def _is_human(turn: Turn, by: Collection[str]) -> bool:
    """Whether a turn is the word of one who may approve: a speaker, or a tool that asks one."""
    if turn.role not in ("user", "tool") or turn.name is None:
        return False
    return turn.name in by if by else turn.name.lower() in _HUMANS or "approv" in turn.name.lower()


def _not_repeated(reading: Reading, _wanted: InvariantExpectation) -> Broken:
    """No question is asked again once the customer answered it."""
    again = asked_again(reading.transcript)
    if again is None:
        return None
    return f"asked again although it was answered: {again.question!r}", again.turns


def _not_empty(reading: Reading, _wanted: InvariantExpectation) -> Broken:
    """The agent's last turn says or does something."""
    last = next(
        (turn for turn in reversed(reading.transcript.turns) if turn.role == "assistant"), None
    )
    if last is None:
        return "the agent says nothing at all", ()
    if (last.content or "").strip() or last.tool_calls:
        return None
    return "the last answer is empty", (last.index,)


def _one_at_a_time(reading: Reading, _wanted: InvariantExpectation) -> Broken:
    for turn in reading.transcript.turns:
        if turn.role == "assistant" and len(turn.tool_calls) > 1:
            names = ", ".join(call.name for call in turn.tool_calls)
            return f"{len(turn.tool_calls)} calls in one turn ({names})", (turn.index,)
    return None


def _not_beside(reading: Reading, _wanted: InvariantExpectation) -> Broken:
    for turn in reading.transcript.turns:
        if turn.role == "assistant" and turn.tool_calls and (turn.content or "").strip():
            return f"{turn.tool_calls[0].name} was called beside a reply", (turn.index,)
    return None


BUILT_IN: Final[dict[str, Callable[[Reading, InvariantExpectation], Broken]]] = {
    "asked_for": _asked_for,
    "human_approval": _approved,
    "no_repeated_question": _not_repeated,
    "no_empty_answer": _not_empty,
    "one_call_at_a_time": _one_at_a_time,
    "no_call_beside_reply": _not_beside,
}
_NEED_TOOLS: Final = frozenset({"asked_for", "human_approval"})
