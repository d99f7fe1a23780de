"""Gwet's AC, which shows what prevalence does to kappa. It opens no gate.

Where nearly all labels are one level, kappa is low and AC high at the same agreement: the gap
says that the labels are too much alike to tell, not which of the two is right.
"""

import numpy as np

from workbench.calibration.agreement import Weights, disagreement
from workbench.calibration.tables import Floats
from workbench.errors import UndefinedStatisticError


def gwet_ac(
    counts: Floats, weights: Weights = "quadratic", *, times: Floats | None = None
) -> float:
    """Return Gwet's AC2, or AC1 with weights ``none``.

    Args:
        counts: Raters at each level, shape (n_units, K). Units with one rating count in the
            margins only.
        weights: How levels apart cost.
        times: What each unit weighs, shape (n_units,); None: all alike.

    Raises:
        UndefinedStatisticError: No unit has two ratings.

    Source: Gwet (2014), Handbook of Inter-Rater Reliability.
    """
    weight = np.ones(len(counts)) if times is None else times
    agree, share = _agreement_weights(counts.shape[1], weights), _mean_shares(counts, weight)
    n_levels = len(share)
    by_chance = agree.sum() * float(share @ (1 - share)) / (n_levels * (n_levels - 1))
    return _beyond_chance(_observed(counts, weight, agree), by_chance)


def paired_counts(table: Floats) -> tuple[Floats, Floats]:
    """Return the cells of a two-rater table as units and what each weighs, (n, K) and (n,)."""
    first, second = np.nonzero(table)
    level = np.eye(len(table))
    return level[first] + level[second], table[first, second]


def _agreement_weights(n_levels: int, weights: Weights) -> Floats:
    """Return how much each pair of levels agrees, 1 on the diagonal, shape (K, K)."""
    cost = disagreement(n_levels, weights)
    return np.asarray(1.0 - cost / cost.max())


def _mean_shares(counts: Floats, weight: Floats) -> Floats:
    """Return the mean share of each level over the units with a rating, shape (K,)."""
    rated = counts.sum(axis=1) > 0
    shares = counts[rated] / counts[rated].sum(axis=1, keepdims=True)
    return np.asarray(np.average(shares, axis=0, weights=weight[rated]))


def _observed(counts: Floats, weight: Floats, agree: Floats) -> float:
    """Return the mean agreement of a unit's pairs over the units with two ratings."""
    paired = counts.sum(axis=1) > 1
    if not paired.any():
        raise UndefinedStatisticError("agreement: a unit with two ratings is needed, got none")
    pairable, ratings = counts[paired], counts[paired].sum(axis=1)
    pairs = (pairable * (pairable @ agree - 1.0)).sum(axis=1)
    return float(np.average(pairs / (ratings * (ratings - 1.0)), weights=weight[paired]))


def _beyond_chance(observed: float, by_chance: float) -> float:
    """Return the share of the agreement that chance leaves open which was reached."""
    if by_chance >= 1.0:
        raise UndefinedStatisticError("agreement: ratings must show two levels, got one")
    return (observed - by_chance) / (1.0 - by_chance)
