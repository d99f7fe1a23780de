"""Parting: between which anchors people and a judge part on the development side, and where."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.calibration.confusions import Confusion, confusions
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.ratings import FOREVER, Example
from workbench.workflows.bench import Bench
from workbench.workflows.covering import is_covered
from workbench.workflows.looking import looks_by_showing, spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """Which anchors of a dimension are taken for each other.

    Attributes:
        judge: Whose levels stand beside people's; None: people alone.
        units: Labelled transcripts of the development side.
        levelled: Those with a level of the judge.
        certified: How many of them certify reads too, because they are on side `both`.
        confusions: Every two neighbouring anchors, most often parted first.
        looks: k, the variants shown so far on the labels that certify reads.
        recorded: How many looks this one added.
    """

    judge: str | None
    units: int
    levelled: int
    certified: int
    confusions: tuple[Confusion, ...]
    looks: int
    recorded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One transcript, and what was said of it."""

    transcript: Transcript | None
    """None where the conversation is not in the workspace."""
    said: Example
    covered: bool
    """Whether whoever asks may label or correct it and has not seen what others say of it."""


def parting(root: Path, dimension: str, judge: str | None, *, now: datetime) -> Parting | None:
    """Tell where raters part; a judge beside labels that certify reads is a look, on the record.

    Returns:
        None before the first calibration, which draws the sides: drawn too early, they would
        leave all later labels to the test side.

    Raises:
        DataError: The workspace cannot be read, or there is no such rubric or judge.
    """
    bench = Bench(root)
    rubric = _rubric(bench, dimension)
    names = bench.judge_names((judge,)) if judge is not None else []
    found, _ = bench.dimension_as_of(bench.evidence([rubric], names)[dimension], FOREVER)
    if not found.sides.placed:
        return None
    rounds = bench.rounds(found)
    shown = found.evidence.restricted(found.sides.development(found.evidence))
    looks = looks_by_showing(found, shown, "judge", "development", now)
    column = shown.judges.get(judge) if judge is not None else None
    return Parting(
        judge=judge,
        units=int(shown.labelled.sum()),
        levelled=0 if column is None else int((shown.labelled & (column.level >= 0)).sum()),
        certified=int((found.sides.test(shown, rounds) & shown.labelled).sum()),
        confusions=confusions(shown, judge),
        looks=spent(found, rounds, looks),
        recorded=bench.record_looks(looks),
    )


def case_of(
    root: Path, dimension: str, transcript: str, judge: str | None, asking: str | None
) -> Case:
    """Return one transcript with what people, and a judge where one is named, said of it.

    Args:
        root: The workspace.
        dimension: What it was rated on.
        transcript: Its id.
        judge: Whose verdict stands beside the labels; None: nobody's.
        asking: The labeller who wants to read it; None: nobody who labels.

    Raises:
        DataError: The workspace cannot be read, or there is no such rubric or judge.
    """
    bench = Bench(root)
    rubric = _rubric(bench, dimension)
    name = bench.judge_names((judge,))[0] if judge is not None else ""
    fingerprint = bench.fingerprint(name, dimension) if name else ""
    return Case(
        transcript=bench.catalogue.find(transcript),
        said=bench.ratings.example(rubric, transcript, name, fingerprint),
        covered=is_covered(bench, rubric, transcript, asking),
    )


def raters(root: Path) -> tuple[str, ...]:
    """Return the judges and panels that ever gave a verdict, floors left out."""
    bench = Bench(root)
    return tuple(
        name
        for name in bench.judge_names()
        if not bench.is_floor(name) and bench.workspace.verdicts(name).exists()
    )


def _rubric(bench: Bench, dimension: str) -> Rubric:
    if dimension not in bench.workspace.rubrics:
        raise DataError(f"dimension {dimension!r}: has no rubric in rubrics/")
    return bench.workspace.rubrics[dimension].rubric
