"""Confusions: between which neighbouring anchors people, and a judge, part, and where."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from workbench.calibration.evidence import Evidence
from workbench.domain.level import Level

Who = Literal["people", "judge", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """Transcripts of which two ratings fall on two levels.

    Attributes:
        count: Transcripts with two such ratings that differ.
        of: Transcripts with two ratings on these two levels, the same or not.
    """

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """The share that parts; None where no transcript has two ratings on these levels."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A transcript on which raters part between two levels.

    Attributes:
        labels: People's levels, in the order of the scale.
        judge: The judge's level; None where it gave none or none was asked about.
        who: Whether people part among themselves here, the judge from one of them, or both.
    """

    transcript: str
    labels: tuple[Level, ...]
    judge: Level | None
    who: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Two anchors that are taken for each other.

    Attributes:
        people: Where the two ratings are labels of two people.
        judge: Where they are a label and the judge's level; None where no judge was asked about.
        cases: The transcripts, those where both part first.
    """

    lower: Level
    upper: Level
    people: Parted
    judge: Parted | None
    cases: tuple[Case, ...]

    @property
    def who(self) -> Who | None:
        """Who takes the one for the other; None: nobody does."""
        people, judge = self.people.count > 0, self.judge is not None and self.judge.count > 0
        if people and judge:
            return "both"
        return "people" if people else "judge" if judge else None


@dataclass(frozen=True, slots=True)
class _Unit:
    """The level codes that one transcript was given."""

    transcript: str
    labels: tuple[int, ...]
    judge: int | None

    @property
    def among_people(self) -> Iterator[tuple[int, int]]:
        return combinations(self.labels, 2)

    @property
    def with_judge(self) -> Iterator[tuple[int, int]]:
        return ((label, self.judge) for label in self.labels if self.judge is not None)


def confusions(evidence: Evidence, judge: str | None = None) -> tuple[Confusion, ...]:
    """Return every two neighbouring anchors with who parts between them, most often parted first.

    On a nominal scale every two levels are neighbours.

    Args:
        evidence: The dimension's units to look at; labels sampled at random count.
        judge: A judge whose levels are wanted beside people's; it may have given none.
    """
    units = _units(evidence, judge)
    codes = range(len(evidence.rubric.scale_levels))
    pairs = combinations(codes, 2) if evidence.nominal else pairwise(codes)
    found = [_confusion(evidence, units, pair, judge is not None) for pair in pairs]
    return tuple(sorted(found, key=_times, reverse=True))


def _times(one: Confusion) -> int:
    return one.people.count + (one.judge.count if one.judge else 0)


def _units(evidence: Evidence, judge: str | None) -> list[_Unit]:
    labels: dict[int, list[int]] = defaultdict(list)
    for unit, level in zip(evidence.unit.tolist(), evidence.level.tolist(), strict=True):
        labels[unit].append(level)
    column = evidence.judges.get(judge) if judge is not None else None
    levels = [-1] * evidence.n_units if column is None else column.level.tolist()
    return [
        _Unit(
            evidence.transcripts[unit],
            tuple(sorted(labels[unit])),
            levels[unit] if levels[unit] >= 0 else None,
        )
        for unit in sorted(labels)
    ]


def _confusion(
    evidence: Evidence, units: Sequence[_Unit], pair: tuple[int, int], judged: bool
) -> Confusion:
    scale, (lower, upper) = evidence.rubric.scale_levels, pair
    cases = []
    for unit in units:
        who = _who(unit, {lower, upper})
        if who is not None:
            cases.append(
                Case(
                    transcript=unit.transcript,
                    labels=tuple(scale[code] for code in unit.labels),
                    judge=None if unit.judge is None else scale[unit.judge],
                    who=who,
                )
            )
    return Confusion(
        lower=scale[lower],
        upper=scale[upper],
        people=_parted((unit.among_people for unit in units), {lower, upper}),
        judge=_parted((unit.with_judge for unit in units), {lower, upper}) if judged else None,
        cases=tuple(sorted(cases, key=lambda case: case.who != "both")),
    )


def _parted(units: Iterable[Iterable[tuple[int, int]]], levels: set[int]) -> Parted:
    on_them = [{frozenset(pair) for pair in pairs if levels.issuperset(pair)} for pairs in units]
    return Parted(
        count=sum(levels in found for found in on_them), of=sum(bool(found) for found in on_them)
    )


def _who(unit: _Unit, levels: set[int]) -> Who | None:
    people = any(set(pair) == levels for pair in unit.among_people)
    judge = any(set(pair) == levels for pair in unit.with_judge)
    if people and judge:
        return "both"
    return "people" if people else "judge" if judge else None
