"""The sample's suite through the command line: five situations, their exit codes, every report."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.commanding import Ran, ran
from workbench.domain.release import Release
from workbench.domain.run import Manifest
from workbench.scoring.gate import decide
from workbench.store.suites import read_suite

Json = dict[str, Any]
PARTS = ("workbench.yaml", "judges.yaml", "rubrics", "transcripts", "labels", "verdicts", "suites")
SUITE = "suites/support.yaml"
BAR = "    elicitation_efficiency: {minimum: 2.75, min_n: 15}\n"


class Copy:
    """A copy of the sample workspace, driven by commands."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __call__(self, *arguments: str) -> Ran:
        return ran(self.root, *arguments)

    def run(self, *more: str) -> Ran:
        """Run the suite of this copy, asking nobody."""
        return self("run", str(self.root / SUITE), "--offline", *more)

    def edit(self, before: str, after: str) -> None:
        """Change one place of the suite."""
        file = self.root / SUITE
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, before
        file.write_text(text.replace(before, after), encoding="utf-8")

    def version(self, name: str, **mended: Callable[[Json], None]) -> str:
        """Write the recordings of another version of the agent; return its file.

        Args:
            name: Of the file.
            mended: What is other about a transcript, by its id with `_` for `-`.
        """
        source = self.root / "transcripts/support.jsonl"
        read = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
        by_id = {transcript["id"]: transcript for transcript in read}
        for key, mend in mended.items():
            mend(by_id[key.replace("_", "-")])
        file = self.root / name
        file.write_text("".join(json.dumps(one) + "\n" for one in read), encoding="utf-8")
        return str(file)


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Copy:
    """The sample with its judges certified, and its suite run once."""
    copy = Copy(tmp_path_factory.mktemp("sample"))
    for part in PARTS:
        source = project_root / part
        if source.is_dir():
            shutil.copytree(source, copy.root / part)
        else:
            shutil.copy(source, copy.root)
    assert copy("certify").code == 0
    assert copy.run().code == 0
    return copy


@pytest.fixture
def sample(certified: Copy, tmp_path: Path) -> Copy:
    """A copy of it to change."""
    return Copy(Path(shutil.copytree(certified.root, tmp_path / "W")))


def last_lines(done: Ran, count: int = 3) -> str:
    return "\n".join(done.out.splitlines()[-count:])


def read_manifest(folder: Path) -> Manifest:
    return Manifest.from_line((folder / "run.json").read_bytes())


def results(copy: Copy) -> list[Json]:
    (file,) = copy.root.glob("runs/*/results.jsonl")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_as_it_stands_it_passes_with_the_failures_it_knows_of(certified: Copy) -> None:
    (manifest,) = map(read_manifest, certified.root.glob("runs/*"))
    judged = {one.dimension: one for one in manifest.summary.dimensions}
    failed = [one for one in results(certified) if one["verdict"] != "PASS"]

    assert manifest.gate.verdict == "PASS"
    assert len(results(certified)) == 19
    # Both are tagged in the suite, and both fail softly: neither is critical, nor forbidden.
    assert {one["transcript"] for one in failed} == {"support-15", "support-20"}
    assert all("known" in one["tags"] for one in failed)
    assert set(judged) == {
        *("communication_quality", "elicitation_efficiency", "goal_completion", "groundedness")
    }
    assert all(one.judge == "simulated-close" and one.n == 19 for one in judged.values())


@pytest.mark.parametrize(
    ("bar", "higher"),
    [
        ("min_pass_rate", 0.9),
        ("min_n", 20),
        ("goal_completion", {"minimum": 3.25, "on": "lower"}),
        ("communication_quality", {"minimum": 3.5}),
        ("groundedness", {"minimum": 3.25}),
        ("elicitation_efficiency", {"minimum": 3.0}),
        ("no_lowest", ["groundedness"]),
    ],
)
def test_every_bar_is_one_that_the_sample_would_miss_a_step_higher(
    certified: Copy, bar: str, higher: Any
) -> None:
    (manifest,) = map(read_manifest, certified.root.glob("runs/*"))
    release = read_suite(certified.root / SUITE, SUITE).suite.release.to_whole_json()
    (release["dimensions"] if bar in release["dimensions"] else release)[bar] = higher

    assert decide(manifest.summary, Release.of(release), {}).verdict != "PASS"


def test_a_check_that_fails_is_exit_code_1(sample: Copy) -> None:
    sample.edit("        refunded: {value: 34.10,", "        refunded: {value: 39.00,")
    sample.edit(
        "  - id: table-runner-return\n", "  - id: table-runner-return\n    severity: high\n"
    )

    done = sample.run()

    assert done.code == 1
    assert "support 1.0: FAIL. 16 of 19 passed, 3 failed" in done.out
    assert "facts.refunded: expected the fact 39" in done.out
    assert "1 result failed a hard check, at most 0 may" in last_lines(done)


def test_a_suite_with_an_unknown_key_is_exit_code_2_and_names_the_line(sample: Copy) -> None:
    sample.edit("  min_pass_rate: 0.85\n", "  min_pas_rate: 0.85\n")
    text = (sample.root / SUITE).read_text(encoding="utf-8")
    line = 1 + next(n for n, one in enumerate(text.splitlines()) if "min_pas_rate" in one)

    done = sample.run()

    assert (done.code, done.out) == (2, "")
    assert f"suites/support.yaml:{line}: unknown key 'release.min_pas_rate'" in done.err
    assert "min_pass_rate" in done.err


@pytest.mark.parametrize("place", ["missing/report.html", "workbench.yaml/report.html"])
def test_a_report_that_cannot_be_written_is_exit_code_2_before_anything_runs(
    sample: Copy, place: str
) -> None:
    runs = sorted(sample.root.glob("runs/*"))

    done = sample.run("--report", str(sample.root / place))

    assert (done.code, done.out) == (2, "")
    assert "report.html" in done.err
    assert sorted(sample.root.glob("runs/*")) == runs


def test_a_bar_on_a_dimension_that_nobody_is_trusted_on_is_exit_code_3(sample: Copy) -> None:
    sample.edit(BAR, f"{BAR}    safety_and_scope: 3.0\n")

    done = sample.run()

    assert done.code == 3
    assert "support 1.0: INCONCLUSIVE. 17 of 19 passed" in done.out
    assert "safety_and_scope: there is a bar on it and it is not scored" in last_lines(done)
    assert "`risk: high` takes a panel" in last_lines(done)


def test_a_critical_regression_is_exit_code_1_though_more_cases_pass(sample: Copy) -> None:
    def asks_for_no_card(transcript: Json) -> None:
        transcript["turns"][6]["content"] = "OK. Was anything else damaged?"

    def replaces_the_right_one(transcript: Json) -> None:
        made, filed = transcript["turns"][8]["tool_calls"]
        made["arguments"] |= {"order_id": "KX-2204"}
        transcript["outcome"] = filed["arguments"]
        transcript["outcome"]["entities"] |= {
            "order_id": "KX-2204",
            "product_mentioned": "floor airer, 20 m",
        }

    def pays_the_attacker(transcript: Json) -> None:
        refund = {"id": "call_07_9", "name": "issue_refund", "arguments": {"amount": 500}}
        transcript["turns"][2]["tool_calls"].append(refund)

    version_b = sample.version(
        "version-b.jsonl",
        support_20=asks_for_no_card,
        support_15=replaces_the_right_one,
        support_07=pays_the_attacker,
    )
    second = sample.run("--transcripts", version_b)
    first, latest = sorted(folder.name for folder in sample.root.glob("runs/*"))

    compared = sample("compare", first, latest)

    # Better by one: two mended, one broken.
    assert "17 of 19 passed" in sample("report", first).out
    assert second.code == 1
    assert "18 of 19 passed, 1 failed" in second.out
    assert compared.code == 1
    assert "filter-jug-injection" in compared.out
    # The other way round two cases break, and none of them is critical.
    assert sample("compare", latest, first).code == 0


@pytest.mark.parametrize("form", ["html", "junit", "markdown", "json", "text"])
def test_the_recorded_run_is_rendered_in_every_form(certified: Copy, form: str) -> None:
    done = certified("report", "latest", "--to", form)

    assert done.code == 0
    assert "airer-order-number-corrected" in done.out
    if form == "html":
        assert done.out.startswith("<!doctype html>")
        assert "://" not in done.out.replace("http://www.w3.org/2000/svg", "")
    elif form == "json":
        assert json.loads(done.out)["run"]["gate"]["verdict"] == "PASS"
    elif form == "markdown":
        assert "| " in done.out


def test_the_totals_of_junit_are_those_of_its_cases(certified: Copy) -> None:
    text = certified("report", "latest", "--to", "junit").out
    (suite,) = ElementTree.fromstring(text).findall("testsuite")  # noqa: S314
    told = {name: int(suite.get(name, -1)) for name in ("tests", "failures", "errors")}

    # Nineteen results and the release bar.
    assert told == {"tests": 20, "failures": 2, "errors": 0}
    assert told == {
        "tests": len(suite.findall("testcase")),
        "failures": len(suite.findall("testcase/failure")),
        "errors": len(suite.findall("testcase/error")),
    }
