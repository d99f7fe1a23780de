"""Where labellers part: the units to adjudicate, found, sorted and paged by the engine."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.domain.disagreement import Disagreement, Left, Wanted
from workbench.domain.flag import Flag
from workbench.domain.gold import GoldKey
from workbench.domain.rubric import Rubric
from workbench.store import disagreement_sql as sql
from workbench.store.query import Engine
from workbench.store.ratings import Ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One label that counts, as it stands in its ledger."""

    labeller: str
    status: str
    level: str | None
    note: str | None
    evidence: tuple[int, ...]


class Disagreements:
    """The units asked for, widest spread first, as the ledgers stood when this was made.

    Where somebody reads them, those that they labelled themselves come after all others.

    Only labels that count for trust are looked at: no repeats, none given after a reveal, the
    newest of every labeller, under a version that still means the same.
    """

    def __init__(self, engine: Engine, ratings: Ratings, rubrics: Sequence[Rubric]) -> None:
        """Pick the labels that count under the rubrics in force."""
        self._engine = engine
        self._ratings = ratings
        self._nominal = [one.dimension for one in rubrics if one.scale == "nominal"]
        ratings.pick_labels(rubrics)

    def find(
        self,
        wanted: Wanted,
        flags: Iterable[Flag],
        decided: Iterable[GoldKey],
        reader: str | None = None,
        seen: Collection[str] = (),
    ) -> int:
        """Find the units asked for and return how many there are.

        Args:
            wanted: Which.
            flags: What was flagged; one that names no dimension is about all of them, one that
                names no criterion about all criteria.
            decided: Units on which a decision stands.
            reader: Who is to settle them; None: nobody in particular.
            seen: The transcripts of which they were shown what others say.
        """
        self._engine.run(sql.BLIND, {"reader": reader, "seen": list(seen)})
        self._engine.run(
            sql.DISPUTED,
            {
                "which": wanted.which,
                "dimension": wanted.dimension,
                "settled": wanted.settled,
                "nominal": self._nominal,
                "flags": [[flag.transcript, flag.dimension, flag.criterion] for flag in flags],
                "decided": [list(key) for key in decided],
                "reader": reader,
            },
        )
        return self._count(sql.COUNT)

    def page(self, offset: int = 0, limit: int | None = None) -> tuple[Disagreement, ...]:
        """Return the units found from a place on; all of them without a limit."""
        rows = self._engine.rows(sql.PAGE, {"offset": offset, "limit": limit})
        return tuple(
            Disagreement(
                unit=(transcript, dimension, criterion),
                spread=spread,
                mixed=mixed,
                given=tuple(given),
                own=own,
            )
            for transcript, dimension, criterion, spread, mixed, given, own in rows
        )

    def left(self) -> Left:
        """Return how many of the units found no decision stands on."""
        ((free, own),) = self._engine.rows(sql.LEFT)
        return Left(free=free, own=own)

    def sparing(self) -> int:
        """Return how many that are for the reader to settle cost them no blind label."""
        return self._count(sql.SPARING)

    def flagged(self) -> int:
        """Return how many of the units found are flagged."""
        return self._count(sql.FLAGGED)

    def costs(self, unit: GoldKey) -> bool:
        """Tell whether the reader who was found for loses a blind label by reading a unit."""
        return self._count(sql.COSTS, _named(unit)) > 0

    def free(self, start: int, besides: int | None = None) -> int | None:
        """Return the first place from one on, going round, that is for the reader to settle.

        One that costs them a blind label comes only where no other is left.

        Args:
            start: The place to begin at.
            besides: A place that is not asked for.
        """
        found = self._engine.rows(sql.FREE, {"start": start, "besides": besides})
        return found[0][0] if found else None

    def place(self, unit: GoldKey) -> int | None:
        """Return where a unit stands among those found; None where it is none of them."""
        found = self._engine.rows(sql.PLACE, _named(unit))
        return found[0][0] if found else None

    def labels(self, unit: GoldKey) -> tuple[Given, ...]:
        """Return the labels of one unit that count, by labeller."""
        query = sql.LABELS.format(**self._ratings.tables)
        return tuple(
            Given(
                labeller=labeller,
                status=status,
                level=level,
                note=note,
                evidence=tuple(evidence or ()),
            )
            for labeller, status, level, note, evidence in self._engine.rows(query, _named(unit))
        )

    def _count(self, query: str, values: Mapping[str, object] | None = None) -> int:
        count: int = self._engine.rows(query, values)[0][0]
        return count


def _named(unit: GoldKey) -> dict[str, object]:
    return dict(zip(("transcript", "dimension", "criterion"), unit, strict=True))
