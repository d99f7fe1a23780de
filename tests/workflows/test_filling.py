"""Filling a form: every key does to a draft what it says, and nothing else."""

import pytest

from workbench.domain.draft import Answer, Draft
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.workflows.filling import Form, is_same_form, turn_numbers

RUBRICS = [
    Rubric(
        dimension=name,
        version="1.0",
        question="How is it?",
        anchors={1: "bad", 2: "poor", 3: "fair", 4: "good"},
    )
    for name in ("facts", "order", "tone")
]


def form(**answers: Answer) -> Form:
    return Form(RUBRICS, Draft(labeller="labeller A", transcript="t1", answers=dict(answers)))


RATED = Answer(status="rated", level=2)


def test_the_first_dimension_without_an_answer_is_in_hand() -> None:
    assert form(facts=RATED).current.dimension == "order"


def test_where_the_labeller_left_is_in_hand() -> None:
    left = form(facts=RATED).onto("facts")

    assert Form(RUBRICS, left).current.dimension == "facts"


def test_a_dimension_that_is_no_longer_asked_is_not_in_hand() -> None:
    left = form().onto("gone")

    assert Form(RUBRICS, left).current.dimension == "facts"


def test_a_level_moves_on_to_the_next_open_dimension() -> None:
    draft = form(order=RATED).rated("facts", 3)

    assert draft.answers["facts"] == Answer(status="rated", level=3)
    assert draft.dimension == "tone"


def test_after_the_last_dimension_comes_the_first_that_is_open() -> None:
    assert form(order=RATED).rated("tone", 3).dimension == "facts"


def test_where_all_is_answered_the_form_stays_where_it_is() -> None:
    draft = form(facts=RATED, order=RATED, tone=RATED).rated("order", 4)

    assert draft.dimension == "order"


def test_an_answer_without_a_level_takes_the_level_away_and_keeps_the_note() -> None:
    before = Answer(status="rated", level=2, note="Why", evidence=(3,))

    draft = form(facts=before).unrated("facts", "cannot_tell")

    assert draft.answers["facts"] == Answer(status="cannot_tell", note="Why", evidence=(3,))


def test_turns_are_cited_once_and_in_order_and_can_be_taken_back() -> None:
    cited = Form(RUBRICS, form().cited("facts", [7, 2, 7]))
    assert cited.answer("facts").evidence == (2, 7)

    draft = cited.uncited("facts", 7)

    assert draft.answers["facts"].evidence == (2,)


def test_an_empty_note_is_no_note() -> None:
    assert form().noted("facts", "  \n").answers["facts"].note is None


def test_time_goes_to_the_dimension_in_hand_and_adds_up() -> None:
    once = Form(RUBRICS, form().worked(2.5))

    twice = once.worked(1.25)

    assert twice.answers["facts"].seconds == 3.75
    assert twice.answers["facts"].status is None


def test_a_clock_that_went_back_takes_no_time_away() -> None:
    assert form().worked(-3).answers["facts"].seconds == 0


@pytest.mark.parametrize(("step", "expected"), [(1, "order"), (-1, "tone"), (3, "facts")])
def test_the_dimensions_go_round(step: int, expected: str) -> None:
    assert form().beside(step) == expected


def test_numbers_of_turns_are_read_with_commas_and_spaces() -> None:
    assert turn_numbers("3, 12 15", 20) == (3, 12, 15)
    assert turn_numbers("  ", 20) == ()


@pytest.mark.parametrize("typed", ["20", "-1", "2.5", "three", "3;4", "²"])
def test_what_is_no_turn_is_named(typed: str) -> None:
    with pytest.raises(DataError, match="from 0 to 19") as caught:
        turn_numbers(f"1 {typed}", 20)

    assert repr(typed) in str(caught.value)


def test_another_reading_or_other_labels_below_make_another_form() -> None:
    draft = form().draft

    assert is_same_form(draft, form(facts=RATED).draft)
    for change in ({"repeat": 1}, {"mode": "tone"}, {"based_on": {"tone": "l1"}}):
        assert not is_same_form(draft, draft.model_copy(update=change))
