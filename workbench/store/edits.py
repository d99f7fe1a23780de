"""Changes to the files that people edit: what they wrote, comments included, stays as it is."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, FoldedScalarString

from workbench.domain.rubric import Rubric
from workbench.store.whole import write_text

_WIDTH = 4096
"""Beyond what people write: ruamel leaves a space at the end of every line that it breaks."""
_FOLDED_AT = 90
_SWITCHES = ("yes", "no", "on", "off", "y", "n")
"""Words that other readers of YAML take for true and false."""
_FOLDABLE = re.compile(r"\S(?:[^\n\r\t\x85\u2028\u2029]*\S)?")
"""Text of one line that begins and ends with a word."""


def add_recorded_judges(path: Path, names: Sequence[str]) -> None:
    """Add judges whose verdicts come by import to judges.yaml, which is made where it is absent.

    Args:
        path: The file; a sound one where it exists.
        names: Judges that it does not have yet.

    Raises:
        DataError: The file cannot be written; it is then as it was.
    """
    text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
    write_text(path, _with_judges(text, names))


def _with_judges(text: str, names: Sequence[str]) -> str:
    entries = CommentedMap((styled(name), _recorded()) for name in names)
    tree: Any = round_trip().load(text)
    if tree is None:
        end = "" if not text or text.endswith("\n") else "\n"
        return text + end + dumped(CommentedMap(judges=entries))
    present = tree.get("judges")
    if present and not present.fa.flow_style():
        longer = _inserted(text, present, dumped(entries))
        if round_trip().load(longer).get("judges") == {**present, **entries}:
            return longer
    tree["judges"] = CommentedMap({**(present or {}), **entries})
    return dumped(tree)


def _inserted(text: str, judges: CommentedMap, entries: str) -> str:
    """Put entries below the last one there is; every other line stays to the byte."""
    row, column = judges.lc.key(list(judges)[-1])
    lines = text.splitlines(keepends=True)
    end = row + 1
    for number in range(row + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= column:
            break
        if line.strip():
            end = number + 1
    if not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    lines[end:end] = [" " * column + line for line in entries.splitlines(keepends=True)]
    return "".join(lines)


def write_rubric(path: Path, rubric: Rubric, *, comment: str = "") -> None:
    """Write a new rubric file, as a person would have written it.

    Args:
        path: Where to.
        rubric: What it holds.
        comment: Lines to put above it.

    Raises:
        DataError: The file cannot be written.
    """
    tree = CommentedMap()
    for field, value in rubric.to_json().items():
        tree[field] = _node(getattr(rubric, field), value)
    text = "".join(f"# {line}\n" for line in comment.splitlines())
    write_text(path, text + dumped(tree))


def _node(value: Any, written: Any) -> Any:
    if isinstance(value, dict):
        return CommentedMap((level, styled(text)) for level, text in value.items())
    if isinstance(value, tuple):
        levels = CommentedSeq(value)
        levels.fa.set_flow_style()
        return levels
    return styled(written) if isinstance(written, str) else written


def styled(text: str) -> str:
    """Return a text in the style that people write it in: quoted, folded or in one line."""
    if text.replace(".", "", 1).isdecimal() or text.lower() in _SWITCHES:
        quoted: str = DoubleQuotedScalarString(text)
        return quoted
    if len(text) <= _FOLDED_AT or not _FOLDABLE.fullmatch(text):
        return text
    folded: Any = FoldedScalarString(text)
    folded.fold_pos = list(_fold_positions(text))
    shaped: str = folded
    return shaped


def _fold_positions(text: str) -> Iterator[int]:
    """Yield the single spaces at which lines are broken."""
    start, last = 0, 0
    for match in re.finditer(r"(?<=\S) (?=\S)", text):
        if match.start() - start > _FOLDED_AT and last > start:
            yield last
            start = last
        last = match.start()
    if len(text) - start > _FOLDED_AT and last > start:
        yield last


def _recorded() -> CommentedMap:
    entry = CommentedMap(recorded=True)
    entry.fa.set_flow_style()
    return entry


def round_trip() -> YAML:
    """Return a reader and writer that keeps comments, order and quotes."""
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = _WIDTH
    return yaml


def dumped(tree: CommentedMap) -> str:
    """Return a tree as the text of a file."""
    target = io.StringIO()
    round_trip().dump(tree, target)
    return target.getvalue()
