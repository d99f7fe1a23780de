"""Adjudicate: what labellers differ on, widest first, and the gold level settled with a reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.digest import digest
from workbench.domain.disagreement import Disagreement, Left, Wanted
from workbench.domain.dismissal import Dismissal
from workbench.domain.flag import Flag
from workbench.domain.gold import Gold, GoldKey, GoldStatus
from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.catalogue import Catalogue
from workbench.store.disagreements import Disagreements
from workbench.store.golds import standing
from workbench.store.journal import read_journal, write_entries
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.covering import reveal, seen_by
from workbench.workflows.dismissing import dismissed
from workbench.workflows.testimony import (
    Raised,
    Testimony,
    apart,
    raised,
    sentences,
    testimonies,
)
from workbench.workflows.undecided import decides, newest_first

_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One unit of the queue."""

    disagreement: Disagreement
    apart: str
    """How far labels lie apart, in words."""
    reasons: tuple[str, ...]
    """Why it was flagged; flags that were dismissed are left out."""
    dismissed: bool
    """Whether it was flagged and every flag of it was dismissed."""
    gold: Gold | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """What an adjudicator reads of one unit; no judge's level is part of it."""

    unit: GoldKey
    rubric: Rubric
    transcript: Transcript | None
    """None where the conversation is not in the workspace."""
    labels: tuple[Testimony, ...]
    flags: tuple[Raised, ...]
    """Those that were not dismissed."""
    flag_ids: tuple[str, ...]
    """Of the same flags; one that was raised twice is told once and has two."""
    dismissals: tuple[Dismissal, ...]
    """Of the others, the newest first."""
    gold: Gold | None
    """The decision that stands, also one made under an older text."""
    history: tuple[Gold, ...]
    """Every decision on the unit, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an adjudicator decides of one unit."""

    unit: GoldKey
    adjudicator: str | None
    status: GoldStatus
    level: Level | None = None
    reason: str
    replaces: str | None = None
    """The id of the decision that the adjudicator saw stand; None where there was none."""


class Sitting:
    """The queue at one moment: all that one drawing of the page reads."""

    def __init__(self, root: Path, reader: str | None = None) -> None:
        """Open a workspace; raises DataError where it cannot be read.

        Args:
            root: The workspace.
            reader: Who is to settle what is found: what they labelled themselves comes last.
        """
        self._bench = Bench(root)
        self._reader = reader
        workspace = self._bench.workspace
        self._rubrics = {name: file.rubric for name, file in workspace.rubrics.items()}
        self._flags = read_journal(workspace.record("queue"), Flag).entries
        self._dismissed = dismissed(workspace)
        self._gold = standing(self._bench.ratings.gold.entries)
        ordered = [self._rubrics[name] for name in sorted(self._rubrics)]
        self._found = Disagreements(workspace.engine, self._bench.ratings, ordered)

    def find(self, wanted: Wanted) -> int:
        """Find the units asked for, before any of them is read, and return how many there are.

        A flag that was dismissed asks for nothing; with those settled come those dismissed.
        """
        decided = [one.key for one in self._gold.values() if decides(one, self._rubrics)]
        flags = self._flags if wanted.settled else self._open(self._flags)
        seen = seen_by(self._bench.workspace, self._reader) if self._reader else frozenset()
        return self._found.find(wanted, flags, decided, self._reader, seen)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Every dimension with a rubric, in order."""
        return tuple(sorted(self._rubrics))

    def rows(self, offset: int = 0, limit: int | None = None) -> tuple[Row, ...]:
        """Return the units asked for, widest spread first, from a place on."""
        return tuple(self._row(one) for one in self._found.page(offset, limit))

    def left(self) -> Left:
        """Return how much of what was found is left to the reader, and how much to others."""
        return self._found.left()

    def free(self, start: int, besides: int | None = None) -> int | None:
        """Return the first place from `start` on, going round, that is the reader's to settle.

        One that costs the reader a blind label comes only where no other is left.
        """
        return self._found.free(start, besides)

    def sparing(self) -> int:
        """Return how many left to the reader cost no blind label."""
        return self._found.sparing()

    def flagged(self) -> int:
        """Return how many of the units found are flagged."""
        return self._found.flagged()

    def place(self, unit: GoldKey) -> int | None:
        """Return where a unit stands in the queue; None where it is not asked for."""
        return self._found.place(unit)

    def reveal(self, unit: GoldKey, reader: str, *, now: datetime) -> None:
        """Put on the record that a person is shown what others say of a transcript.

        What they label of it from now on is kept apart; where nobody else labelled the unit
        nothing is given away. What is on the record already is not written again.
        """
        if self._gives_away(unit, reader) and unit[0] not in seen_by(self._bench.workspace, reader):
            reveal(self._bench.workspace.root, unit[0], reader, now=now)

    def spends_label(self, unit: GoldKey) -> bool:
        """Tell, once units were found, whether the reader loses a blind label by reading one.

        Whoever never labelled anything here is no labeller, and has none to lose.
        """
        return self._found.costs(unit)

    def _gives_away(self, unit: GoldKey, reader: str) -> bool:
        return any(label.labeller != reader for label in self._found.labels(unit))

    def dossier(self, unit: GoldKey, reader: str) -> Dossier:
        """Return one unit as its adjudicator reads it.

        Raises:
            DataError: Its dimension has no rubric.
        """
        rubric = _rubric_of(self._bench.workspace, unit)
        transcript = self._bench.catalogue.find(unit[0])
        hidden = self._bench.workspace.policy.labelling.hide_names
        gold = self._gold.get(unit)
        settled = gold is not None and gold.status != "unclear"
        history = [one for one in self._bench.ratings.gold.entries if one.key == unit]
        flags = self._flags_of(unit)
        standing_flags = self._open(flags)
        return Dossier(
            unit=unit,
            rubric=rubric,
            transcript=transcript,
            labels=testimonies(
                self._found.labels(unit), transcript, unit, reader=reader, hidden=hidden
            ),
            flags=raised(standing_flags, settled=settled, hidden=hidden),
            flag_ids=tuple(flag.id for flag in standing_flags),
            dismissals=tuple(newest_first(self._dismissals(flags))),
            gold=gold,
            history=tuple(newest_first(history)),
        )

    def _row(self, disagreement: Disagreement) -> Row:
        unit = disagreement.unit
        hidden = self._bench.workspace.policy.labelling.hide_names
        flags = self._flags_of(unit)
        asking = self._open(flags)
        return Row(
            disagreement=disagreement,
            apart=apart(disagreement, nominal=self._rubrics[unit[1]].scale == "nominal"),
            reasons=sentences(asking, hidden=hidden),
            dismissed=bool(flags) and not asking,
            gold=self._gold.get(unit),
        )

    def _open(self, flags: Iterable[Flag]) -> list[Flag]:
        """Return the flags that still ask for a look."""
        return [flag for flag in flags if flag.id not in self._dismissed]

    def _dismissals(self, flags: Iterable[Flag]) -> list[Dismissal]:
        return [self._dismissed[flag.id] for flag in flags if flag.id in self._dismissed]

    def _flags_of(self, unit: GoldKey) -> list[Flag]:
        flags = self._flags_by_transcript.get(unit[0], ())
        return [
            flag
            for flag in flags
            if flag.dimension in {None, unit[1]} and flag.criterion in {None, unit[2]}
        ]

    @cached_property
    def _flags_by_transcript(self) -> dict[str, list[Flag]]:
        found: dict[str, list[Flag]] = {}
        for flag in self._flags:
            found.setdefault(flag.transcript, []).append(flag)
        return found


def decide(root: Path, decision: Decision, *, now: datetime) -> Gold:
    """Put a decision on the record; it is on disk when this returns.

    Raises:
        DataError: It lacks a name or a reason, it is none that the rubric allows, or another one
            was made since the adjudicator looked. Nothing is written then.
    """
    workspace = Workspace(root)
    rubric = _rubric_of(workspace, decision.unit)
    entries = read_journal(workspace.record("gold"), Gold).entries
    _require_allowed(decision, rubric, standing(entries).get(decision.unit))
    # Beside a clock that was ahead the new decision must still be the newest.
    earlier = [one.at + _TICK for one in entries if one.key == decision.unit]
    gold = _gold(workspace, decision, rubric, max([now, *earlier]))
    write_entries(workspace.record("gold"), [gold])
    return gold


def _rubric_of(workspace: Workspace, unit: GoldKey) -> Rubric:
    found = workspace.rubrics.get(unit[1])
    if found is None:
        raise DataError(f"dimension {unit[1]!r}: has no rubric, so there is no level to settle on")
    return found.rubric


def _require_allowed(decision: Decision, rubric: Rubric, before: Gold | None) -> None:
    about = f"gold on {decision.unit[0]!r}, {rubric.dimension}"
    if not (decision.adjudicator or "").strip():
        raise DataError(f"{about}: a decision carries a name; say who you are first")
    if not decision.reason.strip():
        raise DataError(f"{about}: a decision needs a reason that the next reader can follow")
    if decision.status == "rated" and rubric.level_of(decision.level) is None:
        scale = rubric.describe_scale()
        raise DataError(f"{about}: level must be one of {scale}, got {decision.level!r}")
    if decision.status == "not_applicable" and not rubric.allows_not_applicable:
        raise DataError(
            f"{about}: the rubric has no `not_applicable`, so a level or unclear is the answer"
        )
    if decision.status == "withdrawn" and before is None:
        raise DataError(f"{about}: there is no decision to take back")
    if decision.replaces != (before.id if before else None):
        by = f"{before.adjudicator!r} decided" if before else "the decision was taken back"
        raise DataError(f"{about}: {by} since you opened it; read that first, nothing was written")


def _gold(workspace: Workspace, decision: Decision, rubric: Rubric, at: datetime) -> Gold:
    transcript, dimension, criterion = decision.unit
    fields = {
        "transcript": transcript,
        "transcript_digest": Catalogue(workspace).digests().get(transcript),
        "dimension": dimension,
        "criterion": criterion,
        "rubric_version": rubric.version,
        "rubric_digest": rubric.digest,
        "adjudicator": (decision.adjudicator or "").strip(),
        "status": decision.status,
        "level": rubric.level_of(decision.level),
        "reason": decision.reason.strip(),
        "at": at,
    }
    identity = digest([*decision.unit, fields["adjudicator"], decision.status, at.isoformat()])
    try:
        return Gold.model_validate({**fields, "id": identity})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "the decision"
        raise DataError(f"gold on {transcript!r}, {dimension}: {field}: {first['msg']}") from error
