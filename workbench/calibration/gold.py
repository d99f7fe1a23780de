"""A judge beside gold: the one level that adjudication settled where labellers differed."""

from dataclasses import dataclass, replace

import numpy as np

from workbench.calibration.coefficients import pooled_kappa, primary_weights
from workbench.calibration.evidence import Evidence
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import pool


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldAgreement:
    """One judge beside gold on one dimension; it says how disputed units went, and grants nothing.

    Attributes:
        units: Transcripts with a gold level and a level of the judge.
        kappa: Quadratic kappa, on a nominal scale the unweighted one.
    """

    units: int
    kappa: Statistic


def against_gold(evidence: Evidence, judge: str) -> GoldAgreement | None:
    """Return a judge's agreement with gold on the units shown; None where none of them has gold.

    Gold takes the place of people's labels, one level a transcript.

    Source: METHODS.md, "Gold".
    """
    gold = evidence.gold
    if gold is None or not (gold >= 0).any():
        return None
    unit = np.flatnonzero(gold >= 0).astype(np.int32)
    settled = pool(
        replace(evidence.ratings(judge), unit=unit, rater=np.zeros_like(unit), level=gold[unit])
    ).judged()
    kappa = pooled_kappa(settled, primary_weights(nominal=evidence.nominal))
    return GoldAgreement(units=settled.n_units, kappa=kappa)
