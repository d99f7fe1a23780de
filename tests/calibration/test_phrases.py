"""Figures in words: what does not exist is said, never shown as 0."""

import pytest

from workbench.calibration.phrases import explained
from workbench.calibration.statistic import Reason, Statistic


def test_a_figure_stands_with_its_interval() -> None:
    whole = Statistic(value=0.714, low=0.5, high=0.859, lower_bound=0.55)

    assert explained(whole, 34) == "0.71 [0.50, 0.86]"


def test_a_point_value_stands_alone() -> None:
    assert explained(Statistic(value=-0.25), 12, "+.2f") == "-0.25"


def test_a_value_without_an_interval_says_why() -> None:
    few = Statistic(value=0.5, undefined=Reason.N_TOO_SMALL)

    assert (
        explained(few, 7) == "0.50, no interval: 7 transcripts are too few for an interval, "
        "which takes 10"
    )


def test_a_constant_judge_is_not_shown_as_0() -> None:
    constant = Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)

    assert (
        explained(constant, 40, facts={"rater": "the judge", "level": 3})
        == "not defined: the judge gave 3 to all 40: kappa is 0 by construction"
    )


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_makes_a_sentence(reason: Reason) -> None:
    said = explained(Statistic.missing(reason), 3, facts={"rare": 1, "ratings": 6})

    assert said.startswith("not defined: ")
    assert "{" not in said
