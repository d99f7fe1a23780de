"""Floors learn from people's labels alone, and never from those of the case they rate."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.calibration.evidences import evidence
from workbench.calibration.evidence import Evidence
from workbench.domain.judge import Baseline
from workbench.domain.transcript import Transcript
from workbench.errors import JudgeError
from workbench.judges.floors import FEWEST, Subject, floor_levels, readable, shortage

BASELINES: tuple[Baseline, ...] = get_args(Baseline)
LEVELS = [1, 2, 3, 4] * 5
WORDS = {1: "refused insult", 2: "short answer", 3: "thanks please", 4: "delighted wonderful"}


def learnt(levels: Sequence[int | None], cases: Sequence[str] | None = None) -> Evidence:
    return evidence([levels], [None] * len(levels), cases=cases)


def subjects(found: Evidence, texts: Sequence[str] | None = None) -> list[Subject]:
    said = texts or [""] * found.n_units
    return [
        Subject(name, case, text)
        for name, case, text in zip(found.transcripts, found.cases, said, strict=True)
    ]


def telling(levels: Sequence[int]) -> list[str]:
    """Return texts that give their level away, in words and in length."""
    return [f"{WORDS[level]} " * 4**level for level in levels]


def codes(baseline: Baseline, found: Evidence, asked: Sequence[Subject]) -> list[int]:
    given_levels: list[int] = floor_levels(baseline, found, asked).tolist()
    return given_levels


def test_majority_gives_new_transcripts_the_level_that_people_gave_most_often() -> None:
    found = learnt([2, 3, 3, 3, 1, 3, 4, 3, 3, 2])

    assert codes("majority", found, [*subjects(found), Subject("new", "new")])[-1] == 2


def test_the_labels_of_a_transcript_share_its_weight() -> None:
    # Level 1 has eight labels on four transcripts, level 4 six labels on six.
    first = [1] * 4 + [4] * 6
    second = [1] * 4 + [None] * 6
    found = evidence([first, second], [None] * 10)

    assert codes("majority", found, [*subjects(found), Subject("new", "new")])[-1] == 3


def test_on_a_tie_the_lowest_level_wins() -> None:
    found = learnt([4, 2] * 5)

    assert codes("majority", found, [*subjects(found), Subject("new", "new")])[-1] == 1


@pytest.mark.parametrize("baseline", ["length", "text"])
def test_a_floor_finds_what_texts_give_away(baseline: Baseline) -> None:
    found = learnt(LEVELS)
    new = [Subject(f"n{n}", f"n{n}", text) for n, text in enumerate(telling([4, 1, 3, 2]))]

    given_levels = codes(baseline, found, [*subjects(found, telling(LEVELS)), *new])

    assert given_levels == [level - 1 for level in [*LEVELS, 4, 1, 3, 2]]


@pytest.mark.parametrize("baseline", BASELINES)
@settings(max_examples=20)
@given(place=st.integers(0, 19), level=st.integers(1, 4))
def test_no_label_reaches_the_verdict_on_its_own_transcript(
    baseline: Baseline, place: int, level: int
) -> None:
    texts = [f"{WORDS[said]} own{number} " * (number + 1) for number, said in enumerate(LEVELS)]
    other = [*LEVELS[:place], level, *LEVELS[place + 1 :]]

    before, after = (
        codes(baseline, learnt(levels), subjects(learnt(levels), texts))
        for levels in (LEVELS, other)
    )

    assert before[place] == after[place]


def test_a_text_that_only_one_transcript_has_says_nothing_of_its_own_level() -> None:
    # Fitted on its own label, every unique word would give the level away.
    levels = [1, 4] * 20
    found = learnt(levels)
    texts = [f"unique{number}" for number in range(40)]

    right = np.mean(codes("text", found, subjects(found, texts)) == np.array(levels) - 1)

    assert right < 0.7


def test_the_transcripts_of_a_case_are_left_out_together() -> None:
    levels = [1, 1, 2, 2, 3, 3, 4, 4] * 3
    cases = [f"c{number // 2}" for number in range(24)]
    other = [4 if case == "c0" else level for level, case in zip(levels, cases, strict=True)]
    texts = [f"{case} {WORDS[level]}" for level, case in zip(levels, cases, strict=True)]

    before, after = (
        codes("text", learnt(said, cases), subjects(learnt(said, cases), texts))
        for said in (levels, other)
    )

    assert before[:2] == after[:2]


def test_a_further_transcript_of_a_learnt_case_is_rated_without_that_case() -> None:
    found = learnt([4, *[1] * 5, *[2] * 4, *[4] * 4])
    other = replace(found, level=np.array([0, *found.level[1:]], dtype=np.int8))
    case = found.cases[0]

    before, after = (
        codes("majority", one, [*subjects(one), Subject("trial", case)])[-1]
        for one in (found, other)
    )

    assert before == after


@pytest.mark.parametrize("baseline", BASELINES)
def test_the_order_in_which_transcripts_are_asked_does_not_matter(baseline: Baseline) -> None:
    found = learnt(LEVELS)
    asked = subjects(found, telling(LEVELS))

    forwards = codes(baseline, found, asked)

    assert codes(baseline, found, asked[::-1]) == forwards[::-1]


@pytest.mark.parametrize("text", ["", "…", "?! 1"])
def test_texts_without_words_leave_the_commonest_level(text: str) -> None:
    found = learnt([3] * 8 + [1] * 4)

    assert codes("text", found, subjects(found, [text] * 12)) == [2] * 12


def test_the_global_random_state_is_left_alone() -> None:
    before = np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002  what the test is about
    found = learnt(LEVELS)

    codes("text", found, subjects(found, telling(LEVELS)))

    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before  # noqa: NPY002  likewise


def test_too_few_cases_are_refused_with_their_number() -> None:
    few = learnt([1, 2, 3, 4] * 5, [f"c{number % 9}" for number in range(20)])

    assert shortage(few) == f"people gave a level to 9 cases, a floor takes {FEWEST}"
    with pytest.raises(JudgeError, match="dimension 'tone': people gave a level to 9 cases"):
        floor_levels("majority", few, subjects(few))


def test_labels_that_are_all_alike_are_refused_with_their_level() -> None:
    assert shortage(learnt([3] * 30)) == "every label is 3: there is nothing to tell apart"


def test_ten_labelled_cases_with_two_levels_suffice() -> None:
    assert shortage(learnt([3] * 9 + [1])) is None


def test_a_readable_transcript_holds_what_was_said_and_called() -> None:
    transcript = Transcript.of(
        {
            "id": "t1",
            "turns": (
                {"index": 0, "role": "user", "content": "Where is it?"},
                {
                    "index": 1,
                    "role": "assistant",
                    "tool_calls": (
                        {"name": "find", "arguments": {"order": 7}},
                        {"name": "note", "arguments_raw": "{broken"},
                        {"name": "end"},
                    ),
                },
                {"index": 2, "role": "tool", "content": "in Köln"},
            ),
        }
    )

    assert readable(transcript).split("\n") == [
        "Where is it?",
        'find {"order": 7}',
        "note {broken",
        "end ",
        "in Köln",
    ]
