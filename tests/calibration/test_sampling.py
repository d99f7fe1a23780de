"""The next transcripts to label are a random sample that nobody can choose."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.calibration.sampling import Candidate, next_to_label


def candidates(
    count: int, *, stratum: str = "a", answers: Sequence[int] = (), per_case: int = 1
) -> list[Candidate]:
    return [
        Candidate(
            transcript=f"{stratum}{number:03}",
            case=f"{stratum}-case{number // per_case}",
            stratum=stratum,
            answers=answers[number] if number < len(answers) else 0,
        )
        for number in range(count)
    ]


def names(found: Sequence[Candidate]) -> list[str]:
    return [one.transcript for one in found]


@given(st.permutations(range(30)))
def test_the_order_does_not_depend_on_that_of_the_catalogue(order: list[int]) -> None:
    given_order = candidates(30)

    shuffled = next_to_label("tone", [given_order[i] for i in order], overlap=2)

    assert shuffled == next_to_label("tone", given_order, overlap=2)


def test_the_order_is_another_for_another_dimension() -> None:
    orders = {tuple(names(next_to_label(d, candidates(30), overlap=2))) for d in ("tone", "safety")}

    assert len(orders) == 2


def test_labelling_the_first_ones_leaves_the_rest_in_their_order() -> None:
    whole = next_to_label("tone", candidates(30), overlap=1)
    done = {one.transcript for one in whole[:12]}
    later = [
        Candidate(
            transcript=one.transcript,
            case=one.case,
            stratum=one.stratum,
            answers=int(one.transcript in done),
        )
        for one in candidates(30)
    ]

    assert names(next_to_label("tone", later, overlap=1)) == names(whole[12:])


@pytest.mark.parametrize("first", [4, 8, 20, 40])
def test_every_beginning_holds_the_strata_in_proportion(first: int) -> None:
    both = [*candidates(90, stratum="a"), *candidates(30, stratum="b")]

    found = Counter(one.stratum for one in next_to_label("tone", both, overlap=2)[:first])

    assert abs(found["a"] - first * 3 / 4) <= 1


def test_what_nobody_labelled_comes_before_what_lacks_a_second_labeller() -> None:
    some = candidates(6, answers=[1, 0, 2, 0, 1, 3])

    found = next_to_label("tone", some, overlap=2)

    assert [one.answers for one in found] == [0, 0, 1, 1]


def test_a_case_without_a_label_comes_before_a_second_transcript_of_one() -> None:
    trials = candidates(12, per_case=3, answers=[1])

    found = next_to_label("tone", trials, overlap=1)

    assert {one.case for one in found[:3]} == {"a-case1", "a-case2", "a-case3"}
    assert len({one.case for one in found[3:7]}) == 4
