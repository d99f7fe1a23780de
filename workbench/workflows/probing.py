"""Probe: what moves a judge's levels besides what it is asked to rate, by judge and dimension.

Repeats and leanings are read from the ledgers; reversed anchors, planted faults and injections
are asked, a bounded number of times, and kept apart from the verdicts that count.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from workbench.calibration.probes import SelfConsistency, Turns, self_consistency
from workbench.calibration.tables import Levels
from workbench.domain.finding import Finding
from workbench.domain.judge import Judges
from workbench.domain.rating import Verdict
from workbench.domain.rubric import Rubric
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.judges.batch import Ended
from workbench.store.newest import Unit, newest_verdicts
from workbench.workflows.bench import Bench
from workbench.workflows.docket import Wanted
from workbench.workflows.estimating import Estimate, reckoned
from workbench.workflows.leaning import Leanings, Shown
from workbench.workflows.planting import planted_faults
from workbench.workflows.trying import Paper, Progress, answers_of, ask_trials, paper_of
from workbench.workflows.twins import Stock, Tried, level_code, trials, tried

Kind = Literal["model", "panel", "recorded"]
"""Whether a judge can be asked anything, once more and otherwise: only one with a model can."""
NO_CRITERIA = (
    "a suite's yes/no criteria are not probed: they have no anchors to reverse and no levels to "
    f"rise or fall between; `workbench calibrate --dimension {CRITERIA}` shows how a judge of "
    "them agrees with people"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """One judge on one dimension.

    Attributes:
        rated: Transcripts that it gave a level.
        leanings: None where no label that may be shown is on what it rated.
        tried: None where it cannot be asked.
    """

    dimension: str
    judge: str
    kind: Kind
    rated: int
    consistency: SelfConsistency
    leanings: Leanings | None
    tried: Tried | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Probing:
    """What probing gave.

    Attributes:
        probed: By judge, then dimension.
        silent: Judges without a verdict under their present fingerprint and rubric texts.
        ended: How asking ended; None where there was nobody to ask.
        planted: Planted faults in probes/.
        looks_recorded: New looks at labels that certify reads.
    """

    probed: tuple[Probed, ...]
    silent: tuple[str, ...]
    ended: Ended | None
    planted: int
    looks_recorded: int
    at: datetime
    stepped_over: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """One judge with its verdicts that stand, and what it is to be tried with."""

    name: str
    kind: Kind
    verdicts: Mapping[Unit, Verdict]
    paper: Paper | None = None


def probe(
    root: Path,
    wanted: Wanted,
    *,
    clock: Callable[[], datetime],
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Probing:
    """Probe the judges asked for, on the transcripts that they have rated.

    A look at labels that certify reads goes on the record: leanings show which judge to prefer
    as agreement does.

    Raises:
        DataError: The workspace cannot be read, or something was asked for that is not there.
        CallFailedError: A key is missing; nothing was sent.
    """
    bench, now = Bench(root), clock()
    room = _Room(bench, wanted)
    papers = [one.paper for one in room.subjects if one.paper is not None]
    ended = None
    if papers:
        ended = ask_trials(papers, wanted.most_usd, clock=clock, rng=rng, progress=progress)
    rated = [one for one in room.subjects if one.verdicts]
    shown = Shown(bench, list(room.rubrics.values()), [one.name for one in rated], now)
    recorded = bench.record_looks(shown.looks)
    found = [result for one in rated for result in _results(one, room.rubrics, shown)]
    return Probing(
        probed=tuple(sorted(found, key=lambda one: (one.judge, one.dimension))),
        silent=tuple(one.name for one in room.subjects if not one.verdicts),
        ended=ended,
        planted=room.planted,
        looks_recorded=recorded,
        at=now,
        stepped_over=(*bench.stepped_over, *room.findings),
    )


def estimate_probe(root: Path, wanted: Wanted) -> list[Estimate]:
    """Return what probing would ask, by judge; nothing is sent and no label is read."""
    papers = [one.paper for one in _Room(Bench(root), wanted).subjects if one.paper is not None]
    return [
        reckoned(
            paper.name,
            paper.entry,
            ((paper.examiners[one.dimension], paper.question(one)) for one in paper.left),
            (len(paper.left), len(paper.trials) - len(paper.left)),
        )
        for paper in papers
    ]


class _Room:
    """The judges that are probed, and what they are probed with."""

    def __init__(self, bench: Bench, wanted: Wanted) -> None:
        names = _probed_judges(bench, wanted.asked.judges)
        faults, self.findings = planted_faults(bench.workspace, bench.catalogue)
        self.planted = len(faults)
        self.rubrics = _probed_rubrics(bench, wanted.asked.dimensions)
        self._bench = bench
        self._again = wanted.again
        self._stock = Stock(
            get=lru_cache(maxsize=1024)(bench.catalogue.get),
            known=frozenset(bench.catalogue.digests()),
            faults=faults,
        )
        self.subjects = [self._subject(name) for name in names]

    def _subject(self, name: str) -> _Subject:
        """Return a judge; only one with a model can be asked anything."""
        workspace = self._bench.workspace
        under = self._bench.under(name, self.rubrics.values())
        verdicts = newest_verdicts(workspace.verdicts(name), under)
        kind = _kind(workspace.judges, name)
        if kind != "model" or not verdicts:
            return _Subject(name=name, kind=kind, verdicts=verdicts)
        rubrics = {key: one for key, one in self.rubrics.items() if not one.draft}
        questions = [
            trial
            for rubric in rubrics.values()
            for trial in trials(rubric, _said(rubric, verdicts), self._stock)
        ]
        paper = paper_of(self._bench, name, rubrics, questions, again=self._again)
        return _Subject(name=name, kind=kind, verdicts=verdicts, paper=paper)


def _kind(judges: Judges, name: str) -> Kind:
    if name in judges.panels:
        return "panel"
    return "recorded" if judges.judges[name].recorded else "model"


def _probed_judges(bench: Bench, asked: tuple[str, ...]) -> list[str]:
    """Return the judges and panels to probe.

    Raises:
        DataError: A floor was named, or there is nobody else.
    """
    for name in asked:
        if bench.is_floor(name):
            raise DataError(f"judge {name!r}: is a floor, and reads nothing that could mislead it")
    names = [name for name in bench.judge_names(asked) if not bench.is_floor(name)]
    if not names:
        raise DataError("judges.yaml: names no judge to probe")
    return names


def _probed_rubrics(bench: Bench, asked: tuple[str, ...]) -> dict[str, Rubric]:
    """Return the rubrics to probe by dimension; raises DataError where criteria are asked for."""
    if CRITERIA in asked:
        raise DataError(f"dimension {CRITERIA!r}: {NO_CRITERIA}")
    return {one.dimension: one for one in bench.rubrics(asked) if one.dimension != CRITERIA}


def _results(subject: _Subject, rubrics: Mapping[str, Rubric], shown: Shown) -> list[Probed]:
    """Return what is found of a judge on every dimension that it has rated."""
    cited = {name: _cited(name, subject.verdicts) for name in rubrics}
    leanings = shown.leanings(subject.name, cited)
    answers = answers_of(subject.paper) if subject.paper else {}
    found = []
    for name, rubric in rubrics.items():
        said = _said(rubric, subject.verdicts)
        if not said:
            continue
        found.append(
            Probed(
                dimension=name,
                judge=subject.name,
                kind=subject.kind,
                rated=len(said),
                consistency=self_consistency(
                    _repeats(rubric, subject.verdicts),
                    len(rubric.scale_levels),
                    nominal=rubric.scale == "nominal",
                ),
                leanings=leanings.get(name),
                tried=tried(rubric, said, subject.paper.trials, answers) if subject.paper else None,
            )
        )
    return found


def _said(rubric: Rubric, verdicts: Mapping[Unit, Verdict]) -> dict[str, int]:
    """Return the levels that count on one dimension, by transcript."""
    found = {
        transcript: level_code(rubric, verdict)
        for (transcript, dimension, repeat), verdict in verdicts.items()
        if dimension == rubric.dimension and repeat == 0
    }
    return {transcript: code for transcript, code in found.items() if code >= 0}


def _repeats(rubric: Rubric, verdicts: Mapping[Unit, Verdict]) -> Levels:
    """Return the level codes of one dimension, shape (n_repeats, n_transcripts)."""
    own = {unit: one for unit, one in verdicts.items() if unit[1] == rubric.dimension}
    column = {name: place for place, name in enumerate(sorted({unit[0] for unit in own}))}
    rows = max((repeat for _, _, repeat in own), default=0) + 1
    levels = np.full((rows, len(column)), -1, dtype=np.int8)
    for (transcript, _, repeat), verdict in own.items():
        levels[repeat, column[transcript]] = level_code(rubric, verdict)
    return levels


def _cited(dimension: str, verdicts: Mapping[Unit, Verdict]) -> dict[str, Turns]:
    """Return the turns that a judge cites; a quote that does not stand there cites nothing."""
    return {
        unit[0]: frozenset(one.turn for one in verdict.evidence if one.found is not False)
        for unit, verdict in verdicts.items()
        if unit[1] == dimension and unit[2] == 0
    }
