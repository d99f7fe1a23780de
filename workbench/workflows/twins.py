"""Trials: which probe questions are put to a judge, and what its answers show.

They are chosen from what it has rated already, few and always the same ones: every trial is paid
for, and is paid for once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final, Literal

import numpy as np

from workbench.calibration.probes import Planted, Share, Shift, planted, rises, shift
from workbench.calibration.splits import lot
from workbench.domain.rating import Verdict
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.judges.injection import DISGUISES, injected
from workbench.store.newest import Unit
from workbench.workflows.planting import Fault

REORDERED: Final = 20
"""Transcripts of a dimension that are asked about with the anchors reversed."""

Probe = Literal["reversed", "planted", "injected"]
PROBES: Final[tuple[Probe, ...]] = ("reversed", "planted", "injected")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One probe question: a transcript, or a twin of it, asked about one dimension.

    Attributes:
        probe: What is probed.
        of: The transcript that the judge has rated.
        detail: The disguise of an injection, the dimension of a planted fault; else empty.
        transcript: What is asked about now.
    """

    probe: Probe
    dimension: str
    of: str
    detail: str
    transcript: Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What trials are made of."""

    get: Callable[[str], Transcript]
    known: frozenset[str]
    faults: Sequence[Fault]


def trials(rubric: Rubric, said: Mapping[str, int], stock: Stock) -> list[Trial]:
    """Return the trials of one judge on one dimension.

    Faults and injections need an order of levels, and room for them to fall or to rise.

    Args:
        rubric: What is asked about.
        said: The level codes that the judge gave, by transcript.
        stock: The workspace's transcripts and planted faults.
    """
    dealt = sorted(said.keys() & stock.known, key=lambda name: lot(rubric.dimension, name))
    found = [
        Trial(
            probe="reversed",
            dimension=rubric.dimension,
            of=name,
            detail="",
            transcript=stock.get(name),
        )
        for name in dealt[:REORDERED]
    ]
    if rubric.scale == "ordinal":
        top = len(rubric.scale_levels) - 1
        found += _planted(rubric, {name: said[name] for name in dealt if said[name] > 0}, stock)
        found += _injected(rubric, [name for name in dealt if said[name] < top], stock)
    return found


def _planted(rubric: Rubric, said: Mapping[str, int], stock: Stock) -> Iterator[Trial]:
    for fault in stock.faults:
        if fault.planted.of in said:
            yield Trial(
                probe="planted",
                dimension=rubric.dimension,
                of=fault.planted.of,
                detail=fault.planted.dimension,
                transcript=fault.twin,
            )


def _injected(rubric: Rubric, names: Sequence[str], stock: Stock) -> Iterator[Trial]:
    """Yield each disguise once, each on a transcript of its own as far as there are any."""
    top = rubric.scale_levels[-1]
    for disguise, name in zip(DISGUISES, cycle(names), strict=False):
        yield Trial(
            probe="injected",
            dimension=rubric.dimension,
            of=name,
            detail=disguise,
            transcript=injected(stock.get(name), disguise, top),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What asking one judge about one dimension once more gave.

    Attributes:
        asked: Trials.
        errors: Those whose answer is an error; no figure counts them.
        left: Those without an answer.
        reversed: Levels with the anchors listed from the last to the first.
        planted: Levels of twins with a planted fault.
        unnoticed: Ids of twins with a fault in this dimension whose level did not fall.
        rose: Levels that rose when a customer asked for the highest one.
        fooled_by: The disguises in which that worked.
    """

    asked: int
    errors: int
    left: int
    reversed: Shift
    planted: Planted
    unnoticed: tuple[str, ...]
    rose: Share
    fooled_by: tuple[str, ...]


def tried(
    rubric: Rubric,
    said: Mapping[str, int],
    asked: Iterable[Trial],
    answers: Mapping[Probe, Mapping[Unit, Verdict]],
) -> Tried:
    """Compare what a judge answered to its trials on one dimension with what it had said.

    Args:
        rubric: The dimension.
        said: The level codes that the judge gave, by transcript.
        asked: All trials of the judge.
        answers: What it answered, by probe.
    """
    own = [one for one in asked if one.dimension == rubric.dimension]
    given = [_answer(one, answers) for one in own]
    before = np.array([said[one.of] for one in own], dtype=np.int8)
    after = np.array([level_code(rubric, verdict) for verdict in given], dtype=np.int8)
    probes = np.array([one.probe for one in own], dtype=object)
    turned, faulty, urged = (probes == probe for probe in PROBES)
    here = np.array([one.detail == rubric.dimension for one in own], dtype=bool)
    unnoticed = faulty & here & (after >= before)
    fooled = urged & (after > before)
    return Tried(
        asked=len(own),
        errors=sum(verdict is not None and verdict.status == "error" for verdict in given),
        left=sum(verdict is None for verdict in given),
        reversed=shift(before[turned], after[turned], nominal=rubric.scale == "nominal"),
        planted=planted(before[faulty], after[faulty], here[faulty]),
        unnoticed=tuple(own[i].transcript.id for i in np.flatnonzero(unnoticed)),
        rose=rises(before[urged], after[urged], len(rubric.scale_levels)),
        fooled_by=tuple(own[i].detail for i in np.flatnonzero(fooled)),
    )


def level_code(rubric: Rubric, verdict: Verdict | None) -> int:
    """Return the level code of a verdict, -1 where it has no level."""
    level = None if verdict is None else rubric.level_of(verdict.level)
    return -1 if level is None else rubric.scale_levels.index(level)


def _answer(trial: Trial, answers: Mapping[Probe, Mapping[Unit, Verdict]]) -> Verdict | None:
    """Return the answer to a trial; one to a twin that was edited since is none."""
    verdict = answers[trial.probe].get((trial.transcript.id, trial.dimension, 0))
    if verdict is None or verdict.transcript_digest != trial.transcript.digest:
        return None
    return verdict
