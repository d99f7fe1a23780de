"""Convene panels: what their rule makes of their members' verdicts, stored as their own."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from workbench.domain.citation import Citation
from workbench.domain.digest import digest
from workbench.domain.flag import Flag
from workbench.domain.rating import Verdict
from workbench.domain.rubric import Rubric
from workbench.judges.panel import Outcome, combine
from workbench.store import ledger
from workbench.store.journal import write_entries
from workbench.store.newest import Answer, newest_answers
from workbench.workflows.bench import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class Convened:
    """What convening one panel gave.

    Attributes:
        new: Verdicts that were written.
        already: Units whose verdict stands.
        no_majority: Units without a majority, of all.
        disagreements: Units on which members voted differently, of all.
        waiting: Units that not all members were asked about yet, or not on the same text.
    """

    panel: str
    new: int
    already: int
    no_majority: int
    disagreements: int
    waiting: int


def convene(
    bench: Bench,
    panels: Iterable[str],
    rubrics: Mapping[str, Rubric],
    *,
    clock: Callable[[], datetime],
) -> list[Convened]:
    """Convene panels on every unit that all members were asked about.

    A verdict is written where there is none yet, or where the members' verdicts now come to
    another one; the newest counts.
    """
    return [_convened(bench, name, rubrics, clock) for name in panels]


def _convened(
    bench: Bench, name: str, rubrics: Mapping[str, Rubric], clock: Callable[[], datetime]
) -> Convened:
    workspace = bench.workspace
    panel = workspace.judges.panels[name]
    members = {member: _standing(bench, member, rubrics) for member in panel.members}
    under = bench.under(name, rubrics.values())
    own = newest_answers(workspace.verdicts(name), under)
    units = sorted(set().union(*members.values()), key=_in_order)
    new: list[Verdict] = []
    flags: list[Flag] = []
    no_majority = disagreements = waiting = 0
    for unit in units:
        present = {member: found[unit] for member, found in members.items() if unit in found}
        if len(present) < len(members) or not _on_one_text(present):
            waiting += 1
            continue
        outcome = combine(present, panel, rubrics[unit[1]])
        no_majority += outcome.status == "no_majority"
        disagreements += outcome.disagreement
        fingerprint = under[unit[1]].judge_digest
        verdict = _verdict(name, fingerprint, rubrics[unit[1]], (present, outcome), clock())
        if not _same(own.get(unit), verdict):
            new.append(verdict)
            flags += _flags(verdict, outcome)
    ledger.append(workspace.verdicts(name), (verdict.line() for verdict in new))
    write_entries(workspace.record("queue"), flags)
    return Convened(
        panel=name,
        new=len(new),
        already=len(units) - waiting - len(new),
        no_majority=no_majority,
        disagreements=disagreements,
        waiting=waiting,
    )


def _flags(verdict: Verdict, outcome: Outcome) -> list[Flag]:
    """Return why people should look at a unit: its members part."""
    if not outcome.disagreement:
        return []
    reason: Literal["no_majority", "disagreement"] = (
        "no_majority" if outcome.status == "no_majority" else "disagreement"
    )
    return [
        Flag(
            id=digest([verdict.id, reason]),
            transcript=verdict.transcript,
            dimension=verdict.dimension,
            criterion=verdict.criterion,
            judge=verdict.judge,
            verdict=verdict.id,
            reason=reason,
            note=outcome.said,
            at=verdict.at,
        )
    ]


def _in_order(unit: Answer) -> tuple[str, str, str, int]:
    transcript, dimension, criterion, repeat = unit
    return (transcript, dimension, criterion or "", repeat)


def _standing(bench: Bench, judge: str, rubrics: Mapping[str, Rubric]) -> dict[Answer, Verdict]:
    """Return a judge's verdicts that stand, under its fingerprint and the rubrics now."""
    under = bench.under(judge, rubrics.values())
    return newest_answers(bench.workspace.verdicts(judge), under)


def _verdict(
    name: str,
    fingerprint: str,
    rubric: Rubric,
    said: tuple[Mapping[str, Verdict], Outcome],
    at: datetime,
) -> Verdict:
    members, outcome = said
    some = next(iter(members.values()))
    costs = [verdict.cost_usd for verdict in members.values()]
    known = [cost for cost in costs if cost is not None]
    fields = {
        "transcript": some.transcript,
        "transcript_digest": some.transcript_digest,
        "dimension": rubric.dimension,
        "criterion": some.criterion,
        "rubric_version": rubric.version,
        "rubric_digest": rubric.digest,
        "judge": name,
        "judge_digest": fingerprint,
        "repeat": some.repeat,
        "status": outcome.status,
        "level": outcome.level,
        "error": outcome.error,
        "justification": outcome.said,
        "evidence": _evidence(members, outcome),
        "cost_usd": sum(known) if len(known) == len(costs) else None,
        "at": at,
    }
    members_said = [verdict.id for _, verdict in sorted(members.items())]
    identity = digest([name, fingerprint, rubric.digest, members_said, at.isoformat()])
    return Verdict.model_validate({**fields, "id": identity})


def _on_one_text(members: Mapping[str, Verdict]) -> bool:
    """Whether all read the same transcript; imported verdicts may not say which they read."""
    digests = {verdict.transcript_digest for verdict in members.values()}
    return len(digests - {None}) <= 1


def _evidence(members: Mapping[str, Verdict], outcome: Outcome) -> tuple[Citation, ...]:
    """Return what the members cite whose vote won."""
    winners = [
        verdict
        for verdict in members.values()
        if (verdict.status, verdict.level) == (outcome.status, outcome.level)
    ]
    return tuple(citation for verdict in winners for citation in verdict.evidence)


def _same(before: Verdict | None, verdict: Verdict) -> bool:
    """Whether the members still come to the verdict that stands."""
    if before is None:
        return False
    return (before.status, before.level, before.justification, before.transcript_digest) == (
        verdict.status,
        verdict.level,
        verdict.justification,
        verdict.transcript_digest,
    )
