"""What calibrate, certify and plan have in common: evidence, sides and the record of looks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.splits import (
    Rounds,
    Sides,
    new_sides,
    rounds_to_read,
    sides_of,
)
from workbench.calibration.tables import Bools
from workbench.domain.digest import digest
from workbench.domain.finding import Finding
from workbench.domain.look import Draw, Look, Split
from workbench.domain.nearest import did_you_mean
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store.answers import Under
from workbench.store.catalogue import Catalogue
from workbench.store.journal import Journal, read_journal, write_entries
from workbench.store.ratings import FOREVER, Rater, Ratings
from workbench.store.workspace import Workspace
from workbench.workflows.relations import entries_of, with_relations


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which judges and dimensions a command was asked for; empty means all."""

    judges: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    """Dimensions that have to exist, whatever is asked about."""

    def covers(self, dimension: str, judge: str) -> bool:
        """Whether a pair was asked about."""
        return dimension in (self.dimensions or (dimension,)) and judge in (self.judges or (judge,))


ALL = Asked()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dimension:
    """One dimension as a command works on it."""

    evidence: Evidence
    sides: Sides
    looks: tuple[Look, ...]
    """Looks before this command."""

    @property
    def rubric(self) -> Rubric:
        """The rubric in force."""
        return self.evidence.rubric

    def units(self, split: Split, rounds: Rounds) -> Bools:
        """Return which units a split shows, shape (n_units,)."""
        if split == "development":
            return self.sides.development(self.evidence)
        if split == "test":
            return self.sides.test(self.evidence, rounds)
        return np.ones(self.evidence.n_units, dtype=bool)


class Bench:
    """A workspace with its evidence; reads each thing once."""

    def __init__(self, root: Path) -> None:
        """Open a workspace; raises DataError where the folder is none."""
        self.workspace = Workspace(root)
        self.catalogue = Catalogue(self.workspace)
        self.ratings = Ratings(self.workspace, self.catalogue)

    @cached_property
    def looks(self) -> Journal[Look]:
        """The record of looks as it was when the command began."""
        return read_journal(self.workspace.record("looks"), Look)

    @cached_property
    def draws(self) -> Journal[Draw]:
        """The record of sides as it was when the command began."""
        return read_journal(self.workspace.record("splits"), Draw)

    @property
    def stepped_over(self) -> tuple[Finding, ...]:
        """Lines of the ledgers that are no record; nothing of them counts."""
        return (
            *self.catalogue.findings,
            *self.ratings.findings,
            *self.ratings.gold.findings,
            *self.looks.findings,
            *self.draws.findings,
        )

    def rubrics(self, asked: Sequence[str] = ()) -> list[Rubric]:
        """Return the rubrics that carry ratings, in order of dimension.

        Raises:
            DataError: A dimension was asked for that has no rubric or no rating.
        """
        known = self.workspace.rubrics
        rated = self.ratings.dimensions()
        for name in asked:
            if name not in known:
                raise DataError(
                    f"dimension {name!r}: has no rubric; known: {_listed(known)}."
                    f"{did_you_mean(name, known)}"
                )
            if name not in rated:
                raise DataError(f"dimension {name!r}: has neither a label nor a verdict yet")
        return [
            known[name].rubric
            for name in sorted(known)
            if name in (asked or rated) and name in rated
        ]

    def judge_names(self, asked: Sequence[str] = ()) -> list[str]:
        """Return the judges and panels asked for, in order; raises DataError for an unknown one."""
        judges = self.workspace.judges
        known = {*judges.judges, *judges.panels}
        for name in asked:
            if name not in known:
                raise DataError(
                    f"judge {name!r}: is not in judges.yaml; known: {_listed(known)}."
                    f"{did_you_mean(name, known)} Add it under `judges`, a floor for example as "
                    "`floor-text: {baseline: text}`"
                )
        return sorted(asked or known)

    def evidence(
        self, rubrics: Sequence[Rubric], names: Sequence[str], *, as_of: datetime = FOREVER
    ) -> dict[str, Evidence]:
        """Return the evidence of dimensions beside judges, floors under their own label sets."""
        raters = self._raters(rubrics, names)
        found = self.ratings.evidence(rubrics, raters, as_of=as_of)
        judges = self.workspace.judges
        if not any(entry.model for name in names for entry in entries_of(judges, name)):
            return found
        models = self.ratings.field("agent_model")
        return {name: with_relations(one, judges, models) for name, one in found.items()}

    def _raters(self, rubrics: Sequence[Rubric], names: Sequence[str]) -> list[Rater]:
        """Return judges with the fingerprints that count now; floors need their label sets."""
        dimensions = [rubric.dimension for rubric in rubrics]
        floors = [name for name in names if self.is_floor(name)]
        asked = [name for name in floors if self.workspace.verdicts(name).exists()]
        sets = self._label_sets(rubrics) if asked else {}
        raters = [
            Rater(
                name=name,
                floor=True,
                fingerprints={
                    dimension: self.floor_fingerprint(name, dimension, labels)
                    for dimension, labels in sets.items()
                },
            )
            for name in asked
        ]
        raters += [
            Rater(
                name=name,
                floor=False,
                fingerprints={one: self.fingerprint(name, one) for one in dimensions},
            )
            for name in names
            if name not in floors
        ]
        return raters

    def is_floor(self, name: str) -> bool:
        """Whether a judge is a disclosed non-LLM floor."""
        judges = self.workspace.judges.judges
        return name in judges and judges[name].is_floor

    def is_recorded(self, name: str) -> bool:
        """Whether a judge's verdicts come by import alone: there is nobody to ask."""
        judges = self.workspace.judges.judges
        return name in judges and judges[name].recorded

    def fingerprint(self, name: str, dimension: str) -> str:
        """Return the fingerprint of a judge that is no floor, or of a panel, on a dimension."""
        judges = self.workspace.judges
        if name in judges.panels:
            panel = judges.panels[name]
            return panel.fingerprint(
                {member: self.fingerprint(member, dimension) for member in panel.members}
            )
        entry = judges.judges[name]
        if entry.model is None:
            return entry.fingerprint(name)
        from workbench.workflows.examining import fingerprint_of

        return fingerprint_of(self.workspace, name, entry, dimension)

    def under(self, name: str, rubrics: Iterable[Rubric]) -> dict[str, Under]:
        """Return what a verdict of a judge that is no floor must carry to count, by dimension."""
        return {
            rubric.dimension: Under(
                rubric_digest=rubric.digest,
                judge_digest=self.fingerprint(name, rubric.dimension),
            )
            for rubric in rubrics
        }

    def floor_fingerprint(self, name: str, dimension: str, label_set: str) -> str:
        """Return the fingerprint of a floor fitted on a dimension's development labels."""
        judge = self.workspace.judges.judges[name]
        return judge.fingerprint(name, label_set=digest([dimension, label_set]))

    def _label_sets(self, rubrics: Sequence[Rubric]) -> dict[str, str]:
        """Return the digest of every dimension's development labels."""
        evidence = self.ratings.evidence(rubrics)
        sets = {}
        for name, found in evidence.items():
            side = self.sides(name).development(found)
            if side.any():
                sets[name] = self.label_set(name, side)[0]
        return sets

    def label_set(self, dimension: str, chosen: Bools) -> tuple[str, int]:
        """Return digest and number of the labels on chosen units, of the evidence last read."""
        units, ids = self.ratings.label_ids(dimension)
        kept = [name for unit, name in zip(units.tolist(), ids, strict=True) if chosen[unit]]
        return digest(kept), len(kept)

    def sides(self, dimension: str) -> Sides:
        """Return where a dimension's cases stand, before new ones are drawn."""
        return sides_of([draw for draw in self.draws.entries if draw.dimension == dimension])

    def dimension_as_of(self, evidence: Evidence, at: datetime) -> tuple[Dimension, list[Look]]:
        """Return a dimension as a command found it at a moment, and the looks it then made."""
        name = evidence.rubric.dimension
        looks = [look for look in self.looks.entries if look.dimension == name]
        draws = [draw for draw in self.draws.entries if draw.dimension == name and draw.at <= at]
        before = tuple(look for look in looks if look.at < at)
        made = [look for look in looks if look.at == at]
        return Dimension(evidence=evidence, sides=sides_of(draws), looks=before), made

    def dimension(self, evidence: Evidence, now: datetime) -> Dimension:
        """Give sides to cases that have none, on the record, and return the dimension."""
        name = evidence.rubric.dimension
        looks = tuple(look for look in self.looks.entries if look.dimension == name)
        draws = [draw for draw in self.draws.entries if draw.dimension == name]
        new = new_sides(evidence, sides_of(draws), looks, self.workspace.policy.splits)
        if new:
            draw = Draw(
                id=digest([name, new.round, new.development, new.test, new.both]),
                dimension=name,
                round=new.round,
                development=new.development,
                test=new.test,
                both=new.both,
                at=now,
            )
            write_entries(self.workspace.record("splits"), [draw])
            draws.append(draw)
        return Dimension(evidence=evidence, sides=sides_of(draws), looks=looks)

    def rounds(self, dimension: Dimension) -> Rounds:
        """Return the rounds that certify reads now."""
        return rounds_to_read(
            dimension.evidence,
            dimension.sides,
            dimension.looks,
            self.workspace.policy.splits.fresh,
        )

    def record_looks(self, looks: Iterable[Look]) -> int:
        """Put looks on the record and return how many are new.

        The same variant on the same labels is no new look.
        """
        known = {look.id for look in self.looks.entries}
        new = list({look.id: look for look in looks if look.id not in known}.values())
        write_entries(self.workspace.record("looks"), new)
        return len(new)

    def labels_seen(self, dimension: Dimension, rounds: Rounds) -> bool:
        """Tell whether the rubric's text is younger than the first look at these labels."""
        looks = [look for look in dimension.looks if look.reads(rounds.first, rounds.last)]
        if not looks:
            return False
        own = [look.at for look in looks if look.rubric_digest == dimension.rubric.digest]
        born = [*own, *filter(None, [self.ratings.text_born(dimension.rubric)])]
        return not born or min(born) > min(look.at for look in looks)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names)) or "none"
