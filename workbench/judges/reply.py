"""What a model sent back, read as the one answer it is, or as the fault that it is none.

A reply is data to validate, never to interpret kindly: the level comes from its key in the judge's
own object and from nowhere else. In this order a reply is no answer because it

1. was refused, filtered, cut off at the token limit (whatever can be seen of it) or is empty;
   reasoning beside an empty reply is no answer;
2. has no object of the judge's own. An object that stands in the transcript or the instructions
   (white space and backslashes left out) is a quote, one that fills a key with a placeholder
   (`"<level>"`, `"..."`) an echo of the form;
3. has an answer that cannot be read as JSON, or several that do not say the same level. Where they
   do, the last one's justification and evidence count. Objects without an answer key are ignored
   beside one that has it;
4. says no level of the scale, lacks a key, or cites what does not stand there (`fields`,
   `citations`). "Not applicable" needs no quote: it rests on what is not there.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.judges.answer import NOTES, Answer, Fault
from workbench.judges.call import Completion
from workbench.judges.citations import missing_evidence, read_citations
from workbench.judges.fields import (
    ANSWER_KEYS,
    read_decision,
    read_justification,
    uses_alias,
    value_at,
)
from workbench.judges.objects import Found, Parts, shortened, take_apart
from workbench.judges.question import EvidenceMode

_ANSWER_KEY: Final = re.compile(rf'"(?:{"|".join(ANSWER_KEYS)})"\s*:')
_PLACEHOLDER: Final = re.compile(r"\s*(?:<[^<>]*>|\.{3,}|\u2026)\s*")
_FENCE: Final = re.compile(r"```[A-Za-z0-9]*")
_NOT_TEXT: Final = re.compile(r"[\s\\]+")
_REFUSAL: Final = re.compile(
    r"\W*(?:(?:i'?m|i am|we'?re|we are) (?:very |so |really )?sorry|sorry|my apologies"
    r"|i apologi[sz]e|as an ai\b|(?:i|we) (?:can'?t|cannot|can not|won'?t|will not|must decline)"
    r"|(?:i'?m|i am|we'?re|we are) (?:unable|not able|not comfortable|not going to))\b",
    re.I,
)


def read_reply(
    completion: Completion,
    rubric: Rubric,
    shown: Mapping[int, str],
    evidence: EvidenceMode,
    *,
    instructions: str = "",
) -> Answer | Fault:
    """Read a completion as a judge's answer.

    Args:
        completion: What came back.
        rubric: What was asked about.
        shown: The text of every turn as it was sent, by turn index.
        evidence: Whether a level stands without a quote that is found.
        instructions: What else was sent; an object that stands there is no answer.
    """
    if fault := _withheld(completion):
        return fault
    parts = take_apart(completion.text or "")
    own = _own_answers(parts, (*shown.values(), instructions))
    if isinstance(own, Fault):
        return own
    level = _one_decision(own, rubric)
    if isinstance(level, Fault):
        return level
    answer = _answer(level, own[-1].fields, shown, evidence)
    if isinstance(answer, Fault):
        return answer
    return replace(answer, notes=_notes(parts, own, answer))


def _withheld(completion: Completion) -> Fault | None:
    """Return why there is no reply to read: nothing of what came was meant as a whole answer."""
    text, finished = completion.text or "", completion.finish_reason
    length = f"finish_reason {finished!r}, {len(text)} characters"
    if completion.refusal:
        return Fault(kind="refusal", message=f"the model refused: {shortened(completion.refusal)}")
    if finished == "content_filter":
        return Fault(kind="content_filter", message=f"the provider filtered the reply ({length})")
    if finished == "length":
        where = "in the middle" if text.strip() else "before it began"
        message = f"the reply was cut off {where}, at the limit that max_tokens sets ({length})"
        return Fault(kind="truncated", message=message)
    if not text.strip():
        beside = ", and reasoning, which is no answer" if completion.reasoning else ""
        return Fault(kind="empty", message=f"the reply is empty ({length}{beside})")
    return None


def _own_answers(parts: Parts, sent: Iterable[str]) -> list[Found] | Fault:
    """Return the judge's own answers, at least one and all readable; or why there is none."""
    answers = [found for found in parts.objects if _is_answer(found)]
    if not answers:
        return _no_answer(parts)
    known = "\n".join(_NOT_TEXT.sub("", text) for text in sent)
    own = [
        found
        for found in answers
        if _NOT_TEXT.sub("", found.text) not in known and not _is_form(found)
    ]
    if not own:
        message = "the only answer in the reply is a quote of what was sent"
        return Fault(kind="quoted_object", message=message)
    if fault := next((found.fault for found in own if found.fault), None):
        return fault
    if _ANSWER_KEY.search(parts.prose):
        message = "the JSON object cannot be read: a key of the answer stands outside of it"
        return Fault(kind="malformed_object", message=message)
    return own


def _is_answer(found: Found) -> bool:
    if found.fault:
        return _ANSWER_KEY.search(found.text) is not None
    return any(key in found.fields for key in ANSWER_KEYS)


def _is_form(found: Found) -> bool:
    """Tell whether an object has a placeholder for its level or justification."""
    filled = (value_at(found.fields, "level"), value_at(found.fields, "justification"))
    return any(isinstance(text, str) and _PLACEHOLDER.fullmatch(text) for text in filled)


def _no_answer(parts: Parts) -> Fault:
    """Return the fault of a reply in which no object has a key of an answer."""
    if fault := next((found.fault for found in parts.objects if found.fault), None):
        return fault
    if parts.objects:
        return Fault(kind="missing_key", message="`level` is missing")
    if not parts.prose:
        return Fault(kind="empty", message="the reply is reasoning only, which is no answer")
    if _REFUSAL.match(parts.prose.replace("\u2019", "'")):
        return Fault(kind="refusal", message=f"the model refused: {shortened(parts.prose)}")
    return Fault(kind="no_object", message="the reply must be one JSON object, got none")


def _one_decision(own: list[Found], rubric: Rubric) -> Level | Fault | None:
    """Return what all of the judge's answers say; None is "not applicable"."""
    said = [read_decision(found.fields, rubric) for found in own]
    if any(one != said[0] for one in said):
        message = f"the reply has {len(own)} answers that do not say the same"
        return Fault(kind="contradicting_objects", message=message)
    return said[0]


def _answer(
    level: Level | None, fields: Mapping[str, Any], shown: Mapping[int, str], evidence: EvidenceMode
) -> Answer | Fault:
    """Return the answer that a level makes with its justification and its evidence."""
    justification = read_justification(fields)
    if isinstance(justification, Fault):
        return justification
    citations = read_citations(value_at(fields, "evidence"), shown)
    if isinstance(citations, Fault):
        return citations
    fault = missing_evidence(citations, evidence) if level is not None else None
    return fault or Answer(level=level, justification=justification, evidence=citations)


def _notes(parts: Parts, own: list[Found], answer: Answer) -> tuple[str, ...]:
    """Return what was tolerated, in the order of NOTES."""
    fields = own[-1].fields
    tolerated = {
        "reasoning": parts.reasoning,
        "fenced": "```" in parts.prose,
        "prose": _FENCE.sub("", parts.prose).strip() != "",
        "comment": "comment" in own[-1].tolerated,
        "trailing_comma": "trailing_comma" in own[-1].tolerated,
        "other_objects": len(parts.objects) > len(own),
        "repeated_object": len(own) > 1,
        "alias": uses_alias(fields),
        "coerced_level": repr(value_at(fields, "level")) != repr(answer.level),
        "joined_justification": isinstance(fields.get("justification"), list),
        "missing_evidence": answer.level is not None and not answer.evidence,
    }
    return tuple(note for note in NOTES if tolerated[note])
