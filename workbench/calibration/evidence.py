"""What people and judges said of one dimension: the arrays that every figure is computed from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.tables import Bools, Floats, Levels, Ratings
from workbench.domain.rubric import Rubric

Indexes = NDArray[np.int32]

NO_VERDICT, RATED, NOT_APPLICABLE, NO_MAJORITY, ERROR = -1, 0, 1, 2, 3
"""What a judge gave a unit, as `JudgeColumn.status` codes it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgeColumn:
    """One judge's verdicts on the labelled units of one dimension.

    Attributes:
        fingerprint: The digest under which these verdicts were given.
        floor: Whether the judge is a disclosed non-LLM floor.
        level: Level code, shape (n_units,), -1 where the judge gave none.
        status: What it gave, shape (n_units,), in the codes above.
        kinds: Error kind of each unit in error.
        first_errors: Unit and message of every error, in the order of the ledger.
        outdated: Verdicts left out: of an older rubric text or another fingerprint.
        models: The models that the provider says answered.
        related: Whether judge and agent are of one model or family, shape (n_units,); None: no.
    """

    fingerprint: str
    floor: bool
    level: Levels
    status: Levels
    kinds: Mapping[int, str]
    first_errors: tuple[tuple[int, str], ...]
    outdated: int = 0
    models: tuple[str, ...] = ()
    related: Bools | None = None

    @property
    def usable(self) -> bool:
        """Whether at least one verdict has a level."""
        return bool((self.level >= 0).any())


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """One dimension: its labelled units, people's counted labels, and judges' verdicts.

    A unit is a transcript (or a transcript and criterion). Only labels sampled at random are in
    `unit`, `labeller` and `level`; the rest is counted beside them.

    Attributes:
        rubric: The rubric in force.
        transcripts: Transcript id of each unit.
        cases: Case of each unit, what is split and left out whole.
        labellers: Names; `labeller` indexes them.
        unit: Unit index of each label with a level, shape (n_labels,).
        labeller: Labeller index, shape (n_labels,).
        level: Level code in the rubric's order, shape (n_labels,).
        not_applicable: Unit index of each "not applicable" label.
        cannot_tell: Unit index of each "cannot tell" label.
        not_random: Unit index of each label left out because it was not sampled at random.
        assumed: Whether any counted label was only assumed to be sampled at random.
        judges: Verdicts by judge name.
        gold: Level code that adjudication settled, shape (n_units,), -1 where none; None: nowhere.
    """

    rubric: Rubric
    transcripts: tuple[str, ...]
    cases: tuple[str, ...]
    labellers: tuple[str, ...]
    unit: Indexes
    labeller: Indexes
    level: Levels
    not_applicable: Indexes
    cannot_tell: Indexes
    not_random: Indexes
    assumed: bool = False
    judges: Mapping[str, JudgeColumn] = field(default_factory=dict)
    gold: Levels | None = None

    @property
    def n_units(self) -> int:
        """Number of units that anybody labelled."""
        return len(self.transcripts)

    @property
    def nominal(self) -> bool:
        """Whether the scale has no order."""
        return self.rubric.scale == "nominal"

    @cached_property
    def labelled(self) -> Bools:
        """Whether each unit has a counted label with a level, shape (n_units,)."""
        found = np.zeros(self.n_units, dtype=bool)
        found[self.unit] = True
        return found

    @cached_property
    def people_means(self) -> Floats:
        """Mean level code of each unit's counted labels, shape (n_units,), NaN where none."""
        labels = np.bincount(self.unit, minlength=self.n_units)
        sums = np.bincount(self.unit, weights=self.level, minlength=self.n_units)
        means = np.full(self.n_units, np.nan)
        np.divide(sums, labels, out=means, where=labels > 0)
        return means

    @cached_property
    def clusters(self) -> Indexes:
        """Index of the case of each unit, shape (n_units,)."""
        numbers: dict[str, int] = {}
        coded = [numbers.setdefault(case, len(numbers)) for case in self.cases]
        return np.array(coded, dtype=np.int32)

    def ratings(self, judge: str | None = None) -> Ratings:
        """Return people's labels as arrays, beside one judge's levels where one is named."""
        return Ratings(
            n_levels=len(self.rubric.scale_levels),
            unit=self.unit,
            rater=self.labeller,
            level=self.level,
            cluster=self.clusters,
            judge=None if judge is None else self.judges[judge].level,
            nominal=self.nominal,
        )

    def restricted(self, keep: Bools) -> "Evidence":
        """Return the evidence on some of the units.

        Args:
            keep: Whether each unit stays, shape (n_units,).
        """
        number = np.cumsum(keep, dtype=np.int32) - np.int32(1)
        labels = keep[self.unit]
        kept = np.flatnonzero(keep)

        def moved(units: Indexes) -> Indexes:
            return number[units[keep[units]]]

        return replace(
            self,
            transcripts=tuple(self.transcripts[i] for i in kept),
            cases=tuple(self.cases[i] for i in kept),
            unit=number[self.unit[labels]],
            labeller=self.labeller[labels],
            level=self.level[labels],
            not_applicable=moved(self.not_applicable),
            cannot_tell=moved(self.cannot_tell),
            not_random=moved(self.not_random),
            gold=None if self.gold is None else self.gold[keep],
            judges={
                name: _restricted(column, keep, number) for name, column in self.judges.items()
            },
        )


def _restricted(column: JudgeColumn, keep: Bools, number: Indexes) -> JudgeColumn:
    return replace(
        column,
        level=column.level[keep],
        related=None if column.related is None else column.related[keep],
        status=column.status[keep],
        kinds={int(number[unit]): kind for unit, kind in column.kinds.items() if keep[unit]},
        first_errors=tuple(
            (int(number[unit]), message) for unit, message in column.first_errors if keep[unit]
        ),
    )
