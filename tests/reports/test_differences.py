"""Differences in words: chance is always said, and what was not tested is not called chance."""

import pytest

from workbench.reports.differences import row
from workbench.scoring.paired import Difference

SHOWN = Difference(n=20, value=-0.25, low=-0.5, high=0.0, p=0.01)


def test_a_difference_comes_with_its_interval_and_n() -> None:
    assert row(SHOWN, 0.012) == ("-0.2500 (-0.5000 to 0)", "20", "yes (p = 0.012)")


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.049, "yes (p = 0.049)"),
        (0.05, "could be chance (p = 0.050)"),
        (1.0, "could be chance (p = 1.000)"),
    ],
)
def test_only_below_a_twentieth_a_difference_is_more_than_chance(p: float, said: str) -> None:
    assert row(SHOWN, p)[2] == said


def test_what_was_not_tested_says_why() -> None:
    few = Difference(
        n=3, value=1234.5, reason="3 cases are too few for an interval, which takes 10"
    )
    none = Difference(n=0, value=None, reason="no case was rated in both runs")

    assert row(few, None) == (
        "+1,234.50",
        "3",
        "cannot be told: 3 cases are too few for an interval, which takes 10",
    )
    assert row(none, None) == ("–", "0", "cannot be told: no case was rated in both runs")


def test_no_difference_is_no_chance_either() -> None:
    same = Difference(n=18, value=0.0, reason="no case changed")

    assert row(same, None) == ("0", "18", "no difference")
