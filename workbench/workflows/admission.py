"""Rating rows become labels and verdicts: each meets the scale of its rubric, or says why not."""

import json
import math
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, TypeVar

from pydantic import ValidationError

from workbench.domain.citation import Citation
from workbench.domain.digest import digest
from workbench.domain.judge import Judge
from workbench.domain.level import Level
from workbench.domain.rating import Label, Verdict, VerdictError
from workbench.domain.rubric import Rubric
from workbench.domain.unit import UnitKey
from workbench.importers.found import RatingRow
from workbench.importers.native import first_fault
from workbench.workflows.import_report import ImportRequest

_SHOWN = 200
"""Characters of a raw value that a message quotes; the reply keeps it whole."""

Answer = tuple[Literal["rated", "not_applicable", "cannot_tell"], Level | None]


Said = tuple[Hashable, ...]
"""What makes one answer differ from another, in an order that must stay: ids depend on it."""
Own = TypeVar("Own", Label, Verdict)


class NotAdmittedError(Exception):
    """A row that becomes no record; the message is the reason that the report gives."""


@dataclass(slots=True)
class History:
    """Tells apart, per unit and rater, a row said twice and an answer that was changed."""

    _last: dict[UnitKey, Said] = field(default_factory=dict)
    _times: Counter[tuple[UnitKey, Said]] = field(default_factory=Counter)

    def identity(self, key: UnitKey, said: Said, *, at: datetime | None) -> str | None:
        """Return the id of a new record, or None where the row only repeats one.

        The id is the digest of key and content, so that the same file gives the same ids. An
        undated answer that comes back after another one (3, 4, 3) is a change of mind and gets
        an id of its own; one that carries its time is the same record wherever it stands.
        """
        said = (*said, at)
        times = self._times[key, said]
        if times and (at is not None or self._last[key] == said):
            return None
        self._last[key] = said
        self._times[key, said] += 1
        return digest([*key, *said[:-1], at.isoformat() if at else None, times])


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row on its way in: where it stands and whose it is."""

    row: RatingRow
    rater: str
    place: str
    """File and line, kept with the record."""
    number: int
    """Counts the rows of the import: among undated answers, file order decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What every row is measured by."""

    request: ImportRequest
    rubrics: Mapping[str, Rubric]
    transcripts: Mapping[str, str]
    """Digest of every transcript that is here, by id."""
    now: datetime
    history: History = field(default_factory=History)

    def label(self, entry: Entry) -> Label | None:
        """Return the label of a row, or None where it repeats one.

        Raises:
            NotAdmittedError: The row is no label on its rubric's scale.
        """
        row, rubric = entry.row, self.rubrics[entry.row.dimension]
        if isinstance(row.record, Label):
            self._require(row, rubric, row.record.status)
            return self._own(row.record, entry)
        status, level = self._answer(row, rubric)
        self._require(row, rubric, status)
        if status == "rated" and level is None:
            raise NotAdmittedError(no_level(row, rubric).message)
        said: dict[str, Any] = {
            "status": status,
            "level": level,
            "note": row.note,
            "evidence": row.evidence,
            "seconds": row.seconds,
        }
        unit = self._unit(entry, rubric, tuple(said.values()))
        if unit is None:
            return None
        sampled = row.sampled or self.request.sampled
        return _made(
            Label,
            **unit,
            **said,
            labeller=entry.rater,
            sampled=sampled or "random",
            sampled_assumed=sampled is None,
        )

    def verdict(self, entry: Entry) -> Verdict | None:
        """Return the verdict of a row, in error where its value is no level.

        Raises:
            NotAdmittedError: The row is no answer that its rubric allows.
        """
        row, rubric = entry.row, self.rubrics[entry.row.dimension]
        fingerprint = Judge(recorded=True).fingerprint(entry.rater)
        if isinstance(row.record, Verdict):
            self._require(row, rubric, row.record.status)
            return self._own(row.record.model_copy(update={"judge_digest": fingerprint}), entry)
        status, level = self._answer(row, rubric)
        self._require(row, rubric, status)
        error = _verdict_error(status, level, row, rubric)
        said: dict[str, Any] = {
            "status": "error" if error else status,
            "level": level,
            "justification": row.note,
            "reply": reply_of(row, level),
            "seconds": row.seconds,
        }
        unit = self._unit(entry, rubric, (*said.values(), as_text(row.raw), row.evidence))
        if unit is None:
            return None
        return _made(
            Verdict,
            **unit,
            **said,
            judge=entry.rater,
            judge_digest=fingerprint,
            evidence=tuple(Citation(turn=turn) for turn in row.evidence),
            error=error,
        )

    def _answer(self, row: RatingRow, rubric: Rubric) -> Answer:
        """Return what the row says; rated without a level where it names none."""
        means_not_applicable = self.request.not_applicable
        if row.not_applicable or means_not_applicable & {as_text(row.raw), row.answer}:
            return "not_applicable", None
        if row.cannot_tell:
            return "cannot_tell", None
        return "rated", rubric.level_of(row.raw)

    def _require(self, row: RatingRow, rubric: Rubric, status: str) -> None:
        """Refuse a row of no transcript here, and an answer that its rubric does not know."""
        if row.transcript not in self.transcripts and not self.request.without_transcripts:
            raise NotAdmittedError(f"transcript {row.transcript!r} is not here")
        if status == "not_applicable" and not rubric.allows_not_applicable:
            raise NotAdmittedError(
                f"not applicable is no answer to {row.dimension!r}: "
                "its rubric has no `not_applicable` rule"
            )
        own = row.record
        if own is not None and own.level is not None and rubric.level_of(own.level) is None:
            raise NotAdmittedError(no_level(row, rubric).message)

    def _own(self, record: Own, entry: Entry) -> Own | None:
        """Return a record of ours as it was made, or None where it stands there twice."""
        key = (entry.rater, record.id, "", None, 0)
        if self.history.identity(key, (), at=record.at) is None:
            return None
        return record if record.source else record.model_copy(update={"source": entry.place})

    def _unit(self, entry: Entry, rubric: Rubric, said: Said) -> dict[str, Any] | None:
        """Return the fields that labels and verdicts share, or None where the row repeats one."""
        row = entry.row
        key = (entry.rater, row.transcript, row.dimension, row.criterion, row.repeat)
        identity = self.history.identity(key, said, at=row.at)
        if identity is None:
            return None
        return {
            "id": identity,
            "transcript": row.transcript,
            "transcript_digest": self.transcripts.get(row.transcript),
            "dimension": row.dimension,
            "criterion": row.criterion,
            "rubric_version": rubric.version,
            "rubric_digest": rubric.digest,
            "repeat": row.repeat,
            "at": row.at or self.now + timedelta(microseconds=entry.number),
            "source": entry.place,
        }


def no_level(row: RatingRow, rubric: Rubric) -> VerdictError:
    """Say why the raw value of a row is no level of the scale, naming the value."""
    text = as_text(row.raw)
    if not text:
        answered = f": the answer was {_short(row.answer)!r}" if row.answer else ""
        return VerdictError(kind="missing", message=f"no level was given{answered}")
    message = f"{_short(text)} is not a level of {rubric.describe_scale()}"
    return VerdictError(kind=_kind(row.raw, text, rubric), message=message)


def _kind(raw: Any, text: str, rubric: Rubric) -> str:
    if rubric.scale == "nominal":
        return "not_a_level"
    try:
        number = float(text)
    except ValueError:
        return "not_a_number"
    if isinstance(raw, bool) or not math.isfinite(number):
        return "not_a_number"
    return "off_scale" if number.is_integer() else "fractional"


def _verdict_error(
    status: str, level: Level | None, row: RatingRow, rubric: Rubric
) -> VerdictError | None:
    if status == "cannot_tell":
        return VerdictError(kind="cannot_tell", message="the judge could not tell")
    return no_level(row, rubric) if status == "rated" and level is None else None


def as_text(raw: Any) -> str:
    """Return a raw value as the text that people compare it as; null is the empty text."""
    if raw is None:
        return ""
    if isinstance(raw, str):
        return raw.strip()
    if type(raw) is int:  # what most rows hold
        return str(raw)
    return json.dumps(raw, ensure_ascii=False)


def reply_of(row: RatingRow, level: Level | None) -> str | None:
    """Return what a verdict keeps of its row: all that its level does not say already."""
    raw = as_text(row.raw)
    answer = row.answer if row.answer is not None else raw or None
    if row.extra:
        told = {"value": row.raw, "answer": row.answer, **row.extra}
        kept = {key: value for key, value in told.items() if value is not None}
        return json.dumps(kept, ensure_ascii=False)
    return None if answer == str(level) else answer


def _short(text: str | None) -> str:
    text = text or ""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _made(kind: type[Own], **fields: Any) -> Own:
    try:
        return kind(**fields)
    except ValidationError as error:
        raise NotAdmittedError(first_fault(error)) from error
