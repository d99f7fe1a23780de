"""Bias level by level, by hand."""

import pytest

from tests.calibration.build import ratings_of
from workbench.calibration.level_bias import level_biases
from workbench.calibration.rates import pooled_bias
from workbench.calibration.statistic import Reason
from workbench.calibration.tables import pool


def test_each_level_has_the_mean_distance_of_the_judge_from_it() -> None:
    found = level_biases(pool(ratings_of([[1, 1, 2, 2]], [1, 3, 2, 1])))

    # By hand: at level 1 the judge is 0 and 2 above, at level 2 it is 0 and -1.
    assert [(one.units, one.weight, one.bias.value) for one in found[:2]] == [
        (2, 2.0, 1.0),
        (2, 2.0, -0.5),
    ]
    assert found[0].bias.undefined is Reason.N_TOO_SMALL


def test_labels_of_one_transcript_share_its_weight() -> None:
    found = level_biases(pool(ratings_of([[1, 1], [None, 2]], [3, 2])))

    # By hand: level 1 has all of the first transcript (+2) and half of the second (+1).
    assert (found[0].units, found[0].weight) == (2, 1.5)
    assert found[0].bias.value == pytest.approx((2 + 0.5 * 1) / 1.5)
    assert (found[1].weight, found[1].bias.value) == (0.5, 0.0)


def test_the_interval_is_that_of_a_mean() -> None:
    found = level_biases(pool(ratings_of([[1] * 12], [1, 2] * 6)))[0].bias

    # By hand: variance 12 * 0.25 / 11, error sqrt(of it / 12) = 0.15076, t(.975, 11) = 2.20099.
    assert found.value == 0.5
    assert found.low == pytest.approx(0.5 - 2.20099 * 0.15076, abs=1e-4)
    assert found.high == pytest.approx(0.5 + 2.20099 * 0.15076, abs=1e-4)


def test_levels_weighed_together_give_the_bias_of_the_whole() -> None:
    pooled = pool(ratings_of([[1, 2, 3, 4, 2], [1, 3, 3, 3, None]], [2, 2, 4, 3, 1]))

    found = level_biases(pooled)

    whole = sum(one.weight * (one.bias.value or 0) for one in found) / sum(
        one.weight for one in found
    )
    assert whole == pytest.approx(pooled_bias(pooled).value)


def test_a_level_that_nobody_gave_has_no_bias_and_says_why() -> None:
    found = level_biases(pool(ratings_of([[1, 1]], [1, 2])))

    assert (found[3].units, found[3].weight) == (0, 0)
    assert (found[3].bias.value, found[3].bias.undefined) == (None, Reason.CLASS_ABSENT)


def test_a_nominal_scale_has_no_direction() -> None:
    found = level_biases(pool(ratings_of([[1, 2]], [1, 1], n_levels=2, nominal=True)))

    assert {one.bias.undefined for one in found} == {Reason.WEIGHTED_ON_NOMINAL}
