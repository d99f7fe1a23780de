"""The registry of formats: what each reads, and how a file shows which one it is."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from workbench.errors import DataError
from workbench.importers import binary
from workbench.importers.found import (
    RatingImporter,
    RubricImporter,
    SuiteImporter,
    TranscriptImporter,
    What,
)
from workbench.importers.source import json_head, raw_lines

_ARCHIVED = "inspect"
"""The format whose files may be zip archives."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format: its name, the module that reads it, and the function of that module."""

    name: str
    module: str
    function: str
    what: str
    """Its content in a few words, for the list that an unrecognised file gets."""
    plain: bool = False
    """Whether text that is no JSON is taken for it."""

    def load(self) -> Any:
        """Return the function that reads the format."""
        return getattr(self._loaded(), self.function)

    def recognises(self, head: object) -> bool:
        """Tell whether a file whose first JSON value is `head` is of this format."""
        recognises: Callable[[object], bool] | None = getattr(self._loaded(), "recognises", None)
        return recognises is not None and recognises(head)

    def _loaded(self) -> Any:
        return import_module(f"workbench.importers.{self.module}")


FORMATS: dict[What, tuple[Format, ...]] = {
    "transcripts": (
        Format("jsonl", "native", "read_transcripts", "our own JSON Lines"),
        Format("inspect", "inspect_log", "read_transcripts", "Inspect logs, .json and .eval"),
        Format("tau-bench", "tau_bench", "read_transcripts", "tau-bench trajectories"),
        Format("promptfoo", "promptfoo", "read_transcripts", "promptfoo results"),
        Format("anthropic", "anthropic", "read_transcripts", "Anthropic messages"),
        Format("openai", "openai", "read_transcripts", "OpenAI chat messages"),
        Format("plaintext", "plaintext", "read_transcripts", "conversations shown as text"),
    ),
    "labels": (
        Format("jsonl", "ratings_jsonl", "read_ratings", "our own JSON Lines"),
        Format("label-studio", "label_studio", "read_ratings", "Label Studio JSON"),
        Format("promptfoo", "promptfoo", "read_ratings", "promptfoo human ratings"),
        Format(
            "csv", "ratings_csv", "read_ratings", "CSV, long or one column a dimension", plain=True
        ),
    ),
    "verdicts": (
        Format("jsonl", "ratings_jsonl", "read_ratings", "our own JSON Lines"),
        Format("label-studio", "label_studio", "read_ratings", "Label Studio predictions"),
        Format(
            "csv", "ratings_csv", "read_ratings", "CSV, long or one column a dimension", plain=True
        ),
    ),
    "rubrics": (
        Format("jsonl", "rubrics_file", "read_jsonl", "JSON Lines of criteria with anchors"),
        Format("yaml", "rubrics_file", "read_yaml", "our own YAML, one rubric a file", plain=True),
    ),
    "suites": (
        Format(
            "promptfoo", "promptfoo_suite", "read_suites", "promptfoo configurations", plain=True
        ),
    ),
}
"""By what is imported, the more particular shapes before the looser ones."""


def transcript_importer(path: Path, named: str | None) -> tuple[str, TranscriptImporter]:
    """Return the format of a file of transcripts and its importer.

    Raises:
        DataError: No format was named and none recognises the file, or there is none so named.
    """
    found = _format("transcripts", path, named)
    return found.name, cast(TranscriptImporter, found.load())


def rating_importer(what: What, path: Path, named: str | None) -> tuple[str, RatingImporter]:
    """Return the format of a file of labels or verdicts and its importer.

    Raises:
        DataError: No format was named and none recognises the file, or there is none so named.
    """
    found = _format(what, path, named)
    return found.name, cast(RatingImporter, found.load())


def rubric_importer(path: Path, named: str | None) -> tuple[str, RubricImporter]:
    """Return the format of a file of rubrics and its importer.

    Raises:
        DataError: No format was named and none recognises the file, or there is none so named.
    """
    found = _format("rubrics", path, named)
    return found.name, cast(RubricImporter, found.load())


def suite_importer(path: Path, named: str | None) -> tuple[str, SuiteImporter]:
    """Return the format of a file of suites and its importer.

    Raises:
        DataError: No format was named and none recognises the file, or there is none so named.
    """
    found = _format("suites", path, named)
    return found.name, cast(SuiteImporter, found.load())


def _format(what: What, path: Path, named: str | None) -> Format:
    if named is None:
        return _recognised(what, path)
    for candidate in FORMATS[what]:
        if candidate.name == named:
            if path.is_file() and named != _ARCHIVED:
                _require_text(what, path, binary.kind_of(path))
            return candidate
    raise DataError(f"--format {named}: {what} are read from {_listed(what)}")


def _recognised(what: What, path: Path) -> Format:
    if not path.is_file():
        raise DataError(
            f"{path}: {'is a folder, name its files' if path.is_dir() else 'not found'}"
        )
    by_name = {candidate.name: candidate for candidate in FORMATS[what]}
    kind = binary.kind_of(path)
    if kind == binary.ZIP and _ARCHIVED in by_name:
        return by_name[_ARCHIVED]
    _require_text(what, path, kind)
    head = json_head(path)
    if head is not None:
        for candidate in FORMATS[what]:
            if candidate.recognises(head):
                return candidate
        raise _unrecognised(what, path)
    plain = next((candidate for candidate in FORMATS[what] if candidate.plain), None)
    first = next(raw_lines(path))[1].lstrip()[:1]
    if plain is None or first in (b"{", b"["):
        raise _unrecognised(what, path)
    return plain


def _require_text(what: What, path: Path, kind: str | None) -> None:
    if kind is not None:
        raise DataError(
            f"{path}: is {kind}, {what} are read from text: {_listed(what)}{binary.instead(kind)}"
        )


def _unrecognised(what: What, path: Path) -> DataError:
    return DataError(
        f"{path}: is in no format that {what} are read from; "
        f"name one with --format: {_listed(what)}"
    )


def _listed(what: What) -> str:
    return ", ".join(f"{each.name} ({each.what})" for each in FORMATS[what])
