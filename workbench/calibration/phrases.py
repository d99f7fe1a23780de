"""Phrases: figures as both faces word them; one that does not exist is never shown as 0."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from workbench.calibration.gold import GoldAgreement
from workbench.calibration.panels import PanelGain
from workbench.calibration.slices import Slice
from workbench.calibration.statistic import Reason, Statistic

_UNKNOWN: Final[Mapping[str, object]] = MappingProxyType(
    {"rater": "one side", "level": "one level"}
)
"""What a reason's sentence names where nobody knows better."""


def number(value: float | None, form: str = ".2f") -> str:
    """Return a number, or a dash where there is none."""
    return "-" if value is None else format(value, form)


def with_interval(statistic: Statistic) -> str:
    """Return value and interval; where there is none, the reason's code."""
    if statistic.low is None or statistic.high is None:
        return " ".join(filter(None, [number(statistic.value), statistic.undefined]))
    return f"{number(statistic.value)} [{statistic.low:.2f}, {statistic.high:.2f}]"


def explained(
    statistic: Statistic, n: int, form: str = ".2f", facts: Mapping[str, object] = _UNKNOWN
) -> str:
    """Return value and interval, and in full words why one of them does not exist.

    Args:
        statistic: The figure.
        n: Transcripts that it is of.
        form: How numbers are written.
        facts: What a reason's sentence names, where it is known: ``rater`` and ``level``.
    """
    value, reason = statistic.value, statistic.undefined
    if reason is None:
        if statistic.low is None or statistic.high is None:
            return number(value, form)
        return f"{value:{form}} [{statistic.low:{form}}, {statistic.high:{form}}]"
    why = reason.sentence(**{**_UNKNOWN, "n": n, **facts})
    why = f"{why[0].lower()}{why[1:]}".removesuffix(".")
    if value is None or reason is Reason.RATER_CONSTANT:
        return f"not defined: {why}"
    return f"{value:{form}}, no interval: {why}"


def panel_line(gain: PanelGain) -> str:
    """Say what a panel adds to its members; a word stands for a figure that there is not."""
    value = gain.gain.value
    line = f"panel of {', '.join(gain.members)}: "
    line += "gain over the mean member "
    line += gain.gain.undefined or "-" if value is None else _gain(gain.gain)
    line += f", without a level {gain.without_level:.0%} of {gain.asked}"
    correlation, worth = gain.error_correlation, gain.effective_judges
    if correlation.value is None or worth.value is None:
        return f"{line}, error correlation {correlation.undefined}"
    return (
        f"{line}, error correlation {correlation.value:.2f}: "
        f"worth {worth.value:.1f} independent judges"
    )


def _gain(gain: Statistic) -> str:
    if gain.low is None or gain.high is None:
        return f"{number(gain.value, '+.2f')} {gain.undefined}"
    return f"{number(gain.value, '+.2f')} [{gain.low:+.2f}, {gain.high:+.2f}]"


def gold_line(gold: GoldAgreement) -> str:
    """Say how a judge agrees with what adjudication settled."""
    return f"against gold: kappa {with_interval(gold.kappa)} (n={gold.units})"


def slice_line(part: Slice) -> str:
    """Say how a judge does on one slice, and whether that is more than noise."""
    value = "(none)" if part.value is None else part.value
    if part.kappa is None:
        return f"{value}: n={part.units}, too few to say"
    line = f"{value}: n={part.units}, kappa {with_interval(part.kappa)}"
    if part.difference is not None:
        line += f", {part.difference:+.2f} against the rest"
    return f"{line}{', stands out' if part.stands_out else ''}"
