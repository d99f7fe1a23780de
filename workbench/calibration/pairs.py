"""Pairs: labels beside something else that was said of the same unit, coded to arrays."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.calibration.tables import Ratings
from workbench.domain.rubric import Rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One label and the level it is compared with, both as the ledgers write them.

    Attributes:
        unit: What both are of; every pair of a unit has the same `other`.
        case: What is left out whole.
        rater: Whose label it is.
        level: The label.
        other: What it is compared with.
    """

    unit: Hashable
    case: str
    rater: Hashable
    level: str
    other: str


def coded(pairs: Sequence[Pair], rubric: Rubric) -> Ratings:
    """Return pairs as ratings, the other side in the judge's place; off the scale is left out."""
    code = {str(level): number for number, level in enumerate(rubric.scale_levels)}
    kept = [pair for pair in pairs if pair.level in code and pair.other in code]
    units = {pair.unit: pair for pair in kept}
    place = {unit: number for number, unit in enumerate(units)}
    case = _numbered([pair.case for pair in units.values()])
    return Ratings(
        n_levels=len(code),
        unit=np.array([place[pair.unit] for pair in kept], dtype=np.int32),
        rater=np.array(_numbered([pair.rater for pair in kept]), dtype=np.int32),
        level=np.array([code[pair.level] for pair in kept], dtype=np.int8),
        cluster=np.array(case, dtype=np.int32),
        judge=np.array([code[pair.other] for pair in units.values()], dtype=np.int8),
        nominal=rubric.scale == "nominal",
    )


def _numbered(names: Sequence[Hashable]) -> list[int]:
    """Return the number of each name, in the order in which they first occur."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]
