"""Retracing: how one judge did under earlier rubric texts and fingerprints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from workbench.calibration.coefficients import pooled_kappa, primary_weights
from workbench.calibration.pairs import Pair, coded
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import pool
from workbench.domain.look import Split
from workbench.domain.rubric import Rubric
from workbench.store.archive import Archive, Compared, Era
from workbench.workflows.bench import Bench, Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One judge under one rubric text and one fingerprint.

    Attributes:
        rubric_version: The newest version with this text.
        rubric_digest: Of the text.
        fingerprint: The judge's.
        current: Whether both are in force.
        verdicts: How many verdicts stand under them.
        first: When the first of them was given.
        last: When the last was.
        units: Units shown that carry both a random label and a level; 0 where it is not shown.
        kappa: The kappa that trust is decided by; None where it may not be shown.
    """

    rubric_version: str
    rubric_digest: str
    fingerprint: str
    current: bool
    verdicts: int
    first: datetime
    last: datetime
    units: int
    kappa: Statistic | None


def retraced(
    bench: Bench, archive: Archive, dimension: Dimension, judge: str, split: Split
) -> tuple[Past, ...]:
    """Return a judge's history, the oldest first, on the side that is shown.

    Labels count for the major version that they were given under. Where certify reads some of the
    labels, agreement is shown of variants only that were looked at before: retracing spends none.

    Args:
        bench: The workspace.
        archive: Its archive.
        dimension: With its sides and looks.
        judge: A judge of judges.yaml, or a panel; no floor, which is another with every label.
        split: Which side is shown.
    """
    name, rubric = dimension.rubric.dimension, dimension.rubric
    compared = archive.compared(name, judge)
    cases = {entry.id: entry.case for entry in bench.catalogue.listed()}
    current = (rubric.digest, bench.fingerprint(judge, name))
    seen = {look.variant for look in bench.looks.entries if look.dimension == name} | {current}
    found = []
    for era in archive.eras(name, judge):
        pairs = _shown(compared.get(era.variant, ()), cases, dimension, split)
        read = any(_is_read(pair.case, dimension) for pair in pairs)
        open_to_all = not read or era.variant in seen
        found.append(_past(era, pairs if open_to_all else None, rubric, era.variant == current))
    return tuple(found)


def _shown(
    compared: Sequence[Compared], cases: Mapping[str, str], dimension: Dimension, split: Split
) -> list[Pair]:
    """Return the pairs on the side that is shown; a case without a side is on none."""
    placed = dimension.sides.placed
    sides = {"development", "both"} if split == "development" else {"development", "both", "test"}
    found = []
    for one in compared:
        case = cases.get(one.transcript, one.transcript)
        if case in placed and placed[case].side in sides:
            found.append(
                Pair(
                    unit=(one.transcript, one.criterion),
                    case=case,
                    rater=one.labeller,
                    level=one.level,
                    other=one.other,
                )
            )
    return found


def _is_read(case: str, dimension: Dimension) -> bool:
    return dimension.sides.placed[case].side != "development"


def _past(era: Era, pairs: Sequence[Pair] | None, rubric: Rubric, current: bool) -> Past:
    pooled = pool(coded(pairs or (), rubric))
    weights = primary_weights(nominal=rubric.scale == "nominal")
    return Past(
        rubric_version=era.rubric_version,
        rubric_digest=era.rubric_digest,
        fingerprint=era.fingerprint,
        current=current,
        verdicts=era.verdicts,
        first=era.first,
        last=era.last,
        units=pooled.n_units,
        kappa=None if pairs is None else pooled_kappa(pooled, weights),
    )
