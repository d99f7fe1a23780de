"""Kappa and alpha as reported: the value with its interval, or why there is none.

The one place that decides what is undefined. Nothing here raises for want of data.
"""

import math

import numpy as np

from workbench.calibration.agreement import Weights, kappas, least_used
from workbench.calibration.alpha import Metric, alphas
from workbench.calibration.contributions import (
    all_coincidences,
    people_by_judge,
    people_by_people,
    people_coincidences,
)
from workbench.calibration.intervals import (
    LEAST_CASES,
    boundary_limits,
    fisher_limits,
)
from workbench.calibration.jackknife import Jackknife, jackknife, kappa_errors
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Contribution, Floats, Pooled


def primary_weights(*, nominal: bool) -> Weights:
    """Return the weights of the kappa that trust is decided by."""
    return "none" if nominal else "quadratic"


def confusion(pooled: Pooled) -> Floats:
    """Return the pooled table of people (rows) by judge (columns), shape (K, K).

    Every transcript with a label and a level of the judge weighs 1; its labels share that.
    """
    return pooled.judged().total(people_by_judge)


def pooled_kappa(pooled: Pooled, weights: Weights = "quadratic", *, variants: int = 1) -> Statistic:
    """Return the agreement of people with the judge; every transcript counts once.

    With one label a transcript this is Cohen's kappa of people and judge.

    Args:
        pooled: The dimension's transcripts.
        weights: How levels apart cost; a nominal scale knows only ``none``.
        variants: How many judge variants were shown on these labels: the bound is at 0.05/k.

    Raises:
        DataError: The weights are none of those allowed.

    Source: METHODS.md, "Weighted kappa" and "JFZ interval".
    """
    return _pooled_kappa(pooled, pooled.judged(), people_by_judge, weights, variants)


def people_kappa(pooled: Pooled, weights: Weights = "quadratic") -> Statistic:
    """Return the agreement of people with people, over all ordered pairs of a transcript's labels.

    Args:
        pooled: The dimension's transcripts; those with two labels count, each with weight 1.
        weights: How levels apart cost; a nominal scale knows only ``none``.

    Raises:
        DataError: The weights are none of those allowed.

    Source: METHODS.md, "Ceiling difference".
    """
    return _pooled_kappa(pooled, pooled.shared(), people_by_people, weights, 1)


def _pooled_kappa(
    pooled: Pooled, used: Pooled, contribution: Contribution, weights: Weights, variants: int
) -> Statistic:
    """Return the kappa of the table that these transcripts contribute to."""
    if pooled.nominal and weights != "none":
        return Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    if not used.n_cases:
        return Statistic.missing(nothing_to_compare(pooled))
    found = jackknife(used, contribution, lambda tables: kappas(tables, weights))
    return _kappa_statistics(
        found.total[None],
        np.array([found.error]),
        np.array([found.n_cases], dtype=np.float64),
        weights,
        variants,
    )[0]


def jackknife_kappa(
    tables: Floats, weights: Weights = "quadratic", *, variants: int = 1
) -> list[Statistic]:
    """Return kappa with its interval for many plain tables at once.

    Equal to `pooled_kappa` where every transcript has one label and is its own case.

    Args:
        tables: Whole counts, people by judge over the full scale, shape (n, K, K).
        weights: How levels apart cost.
        variants: How many judge variants were shown on these labels: the bound is at 0.05/k.

    Raises:
        DataError: The weights are none of those allowed.
    """
    tables = np.asarray(tables, dtype=np.float64)
    _, error = kappa_errors(tables, weights)
    return _kappa_statistics(tables, error, tables.sum(axis=(1, 2)), weights, variants)


def _kappa_statistics(
    tables: Floats, error: Floats, n_cases: Floats, weights: Weights, variants: int
) -> list[Statistic]:
    """Return a statistic for each table, given its jackknife error and number of cases."""
    values = kappas(tables, weights)
    limits = fisher_limits(values, error, n_cases, variants=variants)
    facts = zip(values.tolist(), error.tolist(), n_cases, least_used(tables), strict=True)
    found = []
    for i, (value, own_error, n, used) in enumerate(facts):
        reason = _kappa_reason(value, own_error, n, used)
        if reason is Reason.RATER_CONSTANT:
            found.append(Statistic(value=0.0, undefined=reason))
        elif reason is None and abs(value) >= 1:
            boundary = boundary_limits(tables[i], int(n), weights, variants=variants)
            found.append(boundary.around(value, None))
        else:
            found.append(limits.around(value, reason, index=i))
    return found


def _kappa_reason(value: float, error: float, n_cases: float, used: int) -> Reason | None:
    """Return why kappa or its interval does not exist; the weightiest reason first."""
    if not n_cases:
        return Reason.NO_OVERLAP
    if math.isnan(value):
        return Reason.ALL_LABELS_SAME
    if used == 1:
        return Reason.RATER_CONSTANT
    return interval_reason(error, n_cases)


def interval_reason(error: float, n_cases: float) -> Reason | None:
    """Return why a coefficient that has a value has no interval."""
    if n_cases < LEAST_CASES:
        return Reason.N_TOO_SMALL
    return Reason.RESTS_ON_ONE if math.isnan(error) else None


def pooled_alpha(pooled: Pooled, *, with_judge: bool = True, variants: int = 1) -> Statistic:
    """Return Krippendorff's alpha, ordinal or on a nominal scale nominal.

    Args:
        pooled: The dimension's transcripts; those with two ratings count.
        with_judge: Whether the judge is one of the raters, or people alone.
        variants: How many judge variants were shown on these labels: the bound is at 0.05/k.

    Source: METHODS.md, "Ordinal alpha" and "JFZ interval".
    """
    metric: Metric = "nominal" if pooled.nominal else "ordinal"
    judged = (pooled.judge >= 0) & with_judge
    used = pooled.where(pooled.labels + judged > 1)
    if not used.n_cases:
        return Statistic.missing(nothing_to_compare(pooled))
    contribution = all_coincidences if with_judge else people_coincidences
    found = jackknife(used, contribution, lambda tables: alphas(tables, metric))
    if np.isnan(found.value):
        return Statistic.missing(Reason.ALL_LABELS_SAME)
    limits = fisher_limits(
        np.array([found.value]),
        np.array([found.error]),
        np.array([found.n_cases], dtype=np.float64),
        variants=variants,
    )
    return limits.around(found.value, _alpha_reason(found))


def _alpha_reason(found: Jackknife) -> Reason | None:
    """Return why an alpha that has a value has no interval."""
    reason = interval_reason(found.error, found.n_cases)
    # No boundary rule was validated for alpha = 1.
    return Reason.PERFECT_AGREEMENT if reason is None and found.value >= 1 else reason


def nothing_to_compare(pooled: Pooled) -> Reason:
    """Return why no transcript of these carries two ratings."""
    return Reason.ONE_RATER if pooled.n_raters < 2 else Reason.NO_OVERLAP
