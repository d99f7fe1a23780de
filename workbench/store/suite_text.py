"""Suites as files: written the way people write them, to be read again and edited."""

import io
import re
import sys
from pathlib import Path
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

from workbench.domain.suite import Suite
from workbench.store.edits import round_trip, styled
from workbench.store.suites import MANY
from workbench.store.whole import write_text

_PLAIN = re.compile(r"[^\W\d_](?:(?:[\w.;/()$-]|[ ](?=[\w(]))*[\w.)])?")
"""Texts that need no quotes: words with what stands between words."""
_IN_ONE_LINE = 80
"""Characters up to which a mapping of plain values is written in one line."""


def suite_files(path: Path, suite: Suite, comment: str) -> dict[Path, str]:
    """Return the text of a suite's files, the one that names the others last.

    Args:
        path: The suite's own file.
        suite: What it says; many cases go to JSON Lines beside it.
        comment: Lines to put above it.
    """
    tree = suite.to_json()
    files: dict[Path, str] = {}
    if len(tree["cases"]) > MANY:
        lines = path.with_suffix(".jsonl")
        cases = [case for case in suite.cases if not isinstance(case, str)]
        files[lines] = "".join(f"{case.line()}\n" for case in cases)
        tree["cases"] = lines.name
    else:
        tree["cases"] = [_in_short(case) for case in tree["cases"]]
    head = "".join(f"# {line}".rstrip() + "\n" for line in comment.splitlines())
    files[path] = head + _dumped(_node(tree))
    return files


def write_suite(files: dict[Path, str]) -> None:
    """Write the files of a suite, each as a whole.

    Raises:
        DataError: One cannot be written; the suite's own file is then as it was.
    """
    for path, text in files.items():
        write_text(path, text)


def _dumped(tree: CommentedMap) -> str:
    yaml = round_trip()
    yaml.width = sys.maxsize  # a quoted text that is broken into lines may read back differently
    target = io.StringIO()
    yaml.dump(tree, target)
    return target.getvalue()


def _node(value: Any) -> Any:
    """Return a value as the node that it is written as."""
    if isinstance(value, list):
        return CommentedSeq(_node(item) for item in value)
    if isinstance(value, str):
        return _scalar(value)
    if not isinstance(value, dict):
        return value
    node = CommentedMap(
        (key if key.isidentifier() else _scalar(key), _node(item)) for key, item in value.items()
    )
    plain = not any(isinstance(item, dict | list) for item in value.values())
    if plain and len(str(value)) <= _IN_ONE_LINE:
        node.fa.set_flow_style()
    return node


def _scalar(text: str) -> str:
    """Return a text in a style that every reader of YAML reads as that text."""
    if _PLAIN.fullmatch(text):
        return styled(text)
    # The library's own choice reads back as another text where it holds U+0085 or begins with `?`.
    quoted: str = (
        SingleQuotedScalarString(text) if text.isprintable() else DoubleQuotedScalarString(text)
    )
    return quoted


def _in_short(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with budgets and criteria as bare values where nothing else is said."""
    expect = dict(case.get("expect", {}))
    for key, rule in expect.items():
        if key.startswith("max_") and rule.keys() == {"at_most"}:
            most = rule["at_most"]
            expect[key] = int(most) if most == int(most) else most
        elif key == "rubric":
            expect[key] = [one["criterion"] if len(one) == 1 else one for one in rule]
    return {**case, "expect": expect} if expect else case
