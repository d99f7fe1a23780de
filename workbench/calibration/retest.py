"""Test-retest: whether a labeller says the same when a transcript comes back unannounced."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.calibration.agreement import Shares, shares
from workbench.calibration.coefficients import confusion, pooled_kappa, primary_weights
from workbench.calibration.pairs import Pair, coded
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import pool
from workbench.domain.rubric import Rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Retest:
    """One labeller beside themselves.

    Attributes:
        labeller: Whose labels these are.
        units: Units that they gave a level at first and again.
        kappa: Repeats against first labels, quadratic or on nominal scales unweighted.
        shares: Exact and adjacent agreement with their chance values; None without any unit.
    """

    labeller: str
    units: int
    kappa: Statistic
    shares: Shares | None


def retest(labeller: str, pairs: Sequence[Pair], rubric: Rubric) -> Retest:
    """Return how far hidden repeats agree with the labels that count.

    Every unit weighs 1, however often it came back.

    Args:
        labeller: Whose labels these are.
        pairs: Each repeat beside the first label of its unit; `rater` numbers the repeats.
        rubric: The rubric in force.

    Source: METHODS.md, "Test-retest".
    """
    pooled = pool(coded(pairs, rubric))
    nominal = rubric.scale == "nominal"
    return Retest(
        labeller=labeller,
        units=pooled.n_units,
        kappa=pooled_kappa(pooled, primary_weights(nominal=nominal)),
        shares=shares(confusion(pooled), nominal=nominal) if pooled.n_units else None,
    )
