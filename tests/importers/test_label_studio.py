"""Label Studio exports."""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.importers import label_studio
from workbench.importers.found import Options

Read = Callable[..., Any]


def _result(name: str, kind: str, **value: Any) -> dict[str, Any]:
    return {"from_name": name, "to_name": "chat", "type": kind, "value": value}


def _annotation(*results: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {
        "id": 5,
        "completed_by": 3,
        "was_cancelled": False,
        "lead_time": 12.5,
        "created_at": "2025-01-01T10:00:00Z",
        "updated_at": "2025-01-02T10:00:00.500Z",
        "result": list(results),
        **changed,
    }


def _task(*annotations: Any, **changed: Any) -> dict[str, Any]:
    return {"id": 40, "data": {"text": "Hi"}, "annotations": list(annotations), **changed}


TONE = _result("tone", "choices", choices=["3"])


def test_each_result_is_a_rating_of_its_dimension(read: Read) -> None:
    results = (TONE, _result("safety", "rating", rating=4), _result("why", "textarea", text=["Ok"]))

    found = read(label_studio.read_ratings, [_task(_annotation(*results))])

    assert [(row.dimension, row.raw, row.rater) for row in found.rows] == [
        ("tone", "3", "3"),
        ("safety", 4, "3"),
    ]
    first = found.rows[0]
    assert (first.transcript, first.line, first.note, first.seconds) == ("40", 1, "why: Ok", 12.5)
    assert first.at.isoformat() == "2025-01-02T10:00:00.500000+00:00"
    assert found.remarks == []


def test_a_skip_is_no_label_and_is_named(read: Read) -> None:
    found = read(label_studio.read_ratings, [_task(_annotation(TONE, was_cancelled=True))])

    assert found.rows == []
    assert found.said("skipped") == ["40: annotation 5 by 3: was skipped by its labeller"]


def test_the_task_may_name_the_transcript_in_its_data(read: Read) -> None:
    named = _task(_annotation(TONE), data={"transcript_id": "t-9", "key": "k"})
    text = _task(_annotation(TONE), data={"transcript": "user: Hi\nassistant: Hello"})
    mapped = Options(columns={"transcript": "key"})

    assert read(label_studio.read_ratings, [named]).rows[0].transcript == "t-9"
    assert read(label_studio.read_ratings, [text]).rows[0].transcript == "40"
    assert read(label_studio.read_ratings, [named], options=mapped).rows[0].transcript == "k"


@pytest.mark.parametrize(
    ("user", "rater"),
    [(7, "7"), ({"id": 7, "email": "eve@example.org"}, "eve@example.org"), ({"id": 7}, "7")],
)
def test_a_labeller_is_an_address_or_a_number(read: Read, user: Any, rater: str) -> None:
    found = read(label_studio.read_ratings, [_task(_annotation(TONE, completed_by=user))])

    assert found.rows[0].rater == rater


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (_result("tone", "choices", choices=["1", "2"]), "one choice is a rating, got ['1', '2']"),
        (_result("tone", "labels", labels=["bad"]), "a result of type 'labels' is no rating"),
        (
            _result("tone", "choices", choices=["1"], start="0", end="0"),
            "is of a part of the transcript, a label is of the whole",
        ),
    ],
)
def test_what_is_no_rating_of_the_whole_is_skipped_by_name(
    read: Read, result: dict[str, Any], why: str
) -> None:
    found = read(label_studio.read_ratings, [_task(_annotation(result, TONE))])

    assert len(found.rows) == 1
    assert found.said("skipped") == [f"40: annotation 5 by 3: tone: {why}"]


def test_predictions_are_verdicts_and_never_labels(read: Read) -> None:
    prediction = {"id": 1, "model_version": "judge-2", "score": 0.9, "result": [TONE]}
    task = _task(_annotation(TONE), predictions=[prediction])

    labels = read(label_studio.read_ratings, [task])
    verdicts = read(label_studio.read_ratings, [task], options=Options(raters="judge"))

    assert [row.rater for row in labels.rows] == ["3"]
    assert labels.said("note") == ["40: 1 predictions not read"]
    assert [(row.rater, row.raw) for row in verdicts.rows] == [("judge-2", "3")]
    assert verdicts.rows[0].extra == {"score": 0.9}
    assert verdicts.said("note") == ["40: 1 annotations not read"]


def test_an_answer_without_a_result_is_named(read: Read) -> None:
    found = read(label_studio.read_ratings, [_task(_annotation())])

    assert found.said("note") == ["40: annotation 5 by 3: holds no result"]


def test_gold_drafts_and_tasks_that_are_none_are_named(read: Read) -> None:
    found = read(
        label_studio.read_ratings,
        [_task(_annotation(TONE, ground_truth=True), drafts=[{}]), {"id": 1}],
    )

    assert len(found.rows) == 1
    assert found.said("note") == [
        "40: annotation 5 by 3: marked as ground truth, read as a label like any other",
        "40: 1 drafts not read",
    ]
    assert found.said("skipped") == ["must be a task with `annotations` or `predictions`"]


def test_it_recognises_its_own_only() -> None:
    assert label_studio.recognises([_task()])
    assert label_studio.recognises(_task())
    assert not label_studio.recognises([{"id": 1, "data": {}}])
    assert not label_studio.recognises([{"annotations": []}])
    assert not label_studio.recognises({"messages": []})
    assert not label_studio.recognises([])
