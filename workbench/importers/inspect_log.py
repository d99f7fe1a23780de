"""Inspect logs: .json read directly, .eval through the optional extra."""

import math
import re
import zipfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

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
    own_metadata,
    transcripts,
    transcripts_from,
    usage,
    without,
)
from workbench.importers.found import Options, Remark
from workbench.importers.parts import text_or_none
from workbench.importers.source import Parsed

_ATTACHMENT = "attachment://"
_OF_THE_RUN = ("plan", "reductions", "results", "stats")
"""What a log says of all its samples together."""
_CONSUMED = ("epoch", "id", "messages", "metadata", "uuid")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ZIP = b"PK\x03\x04"
_NO_READER = (
    "reading .eval logs needs the package inspect-ai: "
    "pip install 'judge-calibration-workbench[inspect]'"
)


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is an Inspect log."""
    return isinstance(head, dict) and isinstance(head.get("eval"), dict) and "status" in head


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read the samples of a log; one that cannot be read is skipped with its reason.

    Raises:
        DataError: The file cannot be read, is no log, or is an .eval log and inspect-ai is absent.
    """
    reading = Reading(format="inspect", unpack=_unpack, read=_read)
    if _is_zip(path):
        yield from transcripts_from([Parsed(0, _eval_log(path))], path, reading)
    else:
        yield from transcripts(path, reading)


def _is_zip(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_ZIP)) == _ZIP
    except OSError:
        return False  # the JSON reader says why


def _eval_log(path: Path) -> Any:
    try:
        reader = import_module("inspect_ai.log")
    except ModuleNotFoundError as error:
        raise DataError(_NO_READER) from error
    try:
        log = reader.read_eval_log(str(path))
    except (OSError, LookupError, ValueError, RuntimeError, zipfile.BadZipFile) as error:
        raise DataError(f"{path}: inspect-ai cannot read this log: {error}") from error
    return _as_json(log.model_dump(mode="json"))


def _as_json(value: Any) -> Any:
    """Write what JSON and UTF-8 have no word for as text, as the JSON reader does."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return value


def _unpack(value: Any) -> Unpacked:
    if not recognises(value):
        raise DataError("must be an Inspect log, with `status` and `eval`")
    log = without(value, "samples", *_OF_THE_RUN)
    return Unpacked(
        records=[{"sample": sample, "log": log} for sample in listed(value.get("samples"))],
        notes=tuple(_notes(value)),
    )


def _notes(log: Mapping[str, Any]) -> Iterator[str]:
    if not log.get("samples"):
        yield "holds no samples: no content recorded"
    if log["status"] != "success":
        yield f"the run has status {log['status']!r}: it may hold a part of its samples only"
    elif not log.get("results"):
        yield "the run has no results: it may not have been finished"
    left = [key for key in _OF_THE_RUN if log.get(key)]
    if left:
        yield f"{', '.join(left)} of the run belong to no conversation and stay in the log"


def _read(record: JsonObject) -> Recorded:
    sample, log = record["sample"], record["log"]
    if not isinstance(sample, dict) or "id" not in sample:
        raise DataError("a sample must be an object with an `id`")
    run = objects(log["eval"])
    missing: set[str] = set()
    messages = _resolved(_messages(sample), objects(sample.get("attachments")), missing)
    return Recorded(
        id=text_or_none(sample.get("uuid")) or _name(sample, run),
        case=_case(sample, run),
        trial=sample.get("epoch"),
        messages=messages,
        agent=Agent(name=text_or_none(run.get("solver")), model=text_or_none(run.get("model"))),
        usage=_usage(sample, run),
        termination=_termination(sample),
        metadata=merged(
            own_metadata(sample),
            without(sample, *_CONSUMED),
            {"task": run.get("task"), "log": log},
        ),
        notes=tuple(f"attachment {name} is not in the log" for name in sorted(missing)),
    )


def _case(sample: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """Name the case; sample 1 of one task is another case than sample 1 of the next."""
    return "/".join(name for name in map(text_or_none, (run.get("task"), sample["id"])) if name)


def _name(sample: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """Name a sample of a log from before samples had a uuid."""
    steps = (run.get("run_id"), sample["id"], sample.get("epoch"))
    return "-".join(name for name in map(text_or_none, steps) if name)


def _messages(sample: Mapping[str, Any]) -> Any:
    """Return the messages of a sample; one that failed at once has its input only."""
    if messages := sample.get("messages"):
        return listed(messages)
    asked = sample.get("input")
    if is_messages(asked):
        return asked
    return [{"role": "user", "content": asked}] if isinstance(asked, str) and asked else []


def _resolved(value: Any, attachments: Mapping[str, Any], missing: set[str]) -> Any:
    """Put the long texts back that a log keeps in one place."""
    if isinstance(value, str) and value.startswith(_ATTACHMENT):
        name = value.removeprefix(_ATTACHMENT)
        if name not in attachments:
            missing.add(name)
        return attachments.get(name, value)
    if isinstance(value, dict):
        return {key: _resolved(item, attachments, missing) for key, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, attachments, missing) for item in value]
    return value


def _usage(sample: Mapping[str, Any], run: Mapping[str, Any]) -> Usage:
    """Return what the model under test took; where a grader shares its name, that is counted in."""
    models = objects(sample.get("model_usage"))
    took = objects(models.get(str(run.get("model"))))
    seconds = sample.get("total_time")
    return usage(
        input_tokens=took.get("input_tokens"),
        output_tokens=took.get("output_tokens"),
        cost_usd=took.get("total_cost"),
        latency_ms=seconds * 1000 if isinstance(seconds, int | float) else None,
    )


def _termination(sample: Mapping[str, Any]) -> Termination | None:
    """Return how a sample ended; an error is the harness's, a limit the agent ran into its own."""
    if sample.get("error"):
        return Termination(reason="error", evaluable=False)
    if limit := objects(sample.get("limit")).get("type"):
        return Termination(reason=f"{limit} limit", evaluable=limit != "operator")
    choices = listed(objects(sample.get("output")).get("choices"))
    reason = text_or_none(objects(choices[0]).get("stop_reason")) if choices else None
    return Termination(reason=reason) if reason else None
