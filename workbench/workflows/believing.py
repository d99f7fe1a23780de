"""Believe: the judged half of a run, from who may judge to what people have to look at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from workbench.domain.digest import digest
from workbench.domain.run import Summary
from workbench.store.runs import Writing
from workbench.store.workspace import Workspace
from workbench.workflows.code_half import Passed, Scope

if TYPE_CHECKING:
    from workbench.domain.certificate import Certificate
    from workbench.domain.flag import Flag
    from workbench.workflows.appointing import Appointments
    from workbench.workflows.appraising import Means
    from workbench.workflows.judged_half import Contradiction

Asking = Callable[[], "Means"]
"""Makes the means by which judges may be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """What a run comes to with its judged half.

    Attributes:
        summary: The run in figures.
        judges: The certificate of the judge that scores, by dimension.
        untrusted: Why a dimension is not scored, by dimension, for the others.
        contradictions: What people have to look at.
        remarks: Why verdicts are missing, one sentence each.
    """

    summary: Summary
    judges: "Mapping[str, Certificate]" = field(default_factory=dict)
    untrusted: Mapping[str, str] = field(default_factory=dict)
    contradictions: "tuple[Contradiction, ...]" = ()
    remarks: tuple[str, ...] = ()


def believed(scope: Scope, run: Writing, passed: Passed, asking: Asking | None) -> Believed:
    """Add what trusted judges say to the results of a run.

    Args:
        scope: What was scored.
        run: The results, which are written anew where judges are asked of any.
        passed: What checks came to.
        asking: Without it only verdicts on record count.
    """
    named = passed.dimensions | set(scope.file.suite.release.named)
    if not named:
        return Believed(summary=passed.tally.summary({}))
    # These load the engine, the statistics and what asks models: nothing that checks alone need.
    from workbench.workflows.appointing import appointed
    from workbench.workflows.appraising import appraise
    from workbench.workflows.bench import Bench
    from workbench.workflows.correcting import corrected
    from workbench.workflows.judged_half import JudgedHalf

    bench = Bench(scope.root)
    appointments = appointed(bench, named)
    appraised = appraise(bench, appointments, passed.units, asking() if asking else None)
    half = JudgedHalf(
        bench,
        passed.open,
        appointments,
        appraised.verdicts,
        in_workspace=scope.in_workspace,
    )
    scales = _scales(bench.workspace, appointments)
    summary = passed.tally.summary(scales)
    if passed.open:
        run.revise(half.revised)
        summary = corrected(bench, half.tally.summary(scales), appointments, half.levels)
    return Believed(
        summary=summary,
        judges=appointments.judges,
        untrusted=appointments.untrusted,
        contradictions=tuple(half.contradictions),
        remarks=(*appointments.remarks, *appraised.remarks),
    )


def queue(workspace: Workspace, contradictions: "Sequence[Contradiction]", now: datetime) -> int:
    """Put contradictions before people, each once however often a suite is run."""
    if not contradictions:
        return 0
    from workbench.domain.flag import Flag
    from workbench.store.journal import read_journal, write_entries

    path = workspace.record("queue")
    known = {flag.id for flag in read_journal(path, Flag).entries}
    new = {flag.id: flag for one in contradictions if (flag := _flag(one, now)).id not in known}
    write_entries(path, list(new.values()))
    return len(new)


def _scales(workspace: Workspace, appointments: "Appointments") -> dict[str, tuple[int, int]]:
    """Return lowest and highest level of every dimension whose levels have an order."""
    found = {}
    for name in (*appointments.judges, *appointments.untrusted):
        rubric = workspace.rubrics.get(name)
        levels = rubric.rubric.scale_levels if rubric else ()
        if levels and isinstance(levels[0], int) and isinstance(levels[-1], int):
            found[name] = (levels[0], levels[-1])
    return found


def _flag(one: "Contradiction", now: datetime) -> "Flag":
    from workbench.domain.flag import Flag

    answer = one.answer
    return Flag(
        id=digest([one.transcript, answer.dimension, answer.verdict, "contradiction"]),
        transcript=one.transcript,
        dimension=answer.dimension,
        judge=answer.judge,
        verdict=answer.verdict,
        reason="contradiction",
        note=one.note,
        at=now,
    )
