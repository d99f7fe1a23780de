"""Sides are drawn once, whole and stratified; what is labelled later is a test of its own."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration.evidences import evidence
from workbench.calibration.evidence import Evidence
from workbench.calibration.splits import (
    NewSides,
    Placed,
    Rounds,
    Sides,
    new_sides,
    rounds_to_read,
    seen_round,
    sides_of,
)
from workbench.domain.look import Draw, Look
from workbench.domain.policy import Splits

POLICY = Splits()
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def labelled(size: int, *, levels: Sequence[int] = (1, 2, 3, 4)) -> Evidence:
    """Return evidence of so many transcripts, the levels in turn."""
    row = [levels[unit % len(levels)] for unit in range(size)]
    return evidence([row], row)


def look(first: int, last: int, **fields: Any) -> Look:
    given = {
        "id": f"{first}-{last}",
        "dimension": "tone",
        "judge": "strict",
        "judge_digest": "a" * 64,
        "rubric_version": "1.0",
        "rubric_digest": "b" * 64,
        "command": "certify",
        "split": "test",
        "first_round": first,
        "last_round": last,
        "units": 30,
        "at": NOON,
    }
    return Look.model_validate(given | fields)


def draw(new: NewSides, *, minutes: int = 0, name: str = "d") -> Draw:
    return Draw(
        id=f"{name}{minutes}",
        dimension="tone",
        round=new.round,
        development=new.development,
        test=new.test,
        both=new.both,
        at=NOON + timedelta(minutes=minutes),
    )


def first_sides(found: Evidence) -> NewSides:
    return new_sides(found, Sides(), (), POLICY)


def test_below_forty_all_labels_serve_both_sides() -> None:
    sides = first_sides(labelled(39))

    assert (len(sides.both), sides.development, sides.test) == (39, (), ())


@pytest.mark.parametrize(
    ("size", "development", "test"), [(40, 16, 24), (79, 32, 47), (80, 40, 40), (223, 112, 111)]
)
def test_from_forty_two_fifths_are_for_development_and_from_eighty_half(
    size: int, development: int, test: int
) -> None:
    sides = first_sides(labelled(size))

    assert (len(sides.development), len(sides.test), sides.both) == (development, test, ())


def test_every_level_is_shared_out_alike() -> None:
    found = labelled(100, levels=[1] + [2] * 2 + [3] * 3 + [4] * 4)
    level_of = dict(zip(found.cases, found.level.tolist(), strict=True))

    sides = first_sides(found)

    assert Counter(level_of[case] for case in sides.development) == {0: 5, 1: 10, 2: 15, 3: 20}


def test_a_case_is_never_cut_in_two() -> None:
    row = [1, 2, 3, 4] * 20
    cases = [f"case {unit // 3}" for unit in range(80)]

    sides = first_sides(evidence([row], row, cases=cases))

    assert not set(sides.development) & set(sides.test)
    assert {*sides.development, *sides.test} == set(cases)


def test_the_size_that_decides_is_in_labelled_transcripts() -> None:
    row = [1, 2, 3, 4] * 10
    cases = [f"case {unit // 2}" for unit in range(40)]

    sides = first_sides(evidence([row], row, cases=cases))

    assert (len(sides.development), len(sides.test)) == (8, 12)


def test_a_transcript_without_a_level_has_no_side() -> None:
    found = evidence([[1, None, 2, None]], [1, 1, 2, 2])

    assert first_sides(found).both == ("t0000", "t0002")


def test_nothing_labelled_gives_nothing_a_side() -> None:
    assert not first_sides(evidence([[None, None]], [1, 2]))


def test_sides_are_never_redrawn() -> None:
    small, large = labelled(39), labelled(200)
    before = sides_of([draw(first_sides(small))])

    later = new_sides(large, before, (), POLICY)

    assert not set(later.test) & set(before.placed)
    assert (len(later.test), later.development, later.both) == (161, (), ())


def test_what_is_labelled_later_joins_the_test_side_in_the_round_that_nobody_saw() -> None:
    before = sides_of([draw(first_sides(labelled(60)))])

    assert new_sides(labelled(70), before, (), POLICY).round == 1
    assert new_sides(labelled(70), before, [look(1, 1)], POLICY).round == 2
    assert new_sides(labelled(70), before, [look(1, 1), look(2, 3)], POLICY).round == 4


def in_rounds(first: int, second: int) -> tuple[Evidence, Sides]:
    """Return evidence whose first transcripts are of round 1 and the others of round 2."""
    found = labelled(first + second)
    rounds = [1] * first + [2] * second
    return found, Sides(
        placed={
            case: Placed(side="test", round=number)
            for case, number in zip(found.cases, rounds, strict=True)
        }
    )


def test_twenty_fresh_transcripts_are_read_alone() -> None:
    found, sides = in_rounds(30, 20)

    rounds = rounds_to_read(found, sides, [look(1, 1)], POLICY.fresh)

    assert rounds == Rounds(first=2, last=2)
    assert sides.test(found, rounds).tolist() == [False] * 30 + [True] * 20


def test_fewer_fresh_transcripts_are_read_together_with_the_seen_ones() -> None:
    found, sides = in_rounds(30, 19)

    assert rounds_to_read(found, sides, [look(1, 1)], POLICY.fresh) == Rounds(first=1, last=2)


def test_before_any_look_all_rounds_are_read() -> None:
    found, sides = in_rounds(30, 20)

    assert rounds_to_read(found, sides, [], POLICY.fresh) == Rounds(first=1, last=2)


def test_once_certify_read_the_fresh_ones_alone_it_never_goes_back() -> None:
    found, sides = in_rounds(30, 20)

    again = rounds_to_read(found, sides, [look(1, 1), look(2, 2)], POLICY.fresh)

    assert again == Rounds(first=2, last=2)


def test_a_look_that_shows_all_labels_spends_the_fresh_ones() -> None:
    found, sides = in_rounds(30, 20)
    shown = look(1, 2, command="calibrate", split="all")

    rounds = rounds_to_read(found, sides, [look(1, 1), shown], POLICY.fresh)

    assert rounds == Rounds(first=1, last=2)


def test_fresh_transcripts_that_carry_no_level_do_not_count() -> None:
    _, sides = in_rounds(30, 20)
    bare = evidence([[*[1, 2, 3, 4] * 12, 1, None]], [1] * 50)

    assert rounds_to_read(bare, sides, [look(1, 1)], POLICY.fresh) == Rounds(first=1, last=2)


def test_the_newest_round_seen_is_that_of_any_look() -> None:
    assert seen_round([]) == 0
    assert seen_round([look(1, 3), look(2, 2, command="calibrate")]) == 3


def test_of_two_draws_of_a_case_the_earlier_counts_in_whatever_order_they_stand() -> None:
    early = Draw(id="z", dimension="tone", round=1, test=("t1",), at=NOON)
    late = Draw(
        id="a", dimension="tone", round=1, both=("t1", "t2"), at=NOON + timedelta(minutes=1)
    )

    assert sides_of([late, early]) == sides_of([early, late])
    assert sides_of([late, early]).placed == {
        "t1": Placed(side="test", round=1),
        "t2": Placed(side="both", round=1),
    }


def test_development_and_test_share_the_side_that_is_both() -> None:
    found = labelled(3)
    sides = Sides(
        placed={
            "t0000": Placed(side="development", round=1),
            "t0001": Placed(side="both", round=1),
            "t0002": Placed(side="test", round=1),
        }
    )

    assert sides.development(found).tolist() == [True, True, False]
    assert sides.test(found, Rounds(first=1, last=1)).tolist() == [False, True, True]


@given(st.integers(1, 120), st.randoms())
def test_the_order_of_the_transcripts_decides_nothing(size: int, random: Any) -> None:
    levels = [random.randint(1, 4) for _ in range(size)]
    cases = [f"case {random.randint(0, size)}" for _ in range(size)]
    order = list(range(size))
    random.shuffle(order)
    there = evidence([levels], levels, cases=cases)
    here = evidence(
        [[levels[i] for i in order]],
        [levels[i] for i in order],
        cases=[cases[i] for i in order],
    )

    assert first_sides(there) == first_sides(here)


@given(st.lists(st.integers(1, 4), min_size=40, max_size=160))
def test_the_development_side_has_its_share_within_one_case(levels: list[int]) -> None:
    sides = first_sides(evidence([levels], levels))
    share = 0.4 if len(levels) < 80 else 0.5

    assert abs(len(sides.development) - share * len(levels)) <= 1
    assert len(sides.development) + len(sides.test) == len(levels)
    assert not set(sides.development) & set(sides.test)
