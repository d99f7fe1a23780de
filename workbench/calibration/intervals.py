"""Limits for coefficients, means and rates: Fisher's z, Student's t, Wilson, and the boundary.

Limits come in arrays, one element a statistic; NaN where there are none. Formulas and the
coverage that chose them: METHODS.md, "JFZ interval".
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from workbench.calibration.agreement import Weights, kappas
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Floats

CONFIDENCE: Final = 0.95
LEAST_CASES: Final = 10
BOUNDARY_SEED: Final = 20_250_601
BOUNDARY_DRAWS: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limits:
    """A two-sided 95 % interval and a one-sided lower bound for each of n statistics.

    Attributes:
        low: Lower limits, shape (n,).
        high: Upper limits, shape (n,).
        lower_bound: One-sided lower bounds, at 0.05/k for k variants tried, shape (n,).
    """

    low: Floats
    high: Floats
    lower_bound: Floats

    def around(self, value: float, reason: Reason | None, *, index: int = 0) -> Statistic:
        """Return the statistic with this value, and with limits unless a reason speaks against.

        Args:
            value: The point value; NaN where it does not exist, which takes a reason.
            reason: Why the value or its interval does not exist.
            index: Which of the n limits are its own.
        """
        if np.isnan(value):
            return Statistic(undefined=reason)
        if reason is not None:
            return Statistic(value=value, undefined=reason)
        return Statistic(
            value=value,
            low=float(self.low[index]),
            high=float(self.high[index]),
            lower_bound=float(self.lower_bound[index]),
        )


def t_quantile(probability: float, freedom: Floats) -> Floats:
    """Return quantiles of Student's t, shape as `freedom`; NaN below one degree of freedom."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(np.where(freedom >= 1, freedom, np.nan), probability))


def normal_quantile(probability: float) -> float:
    """Return a quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(probability))


def t_limits(value: Floats, error: Floats, n_cases: Floats, *, variants: int = 1) -> Limits:
    """Return value ± t * error with n_cases - 1 degrees of freedom.

    Args:
        value: Point values, shape (n,).
        error: Their standard errors, shape (n,).
        n_cases: How many cases each was computed from, shape (n,).
        variants: How many judge variants were tried on these labels: the bound is at 0.05/k.
    """
    two_sided = t_quantile((1 + CONFIDENCE) / 2, n_cases - 1) * error
    one_sided = t_quantile(1 - (1 - CONFIDENCE) / variants, n_cases - 1) * error
    return Limits(low=value - two_sided, high=value + two_sided, lower_bound=value - one_sided)


def fisher_limits(value: Floats, error: Floats, n_cases: Floats, *, variants: int = 1) -> Limits:
    """Return t limits taken on Fisher's z scale: tanh(atanh value ± t * error / (1 - value²)).

    Args:
        value: Coefficients, shape (n,); those at -1 or 1 have no limits here.
        error: Their jackknife standard errors, shape (n,).
        n_cases: How many cases each was computed from, shape (n,).
        variants: How many judge variants were tried on these labels: the bound is at 0.05/k.

    Source: METHODS.md, "JFZ interval".
    """
    inside = np.where(np.abs(value) < 1, value, np.nan)
    on_z = t_limits(np.arctanh(inside), error / (1 - inside**2), n_cases, variants=variants)
    return Limits(
        low=np.tanh(on_z.low), high=np.tanh(on_z.high), lower_bound=np.tanh(on_z.lower_bound)
    )


def boundary_limits(
    table: Floats,
    n_cases: int,
    weights: Weights,
    *,
    variants: int = 1,
    rng: np.random.Generator | None = None,
) -> Limits:
    """Return limits for a kappa of exactly 1 or -1, where the jackknife sees no spread.

    Quantiles of kappa under a Dirichlet posterior whose prior is one case spread over all
    cells (1/16 each on four levels). The interval reaches out to the point value.

    Args:
        table: People by judge over the full scale, shape (K, K).
        n_cases: How many cases it was made from; the table counts for as many.
        weights: How levels apart cost.
        variants: How many judge variants were tried on these labels.
        rng: Source of the draws; by default the documented seed, so that runs agree.

    Returns:
        Limits of shape (1,).

    Source: METHODS.md, "Boundary rule".
    """
    rng = np.random.default_rng(BOUNDARY_SEED) if rng is None else rng
    posterior = table.ravel() * (n_cases / table.sum()) + 1 / table.size
    draws = rng.standard_gamma(posterior, size=(BOUNDARY_DRAWS, table.size))
    kappa = kappas(draws.reshape(-1, *table.shape), weights)
    tail = (1 - CONFIDENCE) / 2
    low, high, bound = np.quantile(kappa, [tail, 1 - tail, (1 - CONFIDENCE) / variants])
    point = kappas(table, weights)
    return Limits(
        low=np.atleast_1d(np.minimum(low, point)),
        high=np.atleast_1d(np.maximum(high, point)),
        lower_bound=np.atleast_1d(np.minimum(bound, point)),
    )


def wilson(
    count: float, of: float, *, probability: float = (1 + CONFIDENCE) / 2
) -> tuple[float, float]:
    """Return Wilson's limits of a rate.

    Args:
        count: How often it happened; label weight where labels share a transcript.
        of: Out of how many, more than 0.
        probability: Where each limit is taken: .975 for a two-sided 95 % interval, .95 for
            one-sided limits.

    Source: Wilson (1927); METHODS.md, "TPR and TNR".
    """
    z = normal_quantile(probability)
    rate = min(1.0, count / of)
    centre = rate + z**2 / (2 * of)
    spread = z * math.sqrt(rate * (1 - rate) / of + (z / (2 * of)) ** 2)
    scale = 1 + z**2 / of
    # At a rate of 0 or 1 the limit is the rate itself, but for rounding.
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))
