"""Faults that only a join finds: what labels, verdicts and transcripts say of each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.domain.finding import Finding, Severity
from workbench.domain.rubric import Rubric
from workbench.store import fault_sql as sql
from workbench.store.query import Engine

MOST_OF_A_KIND = 20
"""Beyond that many in one file, faults of one kind are told as one with their count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A query for one kind of fault, and how it is told."""

    code: str
    sql: str
    """Gives kind, file, line, part (what is gathered apart) and the values a, b, c."""
    sentence: str
    severity: Severity = "error"
    most: int = MOST_OF_A_KIND
    """0 where the sentence itself tells the count."""


SEARCHES = (
    Search(
        code="unknown_transcript",
        sql=sql.UNKNOWN_TRANSCRIPT,
        sentence="transcript {a!r} is in no file of transcripts/",
    ),
    Search(
        code="without_transcripts",
        sql=sql.WITHOUT_TRANSCRIPT,
        sentence="{n} of conversations that are not here (imported --without-transcripts): "
        "only what needs their text will refuse",
        severity="warning",
        most=0,
    ),
    Search(
        code="stale_transcript",
        sql=sql.OTHER_TRANSCRIPT,
        sentence="stale: {n} of {a!r} on transcripts that have changed since (first: {b!r})",
        severity="warning",
        most=0,
    ),
    Search(
        code="evidence_outside",
        sql=sql.EVIDENCE_OUTSIDE,
        sentence="evidence names turn {a}, and the turns of transcript {b!r} end at {c}",
    ),
    Search(
        code="unknown_dimension",
        sql=sql.UNKNOWN_DIMENSION,
        sentence="{n} of dimension {a!r}, which has no rubric in rubrics/",
        most=0,
    ),
    Search(
        code="stale_rubric",
        sql=sql.OTHER_MEANING,
        sentence="stale: {n} of {a!r} under a rubric with another meaning "
        "(first: version {b}, now {c}) no longer count",
        severity="warning",
        most=0,
    ),
    Search(
        code="stale_rubric",
        sql=sql.OTHER_WORDING,
        sentence="stale: {n} of {a!r} under a rubric with another wording "
        "(first: version {b}, now {c})",
        severity="warning",
        most=0,
    ),
    Search(
        code="off_scale",
        sql=sql.OFF_SCALE,
        sentence="level {a!r} is not on the scale of {c!r}: {b}",
    ),
    Search(
        code="not_applicable_refused",
        sql=sql.NOT_APPLICABLE,
        sentence="the rubric of {a!r} does not say when 'not applicable' is an answer",
    ),
    Search(
        code="duplicate_id",
        sql=sql.DUPLICATE_ID.format(kind="label", table="{labels}"),
        sentence="label id {a!r} stands in {b} already",
    ),
    Search(
        code="duplicate_id",
        sql=sql.DUPLICATE_ID.format(kind="verdict", table="{verdicts}"),
        sentence="verdict id {a!r} stands in {b} already",
    ),
    Search(
        code="duplicate_id",
        sql=sql.DUPLICATE_ID.format(kind="transcript", table="{transcripts}"),
        sentence="transcript id {a!r} stands in {b} already",
    ),
    Search(
        code="result_without_call",
        sql=sql.ORPHANS,
        sentence="transcript {a!r}: tool results without a call before them, turns {b}",
        severity="warning",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedText:
    """Ratings that name a rubric's version and were made under another text."""

    dimension: str
    count: int
    first: str
    """File and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterInFile:
    """One rater's lines in one ledger."""

    kind: str
    file: str
    rater: str
    line: int
    count: int


class Faults:
    """Runs the searches over one workspace's tables; of ratings, those that count are looked at."""

    def __init__(
        self,
        engine: Engine,
        tables: dict[str, str],
        rubrics: Sequence[Rubric],
        *,
        unread: Iterable[str] = (),
    ) -> None:
        """Tell the engine the rubrics in force, and pick the newest line of every key.

        Args:
            engine: The workspace's engine.
            tables: Labels, verdicts and transcripts as table expressions.
            rubrics: The rubrics in force.
            unread: Dimensions whose rubric is there and has faults of its own.
        """
        self._engine = engine
        self._tables = tables
        rows = [_rubric_row(rubric) for rubric in rubrics]
        engine.run(sql.RUBRICS, {"rows": rows + [[name] for name in unread]})
        levels = [[r.dimension, str(level)] for r in rubrics for level in r.scale_levels]
        engine.run(sql.LEVELS, {"rows": levels})
        engine.run(sql.RATINGS.format(**tables))

    def findings(self) -> Iterator[Finding]:
        """Yield what every search finds, gathered."""
        for search in SEARCHES:
            query = sql.GATHERED.format(faults=search.sql.format(**self._tables))
            for kind, file, line, a, b, c, n in self._engine.rows(query, {"most": search.most}):
                counted = f"{n} {kind}{'' if n == 1 else 's'}"
                message = search.sentence.format(a=a, b=b, c=c, n=counted)
                if search.most and n > search.most:
                    message += f" ({n} lines like it in this file)"
                yield Finding(
                    file=file,
                    line=line,
                    code=search.code,
                    message=message,
                    severity=search.severity,
                )

    def changed_texts(self) -> list[ChangedText]:
        """Return the rubrics whose text changed under an unchanged version."""
        return [
            ChangedText(dimension=dimension, count=n, first=f"{first['file']}:{first['line']}")
            for dimension, n, first in self._engine.rows(sql.CHANGED_TEXT)
        ]

    def raters(self) -> list[RaterInFile]:
        """Return whose lines stand in which ledger."""
        rows = self._engine.rows(sql.RATERS.format(**self._tables))
        return [
            RaterInFile(kind=kind, file=file, rater=rater, line=line, count=n)
            for kind, file, rater, line, n in rows
        ]


def _rubric_row(rubric: Rubric) -> list[str]:
    return [
        rubric.dimension,
        rubric.version,
        rubric.major,
        rubric.digest,
        rubric.describe_scale(),
        str(rubric.allows_not_applicable).lower(),
    ]
