"""Inspect: one judge on one dimension in depth, down to the transcripts behind each figure."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.calibration.evidence import Evidence
from workbench.calibration.level_bias import LevelBias, level_biases
from workbench.calibration.pairs import Pair
from workbench.calibration.places import Places, places
from workbench.calibration.retest import Retest, retest
from workbench.calibration.slices import Slice, slices
from workbench.calibration.tables import pool
from workbench.domain.look import Look, Split
from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.store.archive import Archive
from workbench.workflows.bench import Bench
from workbench.workflows.covering import is_covered
from workbench.workflows.looking import looks_by_showing
from workbench.workflows.retracing import Past, retraced


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of the trust table."""

    dimension: str
    judge: str
    split: Split = "development"
    by: str | None = None
    """A field of the transcripts to slice by."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Depth:
    """What is behind one cell.

    Attributes:
        rubric: The rubric in force.
        places: Transcripts behind the confusion table and the errors.
        levels: Bias at every level.
        fields: What can be sliced by.
        slices: Of the field that was asked for.
        retests: Every labeller beside themselves, where anything came back.
        history: The judge under earlier texts and fingerprints; empty for a floor.
        looks: The record of looks at the dimension, the oldest first.
        looks_recorded: How many of them this one made.
    """

    rubric: Rubric
    places: Places
    levels: tuple[LevelBias, ...]
    fields: tuple[str, ...]
    slices: tuple[Slice, ...]
    retests: tuple[Retest, ...]
    history: tuple[Past, ...]
    looks: tuple[Look, ...]
    looks_recorded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One transcript with what people and the judge said of it, word for word."""

    transcript: Transcript | None
    """None where the conversation itself is not in the workspace."""
    labels: tuple[Label, ...]
    verdicts: tuple[Verdict, ...]
    covered: bool
    """Whether whoever asks may label or correct it and has not seen what others say of it."""


def inspect(root: Path, cell: Cell, *, now: datetime) -> Depth:
    """Open one cell of the trust table; looks go on the record as calibrate's do.

    Raises:
        DataError: The workspace cannot be read, or the judge has no verdict on the dimension.
    """
    bench = Bench(root)
    (rubric,) = bench.rubrics((cell.dimension,))
    evidence = bench.evidence([rubric], bench.judge_names((cell.judge,)))[cell.dimension]
    if cell.judge not in evidence.judges:
        of_suite = " --suite FILE" if cell.dimension == CRITERIA else ""
        step = (
            "its verdicts come by `workbench import verdicts FILE`"
            if bench.is_recorded(cell.judge)
            else f"`workbench judge --judge {cell.judge!r}{of_suite}` asks it"
        )
        raise DataError(
            f"judge {cell.judge!r}: has no verdict on a labelled transcript of {cell.dimension!r}; "
            f"{step}"
        )
    dimension = bench.dimension(evidence, now)
    shown = evidence.restricted(dimension.units(cell.split, bench.rounds(dimension)))
    looks = looks_by_showing(dimension, shown, "calibrate", cell.split, now)
    recorded = bench.record_looks(looks)
    archive = Archive(bench.workspace, bench.ratings)
    return Depth(
        rubric=rubric,
        places=places(shown, cell.judge),
        levels=level_biases(pool(shown.ratings(cell.judge))),
        fields=tuple(archive.fields()),
        slices=_slices(bench, shown, cell),
        retests=_retests(bench, archive, rubric),
        history=()
        if bench.is_floor(cell.judge)
        else retraced(bench, archive, dimension, cell.judge, cell.split),
        looks=(*dimension.looks, *(looks if recorded else ())),
        looks_recorded=recorded,
    )


def rated(root: Path, cell: Cell, fingerprint: str, transcript: str, asking: str | None) -> Rated:
    """Return one transcript in the words of those who rated it.

    Args:
        root: The workspace.
        cell: Whose verdict, on which dimension.
        fingerprint: Under which the verdict was given.
        transcript: Its id.
        asking: The labeller who wants to read it; None: nobody who labels.

    Raises:
        DataError: The workspace cannot be read.
    """
    bench = Bench(root)
    (rubric,) = bench.rubrics((cell.dimension,))
    archive = Archive(bench.workspace, bench.ratings)
    here = transcript in bench.catalogue.digests()
    return Rated(
        transcript=bench.catalogue.get(transcript) if here else None,
        labels=archive.labels(rubric, transcript),
        verdicts=archive.verdicts(rubric, transcript, cell.judge, fingerprint),
        covered=is_covered(bench, rubric, transcript, asking),
    )


def _slices(bench: Bench, shown: Evidence, cell: Cell) -> tuple[Slice, ...]:
    if cell.by is None:
        return ()
    values = bench.ratings.field(cell.by)
    return slices(shown, cell.judge, [values.get(name) for name in shown.transcripts])


def _retests(bench: Bench, archive: Archive, rubric: Rubric) -> tuple[Retest, ...]:
    cases = {entry.id: entry.case for entry in bench.catalogue.listed()}
    pairs: dict[str, list[Pair]] = defaultdict(list)
    for one in archive.repeats(rubric):
        pairs[one.labeller].append(
            Pair(
                unit=(one.transcript, one.criterion),
                case=cases.get(one.transcript, one.transcript),
                rater=one.repeat,
                level=one.level,
                other=one.other,
            )
        )
    return tuple(retest(name, said, rubric) for name, said in sorted(pairs.items()))
