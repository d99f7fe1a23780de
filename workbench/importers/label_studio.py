"""Label Studio JSON: choices and ratings by people as labels, predictions as verdicts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.domain.transcript import JsonObject
from workbench.importers.conversations import Unpacked, listed, objects, records, values
from workbench.importers.found import Options, RatingRow, Remark
from workbench.importers.messages import moment
from workbench.importers.parts import text_or_none

_IDS = ("transcript", "transcript_id", "item_id", "id")
"""Fields of a task's data that may hold the id of what was labelled, the first that does."""
_LONGEST_ID = 500
_REGION = ("end", "end_time", "globalOffsets", "start", "start_time", "x")
"""Fields of a value that say it is of a part of what was shown."""


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a Label Studio export or a task of one."""
    task = head[0] if isinstance(head, list) and head else head
    return isinstance(task, dict) and isinstance(task.get("data"), dict) and _is_labelled(task)


def read_ratings(path: Path, options: Options) -> Iterator[RatingRow | Remark]:
    """Read labels from annotations, or verdicts from predictions where raters are judges.

    A task's id is the transcript, unless its data name one; the column map `transcript=FIELD`
    says in which field.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    for record in records(values(path), _unpack):
        if isinstance(record, Remark):
            yield record
        elif not isinstance(record.value, dict) or not _is_labelled(record.value):
            message = "must be a task with `annotations` or `predictions`"
            yield Remark(line=record.line, kind="skipped", message=message)
        else:
            yield from _of_task(record.value, record.line, options)


def _is_labelled(task: Mapping[str, Any]) -> bool:
    return isinstance(task.get("annotations"), list) or isinstance(task.get("predictions"), list)


def _unpack(value: Any) -> Unpacked:
    return Unpacked(records=value if isinstance(value, list) else [value])


def _of_task(task: JsonObject, line: int, options: Options) -> Iterator[RatingRow | Remark]:
    transcript = _transcript(task, options.columns.get("transcript"))
    if transcript is None:
        yield Remark(
            line=line, kind="skipped", message="the task names no transcript and has no id"
        )
        return
    read, left = ("annotations", "predictions")
    if options.raters == "judge":
        read, left = left, read
    for answer in listed(task.get(read)):
        yield from _of_answer(objects(answer), transcript, line, options)
    for field in (left, "drafts", "reviews"):
        if count := len(listed(task.get(field))):
            yield Remark(line=line, kind="note", message=f"{transcript}: {count} {field} not read")


def _transcript(task: JsonObject, field: str | None) -> str | None:
    data = objects(task.get("data"))
    if field is not None:
        return text_or_none(data.get(field))
    for name in _IDS:
        value = text_or_none(data.get(name))
        if value and len(value) <= _LONGEST_ID and "\n" not in value:
            return value
    return text_or_none(task.get("id"))


def _of_answer(
    answer: JsonObject, transcript: str, line: int, options: Options
) -> Iterator[RatingRow | Remark]:
    rater = _rater(answer)
    where = f"{transcript}: annotation {text_or_none(answer.get('id'))} by {rater}"
    if answer.get("was_cancelled"):
        yield Remark(line=line, kind="skipped", message=f"{where}: was skipped by its labeller")
        return
    if answer.get("ground_truth"):
        message = f"{where}: marked as ground truth, read as a label like any other"
        yield Remark(line=line, kind="note", message=message)
    results = [objects(result) for result in listed(answer.get("result"))]
    note = _note(results, options.columns.get("note"))
    if not results:
        yield Remark(line=line, kind="note", message=f"{where}: holds no result")
    for result in results:
        if result.get("type") == "textarea":
            continue
        raw, fault = _value(result)
        dimension = text_or_none(result.get("from_name"))
        if fault or dimension is None:
            reason = fault or "the result has no `from_name`"
            yield Remark(line=line, kind="skipped", message=f"{where}: {dimension}: {reason}")
            continue
        yield RatingRow(
            line=line,
            transcript=transcript,
            dimension=dimension,
            rater=rater,
            raw=raw,
            note=note,
            seconds=_seconds(answer),
            at=moment(answer.get("updated_at")) or moment(answer.get("created_at")),
            extra={"score": answer["score"]} if answer.get("score") is not None else {},
        )


def _rater(answer: JsonObject) -> str | None:
    """Return who answered: a user's e-mail where the export has it, else number; a model."""
    user = answer.get("completed_by")
    if isinstance(user, dict):
        return text_or_none(user.get("email")) or text_or_none(user.get("id"))
    return text_or_none(user) or text_or_none(answer.get("model_version"))


def _value(result: JsonObject) -> tuple[Any, str | None]:
    """Return the value of a result, or why it is no rating of a whole transcript."""
    kind, value = result.get("type"), objects(result.get("value"))
    if any(key in value for key in _REGION):
        return None, "is of a part of the transcript, a label is of the whole"
    if kind in ("rating", "number"):
        return value.get(str(kind)), None
    if kind != "choices":
        return None, f"a result of type {kind!r} is no rating"
    chosen = value.get("choices")
    if not isinstance(chosen, list) or len(chosen) != 1:
        return None, f"one choice is a rating, got {chosen!r}"
    return chosen[0], None


def _note(results: list[JsonObject], field: str | None) -> str | None:
    """Return what was written beside the ratings, each text after the name of its field."""
    texts = []
    for result in results:
        name = text_or_none(result.get("from_name"))
        if result.get("type") != "textarea":
            continue
        written = objects(result.get("value")).get("text")
        lines = [str(text) for text in (written if isinstance(written, list) else [written])]
        texts.append(("" if name in (field, None) else f"{name}: ") + "\n".join(lines))
    return "\n".join(texts) or None


def _seconds(answer: JsonObject) -> float | None:
    took = answer.get("lead_time")
    if isinstance(took, bool) or not isinstance(took, int | float) or took < 0:
        return None
    return float(took)
