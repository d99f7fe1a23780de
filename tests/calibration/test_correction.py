"""Corrected means and rates: the formula by hand, its coverage, and every undefined case."""

import numpy as np
import pytest
from scipy.stats import t

from workbench.calibration.correction import Method, Undefined, corrected_mean, corrected_rate
from workbench.calibration.intervals import wilson


def test_a_corrected_mean_is_the_published_formula() -> None:
    people = np.array([1, 2, 3, 4, 4, 3, 2, 1, 4, 2, 3, 3], dtype=float)
    judge = np.array([2, 2, 4, 4, 4, 3, 3, 2, 4, 3, 3, 4], dtype=float)
    rest = np.array([3, 4, 4, 2, 3, 4, 4, 3, 2, 4, 3, 3, 4, 2, 3, 4], dtype=float)

    found = corrected_mean(people, judge, rest)

    n, others = len(people), len(rest)
    weight = np.cov(people, judge)[0, 1] / (judge.var(ddof=1) * (1 + n / others))
    weight = min(1.0, max(0.0, weight))
    value = weight * rest.mean() + (people - weight * judge).mean()
    error = np.sqrt(
        weight**2 * rest.var(ddof=1) / others + (people - weight * judge).var(ddof=1) / n
    )
    reach = t.ppf(0.975, n - 1) * error
    assert found.trust_in_judge == pytest.approx(weight)
    assert found.value == pytest.approx(value)
    assert found.low == pytest.approx(value - reach)
    assert found.high == pytest.approx(value + reach)
    assert found.method is Method.PPI


def test_a_judge_that_says_nothing_leaves_the_labels_alone() -> None:
    people = np.array([1, 2, 3, 4] * 4, dtype=float)

    found = corrected_mean(people, np.full(16, 3.0), np.full(50, 3.0))

    assert (found.value, found.trust_in_judge, found.method) == (2.5, 0.0, Method.LABELS_T)


def test_a_lenient_judge_is_corrected_and_the_interval_covers() -> None:
    rng = np.random.default_rng(11)
    covered = narrower = 0
    for _ in range(300):
        truth = rng.choice([1, 2, 3, 4], size=530, p=[0.1, 0.25, 0.4, 0.25]).astype(float)
        judge = np.clip(truth + rng.choice([0, 1], size=530, p=[0.7, 0.3]), 1, 4)
        found = corrected_mean(truth[:30], judge[:30], judge[30:])
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 2.8 <= found.high
        narrower += found.high - found.low < 2 * t.ppf(0.975, 29) * truth[:30].std(ddof=1) / 30**0.5

    assert 0.91 <= covered / 300 <= 0.98
    assert narrower / 300 > 0.9


def test_a_rate_with_few_of_the_rarer_class_is_that_of_the_labels() -> None:
    people, judge = [1.0] * 27 + [0.0] * 3, [1.0] * 29 + [0.0]

    found = corrected_rate(people, judge, [1.0] * 200)

    assert found.method is Method.LABELS_WILSON
    assert (found.value, found.low, found.high) == (0.9, *wilson(27, 30))


def test_a_rate_stays_a_rate() -> None:
    people, judge = [1.0] * 12 + [0.0] * 12, [1.0] * 14 + [0.0] * 10

    found = corrected_rate(people, judge, [1.0] * 400)

    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_what_is_undefined_has_a_reason_and_no_number() -> None:
    none = corrected_mean([], [], [3.0])
    few = corrected_mean([3.0] * 4, [3.0] * 4, [3.0])
    same = corrected_mean([3.0] * 20, [3.0] * 20, [3.0] * 5)

    assert (none.value, none.undefined) == (None, Undefined.NO_LABELS)
    assert (few.value, few.low, few.undefined) == (3.0, None, Undefined.TOO_FEW_LABELS)
    assert (same.value, same.low, same.undefined) == (3.0, None, Undefined.LABELS_CONSTANT)
    with pytest.raises(ValueError, match="must rate the same"):
        corrected_mean([1.0], [], [])
