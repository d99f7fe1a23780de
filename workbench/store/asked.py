"""What a judge has answered already and need not be asked again."""

from dataclasses import dataclass

from workbench.store.query import Engine

ANSWERED = """
SELECT transcript, transcript_digest FROM {verdicts}
WHERE dimension = $dimension AND rater = $judge AND judge_digest = $judge_digest
    AND rubric_digest = $rubric_digest AND criterion IS NULL AND repeat = 0
QUALIFY row_number() OVER (PARTITION BY transcript ORDER BY "at" DESC, id DESC) = 1
    AND status <> 'withdrawn'
ORDER BY transcript
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One judge asked about one dimension: what an answer was given under."""

    dimension: str
    rubric_digest: str
    judge: str
    judge_digest: str


def answered(engine: Engine, verdicts: str, question: Question) -> set[tuple[str, str | None]]:
    """Return id and digest of the transcripts that a question has an answer for.

    Args:
        engine: Of the workspace.
        verdicts: All verdicts, as a table expression.
        question: What was asked.
    """
    values = {
        "dimension": question.dimension,
        "rubric_digest": question.rubric_digest,
        "judge": question.judge,
        "judge_digest": question.judge_digest,
    }
    rows = engine.rows(ANSWERED.format(verdicts=verdicts), values)
    return {(transcript, digest) for transcript, digest in rows}
