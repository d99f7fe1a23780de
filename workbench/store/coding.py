"""Integer codes from the engine, made into the arrays that calibration computes from."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.evidence import NO_VERDICT, Evidence, Indexes, JudgeColumn
from workbench.calibration.tables import Levels
from workbench.domain.rubric import Rubric
from workbench.store.query import Columns


def rubric_rows(rubrics: Iterable[Rubric]) -> list[list[object]]:
    """Return the parameter of `rating_sql.RUBRIC`; a rubric's place is its number."""
    return [[n, one.dimension, one.major, one.digest] for n, one in enumerate(rubrics)]


def scale_rows(rubrics: Iterable[Rubric]) -> list[list[object]]:
    """Return the parameter of `rating_sql.SCALE`: every level's code."""
    return [
        [number, str(level), code]
        for number, rubric in enumerate(rubrics)
        for code, level in enumerate(rubric.scale_levels)
    ]


def parts(numbers: NDArray[np.int32], count: int) -> list[slice]:
    """Return where each of 0..count-1 stands in a sorted array."""
    edges = np.searchsorted(numbers, np.arange(count + 1))
    return [slice(int(edges[i]), int(edges[i + 1])) for i in range(count)]


def parted(columns: Columns, count: int) -> list[Columns]:
    """Return the columns of each of 0..count-1, of columns sorted by `number`."""
    return [
        {name: column[part] for name, column in columns.items()}
        for part in parts(columns["number"], count)
    ]


def coded_evidence(
    rubric: Rubric,
    names: tuple[list[str], list[str], list[str]],
    codes: Columns,
    columns: dict[str, JudgeColumn],
) -> Evidence:
    """Return one dimension's evidence.

    Args:
        rubric: The rubric in force.
        names: Transcript and case of every unit, and the labellers.
        codes: The columns of `rating_sql.LABEL_CODES` for this dimension.
        columns: The judges' columns.
    """
    transcripts, cases, labellers = names
    random = codes["random"].astype(bool)
    rated = random & (codes["code"] >= 0)

    def units(chosen: NDArray[np.bool_]) -> Indexes:
        return codes["unit"][chosen].astype(np.int32)

    return Evidence(
        rubric=rubric,
        transcripts=tuple(transcripts),
        cases=tuple(cases),
        labellers=tuple(labellers),
        unit=units(rated),
        labeller=codes["rater"][rated].astype(np.int32),
        level=codes["code"][rated].astype(np.int8),
        not_applicable=units(random & codes["not_applicable"].astype(bool)),
        cannot_tell=units(random & codes["cannot_tell"].astype(bool)),
        not_random=units(~random),
        assumed=bool((rated & codes["assumed"].astype(bool)).any()),
        judges=columns,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one judge said of one dimension's units."""

    codes: Columns
    errors: list[tuple[int, str, str]]
    """Unit, kind and message, in the order of the ledger."""
    models: list[str]


def judge_column(fingerprint: str, floor: bool, n_units: int, said: Said) -> JudgeColumn:
    """Return one judge's column over all units; verdicts that are not current only count."""
    codes = said.codes
    current = codes["current"].astype(bool)
    level = np.full(n_units, -1, dtype=np.int8)
    status = np.full(n_units, NO_VERDICT, dtype=np.int8)
    at = codes["unit"][current]
    level[at] = codes["code"][current]
    status[at] = codes["status"][current]
    return JudgeColumn(
        fingerprint=fingerprint,
        floor=floor,
        level=level,
        status=status,
        kinds={unit: kind for unit, kind, _ in said.errors},
        first_errors=tuple((unit, message) for unit, _, message in said.errors),
        outdated=int((~current).sum()),
        models=tuple(said.models),
    )


def gold_column(n_units: int, codes: Columns) -> Levels | None:
    """Return the gold level of every unit from `rating_sql.GOLD_CODES`; None without any."""
    if not len(codes["unit"]):
        return None
    level = np.full(n_units, NO_VERDICT, dtype=np.int8)
    level[codes["unit"]] = codes["code"]
    return level
