"""`check` finds everything that is wrong with a workspace, in one go, with file and line."""

from pathlib import Path

import pytest

from tests.store.build import (
    JUDGES,
    RUBRIC,
    TONE,
    label,
    minutes,
    put,
    transcript,
    verdict,
    workspace,
    write,
)
from workbench.domain.finding import Finding
from workbench.domain.lean import LeanRecord
from workbench.domain.look import Look
from workbench.domain.record import Record
from workbench.domain.transcript import Transcript, Turn
from workbench.store.workspace import Workspace
from workbench.workflows.checking import check

LABELS, VERDICTS, CONVERSATIONS = "labels/ann.jsonl", "verdicts/strict.jsonl", "transcripts/c.jsonl"


def told(root: Path) -> list[tuple[str, int, str, str]]:
    """Return place, code and severity of every finding."""
    return [(f.file, f.line, f.code, f.severity) for f in check(Workspace(root))]


def only(root: Path) -> Finding:
    """Return the one finding there is."""
    (found,) = check(Workspace(root))
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A sound workspace: two conversations, each labelled and judged."""
    made = workspace(tmp_path / "w")
    both = [transcript("t1"), transcript("t2")]
    put(made, CONVERSATIONS, both)
    put(made, LABELS, [label(one) for one in both])
    put(made, VERDICTS, [verdict(one) for one in both])
    return made.root


def add(root: Path, name: str, *records: Record | LeanRecord) -> None:
    put(Workspace(root), name, records)


def test_a_sound_workspace_has_no_finding(place: Path) -> None:
    assert check(Workspace(place)) == ()


def test_an_empty_workspace_has_no_finding(tmp_path: Path) -> None:
    assert check(workspace(tmp_path)) == ()


def test_all_findings_come_in_one_go_sorted_by_file_and_line(place: Path) -> None:
    write(place / "rubrics/tone.yaml", TONE.replace('"1.0"', "1.10") + "anchrs: x\nrisk: low\n")
    write(place / "judges.yaml", "judges:\n  strict: {recorded: true}\n  strict: {model: x}\n")
    write(place / "workbench.yaml", "trust:\n  minimum_kappa: 2\n")
    write(place / "trusted.json", "{")
    add(place, LABELS, label(transcript("t9")), label(transcript("t1"), id="l3", level=7))

    assert [(file, line) for file, line, _, _ in told(place)] == [
        ("judges.yaml", 3),
        ("labels/ann.jsonl", 3),
        ("rubrics/tone.yaml", 2),
        ("rubrics/tone.yaml", 9),
        ("rubrics/tone.yaml", 10),
        ("trusted.json", 0),
        ("workbench.yaml", 2),
    ]


def test_the_faults_of_suites_are_told_with_their_lines(place: Path) -> None:
    (place / "suites").mkdir(exist_ok=True)
    (place / "suites" / "m.yaml").write_text("suite: m\nreleese: 1\nversion: 1\ncases: a.jsonl\n")
    (place / "suites" / "n.yaml").write_text("suite: n\nversion: 1\ncases: a.jsonl\n")

    assert [str(finding) for finding in check(Workspace(place))] == [
        "suites/m.yaml:2: unknown key 'releese': did you mean 'release'?",
        "suites/n.yaml:3: `cases` names a.jsonl, which is not there",
    ]


def test_a_label_of_no_transcript_is_an_error(place: Path) -> None:
    add(place, LABELS, label(transcript("gone")))

    assert told(place) == [(LABELS, 3, "unknown_transcript", "error")]
    assert "'gone'" in only(place).message


def test_a_verdict_on_no_transcript_is_an_error(place: Path) -> None:
    add(place, VERDICTS, verdict(transcript("gone")))

    assert told(place) == [(VERDICTS, 3, "unknown_transcript", "error")]


def test_ratings_imported_without_transcripts_are_told_once(place: Path) -> None:
    for number in range(50):
        add(
            place,
            LABELS,
            label(transcript(f"far{number}"), transcript_digest=None),
        )

    assert told(place) == [("transcripts/", 0, "without_transcripts", "warning")]
    assert only(place).message.startswith("50 ratings of conversations that are not here")


def test_a_label_of_an_unknown_dimension_is_told_once_a_file_and_dimension(place: Path) -> None:
    for name in ("t1", "t2"):
        for dimension in ("speed", "wit"):
            add(
                place,
                LABELS,
                label(transcript(name), id=f"{dimension}{name}", dimension=dimension),
            )

    assert told(place) == [
        (LABELS, 3, "unknown_dimension", "error"),
        (LABELS, 4, "unknown_dimension", "error"),
    ]


def test_a_rubric_with_faults_does_not_make_its_dimension_unknown(place: Path) -> None:
    write(place / "rubrics/tone.yaml", TONE + "anchrs: x\n")

    assert told(place) == [("rubrics/tone.yaml", 9, "unknown_key", "error")]


def test_changed_text_under_an_old_version_names_rubric_line_and_next_version(
    place: Path,
) -> None:
    write(place / "rubrics/tone.yaml", TONE.replace("rude", "rude or hostile"))

    assert told(place) == [("rubrics/tone.yaml", 2, "changed_text", "error")]
    assert "4 labels or verdicts (labels/ann.jsonl:1)" in only(place).message
    assert '"1.1" if only the wording changed, "2.0" if the meaning did' in only(place).message


def test_guidance_and_risk_may_change_under_a_version(place: Path) -> None:
    write(place / "rubrics/tone.yaml", TONE + "guidance: read it all\nrisk: high\n")

    assert told(place) == []


def test_changed_text_is_found_by_a_look_alone(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    look = Look(
        id="look1",
        dimension="tone",
        judge="strict",
        judge_digest="a" * 64,
        rubric_version="1.0",
        rubric_digest="b" * 64,
        command="calibrate",
        split="development",
        first_round=1,
        last_round=1,
        units=20,
        at=minutes(0),
    )
    put(made, "record/looks.jsonl", [look])

    assert told(tmp_path) == [("rubrics/tone.yaml", 2, "changed_text", "error")]


@pytest.mark.parametrize(
    ("version", "says"), [("1.1", "another wording"), ("2.0", "no longer count")]
)
def test_labels_under_an_older_rubric_are_stale_once_a_file(
    place: Path, version: str, says: str
) -> None:
    text = TONE.replace("rude", "rude or hostile").replace("1.0", version)
    write(place / "rubrics/tone.yaml", text)

    findings = check(Workspace(place))

    assert [(f.file, f.line, f.severity) for f in findings] == [
        (LABELS, 1, "warning"),
        (VERDICTS, 1, "warning"),
    ]
    assert all(says in f.message and f.message.startswith("stale: 2 ") for f in findings)


def test_a_version_without_another_text_makes_nothing_stale(place: Path) -> None:
    write(place / "rubrics/tone.yaml", TONE.replace("1.0", "1.1"))

    assert told(place) == []


def test_ratings_of_a_transcript_that_changed_are_stale_once_a_file(place: Path) -> None:
    (place / CONVERSATIONS).unlink()
    add(place, CONVERSATIONS, transcript("t1", turns=6), transcript("t2", turns=8))

    assert told(place) == [
        (LABELS, 1, "stale_transcript", "warning"),
        (VERDICTS, 1, "stale_transcript", "warning"),
    ]


def test_evidence_outside_the_transcript_is_an_error(place: Path) -> None:
    add(place, LABELS, label(transcript("t1"), id="l3", evidence=(0, 4), at=minutes(1)))

    assert told(place) == [(LABELS, 3, "evidence_outside", "error")]
    assert "turn 4" in only(place).message
    assert "end at 3" in only(place).message


def test_evidence_of_a_verdict_is_looked_at_too(place: Path) -> None:
    cited = verdict(transcript("t1"), id="v3", evidence=({"turn": 9},), at=minutes(1))
    add(place, VERDICTS, cited)

    assert told(place) == [(VERDICTS, 3, "evidence_outside", "error")]


@pytest.mark.parametrize("level", [0, 5, "warm", "3.5"])
def test_a_level_off_the_scale_is_an_error(place: Path, level: object) -> None:
    add(place, LABELS, label(transcript("t1"), level, id="l3", at=minutes(1)))

    assert told(place) == [(LABELS, 3, "off_scale", "error")]
    assert only(place).message == f"level {str(level)!r} is not on the scale of 'tone': 1-4"


@pytest.mark.parametrize("level", [3.5, True, None])
def test_a_level_that_is_none_is_an_invalid_record(place: Path, level: object) -> None:
    line = label(transcript("t1"), id="l3", at=minutes(1)).to_json() | {"level": level}
    with (place / LABELS).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n".replace("'", '"').replace("True", "true").replace("None", "null"))

    assert told(place) == [(LABELS, 3, "invalid_record", "error")]
    assert "`level`" in only(place).message


def test_levels_of_a_nominal_scale_are_text_so_1_and_its_text_are_the_same(tmp_path: Path) -> None:
    kind = TONE.replace("tone", "kind").replace("anchors", "scale: nominal\nanchors")
    made = workspace(tmp_path, {"rubrics/kind.yaml": kind})
    digest = made.rubrics["kind"].rubric.digest
    put(made, CONVERSATIONS, [transcript(name) for name in ("t1", "t2", "t3")])
    put(
        made,
        LABELS,
        [
            label(transcript(name), level, dimension="kind", rubric_digest=digest)
            for name, level in {"t1": 1, "t2": "1", "t3": "one"}.items()
        ],
    )

    assert told(tmp_path) == [(LABELS, 3, "off_scale", "error")]


def test_not_applicable_needs_a_rule_in_the_rubric(place: Path) -> None:
    answer = label(transcript("t1"), None, id="l3", status="not_applicable", at=minutes(1))
    add(place, LABELS, answer)

    assert told(place) == [(LABELS, 3, "not_applicable_refused", "error")]


def test_a_corrected_label_is_no_longer_a_fault(place: Path) -> None:
    add(
        place,
        LABELS,
        label(transcript("t1"), 7, id="l3", at=minutes(1)),
        label(transcript("t1"), 2, id="l4", at=minutes(2)),
        label(transcript("gone"), id="l5"),
        label(transcript("gone"), None, id="l6", status="withdrawn", at=minutes(3)),
    )

    assert told(place) == []


def test_duplicate_ids_are_found_across_files(place: Path) -> None:
    add(place, "transcripts/d.jsonl", transcript("t1"))
    add(place, "labels/bob.jsonl", label(transcript("t1"), labeller="bob"))

    assert told(place) == [
        ("labels/bob.jsonl", 1, "duplicate_id", "error"),
        ("transcripts/d.jsonl", 1, "duplicate_id", "error"),
    ]


def test_a_label_and_a_verdict_may_have_the_same_id(place: Path) -> None:
    assert {one.id for one in (label(), verdict())} == {"on-t1"}
    assert told(place) == []


def test_torn_and_malformed_lines_are_named(place: Path) -> None:
    with (place / LABELS).open("ab") as file:
        file.write(b'{"id": "l3", "transc\n')
        file.write(b'{"id": "\xff"}\n')
        file.write(b'{"id": "l5"}\n')
        file.write(label(transcript("t1"), id="l6").line().encode()[:-1] + b',"colour":1}\n')
        file.write(b'{"id": "l7", "tran')

    assert told(place) == [
        (LABELS, 3, "malformed", "error"),
        (LABELS, 4, "bad_utf8", "error"),
        (LABELS, 5, "missing_key", "error"),
        (LABELS, 6, "unknown_key", "error"),
        (LABELS, 7, "torn_line", "error"),
    ]


def test_faults_of_one_kind_are_gathered_beyond_twenty(place: Path) -> None:
    add(place, LABELS, *[label(transcript(f"gone{n}"), id=f"l{n}") for n in range(21)])
    with (place / VERDICTS).open("ab") as file:
        file.write(b"{\n" * 30)

    assert told(place) == [
        (LABELS, 3, "unknown_transcript", "error"),
        (VERDICTS, 3, "malformed", "error"),
    ]
    assert [f.message.partition(" (")[2] for f in check(Workspace(place))] == [
        "21 lines like it in this file)",
        "30 lines like it in this file)",
    ]


def test_a_ledger_is_named_after_whose_lines_it_holds(place: Path) -> None:
    add(place, "labels/bob.jsonl", label(transcript("t1"), id="l3", labeller="b/ob"))

    assert told(place) == [("labels/bob.jsonl", 1, "file_name", "error")]
    assert "labels/b%2Fob.jsonl" in only(place).message


def test_verdicts_of_a_judge_that_is_not_named_are_an_error(place: Path) -> None:
    add(place, "verdicts/other.jsonl", verdict(transcript("t1"), id="v3", judge="other"))

    assert told(place) == [("verdicts/other.jsonl", 1, "unknown_judge", "error")]


def test_labellers_off_the_roster_are_a_warning(place: Path) -> None:
    write(place / "workbench.yaml", "labellers: [bob, cas]\n")

    assert told(place) == [(LABELS, 1, "unknown_labeller", "warning")]


def test_tool_results_without_a_call_are_a_warning(place: Path) -> None:
    orphan = Turn(index=0, role="tool", content="{}", tool_call_id="c9")
    add(place, CONVERSATIONS, Transcript(id="t3", turns=(orphan,)))

    assert told(place) == [(CONVERSATIONS, 3, "result_without_call", "warning")]


def test_a_rubric_in_a_file_of_another_name_is_a_warning(place: Path) -> None:
    (place / "rubrics/tone.yaml").rename(place / "rubrics/voice.yaml")

    assert told(place) == [("rubrics/voice.yaml", 1, "file_name", "warning")]


def test_two_rubrics_of_one_dimension_are_an_error(place: Path) -> None:
    write(place / "rubrics/tone2.yaml", TONE)

    assert told(place) == [("rubrics/tone2.yaml", 1, "duplicate_dimension", "error")]


def test_a_draft_is_a_warning_that_says_what_it_lacks(tmp_path: Path) -> None:
    draft = 'dimension: tone\nversion: "0.1"\nlevels: [1, 2, 3, 4]\ndraft: true\n'
    workspace(tmp_path, {"rubrics/tone.yaml": draft})

    found = only(tmp_path)

    assert told(tmp_path) == [("rubrics/tone.yaml", 4, "draft", "warning")]
    assert "no judge is asked about it; write the question and an anchor" in found.message


def test_an_odd_scale_is_a_warning_at_its_anchors(tmp_path: Path) -> None:
    workspace(tmp_path, {"rubrics/tone.yaml": TONE + "  5: perfect\n"})

    assert told(tmp_path) == [("rubrics/tone.yaml", 4, "odd_scale", "warning")]


@pytest.mark.parametrize("prompt", ["prompts/none.md", "../outside.md"])
def test_a_judges_prompt_is_a_file_of_the_workspace(tmp_path: Path, prompt: str) -> None:
    judges = JUDGES + f"  asked:\n    model: a/b\n    prompt: {prompt}\n"
    workspace(tmp_path / "w", {"judges.yaml": judges})
    write(tmp_path / "outside.md", "x")

    assert told(tmp_path / "w") == [("judges.yaml", 5, "prompt", "error")]


@pytest.mark.parametrize("name", ["looks", "splits", "queue"])
def test_lines_of_the_record_that_are_none_are_named(place: Path, name: str) -> None:
    write(place / f"record/{name}.jsonl", '{"id": 3\n')

    assert told(place) == [(f"record/{name}.jsonl", 1, "malformed", "error")]


def test_a_parquet_collection_that_is_none_is_named_and_the_rest_still_checked(
    place: Path,
) -> None:
    write(place / "transcripts/broken.parquet", "no parquet")
    add(place, LABELS, label(transcript("gone")))

    assert told(place) == [
        (LABELS, 3, "unknown_transcript", "error"),
        ("transcripts/broken.parquet", 0, "unreadable", "error"),
    ]


def test_rubric_digest_of_the_builders_is_that_of_the_file(place: Path) -> None:
    assert Workspace(place).rubrics["tone"].rubric.digest == RUBRIC.digest


def test_what_a_killed_run_left_is_named(place: Path) -> None:
    part = place / "runs" / "20261130T090000Z-s.4711.part"
    part.mkdir(parents=True)
    (part / "results.jsonl").touch()

    found = only(place)

    assert (found.file, found.severity) == ("runs/20261130T090000Z-s.4711.part", "warning")
    assert "the next `workbench run` removes it" in found.message
