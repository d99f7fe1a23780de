"""Answers become labels: what breaks a rule is named, what says nothing new is not written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from workbench.domain.digest import digest
from workbench.domain.draft import Answer, Draft
from workbench.domain.rating import Label, Sampled
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.workflows.tasks import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What the labels of one submit share beside the task."""

    at: datetime
    sampled: Sampled
    """Of a dimension that had no label; a correction keeps what its label had."""
    after_reveal: bool


def require_answers(task: Task, draft: Draft) -> None:
    """Refuse a form that is another task's, or not filled in as the rubrics ask.

    Raises:
        DataError: Names every dimension that breaks a rule.
    """
    form = (draft.labeller, draft.transcript, draft.repeat)
    if form != (task.labeller, task.transcript.id, task.repeat):
        raise DataError(
            f"transcript {task.transcript.id!r} of {task.labeller!r}: was handed the form of "
            f"{draft.labeller!r} on {draft.transcript!r}; open the transcript again"
        )
    faults = [
        f"dimension {rubric.dimension!r}: {fault}"
        for rubric in task.rubrics
        for fault in _faults(draft.answers.get(rubric.dimension, Answer()), rubric, task)
    ]
    if faults:
        raise DataError("; ".join(faults))


def _faults(answer: Answer, rubric: Rubric, task: Task) -> Iterator[str]:
    if answer.status is None:
        yield "has no answer yet, choose a level or say that it cannot be told"
    elif answer.status == "rated" and answer.level not in rubric.scale_levels:
        yield f"the level must be one of {rubric.describe_scale()}, got {answer.level!r}"
    elif answer.status != "rated" and answer.level is not None:
        yield f"status {answer.status!r} has no level, got {answer.level!r}"
    elif answer.status == "not_applicable" and not rubric.allows_not_applicable:
        yield "its rubric does not say when 'not applicable' is an answer"
    turns = len(task.transcript.turns)
    outside = [turn for turn in answer.evidence if turn >= turns]
    if outside:
        yield f"cites turn {outside[0]}, and the turns of the transcript end at {turns - 1}"


def new_labels(
    task: Task, draft: Draft, before: Mapping[str, Label], sitting: Sitting
) -> dict[str, Label]:
    """Return the labels that a form adds, by dimension; an answer that stands is left out.

    Args:
        task: What was asked.
        draft: A form that `require_answers` let through.
        before: The labels that stand, by dimension.
        sitting: What the new labels share.
    """
    return {
        rubric.dimension: _label(task, rubric, answer, before.get(rubric.dimension), sitting)
        for rubric in task.rubrics
        for answer in [draft.answers[rubric.dimension]]
        if not _stands(answer, before.get(rubric.dimension), task)
    }


def says_new(task: Task, draft: Draft) -> bool:
    """Tell whether a form has an answer that its labeller's saved labels do not give."""
    return any(
        answer.status is not None and not _stands(answer, task.own.get(dimension), task)
        for dimension, answer in draft.answers.items()
    )


def _stands(answer: Answer, before: Label | None, task: Task) -> bool:
    """Whether a label says the same already, of the same conversation."""
    if before is None or before.transcript_digest not in (None, task.transcript.digest):
        return False
    said = (before.status, before.level, _note(before.note), _turns(before.evidence))
    return said == (answer.status, answer.level, _note(answer.note), _turns(answer.evidence))


def _label(
    task: Task, rubric: Rubric, answer: Answer, before: Label | None, sitting: Sitting
) -> Label:
    said = {
        "status": answer.status,
        "level": answer.level,
        "note": _note(answer.note),
        "evidence": _turns(answer.evidence),
    }
    unit = {
        "labeller": task.labeller,
        "transcript": task.transcript.id,
        "dimension": rubric.dimension,
        "repeat": task.repeat,
    }
    return Label.model_validate(
        {
            **unit,
            **said,
            "id": digest([*unit.values(), *said.values(), sitting.at.isoformat()]),
            "transcript_digest": task.transcript.digest,
            "rubric_version": rubric.version,
            "rubric_digest": rubric.digest,
            "sampled": before.sampled if before else sitting.sampled,
            "sampled_assumed": before.sampled_assumed if before else False,
            "after_reveal": sitting.after_reveal,
            "seconds": round(answer.seconds, 1) or None,
            "at": sitting.at,
        }
    )


def answer_of(label: Label, *, seconds: float = 0.0) -> Answer:
    """Return the answer that gives a label."""
    return Answer.model_validate(
        {
            "status": label.status,
            "level": label.level,
            "note": label.note,
            "evidence": label.evidence,
            "seconds": seconds,
        }
    )


def _note(note: str | None) -> str | None:
    return note if note and note.strip() else None


def _turns(evidence: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(evidence)))
