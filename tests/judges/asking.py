"""Questions to ask in tests, and prompts taken apart again."""

import json
import re
from collections.abc import Mapping
from typing import Any

from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.judges.prompt import render
from workbench.judges.question import Prompt, Question
from workbench.judges.template import default_template

RUBRIC = Rubric(
    dimension="tone",
    version="1.0",
    question="Is the agent polite?",
    anchors={1: "rude", 2: "curt", 3: "polite", 4: "warm"},
    not_applicable="Only when the agent never speaks.",
)
NOMINAL = Rubric(
    dimension="route",
    version="1.0",
    question="Where does the case belong?",
    scale="nominal",
    anchors={"refund": "Money is asked back.", 'other "way"': "Anything else."},
)


def transcript(*turns: Mapping[str, Any]) -> Transcript:
    """Return a transcript of these turns, numbered."""
    numbered = [{"index": index, **turn} for index, turn in enumerate(turns)]
    return Transcript.from_line(json.dumps({"id": "t-1", "turns": numbered}))


def said(*texts: str) -> Transcript:
    """Return a transcript in which user and assistant say these texts in turn."""
    roles = ("user", "assistant")
    return transcript(
        *({"role": roles[place % 2], "content": text} for place, text in enumerate(texts))
    )


def asked(about: Transcript, rubric: Rubric = RUBRIC, expected: str | None = None) -> Prompt:
    """Return the prompt that asks about a transcript by the shipped template."""
    question = Question(rubric=rubric, transcript=about, expected_outcome=expected)
    return render(question, default_template())


def mark_of(prompt: Prompt) -> str:
    """Return the mark of a prompt's fences."""
    named = re.search(r"^The turns are numbered .* The mark ([0-9a-f]{12}) ", prompt.user, re.M)
    assert named is not None
    return named[1]


def read_back(prompt: Prompt) -> list[tuple[str, str]]:
    """Return each heading inside the fence and the text after it, as only the mark tells them."""
    mark = mark_of(prompt)
    _, _, rest = prompt.user.partition(f"BEGIN TRANSCRIPT {mark}\n")
    inside, _, _ = rest.partition(f"\nEND TRANSCRIPT {mark}\n")
    passages = f"\n{inside}".split(f"\n[{mark}] ")[1:]
    return [(heading, text) for heading, _, text in (each.partition("\n") for each in passages)]


def around(prompt: Prompt) -> str:
    """Return a prompt without what its fence holds, and without the mark itself."""
    mark = mark_of(prompt)
    before, opening, rest = prompt.user.partition(f"BEGIN TRANSCRIPT {mark}\n")
    _, closing, after = rest.partition(f"\nEND TRANSCRIPT {mark}\n")
    return f"{prompt.system}\n{before}{opening}{closing}{after}".replace(mark, "MARK")
