"""A misspelt name is answered with the one that was probably meant."""

import pytest

from workbench.domain.nearest import did_you_mean, same_but_for_writing

KNOWN = ("groundedness", "goal_completion", "Q0")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("groundednes", "groundedness"),
        ("Groundedness", "groundedness"),
        ("goal completion", "goal_completion"),
        ("GOAL-COMPLETION", "goal_completion"),
        ("q0", "Q0"),
    ],
)
def test_the_nearest_name_is_asked_after(name: str, meant: str) -> None:
    assert did_you_mean(name, KNOWN) == f" Did you mean {meant!r}?"


@pytest.mark.parametrize("name", ["tone", "", "???"])
def test_where_none_is_near_nothing_is_asked(name: str) -> None:
    assert did_you_mean(name, KNOWN) == ""
    assert did_you_mean(name, ()) == ""


@pytest.mark.parametrize("name", ["Goal completion", "goal-completion", "GoalCompletion"])
def test_a_name_written_otherwise_is_told_apart_from_a_near_one(name: str) -> None:
    assert same_but_for_writing(name, KNOWN) == "goal_completion"


@pytest.mark.parametrize("name", ["goal_completion", "goal_completions", "Q1"])
def test_the_name_itself_and_near_ones_are_not_the_same(name: str) -> None:
    assert same_but_for_writing(name, KNOWN) is None
