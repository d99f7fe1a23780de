"""Grounds: each thing that speaks for or against believing a judge, with its sentence."""

import math
from dataclasses import dataclass

from workbench.calibration.agreement import constant_sides
from workbench.calibration.plan import labels_needed, observed_from
from workbench.calibration.statistic import Reason as Undefined
from workbench.calibration.summary import Agreement
from workbench.domain.certificate import Reason, Status
from workbench.domain.policy import Trust

BELOW_PEOPLE = -0.15
"""A judge that far below people among themselves is worth a warning (STATISTICS.md, default 6)."""

_ROUNDING = 1e-9
"""A limit that is met exactly is met, whatever a sum of shared label weights ends in."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that holds, the status it forces (None: worth knowing only), and what helps."""

    code: str
    text: str
    status: Status | None = None
    next: str = ""

    @property
    def reason(self) -> Reason:
        """The ground as a certificate keeps it."""
        return Reason(code=self.code, text=self.text)


def unusable(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Errors and missing majorities over their limits, where enough verdicts can say so."""
    errors, missing = agreement.errors, agreement.no_majority
    if errors.of < bars.minimum_transcripts:
        return []
    found = []
    if _above(errors.share, bars.errors):
        first = f"; the first: {errors.first[1]} ({errors.first[0]})" if errors.first else ""
        found.append(
            Ground(
                "errors",
                f"{errors.count} of {errors.of} verdicts are errors, the limit is "
                f"{bars.errors:.0%}{first}",
                "untrusted",
                "mend the judge's answers: an error is never a level",
            )
        )
    if _above(missing / errors.of, bars.no_majority):
        found.append(
            Ground(
                "no_majority",
                f"the panel found no majority on {missing} of {errors.of}; the limit is "
                f"{bars.no_majority:.0%}",
                "untrusted",
                "change the panel, or sharpen the anchors its members read differently",
            )
        )
    return found


def thin(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Too few transcripts, or labels that cannot tell judges apart."""
    n, least = agreement.units, bars.minimum_transcripts
    if n < least:
        return [_too_few(agreement, least)]
    constant, levels = constant_sides(agreement.confusion), agreement.rubric.scale_levels
    if constant.people is not None:
        return [
            Ground(
                Undefined.ALL_LABELS_SAME,
                f"every label is {levels[constant.people]} (n={n}): agreement beyond chance is "
                "undefined",
                "insufficient",
                "label transcripts that differ (`workbench plan` lists them)",
            )
        ]
    if constant.judge is not None:
        return [
            Ground(
                Undefined.RATER_CONSTANT,
                f"the judge gave {levels[constant.judge]} to all {n}: kappa is 0 by construction",
                "untrusted",
                "change the judge: it does not tell these transcripts apart",
            )
        ]
    return []


def _too_few(agreement: Agreement, least: int) -> Ground:
    n, missing = agreement.units, least - agreement.units
    ask = f"ask it: `workbench judge --judge {agreement.judge!r}`, or import its verdicts"
    if not agreement.errors.of and not agreement.not_applicable_verdicts:
        return Ground(
            "no_verdicts",
            "the judge has no verdict on these transcripts",
            "insufficient",
            ask,
        )
    more = f"label {missing} more (`workbench plan` lists them)"
    if agreement.unasked >= missing:
        more = f"{agreement.unasked} labelled transcripts lack its verdict: {ask}"
    return Ground(
        Undefined.N_TOO_SMALL if n else Undefined.NO_OVERLAP,
        f"{n} transcripts carry both a random label and a level of the judge; trust takes {least}",
        "insufficient",
        more,
    )


def low_kappa(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Kappa below its bar: more labels would only show that better."""
    kappa = agreement.kappa_primary
    if not _can_tell(agreement, bars) or kappa.value is None:
        return []
    if not _above(bars.minimum_kappa, kappa.value):
        return []
    return [
        Ground(
            "kappa_below_bar",
            f"kappa {kappa.value:.2f} is below {bars.minimum_kappa:.2f} "
            f"(n={agreement.units}): no number of labels will do",
            "untrusted",
            _rewrite(agreement),
        )
    ]


def low_bound(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Kappa at its bar, and too few labels to show that it is no luck."""
    kappa, bound = agreement.kappa_primary, agreement.bound
    if not _can_tell(agreement, bars) or kappa.value is None:
        return []
    if _above(bars.minimum_kappa, kappa.value):
        return []
    if bound is not None and not _above(bars.minimum_lower_bound, bound):
        return []
    shown = (
        "has no lower bound"
        if bound is None
        else f"is shown to be above {bound:.2f} only, the bar is {bars.minimum_lower_bound:.2f}"
    )
    return [
        Ground(
            "bound_below_bar",
            f"kappa {kappa.value:.2f} {shown} (n={agreement.units}, "
            f"{variants_tried(agreement.variants)})",
            "insufficient",
            _label_more(agreement, bars),
        )
    ]


def _can_tell(agreement: Agreement, bars: Trust) -> bool:
    """Whether kappa is more than a construction: enough transcripts, no constant rater."""
    constant = agreement.kappa_primary.undefined is Undefined.RATER_CONSTANT
    return agreement.units >= bars.minimum_transcripts and not constant


def _label_more(agreement: Agreement, bars: Trust) -> str:
    """Say how many labels give an 80 % chance of reaching the bar, where that can be said."""
    observed = observed_from(agreement.kappa_primary, agreement.cases)
    bar, k = bars.minimum_lower_bound, agreement.variants
    needed = None if observed is None else labels_needed(observed, bar=bar, variants=k).needed
    count = "" if needed is None else f"{max(1, needed - agreement.cases)} "
    return f"label {count}more (`workbench plan` lists them)"


def severe(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Severe misses over the limit, which the rubric's risk sets."""
    missed, limit = agreement.severe, bars.severe_limit(agreement.rubric.risk)
    if missed is None or missed.rate is None or missed.upper is None:
        return []
    if not _above(missed.rate, limit):
        return []
    return [
        Ground(
            "severe_misses",
            f"the judge passes {_weight(missed.count)} of the {_weight(missed.of)} transcripts "
            f"that people gave {_bottom(agreement)} ({missed.rate:.0%}, at most "
            f"{missed.upper:.0%}); the limit is {limit:.0%}",
            "untrusted",
            "read what it missed (`calibrate --explain`), then sharpen what sets "
            f"{_bottom(agreement)} apart",
        )
    ]


def untested(agreement: Agreement, bars: Trust) -> list[Ground]:
    """No severe miss could happen here: that blocks a rubric of high risk."""
    missed, high = agreement.severe, agreement.rubric.risk == "high"
    if agreement.units < bars.minimum_transcripts:
        return []
    if missed is None:
        text = "the scale names no level as a pass: severe misses are untested"
        named = "name the levels that pass (`pass_levels` of the rubric)"
        return [Ground("severe_untested", text, "insufficient", named)] if high else []
    if missed.rate is not None:
        return []
    return [
        Ground(
            "severe_untested",
            f"people gave {_bottom(agreement)} to no transcript here: severe misses are untested",
            "insufficient" if high else None,
            f"label transcripts that deserve {_bottom(agreement)}",
        )
    ]


def _bottom(agreement: Agreement) -> str:
    """Name the level, or on a nominal scale the levels, that a severe miss is on."""
    rubric = agreement.rubric
    if rubric.scale == "ordinal":
        return f"level {rubric.scale_levels[0]}"
    failing = [str(level) for level in rubric.scale_levels if level not in rubric.passing]
    return " or ".join(failing)


def people_apart(agreement: Agreement, bars: Trust) -> list[Ground]:
    """People part among themselves, or the judge is far below what they reach."""
    reached, delta = agreement.ceiling.kappa, agreement.ceiling.delta
    if reached.value is not None and _above(bars.minimum_ceiling, reached.value):
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


def variants_tried(count: int) -> str:
    """Say how many variants share the labels."""
    return "one variant tried" if count == 1 else f"{count} variants tried"


def _rewrite(agreement: Agreement) -> str:
    """Name the two anchors between which people and judge part most."""
    rubric, table = agreement.rubric, agreement.confusion
    if rubric.draft:
        return "write the anchors, or change the judge: this rubric is still a draft"
    apart = table + table.T
    pairs = [(i, j) for i in range(len(table)) for j in range(i + 1, len(table))]
    low, high = max(pairs, key=lambda pair: float(apart[pair]))
    first, second = rubric.scale_levels[low], rubric.scale_levels[high]
    return (
        f"rewrite anchor {first} or {second}, or change the judge: people and judge part there in "
        f"{_weight(float(apart[low, high]))} of {_weight(float(table.sum() - table.trace()))}"
    )


def _above(value: float, limit: float) -> bool:
    return value > limit + _ROUNDING


def _weight(weight: float) -> str:
    """Show a label weight: whole where it is whole."""
    return str(round(weight)) if math.isclose(weight, round(weight)) else f"{weight:.1f}"
