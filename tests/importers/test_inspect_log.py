"""Inspect logs."""

import json
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import DataError
from workbench.importers import inspect_log, openai
from workbench.importers.found import Options

Read = Callable[..., Any]

SAMPLE: dict[str, Any] = {
    "id": 12,
    "epoch": 2,
    "uuid": "u-12",
    "input": "Open the door.",
    "target": "open",
    "messages": [
        {"id": "m1", "role": "user", "content": "attachment://abc", "source": "input"},
        {
            "id": "m2",
            "role": "assistant",
            "content": [
                {"type": "reasoning", "reasoning": "A door."},
                {"type": "text", "text": "Opening."},
            ],
            "tool_calls": [{"id": "t1", "function": "door", "arguments": {"open": True}}],
        },
        {
            "id": "m3",
            "role": "tool",
            "tool_call_id": "t1",
            "function": "door",
            "content": "",
            "error": {"type": "timeout", "message": "The door did not answer."},
        },
    ],
    "output": {"choices": [{"stop_reason": "stop"}]},
    "scores": {"match": {"value": "C"}, "rubric": {"value": "NaN"}},
    "metadata": {"level": "easy"},
    "model_usage": {"m/x": {"input_tokens": 4, "output_tokens": 3}, "m/grader": {}},
    "total_time": 1.5,
    "events": [{"event": "sample_init"}],
    "attachments": {"abc": "Open the door."},
}


def _log(*samples: Any, **changed: Any) -> dict[str, Any]:
    return {
        "version": 2,
        "status": "success",
        "eval": {"run_id": "r1", "task": "doors", "model": "m/x"},
        "results": {"total_samples": len(samples)},
        "samples": list(samples),
        **changed,
    }


def test_a_sample_lands_whole(read: Read) -> None:
    found = read(inspect_log.read_transcripts, _log(SAMPLE))

    transcript = found.transcript
    assert (transcript.id, transcript.case, transcript.trial) == ("u-12", "doors/12", 2)
    assert transcript.agent.model == "m/x"
    assert (transcript.usage.input_tokens, transcript.usage.latency_ms) == (4, 1500.0)
    assert (transcript.termination.reason, transcript.termination.evaluable) == ("stop", True)
    assert [turn.content for turn in transcript.turns] == [
        "Open the door.",
        "Opening.",
        "The door did not answer.",
    ]
    assert transcript.turns[1].tool_calls[0].arguments == {"open": True}
    assert (transcript.turns[2].name, transcript.turns[2].is_error) == ("door", True)
    assert transcript.metadata["level"] == "easy"
    for field in ("target", "scores", "events", "attachments", "model_usage"):
        assert transcript.metadata[field] == SAMPLE[field]
    assert transcript.metadata["log"]["eval"]["task"] == "doors"
    assert transcript.metadata["turns"]["2"]["error"] == SAMPLE["messages"][2]["error"]
    assert found.said("dropped") == []


def test_what_the_log_says_of_the_whole_run_is_named(read: Read) -> None:
    found = read(inspect_log.read_transcripts, _log(SAMPLE, status="cancelled", results=None))

    assert found.said("note")[0] == (
        "the run has status 'cancelled': it may hold a part of its samples only"
    )
    assert read(inspect_log.read_transcripts, _log()).said("note") == [
        "holds no samples: no content recorded",
        "results of the run belong to no conversation and stay in the log",
    ]


@pytest.mark.parametrize(
    ("ending", "reason", "evaluable"),
    [
        ({"error": {"message": "sandbox died"}}, "error", False),
        ({"limit": {"type": "message", "limit": 10}}, "message limit", True),
        ({"limit": {"type": "operator", "limit": 1}}, "operator limit", False),
    ],
)
def test_an_error_is_the_harness_and_a_limit_is_the_agent(
    read: Read, ending: dict[str, Any], reason: str, evaluable: bool
) -> None:
    transcript = read(inspect_log.read_transcripts, _log({**SAMPLE, **ending})).transcript

    assert (transcript.termination.reason, transcript.termination.evaluable) == (reason, evaluable)


def test_a_sample_without_messages_has_its_input(read: Read) -> None:
    transcript = read(inspect_log.read_transcripts, _log({**SAMPLE, "messages": []})).transcript

    assert [(turn.role, turn.content) for turn in transcript.turns] == [("user", "Open the door.")]


def test_an_attachment_that_is_not_there_is_named(read: Read) -> None:
    found = read(inspect_log.read_transcripts, _log({**SAMPLE, "attachments": {}}))

    assert found.transcript.turns[0].content == "attachment://abc"
    assert "u-12: attachment abc is not in the log" in found.said("note")


def test_one_bad_sample_does_not_stop_the_others(read: Read) -> None:
    found = read(inspect_log.read_transcripts, _log("x", {**SAMPLE, "messages": [{}]}, SAMPLE))

    assert [transcript.source.record for transcript in found.transcripts] == [3]
    assert [
        (remark.line, remark.message) for remark in found.remarks if remark.kind == "skipped"
    ] == [
        (1, "a sample must be an object with an `id`"),
        (2, "message 0: says no role"),
    ]


def test_a_score_that_is_not_a_number_stops_nothing(tmp_path: Path) -> None:  # case 159
    path = tmp_path / "log.json"
    log = _log(*({**SAMPLE, "uuid": name} for name in "abc"))
    log["samples"][2]["scores"] = {"match": {"value": float("nan")}}
    path.write_text(json.dumps(log), encoding="utf-8")

    found = list(inspect_log.read_transcripts(path, Options()))

    values = [
        each.metadata["scores"]["match"]["value"] for each in found if hasattr(each, "metadata")
    ]
    assert values == ["C", "C", "NaN"]
    assert any("NaN is no number" in getattr(each, "message", "") for each in found)


def test_it_recognises_its_own_only() -> None:
    assert inspect_log.recognises(_log())
    assert not inspect_log.recognises({"status": "success", "messages": []})
    assert not inspect_log.recognises([])
    assert not openai.recognises(_log(SAMPLE))


def test_an_eval_log_without_the_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", "{}")
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)

    with pytest.raises(DataError, match=r"pip install 'judge-calibration-workbench\[inspect\]'"):
        list(inspect_log.read_transcripts(path, Options()))


@pytest.mark.slow
def test_a_zip_that_is_no_log_is_refused_in_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")

    with pytest.raises(DataError, match="inspect-ai cannot read this log"):
        list(inspect_log.read_transcripts(path, Options()))


REAL = {  # samples, turns and calls of each log, counted in the files
    "2024-11-05T13-31-45-05-00_input-task_8zXjbRzCWrL9GXiXo2vus9.json": (1, 3, 0),
    "2025-05-12T20-27-36-04-00_browser.json": (1, 10, 4),
    "2025-05-12T20-28-13-04-00_popularity.json": (3, 9, 0),
    "2025-05-12T20-28-26-04-00_security-guide.json": (3, 9, 0),
    "log_images_tc.json": (1, 3, 0),
    "log_read_sample.json": (1, 3, 0),
    "log_tool_call_error.json": (1, 11, 0),
}
REAL_ZIPPED = {
    "2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval": (10, 30, 0),
    "log_message_deduplication.eval": (1, 12, 5),
    "mmlu-summary-choices.eval": (1, 2, 0),
}


def _counts(found: Any) -> tuple[int, int, int]:
    turns = [turn for transcript in found.transcripts for turn in transcript.turns]
    return len(found.transcripts), len(turns), sum(len(turn.tool_calls) for turn in turns)


@pytest.mark.realdata
@pytest.mark.parametrize("name", REAL)
def test_real_json_logs_land_whole(real_data: Path, read_file: Read, name: str) -> None:
    path = real_data / "importers/inspect" / name

    found = read_file(inspect_log.read_transcripts, path)

    assert _counts(found) == REAL[name]
    assert found.said("dropped") == found.said("skipped") == []
    log = json.loads(path.read_text(encoding="utf-8"))
    for sample, transcript in zip(log["samples"], found.transcripts, strict=True):
        assert transcript.case == f"{log['eval']['task']}/{sample['id']}"
        assert transcript.metadata.get("scores") == sample.get("scores")
        assert "attachment://" not in "".join(turn.content or "" for turn in transcript.turns)


@pytest.mark.realdata
def test_an_image_in_a_real_log_is_a_marker_and_is_kept(real_data: Path, read_file: Read) -> None:
    path = real_data / "importers/inspect/log_images_tc.json"

    transcript = read_file(inspect_log.read_transcripts, path).transcript

    assert transcript.turns[1].content == "What is this a picture of?\n[image]"
    image = transcript.metadata["turns"]["1"]["content"][1]
    assert image["image"].startswith("data:image/png;base64,")


@pytest.mark.realdata
def test_results_that_answer_no_call_in_a_real_log_are_errors_and_named(
    real_data: Path, read_file: Read
) -> None:
    path = real_data / "importers/inspect/log_tool_call_error.json"

    found = read_file(inspect_log.read_transcripts, path)

    assert found.transcript.orphan_results == tuple(range(11))
    assert all(turn.is_error for turn in found.transcript.turns[:10])
    assert sum("which no earlier turn made" in note for note in found.said("note")) == 11


@pytest.mark.realdata
@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_ZIPPED)
def test_real_eval_logs_are_read_through_the_extra(
    real_data: Path, read_file: Read, name: str
) -> None:
    pytest.importorskip("inspect_ai")

    found = read_file(inspect_log.read_transcripts, real_data / "importers/inspect" / name)

    assert _counts(found) == REAL_ZIPPED[name]
    assert found.said("dropped") == found.said("skipped") == []


@pytest.mark.realdata
@pytest.mark.slow
def test_a_real_run_that_was_never_finished_says_so(
    real_data: Path, read_file: Read, tmp_path: Path
) -> None:
    pytest.importorskip("inspect_ai")
    whole = real_data / "importers/inspect/log_message_deduplication.eval"
    path = tmp_path / "unfinished.eval"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if "/" in name:  # what is written while a run goes on; the header comes at its end
                target.writestr(name, source.read(name))

    found = read_file(inspect_log.read_transcripts, path)

    assert _counts(found) == (1, 12, 5)
    assert any("the run has status 'started'" in note for note in found.said("note"))
