"""A promptfoo configuration, run there and as the suite that it is imported as.

`make test-peers` installs promptfoo into a temporary place and runs this.
"""

import json
import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportRequest
from workbench.workflows.importing import import_transcripts
from workbench.workflows.importing_suites import import_suites
from workbench.workflows.scoring import Wanted, run_suite

pytestmark = pytest.mark.peers

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "integer", "minimum": 1}},
    "required": ["a"],
}
ASSERTS: list[dict[str, Any]] = [
    {"type": "equals", "value": "Hello"},
    {"type": "not-equals", "value": {"a": 1}},
    {"type": "equals", "value": 12.0},
    {"type": "contains", "value": "Hello"},
    {"type": "not-contains", "value": "world"},
    {"type": "icontains", "value": "STRASSE"},
    {"type": "icontains", "value": "kit"},
    {"type": "contains-all", "value": ["Hello", "world"]},
    {"type": "not-contains-all", "value": ["Hello", "world"]},
    {"type": "icontains-any", "value": "bye, WORLD"},
    {"type": "not-contains-any", "value": ["bye", "world"]},
    {"type": "starts-with", "value": "Hello"},
    {"type": "regex", "value": r"^\w+\s\w+$"},
    {"type": "not-regex", "value": r"\d{2,}"},
    {"type": "is-json", "value": SCHEMA},
    {"type": "not-is-json", "value": SCHEMA},
    {"type": "word-count", "value": {"min": 2, "max": 3}},
    {"type": "latency", "threshold": 600_000},
]
ANSWERS = [
    "Hello",
    "hello world",
    "Hello world\n",
    "Hello\u00a0world",
    "12",
    '{"a": 1}',
    '{"a": 0}',
    "[1]",
    "STRASSE",
    "Straße",
    "\u212ait",
    "wörld",
    "Bye",
]


def configured() -> dict[str, Any]:
    """Return a configuration whose provider says what a test has it say."""
    tests: list[dict[str, Any]] = [
        {"description": f"{one} of {two}", "vars": {"says": answer}, "assert": [assertion]}
        for one, assertion in enumerate(ASSERTS)
        for two, answer in enumerate(ANSWERS)
    ]
    weighed = [{**ASSERTS[3], "weight": 2}, ASSERTS[7], ASSERTS[10]]
    tests += [
        {
            "description": f"weighed {two}",
            "vars": {"says": answer},
            "assert": weighed,
            "threshold": 0.75,
        }
        for two, answer in enumerate(ANSWERS)
    ]
    return {"prompts": ["{{says}}"], "providers": ["echo"], "tests": tests}


def test_every_case_passes_and_fails_as_in_promptfoo(tmp_path: Path) -> None:
    promptfoo = os.environ.get("WORKBENCH_PROMPTFOO") or shutil.which("promptfoo")
    if promptfoo is None:
        pytest.skip("needs promptfoo: `make test-peers` installs it")
    config = tmp_path / "promptfooconfig.json"
    config.write_text(json.dumps(configured()), encoding="utf-8")
    subprocess.run(
        [promptfoo, "eval", "-c", config.name, "--no-cache", "--no-table", "-o", "out.json"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PROMPTFOO_CONFIG_DIR": str(tmp_path / "promptfoo"),
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
        },
        capture_output=True,
        check=False,  # tests fail, and are meant to
    )
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "workbench.yaml").touch()
    workspace, asked = Workspace(root), ImportRequest(suite="echo", allow_loss=True)

    report = import_suites(workspace, [config], asked)
    import_transcripts(workspace, [tmp_path / "out.json"], asked)
    run = run_suite(
        root, Wanted(suite=root / "suites/echo.yaml"), now=datetime(2026, 11, 30, tzinfo=UTC)
    ).run

    ours = {result.case.rpartition(" ")[0]: result.verdict for result in run.results()}
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["results"]["results"]
    theirs = {
        row["testCase"]["description"]: "PASS" if row["success"] else "FAIL" for row in written
    }
    assert (report.dropped, report.skipped) == ((), ())
    assert len(theirs) == len(ANSWERS) * (len(ASSERTS) + 1)
    assert set(theirs.values()) == {"PASS", "FAIL"}
    assert ours == theirs
