"""promptfoo results, JSON or JSON Lines: rows as conversations, thumbs given to them as ratings."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.domain.digest import digest, shown
from workbench.domain.transcript import Agent, JsonObject, Termination, Transcript, Usage
from workbench.errors import DataError
from workbench.importers.chat import is_messages
from workbench.importers.conversations import (
    Reading,
    Recorded,
    Unpacked,
    listed,
    merged,
    objects,
    records,
    transcripts,
    usage,
    values,
    without,
)
from workbench.importers.found import Options, RatingRow, Remark
from workbench.importers.parts import text_or_none
from workbench.importers.source import embedded_json

_HUMAN = "human"
_ERROR = 2
"""promptfoo's `failureReason` of a row that failed before any assertion could."""
_ROW_KEYS = {"prompt", "vars"}
_ROW_SIGNS = ("failureReason", "gradingResult", "promptIdx", "testCase")
_DIMENSION = "human"
"""What a rating is of where its assertion names no metric."""


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a promptfoo result or a row of one."""
    return isinstance(head, dict) and (_rows(head) is not None or _is_row(head))


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read the rows of a result; one that cannot be read is skipped with its reason.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    return transcripts(path, Reading(format="promptfoo", unpack=_unpack, read=_read))


def read_ratings(path: Path, options: Options) -> Iterator[RatingRow | Remark]:
    """Read the ratings that people gave in the viewer; the file does not say who they are.

    The score is the value; with the column map `level=pass` it is the thumb.

    Raises:
        DataError: The file cannot be read, is not JSON, or a judge's verdicts are asked of it.
    """
    if options.raters == "judge":
        raise DataError(f"{path}: the ratings read from promptfoo are people's: import labels")
    field = options.columns.get("level", "score")
    rated = False
    for record in records(values(path), _unpack_rated):
        if isinstance(record, Remark):
            yield record
            continue
        for found in _ratings(record.value, record.line, field):
            rated = rated or isinstance(found, RatingRow)
            yield found
    if not rated:
        yield Remark(line=0, kind="note", message="no row holds a rating by a person")


def _rows(document: Mapping[str, Any]) -> list[Any] | None:
    rows = objects(document.get("results")).get("results")
    return rows if isinstance(rows, list) else None


def _is_row(value: Mapping[str, Any]) -> bool:
    return value.keys() >= _ROW_KEYS and any(key in value for key in _ROW_SIGNS)


def _unpack(value: Any) -> Unpacked:
    whole_run = isinstance(value, dict) and _rows(value) is not None
    left = "the config, prompts and totals of the run belong to no row and stay in the file"
    return Unpacked(records=_all_rows(value), notes=(left,) if whole_run else ())


def _unpack_rated(value: Any) -> Unpacked:
    return Unpacked(records=_all_rows(value))


def _all_rows(value: Any) -> list[Any]:
    rows = _rows(value) if isinstance(value, dict) else None
    if rows is not None:
        return rows
    return value if isinstance(value, list) else [value]


def _read(row: Any) -> Recorded:
    if not isinstance(row, dict) or not _is_row(row):
        raise DataError("must be a row of a promptfoo result, with `prompt` and `vars`")
    prompt, response = objects(row["prompt"]), objects(row.get("response"))
    output = response.get("output")
    provider = objects(row.get("provider"))
    test = objects(row.get("testCase"))
    echoed = ("output", "raw") if response.get("raw") == output else ("output",)
    return Recorded(
        id=row.get("id"),
        case=case_name(test.get("description"), row["vars"]),
        messages=[*_asked(prompt.get("raw", row["prompt"])), *_answered(output)],
        agent=Agent(name=text_or_none(provider.get("label")), model=_model(row, provider)),
        usage=_usage(row, response),
        termination=_termination(row),
        metadata=merged(
            objects(test.get("metadata")),
            without(row, "id", "prompt", "response"),
            {
                "prompt": without(prompt, "raw") or None,
                "response": without(response, *echoed) or None,
            },
        ),
        notes=() if output not in (None, "") else ("no output recorded",),
    )


def case_name(description: Any, variables: Mapping[str, Any]) -> str:
    """Name a case by what was asked: `testIdx` differs between repeats of one test."""
    described = text_or_none(description)
    return f"{described or 'test'} {shown(digest([described, variables]))}"


def _model(row: Mapping[str, Any], provider: Mapping[str, Any]) -> str | None:
    return text_or_none(provider.get("id")) or text_or_none(row.get("provider"))


def _asked(raw: Any) -> list[Any]:
    """Return a prompt as messages: promptfoo keeps a chat as JSON in a text."""
    if not isinstance(raw, str):
        return raw if is_messages(raw) else []
    if raw.lstrip()[:1] in ("[", "{"):
        try:
            chat = embedded_json(raw)
        except ValueError:
            chat = None
        chat = chat.get("messages") if isinstance(chat, dict) else chat
        if is_messages(chat):
            return list(chat)
    return [{"role": "user", "content": raw}] if raw else []


def _answered(output: Any) -> list[JsonObject]:
    if output is None:
        return []
    calls = isinstance(output, list) and output and all("function" in objects(o) for o in output)
    if calls:
        return [{"role": "assistant", "content": None, "tool_calls": output}]
    return [{"role": "assistant", "content": output}]


def _usage(row: Mapping[str, Any], response: Mapping[str, Any]) -> Usage:
    tokens = objects(response.get("tokenUsage"))
    return usage(
        input_tokens=tokens.get("prompt"),
        output_tokens=tokens.get("completion"),
        cost_usd=row.get("cost"),
        latency_ms=row.get("latencyMs"),
    )


def _termination(row: Mapping[str, Any]) -> Termination | None:
    failed = row.get("failureReason") == _ERROR
    return Termination(reason="error", evaluable=False) if failed else None


def _ratings(row: Any, line: int, field: str) -> Iterator[RatingRow | Remark]:
    components = objects(objects(row).get("gradingResult")).get("componentResults")
    for component in listed(components):
        assertion = objects(objects(component).get("assertion"))
        if assertion.get("type") != _HUMAN:
            continue
        transcript = text_or_none(row.get("id"))
        if transcript is None:
            yield Remark(line=line, kind="skipped", message="the rated row has no id")
            continue
        if _contradictory(component):
            yield Remark(line=line, kind="note", message=f"{transcript}: {_both(component)}")
        yield RatingRow(
            line=line,
            transcript=transcript,
            dimension=text_or_none(assertion.get("metric")) or _DIMENSION,
            raw=_level(component.get(field)),
            note=_note(component),
        )


def _level(value: Any) -> Any:
    """Return a thumb as 1 or 0, and a score as it is."""
    return int(value) if isinstance(value, bool) else value


def _contradictory(component: Mapping[str, Any]) -> bool:
    """Whether the thumb and the score are more than two words for one thing."""
    return component.get("score") != int(component.get("pass") is True)


def _both(component: Mapping[str, Any]) -> str:
    return f"rated pass {component.get('pass')} with score {component.get('score')}, both are kept"


def _note(component: Mapping[str, Any]) -> str | None:
    said = text_or_none(component.get("comment")) or text_or_none(component.get("reason"))
    if not _contradictory(component):
        return said
    both = f"pass {component.get('pass')}, score {component.get('score')}"
    return f"{said} ({both})" if said else both
