import numpy as np
import pytest

from workbench.calibration.agreement import weighted_kappa
from workbench.calibration.prevalence import fleiss_kappa, gwet_ac, paired_counts
from workbench.errors import UndefinedStatisticError

# Fleiss (1971), fourteen raters on ten units; on Wikipedia and in statsmodels' tests.
FLEISS = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ],
    dtype=np.float64,
)


def test_fleiss_kappa_of_the_published_example() -> None:
    assert fleiss_kappa(FLEISS) == pytest.approx(0.210, abs=5e-4)
    assert fleiss_kappa(FLEISS) == pytest.approx(4211 / 20059)


@pytest.mark.parametrize(
    ("table", "kappa", "ac1"),
    [([[40, 9], [6, 45]], 0.700, 0.701), ([[80, 10], [5, 5]], 0.318, 0.808)],
)
def test_the_same_agreement_at_another_prevalence_moves_kappa_and_not_ac1(
    table: list[list[int]], kappa: float, ac1: float
) -> None:
    # STATISTICS.md section 3: both agree 85 %.
    counted = np.array(table, dtype=np.float64)

    assert weighted_kappa(counted) == pytest.approx(kappa, abs=1e-3)
    assert gwet_ac(paired_counts(counted), "none") == pytest.approx(ac1, abs=1e-3)


def test_a_judge_that_always_passes_has_a_high_ac1() -> None:
    # STATISTICS.md section 3: 27 of 30 pass; kappa is 0 and AC1 .89.
    table = np.array([[0.0, 3], [0, 27]])

    assert weighted_kappa(table) == 0
    assert gwet_ac(paired_counts(table), "none") == pytest.approx(0.89, abs=5e-3)


def test_units_with_one_rating_count_in_the_margins_only() -> None:
    pairs = paired_counts(np.array([[4.0, 1], [1, 4]]))
    lone = np.vstack([pairs, [[1.0, 0.0]] * 10])

    assert gwet_ac(lone) != gwet_ac(pairs)
    assert gwet_ac(np.vstack([pairs, [[0.0, 0.0]]])) == gwet_ac(pairs)


def test_perfect_agreement_is_one() -> None:
    table = np.diag([5.0, 3, 2, 4])

    assert gwet_ac(paired_counts(table)) == pytest.approx(1)
    assert fleiss_kappa(paired_counts(table)) == pytest.approx(1)


def test_without_a_pair_there_is_no_agreement() -> None:
    for statistic in (gwet_ac, fleiss_kappa):
        with pytest.raises(UndefinedStatisticError, match="two ratings"):
            statistic(np.array([[1.0, 0], [0, 1]]))


def test_one_level_leaves_fleiss_kappa_undefined() -> None:
    with pytest.raises(UndefinedStatisticError, match="two levels"):
        fleiss_kappa(np.array([[2.0, 0], [2, 0]]))
