"""Replies of a judge about an eight-turn conversation, read in one line."""

import json
from collections.abc import Mapping
from typing import Any, Final

from workbench.domain.rubric import Rubric
from workbench.judges.answer import FAULT_KINDS, NOTES, Answer, Fault
from workbench.judges.call import Completion
from workbench.judges.question import EvidenceMode
from workbench.judges.reply import read_reply

TURNS: Final[Mapping[int, str]] = {
    0: "I want my money back for order 7.",
    1: "I’m sorry to hear that. Which card — the blue one?",
    2: 'lookup({"order": {"id": 7}})',
    3: '{"status": "paid", "amount": 20}',
    4: "Please confirm:\n  refund   of 20 EUR to the blue card.",
    5: "Yes.",
    6: "Done ... you will see it by Friday, I promise.",
    7: "👍",
}


def rubric(n_levels: int = 4, **fields: Any) -> Rubric:
    """Return a rubric with levels from 1 up."""
    given: dict[str, Any] = {
        "dimension": "tone",
        "version": "1.0",
        "question": "Is it polite?",
        "anchors": {level: f"anchor {level}" for level in range(1, n_levels + 1)},
    }
    return Rubric.model_validate(given | fields)


def nominal(*names: str) -> Rubric:
    """Return a rubric whose levels are names."""
    return rubric(scale="nominal", anchors={name: f"it is {name}" for name in names})


def verdict(level: object = 3, **fields: object) -> str:
    """Return an object as it was asked for, with one quote that stands in its turn."""
    evidence = [{"turn": 5, "quote": "Yes."}]
    given = {"evidence": evidence, "justification": "It was confirmed.", "level": level}
    return json.dumps(given | fields, ensure_ascii=False)


def read(
    text: str | None,
    on: Rubric | None = None,
    *,
    evidence: EvidenceMode = "advisory",
    shown: Mapping[int, str] = TURNS,
    instructions: str = "",
    **completion: Any,
) -> Answer | Fault:
    """Read a reply; whatever comes out is one of the published kinds and notes."""
    came = Completion(text=text, **({"finish_reason": "stop"} | completion))
    found = read_reply(came, on or rubric(), shown, evidence, instructions=instructions)
    if isinstance(found, Fault):
        assert found.kind in FAULT_KINDS
        assert found.message
    else:
        assert set(found.notes) <= set(NOTES)
    return found


def answer(text: str, on: Rubric | None = None, **fields: Any) -> Answer:
    """Read a reply that is an answer."""
    found = read(text, on, **fields)
    assert isinstance(found, Answer), found
    return found


def kind(text: str | None, on: Rubric | None = None, **fields: Any) -> str:
    """Read a reply that is none, and return the kind of its fault."""
    found = read(text, on, **fields)
    assert isinstance(found, Fault), found
    return found.kind
