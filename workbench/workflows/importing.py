"""Import transcripts and rubrics: all of the files, or nothing of them."""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from workbench.domain.digest import digest
from workbench.domain.names import file_stem
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Source, Transcript
from workbench.errors import DataError
from workbench.importers.formats import rubric_importer, transcript_importer
from workbench.importers.found import Options, Remark
from workbench.store import ledger
from workbench.store.catalogue import Catalogue
from workbench.store.edits import write_rubric
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import (
    PROGRESS_STEP,
    ImportReport,
    ImportRequest,
    Progress,
    Tally,
    quiet,
)


def import_transcripts(
    workspace: Workspace,
    paths: Sequence[Path],
    request: ImportRequest,
    *,
    progress: Progress = quiet,
) -> ImportReport:
    """Add conversations to collections; one that is here already is left as it is.

    Raises:
        DataError: A file cannot be read, or is in no format that transcripts are read from.
    """
    tally = Tally("transcripts")
    arrivals = _Arrivals(Catalogue(workspace), tally)
    lines: dict[Path, list[str]] = {}
    for path in paths:
        collection = request.collection or unicodedata.normalize("NFC", path.stem).strip()
        new = lines.setdefault(workspace.collection(collection), [])
        name, read = transcript_importer(path, request.format)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        before, record = tally.read, 0
        for found in read(path, Options()):
            if isinstance(found, Remark):
                tally.remark(path.name, found)
                continue
            record += 1
            tally.read += 1
            source = Source(format=name, file=path.name, sha256=sha256, record=record)
            if arrivals.is_new(found, source):
                kept = found.source or source
                new.append(found.changed(source=kept).line())
            if not tally.read % PROGRESS_STEP:
                progress("reading transcripts", tally.read)
        tally.require_any(path, before)
    if tally.refuses(request):
        return tally.report(refused=True)
    for target, new in lines.items():
        if new:
            ledger.append(target, new)
    return tally.report(imported=sum(map(len, lines.values())))


class _Arrivals:
    """Tells new transcripts from those that are here, in the workspace or earlier in the files."""

    def __init__(self, catalogue: Catalogue, tally: Tally) -> None:
        self._catalogue = catalogue
        self._tally = tally
        self._here = catalogue.digests()
        self._whole: dict[str, str] = {}
        """Digest of all of each transcript that is here; made when one comes again."""
        self._came: dict[str, tuple[str, Source]] = {}

    def is_new(self, transcript: Transcript, source: Source) -> bool:
        """Whether to add it; a conflict is skipped, a repetition counted."""
        if transcript.id in self._here:
            self._compare(transcript, source)
            return False
        if transcript.id in self._came:
            known, first = self._came[transcript.id]
            if known == _whole_digest(transcript):
                self._tally.duplicates += 1
            else:
                place = f"{first.file} (record {first.record})"
                self._conflict(transcript, source, place)
            return False
        self._came[transcript.id] = (_whole_digest(transcript), source)
        return True

    def _compare(self, transcript: Transcript, source: Source) -> None:
        if transcript.digest != self._here[transcript.id]:
            self._conflict(transcript, source, self._catalogue.places()[transcript.id])
            return
        self._tally.already_here += 1
        if not self._whole:
            self._whole = {each.id: _whole_digest(each) for each in self._catalogue.all()}
        if self._whole[transcript.id] != _whole_digest(transcript):
            self._tally.drop(
                source.file,
                source.record or 0,
                f"transcript {transcript.id!r} is here with the same turns; "
                "what differs in its other fields is left out",
            )

    def _conflict(self, transcript: Transcript, source: Source, place: str) -> None:
        self._tally.skip(
            source.file,
            source.record or 0,
            f"transcript {transcript.id!r} has another content in {place}; "
            "transcripts are never edited in place, give this one an id of its own",
        )


def _whole_digest(transcript: Transcript) -> str:
    return digest(transcript.changed(source=None).to_json())


def import_rubrics(
    workspace: Workspace,
    paths: Sequence[Path],
    request: ImportRequest,
    *,
    progress: Progress = quiet,
) -> ImportReport:
    """Add rubrics, one file each; a dimension that has one keeps it.

    Raises:
        DataError: A file cannot be read, or is in no format that rubrics are read from.
    """
    tally = Tally("rubrics")
    new: dict[str, tuple[Path, Rubric]] = {}
    warnings: Counter[str] = Counter()
    for path in paths:
        _, read = rubric_importer(path, request.format)
        before = tally.read
        for number, found in enumerate(read(path, Options()), 1):
            if isinstance(found, Remark):
                tally.remark(path.name, found)
                continue
            tally.read += 1
            target = _rubric_place(workspace, found, new, tally, (path.name, number))
            if target is not None:
                new[found.dimension] = (target, found)
                warnings.update(found.warnings())
        tally.require_any(path, before)
        progress("reading rubrics", tally.read)
    for warning, count in warnings.items():
        tally.note(f"{warning} ({count} of these rubrics)")
    if tally.refuses(request):
        return tally.report(refused=True)
    for target, rubric in new.values():
        write_rubric(target, rubric)
    workspace.forget()
    files = tuple(workspace.relative(target) for target, _ in new.values())
    return tally.report(imported=len(new), rubrics=files)


def _rubric_place(
    workspace: Workspace,
    rubric: Rubric,
    new: dict[str, tuple[Path, Rubric]],
    tally: Tally,
    place: tuple[str, int],
) -> Path | None:
    """Return the file to write a rubric to, or None where it stays out."""
    here = workspace.rubrics.get(rubric.dimension)
    if here is not None:
        if here.rubric == rubric:
            tally.already_here += 1
        else:
            tally.skip(*place, f"dimension {rubric.dimension!r} has its rubric in {here.file}")
        return None
    if rubric.dimension in new:
        if new[rubric.dimension][1] == rubric:
            tally.duplicates += 1
        else:
            tally.skip(*place, f"dimension {rubric.dimension!r} has a rubric before this one")
        return None
    try:
        target = rubric_file(workspace, rubric.dimension)
    except DataError as error:
        tally.skip(*place, str(error))
        return None
    return target


def rubric_file(workspace: Workspace, dimension: str) -> Path:
    """Return the file that a new rubric goes to.

    Raises:
        DataError: The name makes no file name, or the file holds the rubric of another dimension.
    """
    target = workspace.root / "rubrics" / f"{file_stem(dimension)}.yaml"
    if target.exists():
        raise DataError(f"{workspace.relative(target)}: holds the rubric of another dimension")
    return target
