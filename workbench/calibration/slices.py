"""Slices: one judge's agreement on parts of the transcripts; shown to look at, never to gate."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.calibration.agreement import shares
from workbench.calibration.coefficients import confusion, pooled_kappa, primary_weights
from workbench.calibration.evidence import Evidence
from workbench.calibration.intervals import t_quantile
from workbench.calibration.plan import Observed, observed_from
from workbench.calibration.rates import pooled_bias
from workbench.calibration.statistic import Statistic
from workbench.calibration.summary import passing
from workbench.calibration.tables import Bools, pool

LEAST = 15
"""Below that many transcripts a slice shows its count only (METHODS.md, "Probes")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """One value of a field, and how the judge does on its transcripts.

    Attributes:
        value: The field's value; None for the transcripts that have none.
        units: Transcripts with a label and a level of the judge.
        kappa: Kappa on them, quadratic or on nominal scales unweighted; None below the least n.
        exact: Exact agreement.
        bias: The judge's leniency on them.
        difference: Kappa minus that of all other transcripts.
        stands_out: Whether the difference is more than noise, Holm over the slices at 5 %.
    """

    value: str | None
    units: int
    kappa: Statistic | None = None
    exact: float | None = None
    bias: Statistic | None = None
    difference: float | None = None
    stands_out: bool = False


def slices(evidence: Evidence, judge: str, values: Sequence[str | None]) -> tuple[Slice, ...]:
    """Return the slices of one field, largest first.

    Args:
        evidence: One dimension, restricted to what is shown.
        judge: A judge with a column in it.
        values: The field's value for each unit, length n_units.
    """
    distinct = sorted(set(values), key=lambda value: (value is None, value or ""))
    number = {value: i for i, value in enumerate(distinct)}
    codes = np.array([number[value] for value in values], dtype=np.intp)
    masks = [codes == i for i in range(len(distinct))]
    found = [
        _slice(evidence, judge, value, mask) for value, mask in zip(distinct, masks, strict=True)
    ]
    outstanding = _holm([t for _, t in found])
    made = [replace(one, stands_out=out) for (one, _), out in zip(found, outstanding, strict=True)]
    return tuple(sorted(made, key=lambda one: (-one.units, one.value or "")))


def _slice(
    evidence: Evidence, judge: str, value: str | None, mask: Bools
) -> tuple[Slice, tuple[float, float] | None]:
    """Return a slice, and the t statistic of its difference from the rest with its freedom."""
    part = evidence.restricted(mask)
    pooled = pool(part.ratings(judge))
    units = pooled.judged().n_units
    if units < LEAST:
        return Slice(value=value, units=units), None
    weights = primary_weights(nominal=evidence.nominal)
    kappa = pooled_kappa(pooled, weights)
    rest = pool(evidence.restricted(~mask).ratings(judge))
    others = pooled_kappa(rest, weights)
    return (
        Slice(
            value=value,
            units=units,
            kappa=kappa,
            exact=shares(confusion(pooled), nominal=evidence.nominal).exact,
            bias=pooled_bias(pooled, passing(evidence.rubric)),
            difference=None
            if kappa.value is None or others.value is None
            else kappa.value - others.value,
        ),
        _t(
            observed_from(kappa, pooled.judged().n_cases),
            observed_from(others, rest.judged().n_cases),
        ),
    )


def _t(own: Observed | None, rest: Observed | None) -> tuple[float, float] | None:
    """Return difference over its error, and the smaller sample's degrees of freedom."""
    if own is None or rest is None:
        return None
    error = (own.error**2 + rest.error**2) ** 0.5
    if error == 0:
        return None
    return abs(own.kappa - rest.kappa) / error, min(own.n_cases, rest.n_cases) - 1.0


def _holm(tested: Sequence[tuple[float, float] | None]) -> list[bool]:
    """Return which differences stand out at 5 % over all that could be tested, by Holm's rule."""
    order = sorted(
        (i for i, one in enumerate(tested) if one is not None),
        key=lambda i: -(tested[i] or (0.0, 0.0))[0],
    )
    found = [False] * len(tested)
    for place, i in enumerate(order):
        t, freedom = tested[i] or (0.0, 1.0)
        quantile = t_quantile(1 - 0.025 / (len(order) - place), np.array([freedom]))
        if t <= float(quantile[0]):
            break
        found[i] = True
    return found
