"""Questions: whether an agent asks again what it was already told."""

import re
from dataclasses import dataclass

from workbench.domain.transcript import Transcript
from workbench.scoring.reading import folded

_QUESTION = re.compile(r"[^.!?\n]*\?")
_WORD = re.compile(r"\w+")
_IDLE = frozenset(
    _WORD.findall(
        "a an the is are do does did can could would will you your me my i we please to of for "
        "and or in on at it this that these those be have has so just also may what tell give let "
        "know there provide details information"
    )
)
_OFFER = re.compile(r"\b(?:would you (?:like|prefer)|do you want|(?:shall|should|may|can) i)\b")
_ALIKE = 0.8
"""Share of their words that two questions must have in common to be the same."""
_LEAST_WORDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A question that was asked twice, and the turns that it was asked in."""

    question: str
    turns: tuple[int, int]


def asked_again(transcript: Transcript) -> Again | None:
    """Return the first question that the agent repeats after the customer answered it.

    Questions are the same where four fifths of the words that carry meaning are. A customer's
    turn that asks back and says nothing else is no answer. An offer is made anew with every thing
    that is offered, whatever the customer said to the last one.
    """
    open_: list[tuple[frozenset[str], int]] = []
    answered: list[tuple[frozenset[str], int]] = []
    for turn in transcript.turns:
        text = turn.content or ""
        if turn.role == "user" and _answers(text):
            answered, open_ = answered + open_, []
        elif turn.role == "assistant":
            for question in _QUESTION.findall(text):
                if _OFFER.search(folded(question)):
                    continue
                words = _words(question)
                for known, asked in answered:
                    if _same(words, known):
                        return Again(question=question.strip(), turns=(asked, turn.index))
                open_.append((words, turn.index))
    return None


def _answers(text: str) -> bool:
    return bool(_QUESTION.sub("", text).strip(" .!\n"))


def _words(question: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(question))) - _IDLE


def _same(one: frozenset[str], two: frozenset[str]) -> bool:
    if min(len(one), len(two)) < _LEAST_WORDS:
        return False
    return len(one & two) >= _ALIKE * len(one | two)
