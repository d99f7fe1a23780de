import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.calibration.coefficients import jackknife_kappa
from workbench.calibration.jackknife import kappa_errors
from workbench.calibration.plan import (
    LabelPlan,
    Observed,
    Reading,
    labels_needed,
    observed_from,
    still_to_label,
)
from workbench.calibration.statistic import Reason, Statistic
from workbench.errors import DataError


def test_the_number_of_labels_by_hand() -> None:
    # t_{.95,29} = 1.69913, t_{.8,29} = .85419; 30 (2.55332 * .1/.51)² / (atanh .7 - atanh .4)².
    observed = Observed(kappa=0.7, error=0.1, n_cases=30)

    found = labels_needed(observed, bar=0.4)

    gap = math.atanh(0.7) - math.atanh(0.4)
    assert found.needed == math.ceil(30 * (2.55332 * 0.1 / 0.51 / gap) ** 2) == 39


@pytest.mark.parametrize(
    ("kappa", "bar", "error", "half", "most"),
    [(0.6, 0.4, 0.124, 45, 101), (0.7, 0.4, 0.099, 17, 38), (0.8, 0.6, 0.07, 20, 46)],
)
def test_the_planner_reproduces_the_published_answers(
    kappa: float, bar: float, error: float, half: int, most: int
) -> None:
    # METHODS.md, "Label planner"; the errors are the medians that simulation gives for balanced
    # margins at n = 30.
    observed = Observed(kappa=kappa, error=error, n_cases=30)

    evens = labels_needed(observed, bar=bar, assurance=0.5)
    likely = labels_needed(observed, bar=bar, assurance=0.8)

    assert evens.needed == pytest.approx(half, rel=0.05)
    assert likely.needed == pytest.approx(most, rel=0.05)


def test_80_percent_takes_about_2_3_times_the_labels_of_50_percent() -> None:
    observed = Observed(kappa=0.6, error=0.125, n_cases=30)

    evens, likely = (labels_needed(observed, bar=0.4, assurance=a).needed for a in (0.5, 0.8))

    assert evens is not None
    assert likely is not None
    assert likely / evens == pytest.approx(2.3, abs=0.1)


@pytest.mark.parametrize("kappa", [0.4, 0.1, -0.3])
def test_at_or_below_the_bar_no_number_of_labels_will_do(kappa: float) -> None:
    found = labels_needed(Observed(kappa=kappa, error=0.05, n_cases=30), bar=0.4)

    assert not found.attainable
    assert found.needed is None
    assert found.most is None


def test_an_unlucky_sample_may_still_be_attainable() -> None:
    found = labels_needed(Observed(kappa=0.38, error=0.1, n_cases=30), bar=0.4)

    assert (found.needed, found.most) == (None, None)
    assert found.fewest is not None


def test_a_perfect_kappa_within_reach_needs_next_to_nothing() -> None:
    found = labels_needed(Observed(kappa=0.95, error=0.1, n_cases=20), bar=0.4)

    assert found.attainable
    assert found.fewest is not None
    assert found.fewest >= 2


@given(
    kappa=st.floats(0.42, 0.95),
    error=st.floats(0.01, 0.2),
    n_cases=st.integers(10, 200),
    variants=st.integers(1, 20),
)
def test_a_higher_kappa_fewer_variants_and_less_assurance_never_need_more_labels(
    kappa: float, error: float, n_cases: int, variants: int
) -> None:
    observed = Observed(kappa=kappa, error=error, n_cases=n_cases)

    found = labels_needed(observed, bar=0.4, variants=variants)
    more_variants = labels_needed(observed, bar=0.4, variants=variants + 1)
    even_chance = labels_needed(observed, bar=0.4, variants=variants, assurance=0.5)

    needed = [plan.needed for plan in (even_chance, found, more_variants)]
    assert None not in needed
    assert needed == sorted(number for number in needed if number is not None)
    assert found.fewest is not None
    assert found.needed is not None
    assert found.fewest <= found.needed <= (found.most or math.inf)


def test_no_spread_at_all_needs_the_fewest_cases_an_interval_can_have() -> None:
    found = labels_needed(Observed(kappa=0.7, error=0.0, n_cases=30), bar=0.4)

    assert found == LabelPlan(needed=2, fewest=2, most=2)


@pytest.mark.parametrize(
    ("kappa", "error", "n_cases"),
    [(1.0, 0.1, 30), (-1.0, 0.1, 30), (0.5, -0.1, 30), (0.5, math.nan, 30), (0.5, 0.1, 1)],
)
def test_what_the_formula_cannot_take_is_refused(kappa: float, error: float, n_cases: int) -> None:
    with pytest.raises(DataError, match="plan"):
        Observed(kappa=kappa, error=error, n_cases=n_cases)


@pytest.mark.parametrize(("assurance", "variants"), [(0.4, 1), (1.0, 1), (0.8, 0)])
def test_an_assurance_or_a_number_of_variants_out_of_range_is_refused(
    assurance: float, variants: int
) -> None:
    observed = Observed(kappa=0.6, error=0.1, n_cases=30)

    with pytest.raises(DataError, match="plan"):
        labels_needed(observed, bar=0.4, assurance=assurance, variants=variants)


def test_the_planner_reads_the_error_back_from_a_reported_kappa() -> None:
    table = np.array([[[4.0, 1, 0, 0], [1, 6, 2, 0], [0, 2, 9, 1], [0, 0, 3, 11]]])
    _, error = kappa_errors(table, "quadratic")

    found = observed_from(jackknife_kappa(table)[0], 40)

    assert found is not None
    assert found.error == pytest.approx(error[0])


def test_an_upper_limit_rounded_to_one_still_gives_an_error() -> None:
    found = observed_from(Statistic(value=0.9, low=0.5, high=1.0, lower_bound=0.6), 20)

    assert found is not None
    assert math.isfinite(found.error)


@pytest.mark.parametrize(
    "kappa",
    [
        Statistic.missing(Reason.NO_OVERLAP),
        Statistic(value=0.5, undefined=Reason.N_TOO_SMALL),
        Statistic(value=1.0, low=0.7, high=1.0, lower_bound=0.8),
        Statistic(value=-0.5, low=-1.0, high=0.5, lower_bound=-0.9),
    ],
)
def test_a_kappa_without_a_spread_is_nothing_to_plan_from(kappa: Statistic) -> None:
    assert observed_from(kappa, 20) is None


@pytest.mark.parametrize(
    ("cases", "unseen", "together", "alone", "more"),
    [
        (30, 30, 44, 44, 14),  # nothing was shown yet: all of them stay one sample
        (30, 30, 60, 50, 30),
        (30, 0, 44, 40, 14),  # fewer than 20 fresh ones are read together with the others
        (30, 0, 60, 50, 50),  # from 20 on they are read alone
        (30, 10, 44, 40, 30),
        (30, 12, 36, 40, 6),
        (30, 0, 20, 20, 0),
        (30, 0, 55, 12, 20),
    ],
)
def test_labels_to_add_are_counted_for_what_certify_will_read(
    cases: int, unseen: int, together: int, alone: int, more: int
) -> None:
    assert still_to_label(together, alone, Reading(cases=cases, unseen=unseen, fresh=20)) == more
