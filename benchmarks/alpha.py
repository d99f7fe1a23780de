"""Row 2: ordinal alpha of a large matrix, against krippendorff."""

import krippendorff
import numpy as np

from benchmarks.effort import Effort
from benchmarks.figures import Row, times
from benchmarks.runs import alternated, median_ratio, seconds
from workbench.calibration.alpha import alpha_of_codes
from workbench.calibration.tables import Floats, Levels

LEVELS = 4
GOAL = 50
EQUAL = 1e-9
_SEED = 2
_MISSING = 0.1


def alpha(effort: Effort) -> Row:
    """Compare `alpha_of_codes` with `krippendorff.alpha` on the same ratings."""
    codes = _codes(effort.alpha_raters, effort.alpha_units)
    ratings: Floats = np.where(codes < 0, np.nan, codes + 1.0)
    found: dict[str, float] = {}

    def ours() -> None:
        found["ours"] = alpha_of_codes(codes, LEVELS)

    def theirs() -> None:
        found["theirs"] = float(
            krippendorff.alpha(reliability_data=ratings, level_of_measurement="ordinal")
        )

    pairs = alternated(lambda: seconds(ours, calls=20), lambda: seconds(theirs), effort.repeats)
    ratio, difference = median_ratio(pairs), abs(found["ours"] - found["theirs"])
    return Row(
        what=f"ordinal alpha, {effort.alpha_raters} raters x {effort.alpha_units:,} units, "
        "against krippendorff.alpha",
        goal=f"{GOAL}x faster or better, equal to {EQUAL:.0e}",
        measured=f"{times(ratio)} faster, the values differ by {difference:.1g}",
        met=ratio >= GOAL and difference <= EQUAL,
        facts=(
            f"alpha {found['ours']:.6f} with {_MISSING:.0%} of the ratings missing; each reads its "
            f"own form (level codes; floats with NaN); median of {effort.repeats} pairs",
        ),
    )


def _codes(n_raters: int, n_units: int) -> Levels:
    """Return level codes that agree well, -1 where a rater gave none, (n_raters, n_units)."""
    rng = np.random.default_rng(_SEED)
    own = rng.integers(0, LEVELS, size=n_units, dtype=np.int8)
    codes = np.empty((n_raters, n_units), dtype=np.int8)
    for rater in range(n_raters):
        noise = rng.integers(-1, 2, size=n_units, dtype=np.int8)
        codes[rater] = np.clip(own + noise, 0, LEVELS - 1)
        codes[rater, rng.random(n_units) < _MISSING] = -1
    return codes
