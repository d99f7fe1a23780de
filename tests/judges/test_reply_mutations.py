"""Replies edited at random: the level at the judge's key, or a fault, and never an exception."""

import re
from itertools import product
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.judges.replying import read, verdict
from workbench.judges.answer import Fault

# What an edit must leave alone: with another digit at its key a reply says another level.
_LEVEL: Final = re.compile(r'"level": *"?[0-9.]+(?: ?/ ?4)?"?')
_INSERTED: Final = (
    "",
    '<think>It may be {"level": 4}.</think>',
    "Only 2 of 4 were followed. Score: 4/4. GRADE: 1\n",
    '{"order": {"level": 4}}',
    "```json\n",
    '/* "level": 1 */',
    "// 4\n",
    "{",
    "}",
    '"',
    "\\",
    "\ud800",
    "Infinity",
    "1, 2, 3, 4",
    "</think>",
    ",",
)
_Edit = tuple[float, int, str]
_EDITS: Final = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(_INSERTED)), max_size=4
)
_WORDS: Final = st.sampled_from(["Fine.", "He said {4}.", 'a "2" // 1', "3/4 \\ …"])


def _mutated(text: str, edits: list[_Edit]) -> str:
    """Remove and insert at these places, anywhere but within key and level."""
    for where, removed, inserted in edits:
        found = _LEVEL.search(text)
        start, end = found.span() if found else (len(text), len(text))
        place = round(where * (len(text) - (end - start)))
        if place > start:
            place += end - start
        until = place + removed if place >= end else min(start, place + removed)
        text = text[:place] + inserted + text[until:]
    return text


@settings(max_examples=625, suppress_health_check=[HealthCheck.too_slow])
@given(edits=_EDITS, words=_WORDS, turn=st.integers(-1, 8), kept=st.none() | st.floats(0, 1))
def test_ten_thousand_mutated_replies_give_the_level_at_its_key_or_a_fault(
    edits: list[_Edit], words: str, turn: int, kept: float | None
) -> None:
    for level, spelling in product(range(1, 5), ("{}", "{}.0", '"{}"', '"{}/4"')):
        whole = verdict("X", justification=words, evidence=[{"turn": turn, "quote": "Yes."}])
        text = _mutated(whole.replace('"X"', spelling.format(level)), edits)
        cut = text if kept is None else text[: round(kept * len(text))]
        found = read(cut, evidence="required" if turn == 5 else "advisory")
        assert isinstance(found, Fault) or found.level == level


@given(st.text() | st.text(alphabet='{}[]",:/*\\ level123<think>`'))
def test_no_text_at_all_is_an_exception(text: str) -> None:
    assert read(text) is not None
