"""Differences between two runs in words and figures: none without its n, chance always said."""

from collections.abc import Iterator

from workbench.reports import figures
from workbench.scoring.compare import Comparison
from workbench.scoring.paired import Difference
from workbench.scoring.trials import NoiseBand

HEADS = ("difference", "n", "more than chance")
"""The heads of what `row` returns."""
LEVEL = 0.05
"""An adjusted p below which a difference is more than chance."""


def totals(comparison: Comparison) -> str:
    """Return what the common cases came to, in a sentence."""
    p = "" if comparison.p is None else f" (exact McNemar p = {comparison.p:.3f})"
    return (
        f"{comparison.wins} better, {comparison.losses} worse, {comparison.undecided} undecided of "
        f"{len(comparison.pairs)} common cases{p}; passed {comparison.first_passed} before, "
        f"{comparison.second_passed} after (a case counts once, and passes where all its trials "
        f"do)"
    )


def noise_line(noise: NoiseBand) -> str:
    """Return how far two runs of one version part by chance, or why that cannot be told."""
    if noise.half_width is None:
        return f"noise band of one version: {noise.reason}"
    return (
        f"noise band of one version: a pass rate may move by {noise.half_width:.3f} either way "
        f"({noise.changed} of {noise.cases} results recorded anew came out differently)"
    )


def measured(comparison: Comparison) -> Iterator[tuple[str, Difference, float | None]]:
    """Yield what was measured in both runs: its name, the difference and its adjusted p."""
    adjusted = comparison.adjusted
    yield "pass rate", comparison.pass_rate, adjusted.get("pass_rate")
    for name, one in comparison.dimensions.items():
        yield name, one, adjusted.get(name)
    for name, one in comparison.effort.items():
        yield figures.OPERATIONS.get(name, name), one, adjusted.get(f"effort.{name}")


def row(one: Difference, p: float | None) -> tuple[str, str, str]:
    """Return a difference as cells under `HEADS`.

    Args:
        one: Second minus first.
        p: Two-sided, adjusted over all that was tested beside it; None where nothing was.
    """
    value = _signed(one.value)
    if one.low is not None and one.high is not None:
        value += f" ({_signed(one.low)} to {_signed(one.high)})"
    return (value, str(one.n), _chance(one, p))


def _chance(one: Difference, p: float | None) -> str:
    if p is None and one.value == 0:
        return "no difference"
    if p is None:
        return f"cannot be told: {one.reason or 'it was not tested'}"
    return f"{'yes' if p < LEVEL else 'could be chance'} (p = {p:.3f})"


def _signed(value: float | None) -> str:
    if not value:
        return figures.number(value)
    return f"{'+' if value > 0 else '-'}{figures.number(abs(value))}"
