"""Sides: which cases may be learnt from, which are kept for proof, and which are still fresh."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.tables import Bools
from workbench.domain.look import Draw, Look, Side
from workbench.domain.policy import Splits


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where one case stands."""

    side: Side
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSides:
    """Cases that have no side yet, and the sides they are to have."""

    round: int
    development: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    both: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether any case is placed."""
        return bool(self.development or self.test or self.both)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """The rounds of the test side that certify reads."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The sides of one dimension's cases."""

    placed: Mapping[str, Placed] = field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The newest round that has a case; 1 before anything was drawn."""
        return max((place.round for place in self.placed.values()), default=1)

    def development(self, evidence: Evidence) -> Bools:
        """Whether each unit may be learnt from, shape (n_units,)."""
        return self._where(evidence, lambda place: place.side != "test")

    def test(self, evidence: Evidence, rounds: Rounds) -> Bools:
        """Whether certify reads each unit, shape (n_units,)."""
        return self._where(
            evidence,
            lambda place: (
                place.side != "development" and rounds.first <= place.round <= rounds.last
            ),
        )

    def _where(self, evidence: Evidence, wanted: Callable[[Placed], bool]) -> Bools:
        chosen = {case for case, place in self.placed.items() if wanted(place)}
        return np.fromiter((case in chosen for case in evidence.cases), bool, evidence.n_units)


def sides_of(draws: Sequence[Draw]) -> Sides:
    """Return where every case stands; of two draws of a case the earlier counts."""
    placed: dict[str, Placed] = {}
    for draw in sorted(draws, key=lambda draw: (draw.at, draw.id)):
        given: tuple[tuple[Side, tuple[str, ...]], ...] = (
            ("development", draw.development),
            ("test", draw.test),
            ("both", draw.both),
        )
        for side, cases in given:
            place = Placed(side=side, round=draw.round)
            for case in cases:
                placed.setdefault(case, place)
    return Sides(placed=placed)


def new_sides(evidence: Evidence, sides: Sides, looks: Sequence[Look], policy: Splits) -> NewSides:
    """Give sides to the labelled cases that have none.

    At a dimension's first look all cases are drawn, stratified by level; whatever is labelled
    later goes to the test side, in a round of its own once the round before it was looked at.

    Args:
        evidence: The dimension's labelled units.
        sides: Where its cases stand so far.
        looks: The looks at the dimension.
        policy: Sizes and shares.
    """
    labelled = {evidence.cases[unit] for unit in np.flatnonzero(evidence.labelled)}
    unplaced = sorted(labelled - sides.placed.keys())
    if sides.placed:
        return NewSides(round=seen_round(looks) + 1, test=tuple(unplaced))
    size = int(evidence.labelled.sum())
    if size < policy.both_below:
        return NewSides(round=1, both=tuple(unplaced))
    share = policy.development_share if size < policy.halves_from else 0.5
    development = _stratified(evidence, unplaced, share)
    return NewSides(
        round=1,
        development=tuple(case for case in unplaced if case in development),
        test=tuple(case for case in unplaced if case not in development),
    )


def seen_round(looks: Sequence[Look]) -> int:
    """Return the newest round of the test side that was looked at; 0 where none was."""
    return max((look.last_round for look in looks), default=0)


def rounds_to_read(evidence: Evidence, sides: Sides, looks: Sequence[Look], fresh: int) -> Rounds:
    """Return the rounds that certify reads now.

    Args:
        evidence: The dimension's labelled units.
        sides: Where its cases stand.
        looks: The looks at the dimension.
        fresh: How many unseen transcripts make the earlier ones unnecessary.
    """
    seen, last = seen_round(looks), sides.last_round
    if seen:
        unseen = sides.test(evidence, Rounds(first=seen + 1, last=last)) & evidence.labelled
        if int(unseen.sum()) >= fresh:
            return Rounds(first=seen + 1, last=last)
    first = max((look.first_round for look in looks if look.command == "certify"), default=1)
    return Rounds(first=first, last=last)


def _stratified(evidence: Evidence, cases: Sequence[str], share: float) -> set[str]:
    """Choose a share of the cases, the same of every level as nearly as whole cases allow.

    The order inside a level is that of the digests of dimension and case: nobody can choose it,
    and it is the same on every machine.
    """
    strata: dict[int, list[str]] = defaultdict(list)
    levels = _levels(evidence)
    for case in cases:
        strata[levels[case]].append(case)
    chosen: set[str] = set()
    owed = 0.0
    for level in sorted(strata):
        ordered = sorted(strata[level], key=lambda case: lot(evidence.rubric.dimension, case))
        owed += share * len(ordered)
        take = round(owed)
        owed -= take
        chosen.update(ordered[:take])
    return chosen


def _levels(evidence: Evidence) -> dict[str, int]:
    """Return the lower median level code of each case's labels."""
    found: dict[str, list[int]] = defaultdict(list)
    for unit, level in zip(evidence.unit.tolist(), evidence.level.tolist(), strict=True):
        found[evidence.cases[unit]].append(level)
    return {case: sorted(levels)[(len(levels) - 1) // 2] for case, levels in found.items()}


def lot(dimension: str, name: str) -> bytes:
    """Return what cases or transcripts are drawn by: as good as random, the same everywhere."""
    return hashlib.sha256(f"{dimension}\0{name}".encode("utf-8", "surrogatepass")).digest()
