"""What people reach among themselves, and where the judge stands beside them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.agreement import Weights, kappas, least_used
from workbench.calibration.coefficients import (
    interval_reason,
    people_kappa,
    pooled_kappa,
    primary_weights,
)
from workbench.calibration.contributions import people_by_judge, people_by_people
from workbench.calibration.intervals import t_limits
from workbench.calibration.jackknife import jackknife
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Counts, Floats, Levels, Pooled, Ratings, group_by_case

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Positions of the first and the second label of each pair, both of shape (n,)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """Agreement among people on the transcripts the judge levelled too, and its distance.

    Attributes:
        units: Transcripts with two labels and a level of the judge.
        kappa: People against people.
        delta: Kappa of judge and people minus kappa of people and people; above 0 the judge
            agrees with people better than they do with each other.
    """

    units: int
    kappa: Statistic
    delta: Statistic


def ceiling(pooled: Pooled) -> Ceiling:
    """Return how far the judge's agreement is from that of people among themselves.

    Quadratic kappa, on a nominal scale the unweighted one. The error of the difference is its
    own jackknife error: both kappas lose the same case at once.

    Args:
        pooled: The dimension's transcripts.

    Source: METHODS.md, "Ceiling difference".
    """
    used = pooled.shared().judged()
    weights = primary_weights(nominal=pooled.nominal)
    return Ceiling(
        units=used.n_units, kappa=people_kappa(used, weights), delta=_delta(used, weights)
    )


def _delta(used: Pooled, weights: Weights) -> Statistic:
    """Return kappa of judge and people minus kappa of people and people."""
    if not used.n_cases:
        return Statistic.missing(Reason.NO_OVERLAP)

    def difference(tables: Floats) -> Floats:
        """Return the differences of a stack of two tables, shape (n, 2, K, K)."""
        both = kappas(tables, weights)
        return np.asarray(both[:, 0] - both[:, 1])

    found = jackknife(used, _both_tables, difference)
    if np.isnan(found.value):
        return Statistic.missing(Reason.ALL_LABELS_SAME)
    limits = t_limits(
        np.array([found.value]), np.array([found.error]), np.array([float(found.n_cases)])
    )
    return limits.around(found.value, interval_reason(found.error, found.n_cases))


def _both_tables(counts: Counts, judge: Levels) -> Floats:
    """Return each transcript's table with the judge and among people, shape (n, 2, K, K)."""
    return np.stack([people_by_judge(counts, judge), people_by_people(counts, judge)], axis=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """Two labellers on the transcripts that both labelled; point values only.

    Attributes:
        a: Index of one labeller.
        b: Index of the other, above `a`.
        units: Transcripts that both labelled.
        kappa: Unweighted kappa.
        kappa_quadratic: Quadratic kappa; does not exist on a nominal scale.
    """

    a: int
    b: int
    units: int
    kappa: Statistic
    kappa_quadratic: Statistic


def pairwise(ratings: Ratings) -> list[PairAgreement]:
    """Return the agreement of every two labellers who share a transcript, ordered by (a, b).

    Costs as much as there are pairs of labels on a transcript, not pairs of labellers.
    """
    order = np.lexsort((ratings.rater, ratings.unit))
    unit, rater = ratings.unit[order], ratings.rater[order].astype(np.int64)
    level = ratings.level[order].astype(np.int64)
    n_raters, n_levels = int(rater.max(initial=-1)) + 1, ratings.n_levels
    key = [np.unique(rater[a] * n_raters + rater[b]) for a, b in _label_pairs(unit)]
    pairs = np.unique(np.concatenate(key)) if key else np.empty(0, dtype=np.int64)
    cells = np.zeros(len(pairs) * n_levels**2)
    for a, b in _label_pairs(unit):
        pair = np.searchsorted(pairs, rater[a] * n_raters + rater[b])
        cell = (pair * n_levels + level[a]) * n_levels + level[b]
        cells += np.bincount(cell, minlength=len(cells))
    tables = cells.reshape(-1, n_levels, n_levels)
    return _pair_agreements(pairs, n_raters, tables, nominal=ratings.nominal)


def _label_pairs(unit: NDArray[np.int32]) -> Iterator[Pairs]:
    """Yield the pairs of labels of one transcript that stand 1, 2, ... places apart.

    Args:
        unit: Transcript of each label, ascending, shape (n_labels,).
    """
    first = np.arange(len(unit))
    for apart in range(1, len(unit)):
        first = first[first < len(unit) - apart]
        first = first[unit[first] == unit[first + apart]]
        if not len(first):
            return
        yield first, first + apart


def _pair_agreements(
    pairs: NDArray[np.int64], n_raters: int, tables: Floats, *, nominal: bool
) -> list[PairAgreement]:
    """Return one agreement for each coded pair of labellers and its table."""
    units = tables.sum(axis=(1, 2)).astype(np.int64).tolist()
    plain = _point_kappas(tables, "none")
    quadratic = [Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)] * len(pairs)
    if not nominal:
        quadratic = _point_kappas(tables, "quadratic")
    return [
        PairAgreement(
            a=pair // n_raters,
            b=pair % n_raters,
            units=units[i],
            kappa=plain[i],
            kappa_quadratic=quadratic[i],
        )
        for i, pair in enumerate(pairs.tolist())
    ]


def _point_kappas(tables: Floats, weights: Weights) -> list[Statistic]:
    """Return kappa of each table without an interval, or why there is none."""
    constant = (least_used(tables) == 1).tolist()
    return [
        Statistic.missing(Reason.ALL_LABELS_SAME)
        if np.isnan(value)
        else Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)
        if constant[i]
        else Statistic(value=value)
        for i, value in enumerate(kappas(tables, weights).tolist())
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabellerAgreement:
    """One labeller beside the judge.

    Attributes:
        labeller: Index of the labeller.
        units: Transcripts with a label of this labeller and a level of the judge.
        kappa: Quadratic kappa, on a nominal scale the unweighted one.
    """

    labeller: int
    units: int
    kappa: Statistic


def per_labeller(ratings: Ratings, *, variants: int = 1) -> list[LabellerAgreement]:
    """Return every labeller's own agreement with the judge, ordered by labeller.

    Args:
        ratings: Labels beside one judge.
        variants: How many judge variants were shown on these labels: bounds are at 0.05/k.
    """
    order = np.argsort(ratings.rater, kind="stable")
    labellers, start = np.unique(ratings.rater[order], return_index=True)
    end = np.append(start, len(order))[1:]
    weights = primary_weights(nominal=ratings.nominal)
    found = []
    for labeller, first, last in zip(labellers.tolist(), start, end, strict=True):
        own = _pool_of_labels(ratings, order[first:last]).judged()
        kappa = pooled_kappa(own, weights, variants=variants)
        found.append(LabellerAgreement(labeller=labeller, units=own.n_units, kappa=kappa))
    return found


def _pool_of_labels(ratings: Ratings, labels: NDArray[np.intp]) -> Pooled:
    """Pool these labels of one labeller, shape (n,), each the only one of its transcript."""
    unit = ratings.unit[labels]
    none = np.full(len(unit), -1, dtype=np.int8)
    return group_by_case(
        np.eye(ratings.n_levels, dtype=np.int32)[ratings.level[labels]],
        none if ratings.judge is None else ratings.judge[unit],
        ratings.cluster[unit],
        n_raters=1,
        nominal=ratings.nominal,
    )
