"""Trust: the decision about one judge on one dimension, its reasons, and the one next step."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A status with its reasons, the weightiest first, and one thing to do next."""

    status: Status
    reasons: tuple[Reason, ...]
    next: str
    claim: str


@dataclass(frozen=True, slots=True)
class _Finding:
    """One thing that holds, the status it forces (None: worth knowing only), and what helps."""

    code: str
    text: str
    status: Status | None = None
    next: str = ""

    @property
    def reason(self) -> Reason:
        """The finding as a certificate keeps it."""
        return Reason(code=self.code, text=self.text)


def decide(agreement: Agreement, bars: Trust, *, labels_seen: bool = False) -> Decision:
    """Decide whether a judge may be believed on a dimension.

    The rule, the same for every caller (DESIGN.md section 5): kappa and its lower bound at
    0.05/k over their bars on enough transcripts, and no limit exceeded. What is thin outranks
    what is bad, except errors: they need no agreement to be counted.

    Args:
        agreement: What was measured, on labels sampled at random.
        bars: The policy.
        labels_seen: Whether the rubric's text is younger than the first look at these labels.
    """
    errors = _errors(agreement, bars)
    found = [
        *errors,
        *([] if errors and not agreement.units else _thin(agreement, bars)),
        *_kappa(agreement, bars),
        *_limits(agreement, bars),
        *_warnings(agreement, bars, labels_seen=labels_seen),
    ]
    deciding = next((finding for finding in found if finding.status is not None), None)
    status: Status = deciding.status if deciding and deciding.status else "trusted"
    reasons = tuple(finding.reason for finding in found)
    if deciding is None:
        return Decision(
            status=status,
            reasons=reasons,
            next="use it: `trusted.json` carries the proof",
            claim=_claim(agreement, bars, labels_seen=labels_seen),
        )
    people = next((finding for finding in found if finding.code == "people_disagree"), None)
    mends = people if people and deciding.code in {"kappa_below_bar", "bound_below_bar"} else None
    return Decision(
        status=status, reasons=reasons, next=(mends or deciding).next, claim=deciding.text
    )


def _errors(agreement: Agreement, bars: Trust) -> list[_Finding]:
    """Errors over the limit, where there are enough verdicts to say so."""
    errors = agreement.errors
    if errors.of < bars.minimum_transcripts or errors.share <= bars.errors:
        return []
    first = f"; the first: {errors.first[1]} ({errors.first[0]})" if errors.first else ""
    return [
        _Finding(
            "errors",
            f"{errors.count} of {errors.of} verdicts are errors, the limit is "
            f"{bars.errors:.0%}{first}",
            "untrusted",
            "mend the judge's answers: an error is never a level",
        )
    ]


def _thin(agreement: Agreement, bars: Trust) -> list[_Finding]:
    """Too few transcripts, or labels that cannot tell judges apart."""
    n, least = agreement.units, bars.minimum_transcripts
    if n < least:
        return [_too_few(agreement, least)]
    constant = constant_sides(agreement.confusion)
    if constant.people is not None:
        level = agreement.rubric.scale_levels[constant.people]
        return [
            _Finding(
                Undefined.ALL_LABELS_SAME,
                f"every label is {level} (n={n}): agreement beyond chance is undefined",
                "insufficient",
                "label transcripts that differ (`workbench plan` lists them)",
            )
        ]
    if constant.judge is not None:
        level = agreement.rubric.scale_levels[constant.judge]
        return [
            _Finding(
                Undefined.RATER_CONSTANT,
                f"the judge gave {level} to all {n}: kappa is 0 by construction",
                "untrusted",
                "change the judge: it does not tell these transcripts apart",
            )
        ]
    return []


def _too_few(agreement: Agreement, least: int) -> _Finding:
    n, missing = agreement.units, least - agreement.units
    if not agreement.errors.of and not agreement.not_applicable_verdicts:
        return _Finding(
            "no_verdicts",
            "the judge has no verdict on these transcripts",
            "insufficient",
            f"ask it: `workbench judge --judge {agreement.judge!r}`, or import its verdicts",
        )
    code = Undefined.N_TOO_SMALL if n else Undefined.NO_OVERLAP
    return _Finding(
        code,
        f"{n} transcripts carry both a random label and a level of the judge; trust takes {least}",
        "insufficient",
        f"label {missing} more (`workbench plan` lists them)",
    )


def _limits(agreement: Agreement, bars: Trust) -> list[_Finding]:
    """Severe misses and missing majorities over their limits."""
    found = []
    severe, risk = agreement.severe, agreement.rubric.risk
    limit = bars.severe_limit(risk)
    if severe is not None and severe.rate is not None and severe.upper is not None:
        if severe.rate > limit:
            lowest = agreement.rubric.scale_levels[0]
            found.append(
                _Finding(
                    "severe_misses",
                    f"the judge passes {_weight(severe.count)} of the {_weight(severe.of)} "
                    f"transcripts that people gave {lowest} ({severe.rate:.0%}, at most "
                    f"{severe.upper:.0%}); the limit is {limit:.0%}",
                    "untrusted",
                    f"read what it missed (`calibrate --explain`), then sharpen anchor {lowest}",
                )
            )
    elif severe is not None and agreement.units >= bars.minimum_transcripts:
        found.append(_untested(agreement, risk))
    share = agreement.no_majority / agreement.errors.of if agreement.errors.of else 0.0
    if share > bars.no_majority:
        found.append(
            _Finding(
                "no_majority",
                f"the panel found no majority on {agreement.no_majority} of "
                f"{agreement.errors.of}; the limit is {bars.no_majority:.0%}",
                "untrusted",
                "change the panel, or sharpen the anchors its members read differently",
            )
        )
    return found


def _untested(agreement: Agreement, risk: str) -> _Finding:
    lowest = agreement.rubric.scale_levels[0]
    return _Finding(
        "severe_untested",
        f"people gave level {lowest} to no transcript here: severe misses are untested",
        "insufficient" if risk == "high" else None,
        f"label transcripts that deserve level {lowest}",
    )


def _kappa(agreement: Agreement, bars: Trust) -> list[_Finding]:
    """Kappa and its lower bound against their bars."""
    kappa = agreement.kappa_primary
    if agreement.units < bars.minimum_transcripts or kappa.value is None:
        return []
    if kappa.undefined is Undefined.RATER_CONSTANT:
        return []
    if kappa.value < bars.minimum_kappa:
        return [
            _Finding(
                "kappa_below_bar",
                f"kappa {kappa.value:.2f} is below {bars.minimum_kappa:.2f} "
                f"(n={agreement.units}): no number of labels will do",
                "untrusted",
                _rewrite(agreement),
            )
        ]
    if agreement.bound is None or agreement.bound < bars.minimum_lower_bound:
        return [_bound(agreement, bars)]
    return []


def _bound(agreement: Agreement, bars: Trust) -> _Finding:
    kappa = agreement.kappa_primary
    shown = (
        "has no lower bound"
        if agreement.bound is None
        else f"is shown to be above {agreement.bound:.2f} only, the bar is "
        f"{bars.minimum_lower_bound:.2f}"
    )
    observed = observed_from(kappa, agreement.cases)
    more = "label more (`workbench plan` lists them)"
    if observed is not None:
        needed = labels_needed(
            observed, bar=bars.minimum_lower_bound, variants=agreement.variants
        ).needed
        if needed is not None:
            more = f"label {max(1, needed - agreement.cases)} more (`workbench plan` lists them)"
    return _Finding(
        "bound_below_bar",
        f"kappa {kappa.value:.2f} {shown} (n={agreement.units}, {_variants(agreement.variants)})",
        "insufficient",
        more,
    )


def _warnings(agreement: Agreement, bars: Trust, *, labels_seen: bool) -> list[_Finding]:
    """What does not decide by itself: the ceiling, seen labels, verdicts left out."""
    found = []
    reached, delta = agreement.ceiling.kappa, agreement.ceiling.delta
    if reached.value is not None and reached.value < bars.minimum_ceiling:
        found.append(
            _Finding(
                "people_disagree",
                f"people agree with each other only to {reached.value:.2f} "
                f"(n={agreement.ceiling.units}, the policy asks for {bars.minimum_ceiling:.2f})",
                next="mend the anchors first: people read them differently",
            )
        )
    elif delta.value is not None and delta.value < BELOW_PEOPLE:
        found.append(
            _Finding(
                "below_people",
                f"the judge agrees with people {-delta.value:.2f} less than they do with each "
                "other",
            )
        )
    if labels_seen:
        refuses = bars.refuses_seen_labels(agreement.rubric.risk)
        found.append(
            _Finding(
                "labels_seen",
                "these labels were looked at before this rubric text was written: 20 fresh "
                "labels make the claim clean",
                "insufficient" if refuses else None,
                "label 20 fresh transcripts (`workbench plan` lists them)",
            )
        )
    if agreement.outdated:
        found.append(
            _Finding(
                "outdated_verdicts",
                f"{agreement.outdated} verdicts are of an older rubric text or another judge "
                "fingerprint and do not count",
            )
        )
    return found


def _rewrite(agreement: Agreement) -> str:
    """Name the two adjacent anchors between which people and judge part most."""
    rubric, table = agreement.rubric, agreement.confusion
    apart = float(table.sum() - table.trace())
    if rubric.draft:
        return "write the anchors, or change the judge: this rubric is still a draft"
    if rubric.scale == "nominal" or apart <= 0:
        return "rewrite the anchors or change the judge"
    gaps = [float(table[i, i + 1] + table[i + 1, i]) for i in range(len(table) - 1)]
    at = max(range(len(gaps)), key=gaps.__getitem__)
    low, high = rubric.scale_levels[at], rubric.scale_levels[at + 1]
    return (
        f"rewrite anchor {low} or {high}, or change the judge: people and judge part there in "
        f"{_weight(gaps[at])} of {_weight(apart)}"
    )


def _claim(agreement: Agreement, bars: Trust, *, labels_seen: bool) -> str:
    """Word what was shown, never a bare tick."""
    kappa = agreement.kappa_primary
    noted = [f"{kappa.value:.2f}", f"n={agreement.units}", _variants(agreement.variants)]
    if agreement.assumed:
        noted.append("assumed a random sample")
    if agreement.severe is not None and agreement.severe.rate is None:
        noted.append("severe misses untested")
    if labels_seen:
        noted.append("labels seen before the rubric's text")
    return f"better than {bars.minimum_lower_bound:.2f} with 95 % confidence ({', '.join(noted)})"


def _variants(count: int) -> str:
    return "one variant tried" if count == 1 else f"{count} variants tried"


def _weight(weight: float) -> str:
    """Show a label weight: whole where it is whole."""
    return str(round(weight)) if math.isclose(weight, round(weight)) else f"{weight:.1f}"
