"""Import labels and verdicts: all of the files, or nothing of them."""

import json
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from workbench.domain.names import file_stem
from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.importers.formats import rating_importer
from workbench.importers.found import Options, RatingRow, Remark
from workbench.store import ledger
from workbench.store.catalogue import Catalogue
from workbench.store.edits import add_recorded_judges, write_rubric
from workbench.store.workspace import JUDGES, Workspace
from workbench.workflows.admission import Admission, Entry, NotAdmittedError, Own
from workbench.workflows.import_report import (
    PROGRESS_STEP,
    ImportReport,
    ImportRequest,
    Progress,
    Tally,
    quiet,
)
from workbench.workflows.importing import rubric_file
from workbench.workflows.repeats import repeated_blocks
from workbench.workflows.row_remarks import RowRemarks
from workbench.workflows.scales import beside_another, rubrics_for, scale_of

_DRAFT = (
    "A draft, made by an import. Before judges can be asked about it: write the question and, in\n"
    "place of `levels`, an anchor for each level; then take `draft` out."
)
_NAMED = 5
"""How many transcripts that are not here are named."""


def import_labels(
    workspace: Workspace,
    paths: Sequence[Path],
    request: ImportRequest,
    *,
    now: datetime | None = None,
    progress: Progress = quiet,
) -> ImportReport:
    """Add people's labels to their ledgers.

    Args:
        workspace: Where to.
        paths: The files.
        request: How to take them.
        now: When undated labels count as given; without it, at the moment of the call.
        progress: Told how far it is.

    Raises:
        DataError: A file cannot be read, a dimension has no rubric and no scale was given, or
            labels are of single turns.
    """
    batch = _Batch(workspace, request, Tally("labels"), progress)
    batch.gather(paths, "labeller")
    admission = batch.admission(now)
    new = batch.admit(admission.label, workspace.labels, admission.transcripts)
    for note in repeated_blocks(label for labels in new.values() for label in labels):
        batch.tally.note(note)
    if any(label.sampled_assumed for labels in new.values() for label in labels):
        batch.tally.note("the transcripts are assumed a random sample; --sampled says otherwise")
    if batch.tally.refuses(request):
        return batch.tally.report(refused=True)
    return batch.written(new)


def import_verdicts(
    workspace: Workspace,
    paths: Sequence[Path],
    request: ImportRequest,
    *,
    now: datetime | None = None,
    progress: Progress = quiet,
) -> ImportReport:
    """Add recorded verdicts to the ledgers of their judges, and the judges to judges.yaml.

    Args:
        workspace: Where to.
        paths: The files.
        request: How to take them.
        now: When undated verdicts count as given; without it, at the moment of the call.
        progress: Told how far it is.

    Raises:
        DataError: A file cannot be read, a dimension has no rubric and no scale was given, or a
            judge of that name is one that we ask.
    """
    batch = _Batch(workspace, request, Tally("verdicts"), progress)
    batch.gather(paths, "judge")
    admission = batch.admission(now)
    judges = batch.new_judges()
    new = batch.admit(admission.verdict, workspace.verdicts, admission.transcripts)
    batch.count_errors(new)
    if any(row.record is not None for _, row in batch.rows):
        batch.tally.note("records of ours now carry the fingerprint of a recorded judge")
    if batch.tally.refuses(request):
        return batch.tally.report(refused=True)
    if judges:
        add_recorded_judges(workspace.root / JUDGES, judges)
    return batch.written(new, judges=judges)


@dataclass(slots=True)
class _Batch:
    """The rows of one import, and what becomes of them."""

    workspace: Workspace
    request: ImportRequest
    tally: Tally
    progress: Progress
    rows: list[tuple[str, RatingRow]] = field(default_factory=list)
    """With the name of the file that each stands in."""
    drafts: list[Rubric] = field(default_factory=list)
    raters: dict[str, str] = field(default_factory=dict)
    """Every rater that rows name, as written, and the name that its ledger has."""

    def gather(self, paths: Sequence[Path], kind: Literal["labeller", "judge"]) -> None:
        """Read the files; rows whose rater makes no ledger are skipped."""
        options = Options(columns=self.request.columns, raters=kind)
        named = 0
        for path in paths:
            _, read = rating_importer(self.tally.what, path, self.request.format)
            before = self.tally.read
            for found in read(path, options):
                if isinstance(found, Remark):
                    self.tally.remark(path.name, found)
                    continue
                self.tally.read += 1
                named += found.rater is not None
                if self._has_rater(path.name, found, kind):
                    self.rows.append((path.name, found))
                if not self.tally.read % PROGRESS_STEP:
                    self.progress(f"reading {self.tally.what}", self.tally.read)
            self.tally.require_any(path, before)
        if self.request.rater is not None and named == self.tally.read:
            self.tally.note(f"--{kind} {self.request.rater} had no use: every row names its own")

    def _has_rater(self, file: str, row: RatingRow, kind: str) -> bool:
        written = row.rater if row.rater is not None else self.request.rater
        if written is None:
            self.tally.skip(file, row.line, f"names no {kind}; --{kind} NAME says whose it is")
            return False
        if written in self.raters:
            return True
        name = unicodedata.normalize("NFC", written)
        try:
            file_stem(name)
        except DataError as error:
            self.tally.skip(file, row.line, f"{kind} {error}")
            return False
        self.raters[written] = name
        return True

    def admission(self, now: datetime | None) -> Admission:
        """Return what the rows are measured by; dimensions without a rubric become drafts."""
        dimensions = dict.fromkeys(row.dimension for _, row in self.rows)
        scale = None if self.request.scale is None else scale_of(self.request.scale)
        rubrics, self.drafts = rubrics_for(dimensions, self.workspace.rubrics, scale)
        for draft in self.drafts:
            rubric_file(self.workspace, draft.dimension)
        for note in beside_another(self.drafts, self.workspace.rubrics):
            self.tally.note(note)
        for value in self.request.not_applicable:
            for dimension, rubric in rubrics.items():
                if rubric.level_of(value) is not None:
                    raise DataError(f"--not-applicable {value}: is a level of {dimension!r}")
        return Admission(
            request=self.request,
            rubrics=rubrics,
            transcripts=Catalogue(self.workspace).digests(),
            now=now or datetime.now(UTC),
        )

    def admit(
        self,
        make: Callable[[Entry], Own | None],
        ledger_of: Callable[[str], Path],
        transcripts: Container[str],
    ) -> dict[str, list[Own]]:
        """Make the records that are not in their ledgers yet, by rater."""
        here = {name: _ids(ledger_of(name)) for name in sorted(set(self.raters.values()))}
        new: dict[str, list[Own]] = {name: [] for name in here}
        remarks, stays = RowRemarks(self.tally), 0
        for number, (file, row) in enumerate(self.rows):
            rater = self.raters[row.rater if row.rater is not None else str(self.request.rater)]
            place = f"{file}:{row.line}"
            try:
                record = make(Entry(row=row, rater=rater, place=place, number=number))
            except NotAdmittedError as error:
                self.tally.skip(file, row.line, str(error))
                continue
            if record is None:
                self.tally.duplicates += 1
            elif record.id in here[rater]:
                self.tally.already_here += 1
                stays += (row.sampled or self.request.sampled) not in (None, here[rater][record.id])
            else:
                new[rater].append(record)
                self.tally.not_applicable += record.status == "not_applicable"
                remarks.add(file, row)
            if number % PROGRESS_STEP == 0:
                self.progress(f"checking {self.tally.what}", number)
        remarks.report()
        if stays:
            self.tally.note(f"{stays} labels are here already, --sampled does not change them")
        self._name_absent(transcripts)
        return new

    def _name_absent(self, here: Container[str]) -> None:
        if self.request.without_transcripts:
            return
        named = {row.transcript for _, row in self.rows}
        absent = sorted(name for name in named if name not in here)
        if absent:
            shown = ", ".join(absent[:_NAMED]) + (", …" if len(absent) > _NAMED else "")
            self.tally.note(
                f"{len(absent)} transcripts are not in this workspace ({shown}): import them "
                "first, or say --without-transcripts"
            )

    def new_judges(self) -> tuple[str, ...]:
        """Return the judges to add; raises DataError where one of the name is not recorded."""
        judges = self.workspace.judges
        names = tuple(dict.fromkeys(self.raters.values()))
        for name in names:
            known = judges.judges.get(name)
            if name in judges.panels or (known is not None and not known.recorded):
                raise DataError(
                    f"judge {name!r}: is one that we ask (judges.yaml); its verdicts are not "
                    "imported, --columns or --judge gives these another name"
                )
        return tuple(name for name in names if name not in judges.judges)

    def count_errors(self, new: dict[str, list[Verdict]]) -> None:
        """Count the verdicts that landed in error, by kind."""
        for verdicts in new.values():
            self.tally.errors.update(each.error.kind for each in verdicts if each.error)

    def written(
        self, new: dict[str, list[Label]] | dict[str, list[Verdict]], judges: tuple[str, ...] = ()
    ) -> ImportReport:
        """Write drafts and ledgers, and return the report."""
        files = []
        for draft in self.drafts:
            target = rubric_file(self.workspace, draft.dimension)
            write_rubric(target, draft, comment=_DRAFT)
            files.append(self.workspace.relative(target))
        place = self.workspace.labels if self.tally.what == "labels" else self.workspace.verdicts
        for rater, records in new.items():
            if records:
                ledger.append(place(rater), (record.line() for record in records))
        self.workspace.forget()
        imported = sum(len(records) for records in new.values())
        return self.tally.report(imported=imported, rubrics=tuple(files), judges=judges)


def _ids(path: Path) -> dict[str, str]:
    """Return the ids in a ledger, with how the transcript of each was sampled."""
    return dict(_ids_of(line.data for line in ledger.read(path)))


def _ids_of(lines: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Yield what a line is known by; a line that is no record has no id."""
    for data in lines:
        try:
            record = json.loads(data)
            yield record["id"], record.get("sampled", "random")
        except (ValueError, TypeError, KeyError):
            continue
