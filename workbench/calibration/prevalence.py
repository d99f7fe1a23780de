"""Gwet's AC and Fleiss' kappa, which show what prevalence does to kappa. They open no gate.

Where nearly all labels are one level, kappa is low and AC high at the same agreement: the gap
says that the labels are too much alike to tell, not which of the two is right.
"""

import numpy as np

from workbench.calibration.agreement import Weights, disagreement
from workbench.calibration.tables import Floats
from workbench.errors import UndefinedStatisticError


def gwet_ac(counts: Floats, weights: Weights = "quadratic") -> float:
    """Return Gwet's AC2, or AC1 with weights ``none``.

    Args:
        counts: Raters at each level, shape (n_units, K). Units with one rating count in the
            margins only.
        weights: How levels apart cost.

    Raises:
        UndefinedStatisticError: No unit has two ratings.

    Source: Gwet (2014), Handbook of Inter-Rater Reliability.
    """
    agree, share = _agreement_weights(counts.shape[1], weights), _mean_shares(counts)
    n_levels = len(share)
    by_chance = agree.sum() * float(share @ (1 - share)) / (n_levels * (n_levels - 1))
    return _beyond_chance(_observed(counts, agree), by_chance)


def fleiss_kappa(counts: Floats, weights: Weights = "none") -> float:
    """Return Fleiss' kappa, which for two raters is Scott's pi.

    Args:
        counts: Raters at each level, shape (n_units, K), as in `gwet_ac`.
        weights: How levels apart cost.

    Raises:
        UndefinedStatisticError: No unit has two ratings, or only one level occurs.

    Source: Fleiss (1971); with weights and missing ratings Gwet (2014).
    """
    agree, share = _agreement_weights(counts.shape[1], weights), _mean_shares(counts)
    return _beyond_chance(_observed(counts, agree), float(share @ agree @ share))


def paired_counts(table: Floats) -> Floats:
    """Return the counts of the units of a two-rater table of whole numbers, shape (n, K)."""
    first, second = np.nonzero(table)
    level = np.eye(len(table))
    times = np.rint(table[first, second]).astype(np.intp)
    return np.repeat(level[first] + level[second], times, axis=0)


def _agreement_weights(n_levels: int, weights: Weights) -> Floats:
    """Return how much each pair of levels agrees, 1 on the diagonal, shape (K, K)."""
    cost = disagreement(n_levels, weights)
    return np.asarray(1.0 - cost / cost.max())


def _mean_shares(counts: Floats) -> Floats:
    """Return the mean share of each level over the units with a rating, shape (K,)."""
    rated = counts[counts.sum(axis=1) > 0]
    return np.asarray((rated / rated.sum(axis=1, keepdims=True)).mean(axis=0))


def _observed(counts: Floats, agree: Floats) -> float:
    """Return the mean agreement of a unit's pairs over the units with two ratings."""
    pairable = counts[counts.sum(axis=1) > 1]
    if not len(pairable):
        raise UndefinedStatisticError("agreement: a unit with two ratings is needed, got none")
    ratings = pairable.sum(axis=1)
    pairs = (pairable * (pairable @ agree - 1.0)).sum(axis=1)
    return float((pairs / (ratings * (ratings - 1.0))).mean())


def _beyond_chance(observed: float, by_chance: float) -> float:
    """Return the share of the agreement that chance leaves open which was reached."""
    if by_chance >= 1.0:
        raise UndefinedStatisticError("agreement: ratings must show two levels, got one")
    return (observed - by_chance) / (1.0 - by_chance)
