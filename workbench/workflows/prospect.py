"""Prospect: what certify would read and what was seen of it so far; nothing is opened."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workbench.calibration.evidence import Evidence
from workbench.domain.look import Look
from workbench.domain.rubric import Rubric
from workbench.store.ratings import FOREVER
from workbench.store.stamp import Stamp
from workbench.workflows.bench import Bench, Dimension
from workbench.workflows.looking import spent
from workbench.workflows.surveying import stamp
from workbench.workflows.trusting import Standing, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """One dimension before its test side is opened.

    Attributes:
        units: Labelled transcripts that certify would read.
        side: Where they stand; None where the opening itself draws the sides.
        looks: Looks at those labels so far, oldest first.
        k: Variants that these looks showed.
        judged: How many of the units each judge has a verdict on, floors left out.
    """

    rubric: Rubric
    units: int
    side: Literal["test", "both"] | None
    looks: tuple[Look, ...]
    k: int
    judged: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What there is to know before the test side is opened.

    Attributes:
        ahead: What certify would read, by dimension with a rating; counts, no agreement.
        certificates: Those of trusted.json, recomputed from the ledgers.
        stamp: What the files were; one with another stamp is out of date.
    """

    ahead: tuple[Ahead, ...]
    certificates: tuple[Standing, ...]
    stamp: Stamp


def prospect(root: Path) -> Prospect:
    """Tell what certify would read, and what stands certified; nothing is opened.

    Raises:
        DataError: The workspace cannot be read, or trusted.json is no certificate file.
    """
    before, bench = stamp(root), Bench(root)
    evidence = bench.evidence(bench.rubrics(), bench.judge_names())
    found = [bench.dimension_as_of(one, FOREVER)[0] for one in evidence.values()]
    return Prospect(
        ahead=tuple(_ahead(bench, one) for one in found),
        certificates=tuple(standings(bench)),
        stamp=before,
    )


def _ahead(bench: Bench, dimension: Dimension) -> Ahead:
    evidence, rounds = dimension.evidence, bench.rounds(dimension)
    drawn = bool(dimension.sides.placed)
    shown = evidence.restricted(dimension.units("test" if drawn else "all", rounds))
    looks = [look for look in dimension.looks if look.reads(rounds.first, rounds.last)]
    return Ahead(
        rubric=dimension.rubric,
        units=int(shown.labelled.sum()),
        side=_side(dimension) if drawn else None,
        looks=tuple(sorted(looks, key=lambda look: (look.at, look.judge))),
        k=spent(dimension, rounds),
        judged=_judged(shown),
    )


def _side(dimension: Dimension) -> Literal["test", "both"]:
    sides = {place.side for place in dimension.sides.placed.values()}
    return "both" if "both" in sides else "test"


def _judged(shown: Evidence) -> dict[str, int]:
    return {
        name: int((shown.labelled & (column.status >= 0)).sum())
        for name, column in sorted(shown.judges.items())
        if not column.floor
    }
