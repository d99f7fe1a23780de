"""Trust: the decision about one judge on one dimension, its reasons, and the one next step."""

from dataclasses import dataclass

from workbench.calibration import cautions, grounds
from workbench.calibration.grounds import Ground
from workbench.calibration.summary import Agreement
from workbench.domain.certificate import Reason, Status
from workbench.domain.policy import Splits, Trust

FRESH = Splits().fresh
"""How many unseen labels make a claim clean, where the policy says nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A status with its reasons, the weightiest first, and one thing to do next."""

    status: Status
    reasons: tuple[Reason, ...]
    next: str
    claim: str


def decide(
    agreement: Agreement,
    bars: Trust,
    *,
    labels_seen: bool = False,
    fresh: int = FRESH,
    recorded: bool = False,
) -> Decision:
    """Decide whether a judge may be believed on a dimension.

    The rule, the same for every caller (METHODS.md, "The decision"): kappa and its lower bound at
    0.05/k over their bars on enough transcripts, and no limit exceeded. The first ground that
    forces a status decides: answers that are no level need no agreement to be counted, thin
    evidence can say nothing else, and what is bad outranks what more labels would show.

    Args:
        agreement: What was measured, on labels sampled at random.
        bars: The policy.
        labels_seen: Whether the rubric's text is younger than the first look at these labels.
        fresh: How many unseen labels the policy asks for.
        recorded: Whether the judge's verdicts come by import: there is nobody to ask.
    """
    found = _grounds(agreement, bars, fresh, recorded=recorded)
    if labels_seen:
        found += cautions.seen(agreement, bars, fresh=fresh)
    for caution in (cautions.rare_class, cautions.related, cautions.drifted, cautions.outdated):
        found += caution(agreement)
    reasons = tuple(ground.reason for ground in found)
    for ground in found:
        if ground.status is not None:
            return Decision(
                status=ground.status,
                reasons=reasons,
                next=_next(ground, found),
                claim=ground.text,
            )
    return Decision(
        status="trusted",
        reasons=reasons,
        next="use it: `trusted.json` carries the proof",
        claim=_claim(agreement, bars, fresh=fresh if labels_seen else None),
    )


def _grounds(agreement: Agreement, bars: Trust, fresh: int, *, recorded: bool) -> list[Ground]:
    """Return what holds, in the order in which it decides."""
    unusable = grounds.unusable(agreement, bars)
    thin = grounds.thin(agreement, bars, recorded=recorded)
    return [
        *unusable,
        *([] if unusable and not agreement.units else thin),
        *grounds.low_kappa(agreement, bars),
        *grounds.severe(agreement, bars),
        *grounds.low_bound(agreement, bars, fresh),
        *grounds.untested(agreement, bars),
        *cautions.people_apart(agreement, bars),
    ]


def _next(deciding: Ground, found: list[Ground]) -> str:
    """Return the one thing to do: where people part, no judge can be shown to follow them."""
    if deciding.code in {"kappa_below_bar", "bound_below_bar"}:
        for ground in found:
            if ground.code == "people_disagree" and ground.next:
                return ground.next
    return deciding.next


def _claim(agreement: Agreement, bars: Trust, *, fresh: int | None) -> str:
    """Word what was shown, never a bare tick."""
    kappa, severe = agreement.kappa_primary, agreement.severe
    noted = [
        f"{kappa.value:.2f}",
        f"n={agreement.units}",
        grounds.variants_tried(agreement.variants),
    ]
    if agreement.rubric.draft:
        noted.append("draft rubric without anchors")
    if agreement.assumed:
        noted.append("assumed a random sample")
    if severe is not None and severe.rate is None:
        noted.append("severe misses untested")
    if fresh is not None:
        noted.append(f"labels seen before the rubric's text: {fresh} fresh ones make it clean")
    return f"better than {bars.minimum_lower_bound:.2f} with 95 % confidence ({', '.join(noted)})"
