"""Appraise: what trusted judges say of chosen units, asked where they have not said it yet."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from workbench.domain.certificate import Certificate
from workbench.domain.rating import Verdict
from workbench.domain.run import DimensionResult
from workbench.domain.unit import Unit
from workbench.errors import JudgeError
from workbench.judges.tally import Snapshot
from workbench.store.newest import newest_answers
from workbench.workflows.appointing import Appointments
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.docket import Job, Wanted
from workbench.workflows.judging import judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """How judges may be asked; without them only what is on record counts."""

    clock: Callable[[], datetime]
    rng: np.random.Generator
    progress: Callable[[Snapshot[Job]], None] | None = None
    most_usd: float | None = None
    """What all judges together may cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraised:
    """What is on record once everybody who can be asked was asked.

    Attributes:
        verdicts: By unit, of the judge appointed to its dimension.
        remarks: Why some are missing, one sentence each.
    """

    verdicts: Mapping[Unit, Verdict] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


def appraise(
    bench: Bench,
    appointments: Appointments,
    units: Iterable[Unit],
    means: Means | None,
) -> Appraised:
    """Ask the appointed judges about units that they have not judged, and return what they say.

    A judge that cannot be asked now leaves its units without a verdict, and says why.
    """
    wanted: dict[str, set[Unit]] = defaultdict(set)
    for unit in units:
        certificate = appointments.judges.get(unit[1])
        if certificate is not None:
            wanted[certificate.judge].add(unit)
    remarks = [] if means is None else _all_asked(bench, wanted, means)
    return Appraised(verdicts=recorded(bench, appointments), remarks=tuple(remarks))


def recorded(bench: Bench, appointments: Appointments) -> dict[Unit, Verdict]:
    """Return the verdicts of appointed judges that stand, under rubric and fingerprint now."""
    by_judge: dict[str, list[str]] = defaultdict(list)
    for dimension, certificate in appointments.judges.items():
        by_judge[certificate.judge].append(dimension)
    found: dict[Unit, Verdict] = {}
    for name, dimensions in by_judge.items():
        rubrics = [bench.workspace.rubrics[dimension].rubric for dimension in dimensions]
        newest = newest_answers(bench.workspace.verdicts(name), bench.under(name, rubrics))
        found |= {unit[:3]: verdict for unit, verdict in newest.items() if unit[3] == 0}
    return found


def said(
    dimension: str, certificate: Certificate, verdict: Verdict | None, digest: str
) -> DimensionResult:
    """Return what a judge said of one unit, or why nothing is said.

    Args:
        dimension: The dimension.
        certificate: What the judge was appointed by.
        verdict: Its verdict, if there is one.
        digest: Of the transcript as it stands; a verdict on another text does not count.
    """
    judge_name = certificate.judge
    if verdict is None or verdict.transcript_digest not in (None, digest):
        reason = "there is no verdict on this transcript"
        return DimensionResult(dimension=dimension, judge=judge_name, status="error", reason=reason)
    flagged = []
    if verdict.evidence and not any(one.found is not False for one in verdict.evidence):
        flagged.append("none of its quotes is found")
    if verdict.status == "no_majority":
        flagged.append("the panel has no majority")
    return DimensionResult(
        dimension=dimension,
        judge=judge_name,
        status="error" if verdict.status == "withdrawn" else verdict.status,
        level=verdict.level,
        reason=verdict.error.message if verdict.error else None,
        justification=verdict.justification,
        citations=verdict.evidence,
        verdict=verdict.id,
        flagged=tuple(flagged),
    )


def _all_asked(bench: Bench, wanted: Mapping[str, set[Unit]], means: Means) -> list[str]:
    """Ask one judge after the other, within what all may cost; return what is missing and why."""
    remarks = []
    for name, units in sorted(wanted.items()):
        remark, cost_usd = _asked(bench, name, units, means)
        if remark is not None:
            remarks.append(remark)
        if means.most_usd is not None:
            means = replace(means, most_usd=max(0.0, means.most_usd - cost_usd))
    return remarks


def _asked(bench: Bench, name: str, units: set[Unit], means: Means) -> tuple[str | None, float]:
    """Ask one judge; return why not all could be asked, and what it cost as far as is known."""
    judges = bench.workspace.judges.judges
    if name in judges and judges[name].model is None:
        return None, 0.0
    wanted = Wanted(
        asked=Asked(judges=(name,), dimensions=tuple(sorted({unit[1] for unit in units}))),
        most_usd=means.most_usd,
        only=frozenset(units),
    )
    try:
        done = judge(
            bench.workspace.root,
            wanted,
            clock=means.clock,
            rng=means.rng,
            progress=means.progress,
        )
    except JudgeError as error:
        return f"judge {name!r} could not be asked: {error}", 0.0
    asking = done.models
    if asking is None:
        return None, 0.0
    cost_usd = asking.ended.spent.known_usd
    if asking.ended.reason == "complete" and not asking.unanswered:
        return None, cost_usd
    return f"judge {name!r}: {asking.ended.message or asking.failure}", cost_usd
