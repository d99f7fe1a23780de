"""Simulated people and judges: normal latent quality, cut into levels.

A population of ordinal ratings, for tests of coverage, planning and false trust.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from workbench.calibration.agreement import weighted_kappa
from workbench.calibration.tables import Floats, Levels

BALANCED: Final = (0.25, 0.25, 0.25, 0.25)
SKEWED: Final = (0.05, 0.15, 0.35, 0.45)
HUMAN: Final = (0.10, 0.25, 0.40, 0.25)
RELIABILITY: Final = 0.8

_NODES: Final = np.polynomial.legendre.leggauss(200)
_TAIL: Final = 8.5
_CLOSEST: Final = 0.9999


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """How often people and judge use each level, and how their latent qualities correlate.

    Attributes:
        people: Share of each level among people's labels.
        judge: Share of each level among the judge's.
        correlation: Correlation of one labeller's latent quality with the judge's.
    """

    people: tuple[float, ...]
    judge: tuple[float, ...]
    correlation: float

    @property
    def cells(self) -> Floats:
        """Probability of each table cell, people by judge, shape (K, K)."""
        return _cells(self.people, self.judge, self.correlation)

    @property
    def kappa(self) -> float:
        """True quadratic kappa of one labeller and the judge."""
        return weighted_kappa(self.cells)


def population(
    people: tuple[float, ...], judge: tuple[float, ...], kappa: float
) -> Population | None:
    """Return the population with this true quadratic kappa, None where its margins forbid it."""
    low, high = 0.0, _CLOSEST
    if weighted_kappa(_cells(people, judge, high)) < kappa:
        return None
    for _ in range(50):
        middle = (low + high) / 2
        if weighted_kappa(_cells(people, judge, middle)) < kappa:
            low = middle
        else:
            high = middle
    return Population(people=people, judge=judge, correlation=high)


def _cuts(shares: tuple[float, ...]) -> Floats:
    """Return where the latent quality is cut into levels, shape (K - 1,)."""
    return np.asarray(ndtri(np.cumsum(shares)[:-1]))


def _cells(people: tuple[float, ...], judge: tuple[float, ...], correlation: float) -> Floats:
    """Integrate the bivariate normal density over each cell, shape (K, K)."""
    node, weight = _NODES
    edges = np.concatenate(([-_TAIL], _cuts(people), [_TAIL]))
    upper = np.concatenate((_cuts(judge), [np.inf]))
    cells = np.empty((len(people), len(judge)))
    for i, (left, right) in enumerate(pairwise(edges)):
        quality = (right - left) / 2 * node + (right + left) / 2
        density = np.exp(-(quality**2) / 2) / np.sqrt(2 * np.pi) * weight * (right - left) / 2
        below = ndtr((upper[:, None] - correlation * quality) / np.sqrt(1 - correlation**2))
        cells[i] = np.diff(below @ density, prepend=0.0)
    return np.asarray(cells / cells.sum())


def tables_of(
    rng: np.random.Generator, drawn_from: Population, *, n_units: int, draws: int
) -> Floats:
    """Return tables of people by judge with one label a transcript, shape (draws, K, K)."""
    cells = drawn_from.cells
    counts = rng.multinomial(n_units, cells.ravel(), size=draws)
    return counts.reshape(draws, *cells.shape).astype(np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """Level codes of people and of judge variants on the same transcripts, many times over.

    Attributes:
        people: Shape (draws, n_labellers, n_units).
        judges: Shape (draws, n_variants, n_units).
    """

    people: Levels
    judges: Levels


def sample(
    rng: np.random.Generator,
    drawn_from: Population,
    *,
    n_units: int,
    draws: int,
    labellers: int = 1,
    variants: int = 1,
    error_correlation: float = 0.5,
) -> Sample:
    """Draw transcripts, their labels, and the verdicts of equally good judge variants.

    Labellers see the true quality with reliability .8 and independent errors. Variants are all
    as good as the population says; their errors correlate.

    Args:
        rng: Source of the draws.
        drawn_from: Margins and the correlation of one labeller with one variant.
        n_units: Transcripts a draw.
        draws: How often to draw anew.
        labellers: Labels a transcript.
        variants: Judge variants that read each transcript.
        error_correlation: Share of the variants' error variance that they have in common.
    """
    truth = rng.standard_normal((draws, 1, n_units))
    validity = drawn_from.correlation / np.sqrt(RELIABILITY)
    person = rng.standard_normal((draws, labellers, n_units))
    shared = rng.standard_normal((draws, 1, n_units))
    own = rng.standard_normal((draws, variants, n_units))
    error = np.sqrt(error_correlation) * shared + np.sqrt(1 - error_correlation) * own
    return Sample(
        people=_levels(
            np.sqrt(RELIABILITY) * truth + np.sqrt(1 - RELIABILITY) * person, drawn_from.people
        ),
        judges=_levels(validity * truth + np.sqrt(1 - validity**2) * error, drawn_from.judge),
    )


def _levels(quality: Floats, shares: tuple[float, ...]) -> Levels:
    """Cut a latent quality into level codes."""
    return np.searchsorted(_cuts(shares), quality).astype(np.int8)


def crossed(people: Levels, judge: Levels, n_levels: int) -> Floats:
    """Return one table a draw from codes of shape (draws, n_units), shape (draws, K, K)."""
    draws = len(people)
    draw: NDArray[np.int64] = np.arange(draws)[:, None]
    cell = (draw * n_levels + people) * n_levels + judge
    counts = np.bincount(cell.ravel(), minlength=draws * n_levels**2)
    return counts.reshape(draws, n_levels, n_levels).astype(np.float64)
