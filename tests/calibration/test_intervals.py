import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.calibration.build import ratings_of
from workbench.calibration.agreement import Weights
from workbench.calibration.ceiling import ceiling
from workbench.calibration.coefficients import (
    jackknife_kappa,
    people_kappa,
    pooled_alpha,
    pooled_kappa,
)
from workbench.calibration.intervals import (
    boundary_limits,
    fisher_limits,
    normal_quantile,
    t_limits,
    t_quantile,
    wilson,
)
from workbench.calibration.jackknife import kappa_errors
from workbench.calibration.rates import pooled_bias
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import Floats, Pooled, Ratings, pool


def _one(number: float) -> Floats:
    return np.array([number])


def test_quantiles_are_those_of_printed_tables() -> None:
    assert t_quantile(0.975, _one(19.0))[0] == pytest.approx(2.0930, abs=5e-5)
    assert t_quantile(0.95, _one(29.0))[0] == pytest.approx(1.6991, abs=5e-5)
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=5e-7)


def test_one_case_has_no_quantile() -> None:
    assert np.isnan(t_quantile(0.975, _one(0.0))[0])


def test_fisher_limits_by_hand() -> None:
    # z = atanh .6 = .6931; s/(1 - .36) = .15625; t_{.975,19} = 2.0930; t_{.95,19} = 1.7291.
    found = fisher_limits(_one(0.6), _one(0.1), _one(20.0))

    assert found.low[0] == pytest.approx(math.tanh(0.693147 - 2.093024 * 0.15625), abs=1e-6)
    assert found.high[0] == pytest.approx(math.tanh(0.693147 + 2.093024 * 0.15625), abs=1e-6)
    assert found.lower_bound[0] == pytest.approx(math.tanh(0.693147 - 1.729133 * 0.15625), abs=1e-6)


def test_k_variants_take_the_bound_at_a_kth_of_the_level() -> None:
    # t_{.99,19} = 2.5395 for five variants; the two-sided interval stays what it is.
    alone = fisher_limits(_one(0.6), _one(0.1), _one(20.0))
    found = fisher_limits(_one(0.6), _one(0.1), _one(20.0), variants=5)

    assert found.lower_bound[0] == pytest.approx(math.tanh(0.693147 - 2.539483 * 0.15625), abs=1e-6)
    assert (found.low, found.high) == (alone.low, alone.high)


def test_t_limits_are_symmetric_about_the_value() -> None:
    found = t_limits(_one(0.3), _one(0.1), _one(20.0))

    assert found.low[0] + found.high[0] == pytest.approx(0.6)
    assert found.high[0] - 0.3 == pytest.approx(0.2093024, abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        ((5, 5, 5, 5), 0.81),
        ((2, 5, 8, 5), 0.74),
        ((0, 2, 3, 15), 0.62),
        ((8, 7, 8, 7), 0.87),
        ((3, 8, 12, 7), 0.82),
    ],
)
def test_perfect_agreement_is_bounded_by_the_boundary_rule(
    counts: tuple[int, ...], published: float
) -> None:
    # METHODS.md, "Boundary rule".
    table = np.diag(np.array(counts, dtype=np.float64))

    found = boundary_limits(table, sum(counts), "quadratic")

    # Two decimals of 10,000 draws there; the quantile of 20,000 here moves by .002.
    assert found.lower_bound[0] == pytest.approx(published, abs=0.015)
    assert found.low[0] < found.lower_bound[0]
    assert found.high[0] == 1.0


def test_the_boundary_rule_gives_the_same_figures_each_time() -> None:
    table = np.diag([5.0, 5, 5, 5])

    first, second = (boundary_limits(table, 20, "quadratic") for _ in range(2))
    reseeded = boundary_limits(table, 20, "quadratic", rng=np.random.default_rng(1))

    assert first.lower_bound == second.lower_bound
    assert reseeded.lower_bound == pytest.approx(first.lower_bound, abs=0.01)
    assert reseeded.lower_bound != first.lower_bound


def test_the_boundary_rule_counts_cases_not_transcripts() -> None:
    table = np.diag([15.0, 15, 15, 15])

    of_cases = boundary_limits(table, 20, "quadratic")

    assert of_cases.lower_bound == boundary_limits(table / 3, 20, "quadratic").lower_bound


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # METHODS.md: six of six give only .61.
        (6, 6, 0.6097, 1.0),
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
    ],
)
def test_wilson_limits(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("of", "published"), [(5, 0.35), (10, 0.21), (30, 0.083)])
def test_no_miss_among_few_still_has_an_upper_bound(of: int, published: float) -> None:
    # METHODS.md, "Severe-miss cell": z² / (n + z²).
    _, upper = wilson(0, of, probability=0.95)

    assert upper == pytest.approx(published, abs=0.005)
    assert upper == pytest.approx(1.6448536**2 / (of + 1.6448536**2))


@given(st.integers(1, 200), st.data())
def test_wilson_limits_hold_the_rate_between_them(of: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, of))

    low, high = wilson(count, of)

    assert 0 <= low <= count / of <= high <= 1


def _error_by_leaving_out(
    ratings: Ratings, cases: NDArray[np.int32], value_of: Callable[[Pooled], float]
) -> float:
    """The jackknife error, each case taken from the ratings and everything computed anew."""
    left_out = np.array([value_of(pool(_without(ratings, case))) for case in cases])
    squares = ((left_out - left_out.mean()) ** 2).sum()
    return float(np.sqrt((len(cases) - 1) / len(cases) * squares))


def _without(ratings: Ratings, case: int) -> Ratings:
    """The ratings without one case; its transcripts stay, bare."""
    kept = ratings.cluster[ratings.unit] != case
    judge = ratings.judge
    return Ratings(
        n_levels=ratings.n_levels,
        unit=ratings.unit[kept],
        rater=ratings.rater[kept],
        level=ratings.level[kept],
        cluster=ratings.cluster,
        judge=None if judge is None else np.where(ratings.cluster == case, np.int8(-1), judge),
    )


def _sparse_ratings(seed: int, *, trials: int) -> Ratings:
    """Three labellers with gaps and a judge with gaps; `trials` transcripts a case."""
    rng = np.random.default_rng(seed)
    quality = rng.standard_normal(36)
    codes = [np.digitize(quality + 0.6 * rng.standard_normal(36), [-1, 0, 1]) for _ in range(4)]
    rows = [
        [
            int(code) + 1 if rng.random() < 0.7 or at < trials else None
            for at, code in enumerate(row)
        ]
        for row in codes
    ]
    cases = [index // trials for index in range(36)]
    return ratings_of(rows[:3], judge=rows[3], cases=cases)


def _value(found: Statistic) -> float:
    assert found.value is not None
    return found.value


STATISTICS: dict[str, Callable[[Pooled], Statistic]] = {
    "kappa": lambda pooled: pooled_kappa(pooled, "none"),
    "kappa_linear": lambda pooled: pooled_kappa(pooled, "linear"),
    "kappa_quadratic": pooled_kappa,
    "people_kappa": people_kappa,
    "alpha": pooled_alpha,
    "people_alpha": lambda pooled: pooled_alpha(pooled, with_judge=False),
    "bias": pooled_bias,
    "delta": lambda pooled: ceiling(pooled).delta,
}


@pytest.mark.parametrize("trials", [1, 2])
@pytest.mark.parametrize("name", list(STATISTICS))
def test_the_error_is_what_leaving_out_each_case_anew_gives(name: str, trials: int) -> None:
    ratings, value_of = _sparse_ratings(6, trials=trials), STATISTICS[name]

    found = value_of(pool(ratings))

    cases = np.unique(_cases_of(name, ratings))
    expected = _error_by_leaving_out(ratings, cases, lambda left: _value(value_of(left)))
    limits = t_limits if name in {"bias", "delta"} else fisher_limits
    by_hand = limits(_one(_value(found)), _one(expected), _one(len(cases)))
    assert (found.low, found.high, found.lower_bound) == pytest.approx(
        (by_hand.low[0], by_hand.high[0], by_hand.lower_bound[0]), abs=1e-9
    )


def _cases_of(name: str, ratings: Ratings) -> NDArray[np.int32]:
    """The case of each transcript that the statistic is of."""
    assert ratings.judge is not None
    labels, judged = np.bincount(ratings.unit, minlength=ratings.n_units), ratings.judge >= 0
    used = {
        "alpha": labels + judged > 1,
        "people_alpha": labels > 1,
        "people_kappa": labels > 1,
        "delta": (labels > 1) & judged,
    }
    return ratings.cluster[used.get(name, (labels > 0) & judged)]


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_many_tables_at_once_give_what_each_gives_from_its_labels(weights: Weights) -> None:
    rng = np.random.default_rng(8)
    tables = rng.multinomial(40, rng.dirichlet(np.ones(16)), size=20).reshape(-1, 4, 4)
    tables[7] = np.diag([10, 10, 10, 10])
    tables[8] = np.diag([0, 40, 0, 0])
    tables[9, 0, 0], tables[9, 1:] = tables[9].sum(), 0

    together = jackknife_kappa(tables.astype(np.float64), weights)

    for table, found in zip(tables, together, strict=True):
        people, judge = (
            np.repeat(codes + 1, table[np.nonzero(table)]).tolist() for codes in np.nonzero(table)
        )
        alone = pooled_kappa(pool(ratings_of([people], judge=judge)), weights)
        assert found.undefined == alone.undefined
        for field in ("value", "low", "high", "lower_bound"):
            assert getattr(found, field) == pytest.approx(getattr(alone, field), abs=1e-9)


def test_a_table_that_rests_on_one_transcript_has_no_error() -> None:
    tables = np.zeros((1, 4, 4))
    tables[0, 2, 2], tables[0, 0, 0] = 19, 1

    value, error = kappa_errors(tables, "quadratic")

    assert value[0] == 1.0
    assert np.isnan(error[0])
