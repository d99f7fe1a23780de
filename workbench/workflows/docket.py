"""Dockets: what each judge is to be asked, transcript by transcript, and what it has answered."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from workbench.calibration.splits import Rounds
from workbench.domain.judge import Judge
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA, Unit
from workbench.errors import DataError
from workbench.judges.answer import FAULT_KINDS
from workbench.judges.examiner import Examiner
from workbench.judges.question import Question
from workbench.store.answers import Answers, Key, Under
from workbench.workflows.askable import askable_judges, askable_rubrics
from workbench.workflows.bench import ALL, Asked, Bench
from workbench.workflows.examining import examiner_of

NOT_INDEPENDENT: Final = "not_independent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How judge was asked."""

    asked: Asked = ALL
    split: str = "all"
    """``all`` transcripts, or the labelled ones of a side."""
    repeats: int = 1
    again: bool = False
    """Whether questions whose reply was no verdict are asked once more."""
    most_usd: float | None = None
    only: frozenset[Unit] | None = None
    """What is asked about. Where it is absent: all, and no criteria, which stand in a suite."""

    def of(self, judges: tuple[str, ...]) -> "Wanted":
        """Return the same of these judges only."""
        return replace(self, asked=replace(self.asked, judges=judges))

    def rubrics(self, bench: Bench) -> dict[str, Rubric]:
        """Return the rubrics of what is asked about; raises DataError where one cannot be."""
        return askable_rubrics(bench, self.asked.dimensions, criteria=bool(self.criteria()))

    def criteria(self) -> dict[str, list[str]]:
        """Return the criteria asked about, by transcript, in order."""
        found: dict[str, list[str]] = defaultdict(list)
        for transcript, _, criterion in self.only or ():
            if criterion is not None:
                found[transcript].append(criterion)
        return {transcript: sorted(own) for transcript, own in found.items()}


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """One question to one judge."""

    transcript: str
    dimension: str
    repeat: int = 0
    criterion: str | None = None

    @property
    def key(self) -> Key:
        """What an answer to it is known by."""
        return (self.transcript, self.dimension, self.criterion, self.repeat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Docket:
    """One judge and what it is to be asked.

    Attributes:
        examiners: By dimension.
        under: Digests that an answer must carry to count, by dimension.
        jobs: Questions without an answer.
        already: How many have theirs.
    """

    name: str
    entry: Judge
    rubrics: Mapping[str, Rubric]
    examiners: Mapping[str, Examiner]
    under: Mapping[str, Under]
    answers: Answers
    jobs: tuple[Job, ...]
    already: int

    def question(self, job: Job, transcript: Transcript) -> Question:
        """Return the question that a job stands for."""
        return Question(
            rubric=self.rubrics[job.dimension],
            transcript=transcript,
            criterion=job.criterion,
            evidence=self.examiners[job.dimension].evidence,
        )


def dockets(
    bench: Bench, wanted: Wanted, *, rng: np.random.Generator | None = None
) -> list[Docket]:
    """Return what each judge is to be asked, transcript by transcript.

    Args:
        bench: The workspace.
        wanted: How judge was asked.
        rng: Shuffles the transcripts, so that two runs at once seldom want the same one.

    Raises:
        DataError: A judge cannot be asked, a dimension is a draft, or there is no transcript.
    """
    rubrics = wanted.rubrics(bench)
    jobs = [
        Job(transcript, dimension, repeat, criterion)
        for transcript, dimension, criterion in _units(bench, rubrics, wanted, rng)
        for repeat in range(wanted.repeats)
    ]
    return [
        _docket(bench, name, rubrics, jobs, wanted)
        for name in askable_judges(bench, wanted.asked.judges)
    ]


def _units(
    bench: Bench, rubrics: Mapping[str, Rubric], wanted: Wanted, rng: np.random.Generator | None
) -> list[Unit]:
    """Return what to ask about, transcript by transcript: all, or what is labelled of a side."""
    listed = [entry.id for entry in bench.catalogue.listed()]
    if not listed:
        raise DataError("transcripts/: is empty; `workbench import transcripts FILE` fills it")
    order = range(len(listed)) if rng is None else rng.permutation(len(listed)).tolist()
    criteria = wanted.criteria()
    every: Iterable[Unit] = (
        (listed[place], dimension, criterion)
        for place in order
        for dimension in rubrics
        for criterion in (criteria.get(listed[place], ()) if dimension == CRITERIA else (None,))
    )
    if wanted.only is not None:
        every = filter(wanted.only.__contains__, every)
    if wanted.split == "all":
        return list(every)
    chosen = _of_side(bench, rubrics, wanted.split)
    return [unit for unit in every if unit[:2] in chosen]


def _of_side(bench: Bench, rubrics: Mapping[str, Rubric], split: str) -> set[tuple[str, str]]:
    """Return the labelled transcripts of a side with their dimension, which has its own sides."""
    chosen: set[tuple[str, str]] = set()
    drawn = False
    for name, found in bench.evidence(list(rubrics.values()), ()).items():
        sides = bench.sides(name)
        drawn = drawn or bool(sides.placed)
        development = sides.development(found)
        test = sides.test(found, Rounds(first=1, last=sides.last_round)) | ~development
        side = (development if split == "development" else test) & found.labelled
        chosen |= {(found.transcripts[unit], name) for unit in side.nonzero()[0]}
    if not drawn:
        raise DataError(f"--split {split}: no sides are drawn yet; `workbench calibrate` does so")
    return chosen


def _settled(bench: Bench, wanted: Wanted) -> tuple[str, ...]:
    """Return the kinds of error that are not asked again."""
    if wanted.again:
        return ()
    required = bench.workspace.policy.independence == "required"
    return (*FAULT_KINDS, NOT_INDEPENDENT) if required else FAULT_KINDS


def _docket(
    bench: Bench, name: str, rubrics: Mapping[str, Rubric], jobs: list[Job], wanted: Wanted
) -> Docket:
    workspace = bench.workspace
    entry = workspace.judges.judges[name]
    under = bench.under(name, rubrics.values())
    answers = Answers(workspace.verdicts(name), under, _settled(bench, wanted))
    digests = {entry.id: entry.digest for entry in bench.catalogue.listed()}
    new = tuple(job for job in jobs if not answers.has(job.key, digests[job.transcript]))
    return Docket(
        name=name,
        entry=entry,
        rubrics=rubrics,
        examiners={d: examiner_of(workspace, entry, d) for d in rubrics},
        under=under,
        answers=answers,
        jobs=new,
        already=len(jobs) - len(new),
    )
