"""Import suites: the tests of other tools as files of ours, with a report of what they lose."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.names import file_stem
from workbench.domain.suite import Suite
from workbench.errors import DataError
from workbench.importers.formats import suite_importer
from workbench.importers.found import Options, Remark
from workbench.store.suite_text import suite_files, write_suite
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportReport, ImportRequest, Progress, Tally, quiet

Files = dict[Path, str]


def import_suites(
    workspace: Workspace,
    paths: Sequence[Path],
    request: ImportRequest,
    *,
    progress: Progress = quiet,
) -> ImportReport:
    """Add suites, one a file; what is in suites/ already stays as it is.

    Raises:
        DataError: A file cannot be read, or is in no format that suites are read from.
    """
    tally = Tally("suites")
    new: dict[Path, tuple[int, Files]] = {}
    for path in paths:
        name, read = suite_importer(path, request.format)
        before = tally.read
        lost: list[str] = []
        for found in read(path, Options()):
            if isinstance(found, Remark):
                tally.remark(path.name, found)
                lost += _line(path, found)
                continue
            tally.read += len(found.cases)
            title = _title(request.suite or unicodedata.normalize("NFC", path.stem).strip())
            suite = found.changed(suite=title)
            files = suite_files(_target(workspace, title), suite, _head(path, name, lost))
            taken = _taken(files, new)
            if taken is None:
                new[_target(workspace, title)] = len(found.cases), files
            elif _are_there(files):
                tally.already_here += len(found.cases)
            else:
                tally.skip(path.name, 0, _stays(workspace.relative(taken)))
        tally.require_any(path, before)
        progress("reading suites", tally.read)
    if tally.refuses(request):
        return tally.report(refused=True)
    for _, files in new.values():
        write_suite(files)
    count = sum(count for count, _ in new.values())
    return tally.report(imported=count, suites=tuple(map(workspace.relative, new)))


def _target(workspace: Workspace, title: str) -> Path:
    return workspace.root / "suites" / f"{file_stem(title)}.yaml"


def _stays(file: str) -> str:
    return f"{file} is there and stays; give this suite a name with --suite"


def _title(name: str) -> str:
    """Return the name of a suite; raises DataError where none can have it."""
    try:
        return Suite.of({"suite": name, "version": "1.0", "cases": ()}).suite
    except ValidationError as error:
        raise DataError(f"--suite {name!r}: must be one line of text, at most 500 long") from error


def _line(path: Path, remark: Remark) -> list[str]:
    """Return what the written file says of something that it lacks."""
    if remark.kind == "note":
        return []
    line = f":{remark.line}" if remark.line else ""
    return [f"{remark.kind} {remark.file or path.name}{line}: {' '.join(remark.message.split())}"]


def _head(path: Path, name: str, lost: list[str]) -> str:
    """Return the comment above a suite: where it is from, and what it lacks."""
    head = [f"Imported from {path.name} ({name})."]
    if lost:
        head += ["What it lacks of that:", *(f"  {line}" for line in lost)]
    return "\n".join("".join(filter(_is_shown, line)) for line in head)


def _is_shown(character: str) -> bool:
    return character.isprintable()


def _taken(files: Files, new: Mapping[Path, tuple[int, Files]]) -> Path | None:
    """Return the file of a suite that is there already, or is about to be."""
    return next((file for file in files if file.exists() or file in new), None)


def _are_there(files: Files) -> bool:
    """Whether all files of a suite are there and say the same."""
    return all(
        file.is_file() and file.read_bytes() == text.encode() for file, text in files.items()
    )
