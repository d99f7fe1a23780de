"""Certify: open the test side on the record, decide, and write trusted.json with the proof."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from workbench import __version__
from workbench.calibration.evidence import Evidence
from workbench.calibration.gold import against_gold
from workbench.domain.certificate import Certificate, Trusted
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store.whole import write_text
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.calibrating import Calibration, Measured, Progress
from workbench.workflows.crosschecking import crosschecked
from workbench.workflows.granting import Granted, Opened, grant, opened, people_of
from workbench.workflows.trusting import read_trusted


def certify(
    root: Path, asked: Asked, *, now: datetime, progress: Progress | None = None
) -> Calibration:
    """Decide which judges may be believed, on the test side, and put the proof on disk.

    The looks are recorded before anything is shown; trusted.json is written last and whole.

    Raises:
        DataError: The workspace cannot be read, or something was asked for that is not there.
        GateError: Another implementation computes other figures; nothing is granted then.
    """
    bench = Bench(root)
    bench.rubrics(asked.required)
    rubrics = bench.rubrics(asked.dimensions)
    _require_versioned(bench, rubrics)
    evidence = bench.evidence(rubrics, bench.judge_names(asked.judges))
    before = read_trusted(bench)
    at = max(filter(None, [now, bench.ratings.newest()]))
    sides: list[Opened] = []
    for number, rubric in enumerate(rubrics):
        if progress:
            progress("opening the test side", number, len(rubrics))
        dimension = bench.dimension(evidence[rubric.dimension], at)
        sides.append(opened(bench, dimension, at))
    if progress:
        progress("checking against scikit-learn and krippendorff", 0, 0)
    checked = crosschecked(side.shown for side in sides)
    recorded = bench.record_looks(look for side in sides for look in side.looks)
    decided = [
        grant(bench, side, judge, side.looks, checked)
        for side in sides
        for judge in sorted(side.shown.judges)
    ]
    made = [one.certificate for one in decided if one.certificate is not None]
    trusted = Trusted(
        schema="workbench.trusted/1",
        workbench=__version__,
        at=at,
        certificates=_merged(before, made, asked),
    )
    write_text(bench.workspace.trusted, trusted.document())
    shown = {side.dimension.rubric.dimension: side.shown for side in sides}
    return Calibration(
        split="test",
        people=tuple(people_of(side) for side in sides),
        measured=tuple(_measured(one, shown[one.agreement.rubric.dimension]) for one in decided),
        at=at,
        looks_recorded=recorded,
        checked=checked,
        stepped_over=bench.stepped_over,
    )


def _measured(one: Granted, shown: Evidence) -> Measured:
    gold = against_gold(shown, one.agreement.judge)
    return Measured(agreement=one.agreement, decision=one.decision, gold=gold)


def _merged(
    before: Trusted | None, made: list[Certificate], asked: Asked
) -> tuple[Certificate, ...]:
    """Keep the certificates of pairs that were not asked about now.

    One that was asked about and not made again is of a judge or a dimension that is gone.
    """
    kept = {
        (one.dimension, one.judge): one
        for one in (before.certificates if before else ())
        if not asked.covers(one.dimension, one.judge)
    }
    kept.update({(one.dimension, one.judge): one for one in made})
    return tuple(kept[pair] for pair in sorted(kept))


def _require_versioned(bench: Bench, rubrics: Iterable[Rubric]) -> None:
    """Refuse a rubric whose text changed under its version: nobody could say what was rated."""
    for rubric in rubrics:
        count, first = bench.ratings.under_another_text(rubric)
        if count:
            file = bench.workspace.rubrics[rubric.dimension].file
            raise DataError(
                f"{file}: the text changed under version {rubric.version} ({count} labels, first "
                f"{first}, were made under another text); bump the version before certifying"
            )
