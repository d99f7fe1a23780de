"""Ask floors: fitted on people's development labels, they rate every transcript."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from workbench.calibration.evidence import Evidence
from workbench.domain.digest import digest
from workbench.domain.finding import Finding
from workbench.domain.judge import Baseline
from workbench.domain.level import Level
from workbench.domain.rating import Verdict
from workbench.domain.rubric import Rubric
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.judges.floors import (
    DESCRIPTIONS,
    Subject,
    floor_levels,
    readable,
    reads_text,
    shortage,
)
from workbench.store import ledger
from workbench.store.answers import Answers as Answered
from workbench.store.answers import Under
from workbench.store.catalogue import Listed
from workbench.store.workspace import JUDGES
from workbench.workflows.bench import Asked, Bench

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done and how much there is."""

_NAMED = 3
"""How many transcripts that are not here are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What asking one judge about one dimension gave."""

    dimension: str
    judge: str
    new: int = 0
    already: int = 0
    """Transcripts that it had rated before."""
    unread: int = 0
    """Labelled transcripts that it cannot read, since they are not in the workspace."""
    refused: str | None = None
    """Why it was not asked at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flooring:
    """What asking floors gave."""

    answers: tuple[Answers, ...]
    at: datetime
    stepped_over: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Lesson:
    """One dimension, and the part of it that a floor learns from."""

    evidence: Evidence
    learnt: Evidence
    label_set: str


@dataclass(frozen=True, slots=True)
class _Floor:
    """A floor of judges.yaml."""

    name: str
    baseline: Baseline


def ask_floors(
    root: Path, asked: Asked, *, now: datetime, progress: Progress | None = None
) -> Flooring:
    """Ask floors about every transcript; nothing is asked twice.

    A dimension that has no sides yet is given them, on the record: a floor learns from the
    development side only.

    Raises:
        DataError: The workspace cannot be read, or a judge was named that cannot be asked.
    """
    bench = Bench(root)
    floors = _floors(bench, asked.judges)
    rubrics = bench.rubrics(asked.dimensions)
    evidence = bench.evidence(rubrics, ())
    desk = _Desk(bench)
    answers: list[Answers] = []
    for number, rubric in enumerate(rubrics):
        if progress:
            progress("asking floors", number, len(rubrics))
        lesson = _lesson(bench, evidence[rubric.dimension], now)
        if isinstance(lesson, str):
            answers += [
                Answers(dimension=rubric.dimension, judge=floor.name, refused=lesson)
                for floor in floors
            ]
        else:
            answers += [_ask(bench, desk, floor, lesson, now) for floor in floors]
    return Flooring(
        answers=tuple(answers),
        at=now,
        stepped_over=bench.stepped_over,
    )


def _floors(bench: Bench, named: Sequence[str]) -> list[_Floor]:
    """Return the floors to ask; raises DataError where another judge was named, or none is left."""
    floors = []
    for name in bench.judge_names(named):
        entry = bench.workspace.judges.judges.get(name)
        if entry is not None and entry.baseline is not None:
            floors.append(_Floor(name, entry.baseline))
        elif named:
            raise DataError(f"judge {name!r}: is no floor (`baseline` in judges.yaml)")
    if not floors:
        raise DataError(
            f"{JUDGES}: names no floor; add one under `judges`: `floor-text: {{baseline: text}}`"
        )
    return floors


def _lesson(bench: Bench, evidence: Evidence, now: datetime) -> _Lesson | str:
    """Return what a floor learns of a dimension, or why that is too little.

    Sides are drawn only where there is enough to learn from: a draw made too early would leave
    all later labels to the test side.
    """
    several = len(set(evidence.transcripts)) < evidence.n_units
    if several or evidence.rubric.dimension == CRITERIA:
        return "its labels are of single criteria, and a floor rates whole transcripts"
    short = shortage(evidence)
    if short is not None:
        return short
    side = bench.dimension(evidence, now).sides.development(evidence)
    learnt = evidence.restricted(side)
    short = shortage(learnt)
    if short is not None:
        return f"on the development side {short}"
    label_set, _ = bench.label_set(evidence.rubric.dimension, side)
    return _Lesson(evidence=evidence, learnt=learnt, label_set=label_set)


class _Desk:
    """The conversations of a workspace; reads each at most once, and only where a floor does."""

    def __init__(self, bench: Bench) -> None:
        """Take the workspace; nothing is read yet."""
        self._catalogue = bench.catalogue

    @cached_property
    def _listed(self) -> dict[str, Listed]:
        return {entry.id: entry for entry in self._catalogue.listed()}

    @cached_property
    def _texts(self) -> dict[str, str]:
        texts: dict[str, str] = {}
        for one in self._catalogue.all():
            texts.setdefault(one.id, readable(one))
        return texts

    def absent(self, transcripts: Iterable[str]) -> list[str]:
        """Return those transcripts whose conversation is not in the workspace."""
        return sorted(set(transcripts) - self._listed.keys())

    def digest(self, transcript: str) -> str | None:
        """Return the digest of a transcript; None where its conversation is not here."""
        entry = self._listed.get(transcript)
        return entry.digest if entry else None

    def subjects(self, baseline: Baseline, evidence: Evidence) -> list[Subject]:
        """Return every transcript that a floor can rate, labelled or not, by id."""
        cases = {name: entry.case for name, entry in self._listed.items()}
        if reads_text(baseline):
            return [Subject(name, cases[name], self._texts[name]) for name in sorted(cases)]
        cases |= zip(evidence.transcripts, evidence.cases, strict=True)
        return [Subject(name, cases[name]) for name in sorted(cases)]


def _ask(bench: Bench, desk: _Desk, floor: _Floor, lesson: _Lesson, now: datetime) -> Answers:
    """Ask one floor about one dimension and store what it had not answered before."""
    rubric = lesson.evidence.rubric
    refused = _unreadable(desk, floor, lesson)
    if refused is not None:
        return Answers(dimension=rubric.dimension, judge=floor.name, refused=refused)
    fingerprint = bench.floor_fingerprint(floor.name, rubric.dimension, lesson.label_set)
    under = Under(rubric_digest=rubric.digest, judge_digest=fingerprint)
    before = Answered(bench.workspace.verdicts(floor.name), {rubric.dimension: under}, ())
    subjects = desk.subjects(floor.baseline, lesson.evidence)
    new = [
        number
        for number, one in enumerate(subjects)
        if not before.has((one.transcript, rubric.dimension, None, 0), desk.digest(one.transcript))
    ]
    if new:
        levels = floor_levels(floor.baseline, lesson.learnt, subjects)
        unit = _unit_fields(under, rubric, floor, now)
        verdicts = [
            _verdict(unit, subjects[i].transcript, desk, rubric.scale_levels[levels[i]])
            for i in new
        ]
        ledger.append(bench.workspace.verdicts(floor.name), (one.line() for one in verdicts))
    unread = desk.absent(lesson.evidence.transcripts) if reads_text(floor.baseline) else []
    return Answers(
        dimension=rubric.dimension,
        judge=floor.name,
        new=len(new),
        already=len(subjects) - len(new),
        unread=len(unread),
    )


def _unreadable(desk: _Desk, floor: _Floor, lesson: _Lesson) -> str | None:
    """Say which conversations a floor would have to learn from that are not here."""
    learnt = lesson.learnt
    named = {learnt.transcripts[unit] for unit in learnt.unit.tolist()}
    absent = desk.absent(named) if reads_text(floor.baseline) else []
    if not absent:
        return None
    shown = ", ".join(absent[:_NAMED]) + (", …" if len(absent) > _NAMED else "")
    return (
        f"the baseline {floor.baseline!r} reads conversations, and {len(absent)} of the "
        f"{len(named)} it would learn from are not in this workspace ({shown}): import them"
    )


def _unit_fields(under: Under, rubric: Rubric, floor: _Floor, now: datetime) -> dict[str, object]:
    """Return what all verdicts of one asking share."""
    return {
        "dimension": rubric.dimension,
        "rubric_version": rubric.version,
        "rubric_digest": under.rubric_digest,
        "judge": floor.name,
        "judge_digest": under.judge_digest,
        "status": "rated",
        "justification": f"A floor, no LLM: {DESCRIPTIONS[floor.baseline]}.",
        "at": now,
    }


def _verdict(shared: dict[str, object], transcript: str, desk: _Desk, level: Level) -> Verdict:
    own = {"transcript": transcript, "transcript_digest": desk.digest(transcript)}
    key = [shared["judge"], shared["judge_digest"], shared["rubric_digest"], *own.values()]
    return Verdict.model_validate({**shared, **own, "id": digest(key), "level": level})
