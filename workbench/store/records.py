"""What each kind of line is parsed to, and the typed columns that the engine reads of it."""

import json
from math import isfinite
from typing import Any

from workbench.domain.rating import Label, Verdict
from workbench.domain.transcript import Transcript
from workbench.store.index import Kind
from workbench.store.ledger import Line

_LONGEST_SLICE = 200

_UNIT = {
    "file": "VARCHAR",
    "line": "BIGINT",
    "id": "VARCHAR",
    "transcript": "VARCHAR",
    "transcript_digest": "VARCHAR",
    "dimension": "VARCHAR",
    "criterion": "VARCHAR",
    "rubric_version": "VARCHAR",
    "rubric_digest": "VARCHAR",
    "status": "VARCHAR",
    "level": "VARCHAR",
    "repeat": "INTEGER",
    "at": "TIMESTAMPTZ",
    "source": "VARCHAR",
}


def _placed(name: str, line: Line, row: str) -> str:
    """Put the place of a record before its fields."""
    return f'{{"file":{json.dumps(name)},"line":{line.number},{row[1:]}'


def _scalars(metadata: dict[str, Any]) -> dict[str, Any]:
    """Keep what can be sliced by; long texts and structures stay in the transcript."""
    return {
        key: value
        for key, value in metadata.items()
        if isinstance(value, bool | int)
        or (isinstance(value, float) and isfinite(value))
        or (isinstance(value, str) and len(value) <= _LONGEST_SLICE)
    }


def _label(name: str, line: Line) -> str:
    return _placed(name, line, Label.from_line(line.data).model_dump_json())


def _verdict(name: str, line: Line) -> str:
    return _placed(name, line, Verdict.from_line(line.data).model_dump_json())


def _transcript(name: str, line: Line) -> str:
    transcript = Transcript.from_line(line.data)
    agent = transcript.agent
    row = {
        "id": transcript.id,
        "digest": transcript.digest,
        "unit": transcript.unit,
        "turns": len(transcript.turns),
        "agent": agent.name if agent else None,
        "agent_model": agent.model if agent else None,
        "prompt_version": agent.prompt_version if agent else None,
        "evaluable": transcript.termination.evaluable if transcript.termination else True,
        "metadata": json.dumps(_scalars(transcript.metadata)),
        "orphans": list(transcript.orphan_results),
        "start": line.offset,
        "size": line.end - line.offset,
    }
    return _placed(name, line, json.dumps(row))


_LABEL = {
    "note": "VARCHAR",
    "evidence": "INTEGER[]",
    "sampled": "VARCHAR",
    "sampled_assumed": "BOOLEAN",
    "after_reveal": "BOOLEAN",
    "seconds": "DOUBLE",
}
_VERDICT = {
    "judge_digest": "VARCHAR",
    "justification": "VARCHAR",
    "model_returned": "VARCHAR",
    "cost_usd": "DOUBLE",
}
_CATALOGUE = {
    "file": "VARCHAR",
    "line": "BIGINT",
    "id": "VARCHAR",
    "digest": "VARCHAR",
    "unit": "VARCHAR",
    "turns": "INTEGER",
    "agent": "VARCHAR",
    "agent_model": "VARCHAR",
    "prompt_version": "VARCHAR",
    "evaluable": "BOOLEAN",
    "metadata": "VARCHAR",
    "orphans": "INTEGER[]",
    "start": "BIGINT",
    "size": "BIGINT",
}

LABELS = Kind(
    name="labels",
    row=_label,
    types=_UNIT | _LABEL | {"labeller": "VARCHAR"},
    select="* EXCLUDE (labeller), labeller AS rater",
    columns=_UNIT | _LABEL | {"rater": "VARCHAR"},
)
VERDICTS = Kind(
    name="verdicts",
    row=_verdict,
    types=_UNIT
    | _VERDICT
    | {
        "judge": "VARCHAR",
        "evidence": "STRUCT(turn INTEGER, quote VARCHAR, found BOOLEAN)[]",
        "error": "STRUCT(kind VARCHAR, message VARCHAR)",
    },
    select="* EXCLUDE (judge, evidence, error), judge AS rater, "
    "list_transform(evidence, lambda cited: cited.turn) AS evidence, "
    "error.kind AS error_kind, error.message AS error_message",
    columns=_UNIT
    | _VERDICT
    | {
        "rater": "VARCHAR",
        "evidence": "INTEGER[]",
        "error_kind": "VARCHAR",
        "error_message": "VARCHAR",
    },
)
TRANSCRIPTS = Kind(
    name="transcripts", row=_transcript, types=_CATALOGUE, select="*", columns=_CATALOGUE
)
