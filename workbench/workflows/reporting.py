"""Report: a recorded run rendered in any format, from its results and the workspace's words."""

import os
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, get_args

from workbench.domain.run import Manifest
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.reports.source import Source
from workbench.store.runs import Recorded, find_run
from workbench.store.whole import replacing
from workbench.store.workspace import Workspace
from workbench.workflows.recordings import Recordings

if TYPE_CHECKING:
    from workbench.store.shelf import Shelf
    from workbench.workflows.inline_transcripts import InlineTranscripts

Format = Literal["text", "html", "junit", "markdown", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
_WRITERS: dict[Format, tuple[str, str]] = {
    "text": ("terminal", "write_text"),
    "html": ("html", "write_html"),
    "junit": ("junit", "write_junit"),
    "markdown": ("markdown", "write_markdown"),
    "json": ("document", "write_json"),
}
_SUFFIXES: dict[str, Format] = {
    ".html": "html",
    ".xml": "junit",
    ".md": "markdown",
    ".json": "json",
    ".txt": "text",
}


def report(root: Path, name: str, to: Format, out: IO[str]) -> None:
    """Write one run in a format; raises DataError where there is no such run."""
    render(root, find_run(root, name), to, out)


def render(
    root: Path, run: Recorded, to: Format, out: IO[str], transcripts: Path | None = None
) -> None:
    """Write a run that is at hand in a format.

    Args:
        root: The workspace.
        run: The run.
        to: The format.
        out: Where to.
        transcripts: The file of transcripts that it scored in place of the workspace's.
    """
    module, function = _WRITERS[to]
    write = getattr(import_module(f"workbench.reports.{module}"), function)
    find = _finder(Workspace(root)) if transcripts is None else _finder_in(root, transcripts)
    inline = _finder_in_suite(root, run.manifest)
    write(Source(manifest=run.manifest, results=run.results, transcript=find, inline=inline), out)


def save(root: Path, run: Recorded, path: Path, transcripts: Path | None = None) -> None:
    """Write a run to a file, in the format that the file's ending names; see `render`.

    Raises:
        DataError: The ending names none, or the file cannot be written.
    """
    with replacing(path) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=True)
        render(root, run, format_of(path), text, transcripts)
        text.flush()
        text.detach()


def format_of(path: Path) -> Format:
    """Return the format that a file's ending names; raises DataError where it names none."""
    found = _SUFFIXES.get(path.suffix.lower())
    if found is None:
        raise DataError(f"{path}: the name of a report ends in one of {', '.join(_SUFFIXES)}")
    return found


def require_writable(path: Path) -> None:
    """Refuse a place for a report before anything is run; raises DataError."""
    format_of(path)
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise DataError(f"{path}: cannot be written; name a file in a folder that exists")


def _finder_in_suite(root: Path, manifest: Manifest) -> Callable[[str], Transcript | None]:
    """Return what finds the transcript that stands in the suite with a case."""
    suite: InlineTranscripts | None = None

    def find(case: str) -> Transcript | None:
        nonlocal suite
        if suite is None:
            # Reads suites, which most reports do without.
            from workbench.workflows.inline_transcripts import InlineTranscripts

            suite = InlineTranscripts(root, manifest)
        return suite.of(case)

    return find


def _finder_in(root: Path, file: Path) -> Callable[[str], Transcript | None]:
    """Return what finds a transcript in a file, which is read with the first that is wanted."""
    recordings: Recordings | None = None

    def find(name: str) -> Transcript | None:
        nonlocal recordings
        if recordings is None:
            recordings = Recordings(Workspace(root), file)
        try:
            return recordings.get(name)
        except DataError:
            return None

    return find


def _finder(workspace: Workspace) -> Callable[[str], Transcript | None]:
    """Return what finds a transcript; the workspace is opened with the first that is wanted."""
    shelf: Shelf | None = None

    def find(name: str) -> Transcript | None:
        nonlocal shelf
        if shelf is None:
            # Loads the engine, which most formats do without.
            from workbench.store.shelf import Shelf

            opened = Shelf(workspace)
            opened.refresh()
            shelf = opened
        try:
            return shelf.read(name)
        except DataError:
            return None

    return find
