"""Grounds: each thing that speaks for or against believing a judge, with its sentence."""

import math
from dataclasses import dataclass, replace

from workbench.calibration.agreement import constant_sides
from workbench.calibration.plan import Reading, labels_needed, observed_from, still_to_label
from workbench.calibration.statistic import Reason as Undefined
from workbench.calibration.summary import Agreement
from workbench.domain.certificate import Reason, Status
from workbench.domain.policy import Trust
from workbench.domain.unit import CRITERIA

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
    if above(errors.share, bars.errors):
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
    if above(missing / errors.of, bars.no_majority):
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


def thin(agreement: Agreement, bars: Trust, *, recorded: bool = False) -> list[Ground]:
    """Too few transcripts, or labels that cannot tell judges apart.

    Args:
        agreement: What was measured.
        bars: The policy.
        recorded: Whether the judge's verdicts come by import: there is nobody to ask.
    """
    n, least = agreement.units, bars.minimum_transcripts
    if n < least:
        return [_too_few(agreement, least, recorded=recorded)]
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


def _too_few(agreement: Agreement, least: int, *, recorded: bool) -> Ground:
    n, missing = agreement.units, least - agreement.units
    ask = f"ask it: {_asks(agreement)}, or import its verdicts"
    if recorded:
        ask = "import its verdicts: `workbench import verdicts FILE`"
    old = out_of_date(agreement)
    if old is not None:
        return replace(old, next=ask if recorded else f"{old.next}, or import its verdicts")
    if _silent(agreement):
        return Ground(
            "no_verdicts",
            "the judge has no verdict on these transcripts",
            "insufficient",
            ask,
        )
    if agreement.errors.of and agreement.errors.count == agreement.errors.of:
        first = f"; the first: {agreement.errors.first[1]}" if agreement.errors.first else ""
        return Ground(
            "errors",
            f"all {agreement.errors.of} verdicts are errors{first}",
            "insufficient",
            "mend the judge's answers: an error is never a level",
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


def out_of_date(agreement: Agreement) -> Ground | None:
    """No verdict counts, and there are some that did: of another rubric text, judge or fit."""
    if not agreement.outdated or not _silent(agreement):
        return None
    text = "no verdict on these transcripts counts: its verdicts are out of date (rubric or judge "
    text += "changed)"
    if agreement.floor:
        text = "its levels are of labels or a rubric text that changed since"
    return Ground("no_verdicts", text, "insufficient", f"run {_asks(agreement)}")


def _asks(agreement: Agreement) -> str:
    """Return the command that asks a judge about a dimension."""
    of_suite = " --suite FILE" if agreement.rubric.dimension == CRITERIA else ""
    return f"`workbench judge --judge {agreement.judge!r}{of_suite}`"


def _silent(agreement: Agreement) -> bool:
    """Whether the judge gave nothing that counts on these transcripts."""
    return not agreement.errors.of and not agreement.not_applicable_verdicts


def low_kappa(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Kappa below its bar: more labels would only show that better."""
    kappa = agreement.kappa_primary
    if not _can_tell(agreement, bars) or kappa.value is None:
        return []
    if not above(bars.minimum_kappa, kappa.value):
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


def low_bound(agreement: Agreement, bars: Trust, fresh: int) -> list[Ground]:
    """Kappa at its bar, and too few labels to show that it is no luck."""
    kappa, bound = agreement.kappa_primary, agreement.bound
    if not _can_tell(agreement, bars) or kappa.value is None:
        return []
    if above(bars.minimum_kappa, kappa.value):
        return []
    if bound is not None and not above(bars.minimum_lower_bound, bound):
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
            _label_more(agreement, bars, fresh),
        )
    ]


def _can_tell(agreement: Agreement, bars: Trust) -> bool:
    """Whether kappa is more than a construction: enough transcripts, no constant rater."""
    constant = agreement.kappa_primary.undefined is Undefined.RATER_CONSTANT
    return agreement.units >= bars.minimum_transcripts and not constant


def _label_more(agreement: Agreement, bars: Trust, fresh: int) -> str:
    """Say how many labels give an 80 % chance of reaching the bar, where that can be said.

    The labels shown are seen by now: from `fresh` new ones on certify reads only those.
    """
    observed, bar = (
        observed_from(agreement.kappa_primary, agreement.cases),
        bars.minimum_lower_bound,
    )
    if observed is None:
        return "label more (`workbench plan` lists them)"
    needed = labels_needed(observed, bar=bar, variants=agreement.variants).needed
    alone = labels_needed(observed, bar=bar).needed
    if needed is None or alone is None:
        return "label more (`workbench plan` lists them)"
    reading = Reading(cases=agreement.cases, unseen=0, fresh=fresh)
    more = max(1, still_to_label(needed, alone, reading))
    return f"label {more} more (`workbench plan` lists them)"


def severe(agreement: Agreement, bars: Trust) -> list[Ground]:
    """Severe misses over the limit, which the rubric's risk sets."""
    missed, limit = agreement.severe, bars.severe_limit(agreement.rubric.risk)
    if missed is None or missed.rate is None or missed.upper is None:
        return []
    if not above(missed.rate, limit):
        return []
    return [
        Ground(
            "severe_misses",
            f"the judge passes {weight(missed.count)} of the {weight(missed.of)} transcripts "
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
        f"{weight(float(apart[low, high]))} of {weight(float(table.sum() - table.trace()))}"
    )


def above(value: float, limit: float) -> bool:
    """Whether a limit is exceeded by more than rounding."""
    return value > limit + _ROUNDING


def weight(weight: float) -> str:
    """Show a label weight: whole where it is whole."""
    return str(round(weight)) if math.isclose(weight, round(weight)) else f"{weight:.1f}"
