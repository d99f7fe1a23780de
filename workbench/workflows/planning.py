"""Plan: how many more labels it takes to show that a judge may be believed, and which."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.sampling import Candidate, next_to_label
from workbench.domain.finding import Finding
from workbench.domain.look import Look
from workbench.domain.names import name_of
from workbench.domain.policy import Policy
from workbench.domain.rubric import Rubric
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.outlook import JudgePlan, Outlook, without_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionPlan:
    """What one dimension lacks, and the transcripts to label next.

    Attributes:
        dimension: Its name.
        labelled: Transcripts that people gave a level.
        unlabelled: Transcripts of the workspace that nobody labelled on it.
        first_look: Whether no agreement can be looked at yet, by any judge.
        labels_seen: Whether the rubric's text is younger than the first look at the labels.
        judges: What each judge lacks.
        more: How many to label next: what the judge nearest to the bar lacks.
        next: Transcripts in the order in which they are to be labelled.
    """

    dimension: str
    labelled: int
    unlabelled: int
    first_look: bool
    labels_seen: bool
    judges: tuple[JudgePlan, ...]
    more: int
    next: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What plan has to report."""

    dimensions: tuple[DimensionPlan, ...]
    policy: Policy
    at: datetime
    looks_recorded: int = 0
    stepped_over: tuple[Finding, ...] = ()


def plan(root: Path, asked: Asked, *, now: datetime, count: int | None = None) -> Plan:
    """Tell what every dimension and judge lacks; the test side stays closed.

    Counts derive from agreement on the development side, or on the labels that certify reads
    where that was shown before. On side `both` the two are the same labels: there a count says
    as much as the agreement itself, so counting goes on the record as a look.

    Args:
        root: The workspace.
        asked: For which judges and dimensions.
        now: The time of any draw or look.
        count: How many transcripts to name for each dimension; without it, those it lacks.

    Raises:
        DataError: The workspace cannot be read, or something was asked for that is not there.
    """
    bench = Bench(root)
    rubrics = _rubrics(bench, asked.dimensions)
    evidence = bench.evidence(rubrics, bench.judge_names(asked.judges))
    plans: list[DimensionPlan] = []
    looks: list[Look] = []
    for rubric in rubrics:
        found, made = _planned(bench, evidence[rubric.dimension], now, count)
        plans.append(found)
        looks += made
    return Plan(
        dimensions=tuple(plans),
        policy=bench.workspace.policy,
        at=now,
        looks_recorded=bench.record_looks(looks),
        stepped_over=bench.stepped_over,
    )


def _rubrics(bench: Bench, asked: Sequence[str]) -> list[Rubric]:
    """Return the dimensions to plan for: unlabelled ones too, where named or where all are."""
    known, rated = bench.workspace.rubrics, bench.ratings.dimensions()
    if asked or rated & known.keys():
        unrated = [name for name in asked if name in known and name not in rated]
        named = [name for name in asked if name not in unrated]
        found = bench.rubrics(named) if named or not asked else []
        return sorted(
            [*found, *(known[name].rubric for name in set(unrated))], key=lambda one: one.dimension
        )
    return [known[name].rubric for name in sorted(known)]


def _planned(
    bench: Bench, evidence: Evidence, now: datetime, count: int | None
) -> tuple[DimensionPlan, list[Look]]:
    """Plan one dimension, and return the looks that its counts are.

    Sides are drawn only where a judge's agreement can be looked at: a draw made too early would
    leave all later labels to the test side.
    """
    policy = bench.workspace.policy
    judges = sorted(name for name, column in evidence.judges.items() if not column.floor)
    plans = {name: without_figures(evidence, name, policy) for name in judges}
    ready = [name for name, found in plans.items() if found is None]
    outlook = _outlook(bench, evidence, now) if ready else None
    if outlook is not None:
        plans |= {name: outlook.of(name) for name in ready}
    found = [one for one in plans.values() if one is not None]
    seen = outlook is not None and bench.labels_seen(outlook.dimension, outlook.rounds)
    fresh = policy.splits.fresh - outlook.reading.unseen if outlook is not None and seen else 0
    more = max(fresh, _more(found, int(evidence.labelled.sum()), policy))
    candidates = _candidates(bench, evidence)
    ordered = next_to_label(evidence.rubric.dimension, candidates, overlap=policy.overlap)
    made = DimensionPlan(
        dimension=evidence.rubric.dimension,
        labelled=len({evidence.transcripts[unit] for unit in evidence.unit.tolist()}),
        unlabelled=sum(not one.answers for one in candidates),
        first_look=outlook is None,
        labels_seen=seen,
        judges=tuple(found),
        more=more,
        next=tuple(ordered[: more if count is None else count]),
    )
    return made, [] if outlook is None else outlook.made(ready)


def _outlook(bench: Bench, evidence: Evidence, now: datetime) -> Outlook:
    """Give the dimension its sides and return what may be shown of it."""
    dimension = bench.dimension(evidence, now)
    return Outlook(
        dimension=dimension,
        rounds=bench.rounds(dimension),
        policy=bench.workspace.policy,
        at=now,
    )


def _more(judges: Sequence[JudgePlan], labelled: int, policy: Policy) -> int:
    """Return how many labels to ask for next: what the judge nearest to the bar lacks.

    Before a first look they are as many as keep a test side apart.
    """
    lacking = [one.more for one in judges if one.outcome == "label" and one.more]
    if lacking:
        return min(lacking)
    if any(one.side is not None for one in judges):
        unclear = any(one.outcome == "unclear" for one in judges)
        return policy.splits.fresh if unclear else 0
    return max(0, policy.splits.both_below - labelled)


def _candidates(bench: Bench, evidence: Evidence) -> list[Candidate]:
    """Return every transcript of the workspace with the number of people who labelled it.

    One that was labelled because it was chosen stays out: a further label would pass for one of
    a random sample.
    """
    answers, chosen = _answers(evidence)
    return [
        Candidate(
            transcript=entry.id,
            case=entry.case,
            stratum=name_of(PurePosixPath(entry.file).stem),
            answers=answers[entry.id],
        )
        for entry in bench.catalogue.listed()
        if entry.id not in chosen
    ]


def _answers(evidence: Evidence) -> tuple[Counter[str], set[str]]:
    """Return the random labels of each transcript, whatever they say, and those chosen only."""
    given = np.concatenate([evidence.unit, evidence.not_applicable, evidence.cannot_tell])
    answers = Counter(evidence.transcripts[unit] for unit in given.tolist())
    flagged = {evidence.transcripts[unit] for unit in evidence.not_random.tolist()}
    return answers, flagged - answers.keys()
