"""Reveal: what others say of a transcript, once the labeller's own labels are in."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.store.archive import Archive
from workbench.workflows.bench import Bench
from workbench.workflows.tasks import Other


def said_by_labellers(labels: Sequence[Label], *, hide_names: bool) -> Iterator[Other]:
    """Yield labels of other people, under numbers where names are hidden."""
    names = sorted({label.labeller for label in labels})
    for label in labels:
        number = names.index(label.labeller) + 1
        yield Other(
            rater=f"person {number}" if hide_names else label.labeller,
            kind="labeller",
            dimension=label.dimension,
            status=label.status,
            level=label.level,
            said=label.note,
            evidence=label.evidence,
        )


def said_by_judges(root: Path, transcript: str, rubrics: Sequence[Rubric]) -> Iterator[Other]:
    """Yield the verdicts that stand under the rubrics and judges in force; floors are no judges."""
    bench = Bench(root)
    archive = Archive(bench.workspace, bench.ratings)
    for rubric in rubrics:
        for judge in bench.judge_names():
            if bench.is_floor(judge) or not bench.workspace.verdicts(judge).exists():
                continue
            fingerprint = bench.fingerprint(judge, rubric.dimension)
            for verdict in archive.verdicts(rubric, transcript, judge, fingerprint):
                if verdict.criterion is None:
                    yield _of_judge(verdict)


def _of_judge(verdict: Verdict) -> Other:
    return Other(
        rater=verdict.judge,
        kind="judge",
        dimension=verdict.dimension,
        status=verdict.status,
        level=verdict.level,
        said=verdict.error.message if verdict.error else verdict.justification,
        evidence=tuple(citation.turn for citation in verdict.evidence),
    )
