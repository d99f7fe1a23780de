"""What a pipeline learns from `workbench run`: 2 broken, then 1 failed, then 3 could not tell.

The numbers are those of the field cases.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commanding import Ran, ran
from tests.store.build import put
from tests.workflows.building import Desk, filled
from workbench.domain.transcript import Transcript
from workbench.store.workspace import Workspace

Json = dict[str, Any]
SUITE = "suites/s.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace without rubrics and judges."""
    assert ran(tmp_path, "init", str(tmp_path), "--bare").code == 0
    return tmp_path


def case(name: str, *, passes: bool) -> Json:
    """Return a case that brings its conversation along."""
    said = "Sorry about that." if passes else "So what."
    turns = [
        {"index": 0, "role": "user", "content": "It broke."},
        {"index": 1, "role": "assistant", "content": said},
    ]
    transcript = {"id": f"of {name}", "turns": turns}
    return {"id": name, "transcript": transcript, "expect": {"must_contain": ["sorry"]}}


def run(root: Path, cases: Sequence[Json], *arguments: str, head: str = "") -> Ran:
    folder = root / "suites"
    folder.mkdir(exist_ok=True)
    lines = "".join(json.dumps(one) + "\n" for one in cases)
    (folder / "cases.jsonl").write_text(lines, encoding="utf-8")
    suite = f"suite: s\nversion: 1\n{head}cases: cases.jsonl\n"
    (root / SUITE).write_text(suite, encoding="utf-8")
    return ran(root, "run", str(root / SUITE), "--offline", *arguments)


def test_225_where_all_fail_the_exit_code_is_1(root: Path) -> None:
    done = run(root, [case("a", passes=False), case("b", passes=False)])

    assert done.code == 1
    assert "0 of 2 passed, 2 failed" in done.out


def test_226_a_suite_that_is_not_there_is_exit_code_2_and_named(root: Path) -> None:
    done = ran(root, "run", "doesnotexist.yaml")

    assert (done.code, done.out) == (2, "")
    assert "doesnotexist.yaml" in done.err


@pytest.mark.parametrize(("least", "code"), [("0.9", 0), ("0.95", 1)])
def test_227_nine_of_ten_reach_nine_tenths_and_no_more(root: Path, least: str, code: int) -> None:
    cases = [case(str(number), passes=number > 0) for number in range(10)]

    done = run(root, cases, head=f"release: {{min_pass_rate: {least}}}\n")

    assert done.code == code
    assert "9 of 10 passed" in done.out


@pytest.mark.parametrize("name", ["out.html", "out.xml", "out.md", "out.json"])
def test_228_a_report_is_written_and_the_failure_still_told(root: Path, name: str) -> None:
    done = run(root, [case("a", passes=False)], "--report", str(root / name))

    assert done.code == 1
    assert "So what." in (root / name).read_text(encoding="utf-8")


def test_a_report_shows_the_transcripts_of_the_file_that_was_scored(root: Path) -> None:
    def lines(said: str) -> str:
        turn = {"index": 0, "role": "assistant", "content": said}
        return json.dumps({"id": "t", "case": "a", "turns": [turn]}) + "\n"

    (root / "transcripts/web.jsonl").write_text(lines("In the workspace."), encoding="utf-8")
    (root / "new.jsonl").write_text(lines("In the file."), encoding="utf-8")

    report = str(root / "out.html")
    asked = [{"id": "a", "expect": {"max_steps": 9}}]
    run(root, asked, "--transcripts", str(root / "new.jsonl"), "--report", report)

    page = Path(report).read_text(encoding="utf-8")
    assert "In the file." in page
    assert "In the workspace." not in page


@pytest.mark.parametrize("streamed", [True, False])
def test_a_case_that_holds_its_transcript_opens_to_it_in_a_report(
    root: Path, streamed: bool
) -> None:
    cases = [case("a", passes=True), case("b", passes=False), case("c", passes=True)]
    run(root, cases)
    if not streamed:
        text = f"suite: s\nversion: 1\ncases: {json.dumps(cases)}\n"
        (root / SUITE).write_text(text, encoding="utf-8")
        ran(root, "run", str(root / SUITE), "--offline")

    page = ran(root, "report", "latest", "--to", "html").out

    assert page.count("<pre>Sorry about that.</pre>") == 2
    assert page.count("<pre>So what.</pre>") == 1


def test_a_suite_that_changed_since_shows_no_transcript_of_the_run_before(root: Path) -> None:
    run(root, [case("a", passes=True)])
    changed = json.dumps(case("a", passes=True)).replace("It broke.", "It burnt.")
    (root / "suites/cases.jsonl").write_text(changed + "\n", encoding="utf-8")

    page = ran(root, "report", "latest", "--to", "html").out

    assert "It burnt." not in page
    assert "stood in the suite, which is not there as it was scored" in page


def test_228_a_report_that_cannot_be_written_is_exit_code_2(root: Path) -> None:
    done = run(root, [case("a", passes=False)], "--report", str(root / "none/out.html"))

    assert (done.code, done.out) == (2, "")
    assert "none/out.html" in done.err
    assert not (root / "runs").exists()


@pytest.mark.parametrize("text", ["suite: [", "suite: s\nversion: 1\n\tcases: []\n", "- 1\n", ""])
def test_229_a_suite_that_is_no_yaml_is_exit_code_2(root: Path, text: str) -> None:
    (root / "suites").mkdir(exist_ok=True)
    (root / SUITE).write_text(text, encoding="utf-8")

    done = ran(root, "run", str(root / SUITE))

    assert (done.code, done.out) == (2, "")
    assert "suites/s.yaml" in done.err


class TestWhereJudgesErr:
    """A judge that is trusted and has not said anything of one conversation."""

    BAR = "release: {dimensions: {tone: 2.5}, min_pass_rate: 0}\n"

    @pytest.fixture
    def desk(self, tmp_path: Path) -> Desk:
        """A workspace in which `strict` is certified on tone."""
        made = filled(tmp_path)
        names = [f"t{number:03}" for number in range(100)]
        lines = [{**case(name, passes=True)["transcript"], "id": name} for name in names]
        transcripts = [Transcript.from_line(json.dumps(line)) for line in lines]
        put(Workspace(tmp_path), "transcripts/web.jsonl", transcripts)
        made.certify()
        return made

    def cases(self, *, passes: bool) -> list[Json]:
        return [
            {"id": "t002", "dimensions": ["tone"]},
            {**case("unseen", passes=passes), "dimensions": ["tone"]},
        ]

    def test_229_an_error_alone_leaves_it_open(self, desk: Desk) -> None:
        # The one level is 3; what is not known could pull the mean down to 2.
        done = run(desk.root, self.cases(passes=True), head=self.BAR)

        assert done.code == 3
        assert "INCONCLUSIVE" in done.out

    def test_229_a_failure_goes_before_an_error_in_either_order(self, desk: Desk) -> None:
        head = self.BAR.replace("min_pass_rate: 0", "min_pass_rate: 1")
        cases = self.cases(passes=False)

        assert run(desk.root, cases, head=head).code == 1
        assert run(desk.root, cases[::-1], head=head).code == 1

    def test_229_a_broken_suite_goes_before_both(self, desk: Desk) -> None:
        done = run(desk.root, self.cases(passes=False), head="relase: {}\n")

        assert (done.code, done.out) == (2, "")
