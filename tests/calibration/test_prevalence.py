import numpy as np
import pytest

from workbench.calibration.agreement import Weights, weighted_kappa
from workbench.calibration.prevalence import gwet_ac, paired_counts
from workbench.errors import UndefinedStatisticError


def ac(table: np.ndarray, weights: Weights = "quadratic") -> float:
    counts, times = paired_counts(table)
    return gwet_ac(counts, weights, times=times)


@pytest.mark.parametrize(
    ("table", "kappa", "ac1"),
    [([[40, 9], [6, 45]], 0.700, 0.701), ([[80, 10], [5, 5]], 0.318, 0.808)],
)
def test_the_same_agreement_at_another_prevalence_moves_kappa_and_not_ac1(
    table: list[list[int]], kappa: float, ac1: float
) -> None:
    # METHODS.md: both agree 85 %.
    counted = np.array(table, dtype=np.float64)

    assert weighted_kappa(counted) == pytest.approx(kappa, abs=1e-3)
    assert ac(counted, "none") == pytest.approx(ac1, abs=1e-3)


def test_a_judge_that_always_passes_has_a_high_ac1() -> None:
    # METHODS.md: 27 of 30 pass; kappa is 0 and AC1 .89.
    table = np.array([[0.0, 3], [0, 27]])

    assert weighted_kappa(table) == 0
    assert ac(table, "none") == pytest.approx(0.89, abs=5e-3)


def test_a_cell_of_weight_five_is_five_units() -> None:
    table = np.array([[5.0, 1], [2, 4]])
    counts, times = paired_counts(table)

    assert gwet_ac(counts, times=times) == pytest.approx(
        gwet_ac(np.repeat(counts, times.astype(int), axis=0))
    )


def test_units_with_one_rating_count_in_the_margins_only() -> None:
    pairs = np.array([[2.0, 0]] * 4 + [[1.0, 1]] * 2 + [[0.0, 2]] * 4)
    lone = np.vstack([pairs, [[1.0, 0.0]] * 10])

    assert gwet_ac(lone) != gwet_ac(pairs)
    assert gwet_ac(np.vstack([pairs, [[0.0, 0.0]]])) == pytest.approx(gwet_ac(pairs))


def test_perfect_agreement_is_one() -> None:
    assert ac(np.diag([5.0, 3, 2, 4])) == pytest.approx(1)


def test_without_a_pair_there_is_no_agreement() -> None:
    with pytest.raises(UndefinedStatisticError, match="two ratings"):
        gwet_ac(np.array([[1.0, 0], [0, 1]]))
