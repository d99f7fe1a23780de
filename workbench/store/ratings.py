"""The ratings that count: the newest line of every key, coded to integers by the engine."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property

import numpy as np

from workbench.calibration.evidence import NO_VERDICT, Evidence, Indexes, JudgeColumn
from workbench.domain.finding import Finding
from workbench.domain.gold import Gold
from workbench.domain.rubric import Rubric
from workbench.store import golds
from workbench.store import rating_sql as sql
from workbench.store.catalogue import Catalogue
from workbench.store.coding import (
    Said,
    coded_evidence,
    gold_column,
    judge_column,
    parted,
    parts,
    rubric_rows,
    scale_rows,
)
from workbench.store.index import Index, Indexed
from workbench.store.journal import Journal, read_journal
from workbench.store.query import Columns, filled, table
from workbench.store.records import LABELS, VERDICTS
from workbench.store.workspace import Workspace

FOREVER = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rater:
    """A judge to read verdicts of, and the fingerprint under which they count."""

    name: str
    floor: bool
    fingerprints: Mapping[str, str]
    """By dimension: a floor's fingerprint depends on the labels it was fitted on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One unit in the words of those who rated it."""

    transcript: str
    labels: tuple[tuple[str, str, str | None, tuple[int, ...]], ...]
    """Labeller, level, note and cited turns."""
    verdict: tuple[str | None, str | None]
    """The judge's level and justification."""


class Ratings:
    """Labels and verdicts of one workspace; the index is brought up to date at first use."""

    def __init__(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Take the workspace and its catalogue; nothing is read yet."""
        self._workspace = workspace
        self._catalogue = catalogue
        self._index = Index(workspace.scratch / "index", workspace.engine)

    @cached_property
    def labels(self) -> Indexed:
        """The index of all label ledgers."""
        return self._index.update(LABELS, self._workspace.files("labels", ".jsonl"))

    @cached_property
    def verdicts(self) -> Indexed:
        """The index of all verdict ledgers."""
        return self._index.update(VERDICTS, self._workspace.files("verdicts", ".jsonl"))

    @cached_property
    def gold(self) -> Journal[Gold]:
        """The record of adjudication."""
        return read_journal(self._workspace.record("gold"), Gold)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Lines that are no record and were stepped over."""
        return (*self.labels.findings, *self.verdicts.findings)

    @cached_property
    def tables(self) -> dict[str, str]:
        """Labels, verdicts and transcripts as table expressions."""
        return {
            "labels": table(self.labels.segments, LABELS.columns),
            "verdicts": table(self.verdicts.segments, VERDICTS.columns),
            "transcripts": self._catalogue.table,
        }

    def dimensions(self) -> set[str]:
        """Return the dimensions that carry a label or a verdict."""
        rows = self._workspace.engine.rows(sql.DIMENSIONS.format(**self.tables))
        return {dimension for (dimension,) in rows}

    def evidence(
        self,
        rubrics: Iterable[Rubric],
        raters: Iterable[Rater] = (),
        *,
        as_of: datetime = FOREVER,
    ) -> dict[str, Evidence]:
        """Return what counts of every dimension asked for.

        Args:
            rubrics: The rubrics in force.
            raters: The judges whose verdicts are wanted.
            as_of: Later lines are taken as not written yet.
        """
        ordered, judges = list(rubrics), list(raters)
        self._prepare(ordered, judges, as_of)
        names, labels = self._labels(ordered), self._label_codes(ordered)
        n_units = [len(units) for units, _, _ in names]
        columns = self._judge_columns(ordered, judges, n_units)
        gold = self._gold_codes(ordered, as_of)
        return {
            rubric.dimension: replace(
                coded_evidence(rubric, names[number], labels[number], columns[number]),
                gold=gold_column(n_units[number], gold[number]),
            )
            for number, rubric in enumerate(ordered)
        }

    def label_ids(self, dimension: str) -> tuple[Indexes, list[str]]:
        """Return unit index and id of every random label that counts, of the evidence last read.

        Sorted by id.
        """
        found = self._workspace.engine.columns(sql.LABEL_IDS, {"dimension": dimension})
        return filled(found["unit"], 0).astype(np.int32), list(found["id"])

    def cited(self, dimension: str) -> dict[str, list[frozenset[int]]]:
        """Return the turns that each random label cites, by transcript, of the evidence last read.

        A label that cites none has the empty set.
        """
        query = sql.CITED.format(**self.tables)
        found: dict[str, list[frozenset[int]]] = defaultdict(list)
        for transcript, _, turns in self._workspace.engine.rows(query, {"dimension": dimension}):
            found[transcript].append(frozenset(turns or ()))
        return dict(found)

    def corrected(self, dimension: str, since: datetime) -> set[str]:
        """Return the transcripts on which a label was replaced or taken back after a moment."""
        return self._names(sql.CORRECTED, {"dimension": dimension, "since": since})

    def replaced(self, dimension: str, judge: str, fingerprint: str, since: datetime) -> set[str]:
        """Return the transcripts on which a judge's verdict was replaced after a moment."""
        asked = {"dimension": dimension, "judge": judge, "digest": fingerprint, "since": since}
        return self._names(sql.REPLACED, asked)

    def returned(self, dimension: str, judge: str, fingerprint: str, since: datetime) -> set[str]:
        """Return the models that the provider says answered for a judge after a moment."""
        asked = {"dimension": dimension, "judge": judge, "digest": fingerprint, "since": since}
        return self._names(sql.RETURNED, asked)

    def _names(self, query: str, values: Mapping[str, object]) -> set[str]:
        rows = self._workspace.engine.rows(query.format(**self.tables), values)
        return {name for (name,) in rows}

    def text_born(self, rubric: Rubric) -> datetime | None:
        """Return when a rubric's text was first used by a label or verdict made here.

        What was imported may carry any date, and says nothing of when the text was written.
        """
        return _moment(self._texts_born.get((rubric.dimension, rubric.digest)))

    @cached_property
    def _texts_born(self) -> dict[tuple[str, str], int]:
        """When each rubric text was first used here, in microseconds, by dimension and digest."""
        rows = self._workspace.engine.rows(sql.TEXTS_BORN.format(**self.tables))
        return {(dimension, digest): born for dimension, digest, born in rows}

    def under_another_text(self, rubric: Rubric) -> tuple[int, str | None]:
        """Count labels that name the rubric's version and were made under another text.

        Returns:
            How many there are, and file:line of the first.
        """
        rows = self._workspace.engine.rows(
            sql.CHANGED_TEXT.format(**self.tables),
            {
                "dimension": rubric.dimension,
                "version": rubric.version,
                "digest": rubric.digest,
            },
        )
        count, first = rows[0]
        return count, first

    def newest(self) -> datetime | None:
        """Return when the newest label or verdict was given."""
        return _moment(self._workspace.engine.rows(sql.NEWEST.format(**self.tables))[0][0])

    def example(self, rubric: Rubric, transcript: str, judge: str, fingerprint: str) -> Example:
        """Return what people, and one judge under a text, said of one unit in their own words."""
        asked = {"dimension": rubric.dimension, "transcript": transcript}
        engine = self._workspace.engine
        labels = engine.rows(sql.EXAMPLE.format(**self.tables), asked)
        verdicts = engine.rows(
            sql.EXAMPLE_VERDICT.format(**self.tables),
            {**asked, "judge": judge, "digest": fingerprint, "text": rubric.digest},
        )
        return Example(
            transcript=transcript,
            labels=tuple((name, level, note, tuple(at or ())) for name, level, note, at in labels),
            verdict=verdicts[0] if verdicts else (None, None),
        )

    def field(self, name: str) -> dict[str, str | None]:
        """Return one field of every transcript: of its agent, else of its metadata."""
        return dict(self._workspace.engine.rows(sql.FIELD.format(**self.tables), {"field": name}))

    def pick_labels(self, rubrics: Sequence[Rubric], as_of: datetime = FOREVER) -> None:
        """Tell the engine the scales, and pick the newest label of every key that counts."""
        engine = self._workspace.engine
        engine.run(sql.RUBRIC, {"rows": rubric_rows(rubrics)})
        engine.run(sql.SCALE, {"rows": scale_rows(rubrics)})
        engine.run(sql.LATEST_LABELS.format(**self.tables), {"as_of": as_of})

    def _prepare(self, rubrics: list[Rubric], raters: list[Rater], as_of: datetime) -> None:
        """Tell the engine fingerprints too, and pick the newest verdict of every key."""
        engine = self._workspace.engine
        self.pick_labels(rubrics, as_of)
        engine.run(
            sql.JUDGE,
            {
                "rows": [
                    [number, rater.name, dimension, digest]
                    for number, rater in enumerate(raters)
                    for dimension, digest in rater.fingerprints.items()
                ]
            },
        )
        engine.run(sql.UNITS)
        engine.run(sql.LATEST_VERDICTS.format(**self.tables), {"as_of": as_of})

    def _labels(self, rubrics: list[Rubric]) -> list[tuple[list[str], list[str], list[str]]]:
        """Return transcript and case of every unit, and the labellers, by dimension."""
        engine = self._workspace.engine
        names = engine.columns(sql.UNIT_NAMES.format(**self.tables))
        labellers: list[list[str]] = [[] for _ in rubrics]
        for number, name in engine.rows(sql.LABELLERS):
            labellers[number].append(name)
        found = []
        for number, part in enumerate(parts(names["number"], len(rubrics))):
            transcripts, cases = list(names["transcript"][part]), list(names["unit_case"][part])
            found.append((transcripts, cases, labellers[number]))
        return found

    def _label_codes(self, rubrics: list[Rubric]) -> list[Columns]:
        found = self._workspace.engine.columns(sql.LABEL_CODES)
        return parted({name: filled(c, NO_VERDICT) for name, c in found.items()}, len(rubrics))

    def _gold_codes(self, rubrics: list[Rubric], as_of: datetime) -> list[Columns]:
        """Return unit and level code of all gold, by dimension."""
        rows = golds.coded(golds.standing(self.gold.entries, as_of=as_of).values(), rubrics)
        found = self._workspace.engine.columns(sql.GOLD_CODES, {"rows": list(rows)})
        return parted(found, len(rubrics))

    def _judge_columns(
        self, rubrics: list[Rubric], raters: list[Rater], n_units: list[int]
    ) -> list[dict[str, JudgeColumn]]:
        """Return every judge's column by dimension, of those that gave any verdict."""
        engine = self._workspace.engine
        found = engine.columns(sql.VERDICT_CODES)
        codes = {name: filled(column, NO_VERDICT) for name, column in found.items()}
        errors: dict[tuple[int, int], list[tuple[int, str, str]]] = defaultdict(list)
        for number, judge, unit, kind, message in engine.rows(sql.VERDICT_ERRORS):
            errors[number, judge].append((unit, kind, message))
        models: dict[tuple[int, int], list[str]] = defaultdict(list)
        for number, judge, model in engine.rows(sql.MODELS):
            models[number, judge].append(model)
        columns: list[dict[str, JudgeColumn]] = [{} for _ in rubrics]
        for number, part in enumerate(parts(codes["number"], len(rubrics))):
            for judge, verdicts in enumerate(parts(codes["judge"][part], len(raters))):
                if verdicts.stop == verdicts.start:
                    continue
                said = Said(
                    codes={name: column[part][verdicts] for name, column in codes.items()},
                    errors=errors[number, judge],
                    models=models[number, judge],
                )
                rater = raters[judge]
                fingerprint = rater.fingerprints[rubrics[number].dimension]
                columns[number][rater.name] = judge_column(
                    fingerprint, rater.floor, n_units[number], said
                )
        return columns


def _moment(microseconds: int | None) -> datetime | None:
    if microseconds is None:
        return None
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=microseconds)
