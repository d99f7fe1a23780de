"""A judge's leanings: how it errs by agent, by kinship, with length, and across dimensions.

All of it is measured against people's labels, and every result carries its n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.intervals import LEAST_CASES, fisher_limits
from workbench.calibration.panels import judge_errors
from workbench.calibration.rates import pooled_bias
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Bools, Floats, pool

PERMUTATIONS: Final = 2_000
_ROUNDING: Final = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """How far the judge's levels are above people's on the transcripts of one agent model."""

    model: str | None
    units: int
    bias: Statistic


def leniency(
    evidence: Evidence, judge: str, models: Sequence[str | None], passes: Bools | None = None
) -> tuple[Leniency, ...]:
    """Return the judge's leniency by the model behind the agent, most transcripts first.

    Args:
        evidence: One dimension, restricted to what is shown.
        judge: A judge with a column in it.
        models: The agent's model for each unit, None where unknown; length n_units.
        passes: Which levels pass; a nominal scale has no other leniency.
    """
    found = []
    for model in sorted(set(models), key=lambda name: (name is None, name or "")):
        own = np.fromiter((name == model for name in models), bool, evidence.n_units)
        pooled = pool(evidence.restricted(own).ratings(judge))
        units = pooled.judged().n_units
        if units:
            found.append(Leniency(model=model, units=units, bias=pooled_bias(pooled, passes)))
    return tuple(sorted(found, key=lambda one: -one.units))


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFamily:
    """Leniency towards agents of the judge's own model or family.

    Attributes:
        related: Transcripts of related agents with a label and a level of the judge.
        others: The same of all other agents.
        difference: Mean excess over people on the related ones minus that on the others.
        chance: How often transcripts dealt out at random differ as much; None without both kinds.
    """

    related: int
    others: int
    difference: Statistic
    chance: float | None


def own_family(
    evidence: Evidence, judge: str, related: Bools, rng: np.random.Generator
) -> OwnFamily:
    """Compare the judge's leniency towards its own kind with that towards others.

    Args:
        evidence: One dimension, restricted to what is shown.
        judge: A judge with a column in it.
        related: Whether judge and agent are of one model or family, shape (n_units,).
        rng: What transcripts are dealt out by.

    Source: METHODS.md, "Probes": self-preference, permutation by transcript.
    """
    errors = judge_errors(evidence, judge)
    known = ~np.isnan(errors)
    errors, own = errors[known], related[known]
    count, n = int(own.sum()), len(errors)
    if evidence.nominal or count in {0, n}:
        reason = Reason.WEIGHTED_ON_NOMINAL if evidence.nominal else Reason.NO_OVERLAP
        missing = Statistic.missing(reason)
        return OwnFamily(related=count, others=n - count, difference=missing, chance=None)

    def difference(dealt: Floats) -> float:
        return float(dealt[:count].mean() - dealt[count:].mean())

    observed = difference(np.concatenate([errors[own], errors[~own]]))
    dealt = [difference(rng.permutation(errors)) for _ in range(PERMUTATIONS)]
    as_far = int((np.abs(dealt) >= abs(observed) - _ROUNDING).sum())
    return OwnFamily(
        related=count,
        others=n - count,
        difference=Statistic(value=observed),
        chance=(as_far + 1) / (PERMUTATIONS + 1),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthEffect:
    """Spearman's correlation of the judge's excess over people with the transcript's length."""

    units: int
    correlation: Statistic


def length_effect(evidence: Evidence, judge: str, lengths: Sequence[float]) -> LengthEffect:
    """Return how the judge's excess over people goes with length; ranks make any log one.

    Args:
        evidence: One dimension, restricted to what is shown.
        judge: A judge with a column in it.
        lengths: Length of each unit's transcript, NaN where it is not here; length n_units.

    Source: METHODS.md, "Probes"; its error sqrt((1 + r²/2) / (n - 3)) on Fisher's z
    is that of Bonett and Wright (2000), n the number of cases.
    """
    errors = judge_errors(evidence, judge)
    length = np.asarray(lengths, dtype=np.float64)
    known = ~np.isnan(errors + length)
    if evidence.nominal:
        found = Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    else:
        cases = len(np.unique(evidence.clusters[known]))
        found = _spearman(errors[known], length[known], cases)
    return LengthEffect(units=int(known.sum()), correlation=found)


def _spearman(first: Floats, second: Floats, cases: int) -> Statistic:
    if len(first) < 2:
        return Statistic.missing(Reason.NO_OVERLAP)
    ranks = np.stack([_ranks(first), _ranks(second)])
    if ranks.std(axis=1).min() < _ROUNDING:
        return Statistic.missing(Reason.NO_SPREAD)
    value = _correlation(ranks)
    if cases < LEAST_CASES or abs(value) > 1 - _ROUNDING:
        reason = Reason.N_TOO_SMALL if cases < LEAST_CASES else Reason.PERFECT_AGREEMENT
        return Statistic(value=value, undefined=reason)
    on_z = np.sqrt((1 + value**2 / 2) / (cases - 3))
    limits = fisher_limits(
        np.array([value]), np.array([on_z * (1 - value**2)]), np.array([float(cases)])
    )
    return limits.around(value, None)


def _ranks(values: Floats) -> Floats:
    """Return ranks from 0, those of equal values their mean."""
    _, inverse, counts = np.unique(values.round(9), return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts + 1) / 2)[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class Halo:
    """How one dimension's levels go with the other dimensions', of the judge and of people.

    Attributes:
        others: Other dimensions that it could be compared with.
        units: The fewest transcripts that any of these comparisons rests on.
        judge: Mean correlation of the judge's levels; no interval.
        people: Mean correlation of people's mean levels on the same transcripts; no interval.
    """

    others: int
    units: int
    judge: Statistic
    people: Statistic


def halo(judge: Floats, people: Floats) -> tuple[Halo, ...]:
    """Return the halo of every dimension; a judge with one impression for all correlates more.

    Two dimensions are compared on the transcripts that judge and people levelled on both, ten at
    least, where neither side gave the same level throughout.

    Args:
        judge: Levels, shape (n_dimensions, n_transcripts), NaN where there is none.
        people: Means of people's levels, the same shape.
    """
    return tuple(_halo(place, judge, people) for place in range(len(judge)))


def _halo(place: int, judge: Floats, people: Floats) -> Halo:
    found: list[tuple[int, float, float]] = []
    reason = Reason.NO_OVERLAP
    for other in range(len(judge)):
        pair = np.stack([judge[[place, other]], people[[place, other]]])
        both = pair[:, :, ~np.isnan(pair).any(axis=(0, 1))]
        if other == place or not both.shape[2]:
            continue
        if both.shape[2] < LEAST_CASES:
            reason = Reason.N_TOO_SMALL
        elif both.std(axis=2).min() < _ROUNDING:
            reason = Reason.NO_SPREAD
        else:
            found.append((both.shape[2], _correlation(both[0]), _correlation(both[1])))
    if not found:
        missing = Statistic.missing(reason)
        return Halo(others=0, units=0, judge=missing, people=missing)
    units, theirs_all, ours_all = zip(*found, strict=True)
    return Halo(
        others=len(found),
        units=min(units),
        judge=Statistic(value=float(np.mean(theirs_all))),
        people=Statistic(value=float(np.mean(ours_all))),
    )


def _correlation(pair: Floats) -> float:
    """Return Pearson's correlation of two rows that both vary, shape (2, n)."""
    apart = pair - pair.mean(axis=1, keepdims=True)
    first, second = apart / np.sqrt((apart**2).sum(axis=1, keepdims=True))
    return float(np.clip(first @ second, -1.0, 1.0))
