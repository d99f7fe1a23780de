"""Cautions: what is worth knowing beside a figure, and decides only where the policy says so."""

from workbench.calibration.agreement import rare_ratings
from workbench.calibration.grounds import Ground, above, weight
from workbench.calibration.summary import Agreement
from workbench.domain.policy import Trust

BELOW_PEOPLE = -0.15
"""A judge that far below people among themselves is worth a warning (METHODS.md)."""


def people_apart(agreement: Agreement, bars: Trust) -> list[Ground]:
    """People part among themselves, or the judge is far below what they reach."""
    reached, delta = agreement.ceiling.kappa, agreement.ceiling.delta
    if reached.value is not None and above(bars.minimum_ceiling, reached.value):
        return [
            Ground(
                "people_disagree",
                f"people agree with each other only to {reached.value:.2f} "
                f"(n={agreement.ceiling.units}, the policy asks for {bars.minimum_ceiling:.2f})",
                # A handful of shared transcripts is no reason to rewrite what people read.
                next="mend the anchors first: people read them differently"
                if reached.low is not None
                else "",
            )
        ]
    if delta.value is not None and delta.value < BELOW_PEOPLE:
        text = f"the judge agrees with people {-delta.value:.2f} less than they do with each other"
        return [Ground("below_people", text)]
    return []


def seen(agreement: Agreement, bars: Trust, *, fresh: int) -> list[Ground]:
    """The labels were looked at before the rubric's text was written."""
    refuses = bars.refuses_seen_labels(agreement.rubric.risk)
    return [
        Ground(
            "labels_seen",
            f"these labels were looked at before this rubric text was written: {fresh} fresh "
            "labels make the claim clean",
            "insufficient" if refuses else None,
            f"label {fresh} fresh transcripts (`workbench plan` lists them)",
        )
    ]


def outdated(agreement: Agreement) -> list[Ground]:
    """Verdicts that were left out."""
    if not agreement.outdated:
        return []
    return [
        Ground(
            "outdated_verdicts",
            f"{agreement.outdated} verdicts are of an older rubric text or another judge "
            "fingerprint and do not count",
        )
    ]


def rare_class(agreement: Agreement) -> list[Ground]:
    """Nearly all ratings are one level, so that kappa swings with every other one."""
    rare = rare_ratings(agreement.confusion) if agreement.units else None
    if rare is None or agreement.judge_levels < 2 or agreement.people_levels < 2:
        return []
    ratings = 2 * float(agreement.confusion.sum())
    return [
        Ground(
            "rare_class",
            f"only {weight(rare)} of {weight(ratings)} ratings are not the most used level: kappa "
            "can hardly be estimated; label more transcripts of the rare ones",
        )
    ]


def related(agreement: Agreement) -> list[Ground]:
    """The judge grades agents of its own model or family."""
    if not agreement.related:
        return []
    return [
        Ground(
            "not_independent",
            f"on {agreement.related} transcripts judge and agent are of one model or family",
        )
    ]


def drifted(agreement: Agreement) -> list[Ground]:
    """The provider answered with more than one model under one name."""
    if len(agreement.models) < 2:
        return []
    return [Ground("model_changed", f"the provider answered with {' and '.join(agreement.models)}")]
