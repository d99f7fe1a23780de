"""Evidence of one dimension from readable rows, and from tables of people by judge."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.calibration.build import Row, ratings_of
from workbench.calibration.evidence import (
    ERROR,
    NO_MAJORITY,
    NO_VERDICT,
    NOT_APPLICABLE,
    RATED,
    Evidence,
    JudgeColumn,
)
from workbench.calibration.summary import Agreement, agreement
from workbench.domain.rubric import Rubric

Said = int | str | None
"""A level, ``error``, ``not_applicable`` or ``no_majority``; None: no verdict."""
Table = Sequence[Sequence[int]]

STATUS = {"error": ERROR, "not_applicable": NOT_APPLICABLE, "no_majority": NO_MAJORITY}
NOBODY = np.empty(0, dtype=np.int32)


def rubric(n_levels: int = 4, **fields: Any) -> Rubric:
    """Return the rubric of tone, levels from 1 up."""
    anchors = {level: f"anchor {level}" for level in range(1, n_levels + 1)}
    given = {"dimension": "tone", "version": "1.0", "question": "Is it polite?", "anchors": anchors}
    return Rubric.model_validate(given | fields)


def nominal(*names: str, **fields: Any) -> Rubric:
    """Return a rubric whose levels have no order."""
    return rubric(scale="nominal", anchors={name: f"it is {name}" for name in names}, **fields)


def column(said: Sequence[Said], **fields: Any) -> JudgeColumn:
    """Return what a judge said of each unit, levels from 1 up."""
    errors = [unit for unit, one in enumerate(said) if one == "error"]
    given: dict[str, Any] = {
        "fingerprint": "a" * 64,
        "floor": False,
        "level": np.array([one - 1 if isinstance(one, int) else -1 for one in said], dtype=np.int8),
        "status": np.array([_status(one) for one in said], dtype=np.int8),
        "kinds": dict.fromkeys(errors, "fractional"),
        "first_errors": tuple((unit, f"2.{unit} is not a level of 1-4") for unit in errors),
    }
    return JudgeColumn(**given | fields)


def _status(said: Said) -> int:
    if said is None:
        return NO_VERDICT
    return STATUS[said] if isinstance(said, str) else RATED


def evidence(
    people: Sequence[Row],
    judge: Sequence[Said],
    *,
    on: Rubric | None = None,
    cases: Sequence[str] | None = None,
    **fields: Any,
) -> Evidence:
    """Return evidence of one row of levels a labeller and one judge called ``strict``."""
    ratings = ratings_of(people, n_levels=len((on or rubric()).scale_levels))
    names = tuple(f"t{unit:04}" for unit in range(len(judge)))
    given: dict[str, Any] = {
        "rubric": on or rubric(),
        "transcripts": names,
        "cases": names if cases is None else tuple(cases),
        "labellers": tuple(f"labeller {i}" for i in range(len(people))),
        "unit": ratings.unit,
        "labeller": ratings.rater,
        "level": ratings.level,
        "not_applicable": NOBODY,
        "cannot_tell": NOBODY,
        "not_random": NOBODY,
        "judges": {"strict": column(judge)},
    }
    return Evidence(**given | fields)


def rows_of(table: Table) -> tuple[list[int], list[int]]:
    """Return one label and one verdict a transcript, as often as the table of people says."""
    pairs = [
        (people, judge)
        for people, row in enumerate(table, 1)
        for judge, count in enumerate(row, 1)
        for _ in range(count)
    ]
    return [people for people, _ in pairs], [judge for _, judge in pairs]


def measured(table: Table, *, on: Rubric | None = None, k: int = 1, **fields: Any) -> Agreement:
    """Return the agreement of a table of people by judge, one label a transcript."""
    people, judge = rows_of(table)
    found = evidence([people], judge, on=on or rubric(len(table)), **fields)
    return agreement(found, "strict", split="test", variants=k)
