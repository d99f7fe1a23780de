"""Importing suites: a file that runs as it stands, nothing over what is there, all or nothing."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.domain.suite import Suite
from workbench.errors import DataError
from workbench.store.suite_text import suite_files
from workbench.store.suites import MANY, read_suite
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportReport, ImportRequest
from workbench.workflows.importing import import_transcripts
from workbench.workflows.importing_suites import import_suites
from workbench.workflows.scoring import Scored, Wanted, run_suite

Json = dict[str, Any]
KEPT = {"type": "contains", "value": "refund"}
LOST = {"type": "similar", "value": "refund"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty workspace."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "workbench.yaml").touch()
    return folder


def config(folder: Path, *tests: Json, name: str = "promptfooconfig.yaml") -> Path:
    path = folder / name
    path.write_text(json.dumps({"tests": tests}), encoding="utf-8")
    return path


def imported(root: Path, *paths: Path, **asked: Any) -> ImportReport:
    return import_suites(Workspace(root), paths, ImportRequest(**asked))


def run(root: Path, suite: str) -> Scored:
    return run_suite(root, Wanted(suite=root / suite), now=datetime(2026, 11, 30, tzinfo=UTC))


def results_file(folder: Path, *rows: tuple[Json, str]) -> Path:
    """Write what promptfoo records: tests and the output of each."""
    written = [
        {
            "id": f"row {number}",
            "prompt": {"raw": "Hi"},
            "vars": test.get("vars", {}),
            "testCase": test,
            "response": {"output": output},
            "failureReason": 0,
            "latencyMs": 20,
        }
        for number, (test, output) in enumerate(rows)
    ]
    path = folder / "out.json"
    path.write_text(json.dumps({"results": {"version": 3, "results": written}}), encoding="utf-8")
    return path


def test_an_imported_suite_runs_on_the_imported_results(root: Path, tmp_path: Path) -> None:
    tests: list[Json] = [
        {"description": "offers", "vars": {"q": "a"}, "assert": [KEPT]},
        {"vars": {"q": "b"}, "assert": [KEPT, {"type": "latency", "threshold": 100}]},
    ]
    report = imported(root, config(tmp_path, *tests))
    results = results_file(tmp_path, (tests[0], "Your refund."), (tests[1], "Refund!"))
    import_transcripts(Workspace(root), [results], ImportRequest(allow_loss=True))

    counts = run(root, "suites/promptfooconfig.yaml").run.manifest.summary.counts

    assert (report.read, report.imported, report.refused) == (2, 2, False)
    assert report.suites == ("suites/promptfooconfig.yaml",)
    assert (counts.passed, counts.failed, counts.errors) == (1, 1, 0)


def test_nothing_is_written_where_something_would_be_lost(root: Path, tmp_path: Path) -> None:
    whole = config(tmp_path, {"assert": [KEPT]}, name="whole.yaml")
    lossy = config(tmp_path, {"assert": [KEPT, LOST]}, name="lossy.yaml")

    refused = imported(root, whole, lossy)
    allowed = imported(root, whole, lossy, allow_loss=True)

    assert (refused.refused, refused.suites) == (True, ())
    assert allowed.suites == ("suites/whole.yaml", "suites/lossy.yaml")
    text = (root / "suites/lossy.yaml").read_text(encoding="utf-8")
    assert text.startswith(
        "# Imported from lossy.yaml (promptfoo).\n# What it lacks of that:\n"
        "#   dropped lossy.yaml:1: test 1: similar: it scores likeness, which no check here does\n"
        "suite: lossy\n"
    )


def test_a_suite_that_is_there_stays(root: Path, tmp_path: Path) -> None:
    path = config(tmp_path, {"assert": [KEPT]})
    imported(root, path, suite="support")
    again = imported(root, path, suite="support")
    before = (root / "suites/support.yaml").read_bytes()
    other = imported(
        root, config(tmp_path, {"assert": [LOST, KEPT]}), suite="support", allow_loss=True
    )

    assert (again.already_here, again.imported, again.refused) == (1, 0, False)
    assert other.imported == 0
    assert other.skipped[0].message == (
        "suites/support.yaml is there and stays; give this suite a name with --suite"
    )
    assert (root / "suites/support.yaml").read_bytes() == before


def test_two_files_do_not_become_one_suite(root: Path, tmp_path: Path) -> None:
    paths = [config(tmp_path, {"assert": [KEPT]}, name=f"{name}.yaml") for name in ("a", "b")]

    report = imported(root, *paths, suite="support")

    assert report.refused
    assert "suites/support.yaml is there" in report.skipped[0].message
    assert not (root / "suites").exists()


@pytest.mark.parametrize("name", ["../support", "a/b"])
def test_a_name_never_leads_out_of_the_folder(root: Path, tmp_path: Path, name: str) -> None:
    (written,) = imported(root, config(tmp_path, {"assert": [KEPT]}), suite=name).suites

    assert (root / written).parent == root / "suites"
    assert read_suite(root / written, written).suite.suite == name


def test_a_name_that_no_suite_can_have_is_refused(root: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="must be one line of text"):
        imported(root, config(tmp_path, {"assert": [KEPT]}), suite="a\nb")


def test_a_file_that_is_not_there_is_named(root: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.yaml: not found"):
        imported(root, tmp_path / "gone.yaml")


def test_many_cases_are_streamed_from_a_file_beside_the_suite(root: Path, tmp_path: Path) -> None:
    tests = [{"vars": {"q": f"q{n}"}, "assert": [KEPT]} for n in range(MANY + 1)]

    report = imported(root, config(tmp_path, *tests), suite="many")

    assert report.imported == MANY + 1
    assert sorted(path.name for path in (root / "suites").iterdir()) == ["many.jsonl", "many.yaml"]
    file = read_suite(root / "suites/many.yaml", "suites/many.yaml")
    assert [case.vars["q"] for case in file.cases()] == [f"q{n}" for n in range(MANY + 1)]
    assert file.hint is None
    (root / "suites/many.yaml").unlink()
    assert imported(root, config(tmp_path, tests[0]), suite="many").imported == 1


def test_hostile_text_stays_in_its_comment(root: Path, tmp_path: Path) -> None:
    name = "x\n\x1b[31m\u2028suite: evil"
    path = config(tmp_path, {"description": name, "assert": [KEPT, LOST]})

    imported(root, path, allow_loss=True)

    text = (root / "suites/promptfooconfig.yaml").read_text(encoding="utf-8")
    assert "\x1b" not in text
    assert read_suite(root / "suites/promptfooconfig.yaml", "s").suite.suite == "promptfooconfig"


TEXT = st.text(min_size=1).filter(str.strip)
RULES = st.lists(
    st.fixed_dictionaries({"text": TEXT, "on": st.just("answer"), "case_sensitive": st.booleans()}),
    max_size=3,
)


@settings(max_examples=40)
@example(
    texts=[{"text": text, "on": "answer"} for text in ("?>", "\x85-", ": a", "no", "0", "a #b")],
    criteria=[{"criterion": f"Is it {'so ' * 2000}?"}],
    const={"?": {":": "\x85"}, "on": 1, "null": 2, "true": 3},
    most=0.5,
)
@given(
    texts=RULES,
    criteria=st.lists(
        st.fixed_dictionaries({"criterion": TEXT}, optional={"not": st.booleans()}), max_size=2
    ),
    const=st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=6,
    ),
    most=st.floats(0, 1e6),
)
def test_a_written_suite_says_what_was_imported_whatever_its_texts_are(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[Json],
    criteria: list[Json],
    const: Any,
    most: float,
) -> None:
    expect = {
        "must_contain": texts,
        "rubric": criteria,
        "json_schema": {"schema": {"const": const}},
        "max_latency_ms": most,
    }
    suite = Suite.of({"suite": "s", "version": "1.0", "cases": ({"id": "a", "expect": expect},)})
    folder = tmp_path_factory.mktemp("suite")

    for path, text in suite_files(folder / "s.yaml", suite, "a\ncomment").items():
        path.write_text(text, encoding="utf-8")

    assert read_suite(folder / "s.yaml", "s.yaml").suite == suite
