"""Looks: what showing agreement puts on the record, and the k that counts it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from workbench.calibration.evidence import Evidence
from workbench.calibration.splits import Rounds
from workbench.domain.digest import digest
from workbench.domain.look import Look, Split
from workbench.domain.rubric import Rubric
from workbench.workflows.bench import Dimension

Command = Literal["calibrate", "certify", "judge", "plan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Which labels a command shows agreement on."""

    command: Command
    split: Split
    rounds: Rounds
    at: datetime


def looks_at(evidence: Evidence, shown: Shown) -> list[Look]:
    """Return the looks that showing agreement makes: one a variant with a usable verdict.

    Args:
        evidence: Restricted to the labels shown.
        shown: Which labels these are.
    """
    units = int(evidence.labelled.sum())
    return [
        _look(evidence.rubric, judge, column.fingerprint, units, shown)
        for judge, column in sorted(evidence.judges.items())
        if column.usable and not column.floor
    ]


def looks_by_showing(
    dimension: Dimension, shown: Evidence, command: Command, split: Split, at: datetime
) -> list[Look]:
    """Return the looks that showing some units is, at those of them that certify reads too."""
    placed = dimension.sides.placed
    places = [placed[case] for case in set(shown.cases) if case in placed]
    read = sorted({place.round for place in places if place.side != "development"})
    if not read:
        return []
    rounds = Rounds(first=read[0], last=read[-1])
    certified = shown.restricted(dimension.sides.test(shown, rounds))
    return looks_at(certified, Shown(command=command, split=split, rounds=rounds, at=at))


def _look(rubric: Rubric, judge: str, fingerprint: str, units: int, shown: Shown) -> Look:
    rounds = shown.rounds
    key = [rubric.dimension, rubric.digest, fingerprint, rounds.first, rounds.last, units]
    return Look(
        id=digest(key),
        dimension=rubric.dimension,
        judge=judge,
        judge_digest=fingerprint,
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        command=shown.command,
        split=shown.split,
        first_round=rounds.first,
        last_round=rounds.last,
        units=units,
        at=shown.at,
    )


def variants(
    dimension: Dimension, rounds: Rounds, shown: Iterable[Look], *, also: str | None = None
) -> int:
    """Return k: the variants shown on the labels of some rounds.

    Args:
        dimension: With the looks made before.
        rounds: The labels that certify reads.
        shown: The looks made now.
        also: A judge to count as if certify had shown it already.
    """
    seen = _seen(dimension, rounds, shown)
    column = dimension.evidence.judges.get(also) if also is not None else None
    if column is not None and column.usable and not column.floor:
        seen.add((dimension.rubric.digest, column.fingerprint))
    return max(1, len(seen))


def spent(dimension: Dimension, rounds: Rounds, shown: Iterable[Look] = ()) -> int:
    """Return how many variants were shown on the labels of some rounds; 0: nobody saw any yet."""
    return len(_seen(dimension, rounds, shown))


def _seen(dimension: Dimension, rounds: Rounds, shown: Iterable[Look]) -> set[tuple[str, str]]:
    looks = (*dimension.looks, *shown)
    return {look.variant for look in looks if look.reads(rounds.first, rounds.last)}


def noted(recorded: int) -> str:
    """Say that looks went on the record, and what follows."""
    return (
        f"{recorded} look(s) at labels that certify reads were put on the record "
        "(record/looks.jsonl); they count in k"
    )
