"""From the records of a foreign file to transcripts: one bad record does not stop the others."""

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.domain.transcript import (
    Agent,
    JsonObject,
    Source,
    Termination,
    Transcript,
    Usage,
)
from workbench.errors import DataError
from workbench.importers.found import Remark
from workbench.importers.messages import Conversation, converse, pairing_notes
from workbench.importers.native import first_fault
from workbench.importers.parts import text_or_none
from workbench.importers.source import (
    Parsed,
    embedded_json,
    json_document,
    json_lines,
    raw_lines,
)

_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one record says, field by field, before it is a transcript."""

    messages: Sequence[Any]
    id: Any = None
    case: Any = None
    trial: Any = None
    agent: Agent | None = None
    usage: Usage | None = None
    termination: Termination | None = None
    metadata: JsonObject = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    """Content that the file itself no longer has."""
    paired: bool = True
    """Whether the format says which call a result answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """What one JSON value of a file holds: records, and what is to be said of the whole."""

    records: Sequence[Any]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How one format is read."""

    format: str
    unpack: Callable[[Any], Unpacked]
    """Takes the document, or one line of it, apart into records; raises DataError."""
    read: Callable[[Any], Recorded]
    """Reads one record; raises DataError where it is none."""


def values(path: Path) -> Iterator[Parsed | Remark]:
    """Read a file that is one JSON document (line 0) or JSON Lines, whatever it is called.

    Raises:
        DataError: The file cannot be read, is empty, is UTF-16, or holds no JSON.
    """
    if _is_lines(path):
        yield from json_lines(path)
        return
    try:
        value, remarks = json_document(path)
    except DataError:
        if path.suffix.lower() not in _LINES:
            raise
        yield from json_lines(path)
        return
    yield from remarks
    yield Parsed(0, value)


def _is_lines(path: Path) -> bool:
    """Whether the first line stands for itself and is not, by its name, the whole document."""
    first, *more = islice(raw_lines(path), 2)
    try:
        embedded_json(first[1].decode("utf-8", "replace"))
    except ValueError:
        return False
    return bool(more) or path.suffix.lower() in _LINES


def transcripts(path: Path, reading: Reading) -> Iterator[Transcript | Remark]:
    """Read the transcripts of a JSON file in one format.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    yield from transcripts_from(values(path), path, reading)


def transcripts_from(
    found: Iterable[Parsed | Remark], path: Path, reading: Reading
) -> Iterator[Transcript | Remark]:
    """Read the transcripts of values that were parsed already."""
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    for record in records(found, reading.unpack):
        if isinstance(record, Remark):
            yield record
            continue
        source = Source(format=reading.format, file=path.name, sha256=sha256, record=record.line)
        yield from _of_record(record.value, source, reading)


def records(
    found: Iterable[Parsed | Remark], unpack: Callable[[Any], Unpacked]
) -> Iterator[Parsed | Remark]:
    """Take values apart into records: numbered by their line, or by their place in a document."""
    for value in found:
        if isinstance(value, Remark):
            yield value
            continue
        try:
            unpacked = unpack(value.value)
        except DataError as error:
            yield Remark(line=value.line, kind="skipped", message=str(error))
            continue
        yield from (Remark(line=value.line, kind="note", message=note) for note in unpacked.notes)
        for position, record in enumerate(unpacked.records, 1):
            yield Parsed(value.line or position, record)


def _of_record(record: Any, source: Source, reading: Reading) -> Iterator[Transcript | Remark]:
    line = source.record or 0
    try:
        recorded = reading.read(record)
        conversation = converse(recorded.messages)
        transcript = _transcript(recorded, conversation, source) if conversation.turns else None
    except ValidationError as error:
        yield Remark(line=line, kind="skipped", message=first_fault(error))
        return
    except DataError as error:
        yield Remark(line=line, kind="skipped", message=str(error))
        return
    except RecursionError:
        yield Remark(line=line, kind="skipped", message="nested too deeply")
        return
    if transcript is None or not conversation.has_content:
        name = text_or_none(recorded.id)
        message = "no content recorded, nothing to import"
        yield Remark(line=line, kind="note", message=f"{name}: {message}" if name else message)
        return
    yield from _remarks(recorded, conversation, transcript, line)
    yield transcript


def _transcript(recorded: Recorded, conversation: Conversation, source: Source) -> Transcript:
    fallback = f"{Path(source.file).stem}-{source.record}"
    names = {"id": text_or_none(recorded.id), "case": text_or_none(recorded.case)}
    found: JsonObject = {**names, "trial": whole(recorded.trial)}
    unfit = {key: getattr(recorded, key) for key, value in found.items() if value is None}
    return Transcript(
        id=names["id"] or fallback,
        turns=conversation.turns,
        agent=recorded.agent if recorded.agent != Agent() else None,
        case=names["case"],
        trial=found["trial"],
        usage=recorded.usage if recorded.usage != Usage() else None,
        termination=recorded.termination,
        metadata=merged(recorded.metadata, unfit, {"turns": conversation.kept or None}),
        source=source,
    )


def _remarks(
    recorded: Recorded, conversation: Conversation, transcript: Transcript, line: int
) -> Iterator[Remark]:
    """Say what is worth knowing of a transcript, always with its id."""
    notes = [*recorded.notes, *conversation.notes]
    if text_or_none(recorded.id) is None:
        notes.append("named after its file and place, the record has no id")
    if recorded.paired:
        notes += pairing_notes(transcript)
    for note in notes:
        yield Remark(line=line, kind="note", message=f"{transcript.id}: {note}")
    for loss in recorded.dropped:
        yield Remark(line=line, kind="dropped", message=f"{transcript.id}: {loss}")


def merged(metadata: Mapping[str, Any], *more: Mapping[str, Any]) -> JsonObject:
    """Join metadata without losing any: a key that is taken gets an underscore; null is none."""
    joined: JsonObject = dict(metadata)
    for fields in more:
        for key, value in fields.items():
            free = key
            while free in joined:
                free += "_"
            if value is not None:
                joined[free] = value
    return joined


def without(record: Mapping[str, Any], *keys: str) -> JsonObject:
    """Return a record without the keys that found their place elsewhere."""
    return {key: value for key, value in record.items() if key not in keys and value is not None}


def own_metadata(record: Mapping[str, Any]) -> JsonObject:
    """Return the metadata that a record carries already."""
    given = record.get("metadata")
    return given if isinstance(given, dict) else without({"metadata": given})


def objects(value: Any) -> JsonObject:
    """Return a value that is an object, and an empty one in place of any other."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """Return a value that is a list, and an empty one in place of any other."""
    return value if isinstance(value, list) else []


def whole(value: Any) -> int | None:
    """Return a count or an index, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def usage(
    *,
    input_tokens: Any = None,
    output_tokens: Any = None,
    cost_usd: Any = None,
    latency_ms: Any = None,
) -> Usage:
    """Return what a conversation took; a figure that is none, or below zero, is absent."""
    return Usage(
        input_tokens=_count(input_tokens),
        output_tokens=_count(output_tokens),
        cost_usd=_amount(cost_usd),
        latency_ms=_amount(latency_ms),
    )


def _count(value: Any) -> int | None:
    count = whole(value)
    return count if count is not None and count >= 0 else None


def _amount(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < math.inf else None
