"""Appoint: which trusted judge scores a dimension, or why nobody may."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from workbench.domain.certificate import Certificate
from workbench.domain.rubric import Rubric
from workbench.domain.unit import CRITERIA
from workbench.workflows.bench import Bench
from workbench.workflows.trusting import STATUSES, Standing, standings

_NO_RUBRIC = "it has no rubric in rubrics/"
_NO_ANSWERS = f"it has no rubric: rubrics/{CRITERIA}.yaml says what yes and no mean"


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointments:
    """Who scores what.

    Attributes:
        judges: The certificate of the judge that scores, by dimension.
        untrusted: Why a dimension is not scored, by dimension, for the others.
        remarks: Whose certificate is refused or stale where another judge scores in its place.
    """

    judges: Mapping[str, Certificate] = field(default_factory=dict)
    untrusted: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


def appointed(bench: Bench, dimensions: Iterable[str]) -> Appointments:
    """Appoint a judge for every dimension on which one is trusted.

    Where several are, a panel goes first, then the judge of which most was shown. A dimension of
    high risk is scored by a panel alone.
    """
    wanted = sorted(set(dimensions))
    rubrics = bench.workspace.rubrics
    found = standings(bench, claimed=STATUSES) if wanted else []
    judges: dict[str, Certificate] = {}
    untrusted: dict[str, str] = {}
    remarks: list[str] = []
    for dimension in wanted:
        if dimension not in rubrics:
            untrusted[dimension] = _NO_ANSWERS if dimension == CRITERIA else _NO_RUBRIC
            continue
        rubric = rubrics[dimension].rubric
        own = [one for one in found if one.certificate.dimension == dimension]
        fit = [one.certificate for one in own if _refusal(bench, rubric, one) is None]
        if fit:
            judges[dimension] = max(fit, key=lambda one: _rank(bench, one))
            gone = [one for one in own if one.refused or one.certificate.status == "stale"]
            remarks += [
                f"{dimension}: {_refusal(bench, rubric, one)}; judge "
                f"{judges[dimension].judge!r} scores in its place"
                for one in gone
            ]
        else:
            untrusted[dimension] = _why(bench, rubric, own)
    return Appointments(judges=judges, untrusted=untrusted, remarks=tuple(remarks))


def _refusal(bench: Bench, rubric: Rubric, standing: Standing) -> str | None:
    """Return why a certificate does not let its judge score; None where it does."""
    one = standing.certificate
    name = f"judge {one.judge!r}"
    if standing.refused is not None:
        return f"{name}: its certificate is refused, {standing.refused}"
    if one.status == "stale":
        return f"{name}: its certificate is stale, {one.reasons[0].text}"
    if one.status != "trusted":
        reason = f", {one.reasons[0].text}" if one.reasons else ""
        return f"{name} is {one.status}{reason}"
    if rubric.draft:
        return "its rubric is a draft"
    if rubric.risk == "high" and one.judge not in bench.workspace.judges.panels:
        return f"{name} is trusted, and `risk: high` takes a panel"
    return None


def _why(bench: Bench, rubric: Rubric, own: list[Standing]) -> str:
    reasons = [reason for one in own if (reason := _refusal(bench, rubric, one)) is not None]
    return "; ".join(reasons) or "no judge is certified on it; `workbench certify` decides"


def _rank(bench: Bench, one: Certificate) -> tuple[bool, float, str]:
    """Return what puts one trusted judge before another."""
    bound = one.figures.get("bound_at_k")
    is_panel = one.judge in bench.workspace.judges.panels
    return (is_panel, bound if isinstance(bound, int | float) else -1.0, one.judge)
