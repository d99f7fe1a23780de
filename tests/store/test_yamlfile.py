"""Files that people edit: every surprise of YAML is told with its line, and nothing is guessed."""

from pathlib import Path

import pytest

from tests.store.build import TONE
from workbench.domain.finding import Finding
from workbench.domain.judge import Judges
from workbench.domain.lean import LeanRecord
from workbench.domain.policy import Policy
from workbench.domain.record import Record
from workbench.domain.rubric import Rubric
from workbench.domain.suite import Suite
from workbench.store.yamlfile import read_yaml, validated


def read(
    folder: Path, text: str | bytes, model: type[Record] | type[LeanRecord] = Rubric
) -> tuple[Record | LeanRecord | None, list[Finding]]:
    path = folder / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    file = read_yaml(path, "file.yaml")
    return validated(file, model), file.findings


def rubric(folder: Path, text: str | bytes) -> Rubric:
    found, findings = read(folder, text)
    assert findings == []
    assert isinstance(found, Rubric)
    return found


def one(
    folder: Path, text: str | bytes, model: type[Record] | type[LeanRecord] = Rubric
) -> tuple[int, str]:
    """Return line and message of the one fault there is."""
    found, (finding,) = read(folder, text, model)
    assert found is None
    return finding.line, finding.message


@pytest.mark.parametrize(
    ("written", "is_read_as"), [("1.10", "number 1.1"), ("2", "number 2"), ("true", "true")]
)
def test_a_version_without_quotes_is_told_with_what_yaml_made_of_it(
    tmp_path: Path, written: str, is_read_as: str
) -> None:
    line, message = one(tmp_path, TONE.replace('"1.0"', written))

    assert line == 2
    assert is_read_as in message
    assert "put it in quotes" in message
    assert f"version: {written}" in message


def test_a_character_written_in_two_halves_as_json_does_is_one(tmp_path: Path) -> None:
    found = rubric(tmp_path, TONE.replace("warm", '"\\ud83d\\ude00 warm"'))

    assert (found.anchors or {})[4] == "\N{GRINNING FACE} warm"


def test_half_a_character_is_told_with_its_line(tmp_path: Path) -> None:
    line, message = one(tmp_path, TONE.replace("warm", '"\\uD83D warm"'))

    assert TONE.splitlines()[line - 1].endswith("warm")
    assert message == "\\ud83d is half a character: write the character itself"


def test_a_variable_where_a_number_must_stand_is_told(tmp_path: Path) -> None:
    text = 'suite: s\nversion: 1\ncases:\n  - id: a\n    expect: {max_steps: "${most}"}\n'

    line, message = one(tmp_path, text, Suite)

    assert line == 5
    assert "YAML reads '${most}' as text: a variable may stand for it by itself" in message


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            "tasks: []\n",
            "unknown key 'tasks': another key that says the same stands beside it, and one of the "
            "two must go",
        ),
        ("defaults:\n", "`defaults`: input should be a mapping of keys to values, got None"),
    ],
)
def test_a_second_name_and_an_empty_part_of_a_suite_are_told(
    tmp_path: Path, more: str, told: str
) -> None:
    assert one(tmp_path, f"suite: s\nversion: 1\ncases: []\n{more}", Suite) == (4, told)


def test_yes_and_no_are_text(tmp_path: Path) -> None:
    """Field case 185: YAML 1.2 rules."""
    found = rubric(tmp_path, TONE.replace("rude", "no").replace("warm", "yes"))

    assert found.anchors == {1: "no", 2: "curt", 3: "polite", 4: "yes"}


def test_yes_where_true_is_meant_is_told(tmp_path: Path) -> None:
    """Field case 185: or a clear message."""
    line, message = one(tmp_path, TONE + "draft: yes\n")

    assert line == 9
    assert "must be true or false, and YAML 1.2 reads 'yes' as text" in message


def test_yes_under_the_yaml_1_1_directive_is_told(tmp_path: Path) -> None:
    line, message = one(tmp_path, "%YAML 1.1\n---\n" + TONE.replace("rude", "no"))

    assert line == 7
    assert "YAML reads this as false: put it in quotes" in message


def test_duplicate_keys_are_told_with_both_lines_and_hide_no_other_fault(tmp_path: Path) -> None:
    """Field case 186."""
    _, findings = read(tmp_path, TONE + "  1: hostile\nquestion: Again?\nanchrs: {}\n")

    assert [(finding.line, finding.message.partition(":")[0]) for finding in findings] == [
        (9, "duplicate key '1'"),
        (10, "duplicate key 'question'"),
        (11, "unknown key 'anchrs'"),
    ]
    assert "it stands in line 5 too" in findings[0].message
    assert "it stands in line 3 too" in findings[1].message


def test_a_duplicate_dimension_in_a_mapping_is_refused(tmp_path: Path) -> None:
    """Field case 186, as it stands there."""
    text = "judges:\n  tone: {recorded: true}\n  policy: {recorded: true}\n  tone: {model: a/b}\n"

    line, message = one(tmp_path, text, Judges)

    assert (line, message) == (4, "duplicate key 'tone': it stands in line 2 too")


def test_true_and_false_stay_booleans_where_any_value_may_stand(tmp_path: Path) -> None:
    """Field case 187."""
    text = "judges:\n  j: {model: a/b, parameters: {stream: false, seed: 1, stop: null}}\n"

    found, findings = read(tmp_path, text, Judges)

    assert findings == []
    assert isinstance(found, Judges)
    assert found.judges["j"].parameters == {"stream": False, "seed": 1, "stop": None}
    assert found.judges["j"].parameters["stream"] is False


def test_a_key_at_the_wrong_indent_is_told_and_not_taken_for_content(tmp_path: Path) -> None:
    """Field case 188."""
    line, message = one(tmp_path, TONE + "  pass_at: 3\n")

    assert line == 9
    assert "anchors.pass_at" in message


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (("  3: polite\n", ""), 4, "level 3 is missing"),
        (("  4: warm\n", "  4: warm\n  6: x\n"), 4, "level 5 is missing"),
        (("  4: warm\n", '  4: warm\n  "5": x\n'), 4, "integers without quotes"),
        (("  4: warm\n", "  4:\n"), 8, "YAML reads this as nothing"),
        (("  4: warm\n", "  4: 4\n"), 8, "the number 4: put it in quotes"),
        (("  4: warm\n", "  4: ' '\n"), 8, "anchors.4"),
        (("  4: warm\n", "  4.5: warm\n"), 8, "anchors.4.5"),
        (("  4: warm\n", "  4: warm\n  true: x\n"), 9, "duplicate key 'true'"),
        (("question: Is the agent polite?\n", ""), 1, "`question` is missing"),
        (("dimension: tone\n", ""), 1, "`dimension` is missing"),
        (("anchors:\n", "anchor:\n"), 4, "did you mean 'anchors'?"),
    ],
)
def test_a_fault_of_a_rubric_is_told_with_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, says: str
) -> None:
    assert change[0] in TONE

    _, findings = read(tmp_path, TONE.replace(*change))

    assert (findings[-1].line, says in findings[-1].message) == (line, True), findings


@pytest.mark.parametrize(
    ("added", "says"),
    [
        ("pass_at: 1", "`pass_at` must be one of [2, 3, 4]"),
        ('pass_at: "3"', "leave out the quotes"),
        ("pass_levels: [4]", "use `pass_at`"),
        ("levels: [1, 2]", "is for drafts"),
        ("risk: low", "'normal' or 'high', got 'low'"),
        ("draft: true", "a draft has `levels` and no `anchors`"),
    ],
)
def test_a_rule_between_fields_is_told_at_the_line_of_the_field(
    tmp_path: Path, added: str, says: str
) -> None:
    line, message = one(tmp_path, f"{TONE}{added}\n")

    assert line == 9
    assert says in message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("dimension: [tone\n", 2),
        ("dimension: tone\n\tversion: x\n", 2),
        ("dimension: tone\nquestion: \x01\n", 2),
        ("dimension: tone\n---\nversion: x\n", 2),
        (b"dimension: tone\nquestion: caf\xe9\n", 2),
        ("- tone\n", 1),
        ("tone\n", 1),
    ],
)
def test_a_file_that_is_no_mapping_is_told_with_its_line(
    tmp_path: Path, text: str | bytes, line: int
) -> None:
    assert one(tmp_path, text)[0] == line


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [*a]\n",
        "".join(f"{key}: &{key} [{last}]\n" for key, last in zip("abcdefg", [
            "1,1,1,1,1,1,1,1,1,1", *(",".join([f"*{k}"] * 10) for k in "abcdef")
        ], strict=True)),
        "[" * 400 + "]" * 400,
        "dimension: !!python/object/apply:os.system [exit]\n",
    ],
    ids=["recursive", "billion laughs", "deep", "object"],
)  # fmt: skip
def test_hostile_yaml_is_refused_and_runs_nothing(tmp_path: Path, text: str) -> None:
    found, findings = read(tmp_path, text)

    assert found is None
    assert findings


@pytest.mark.parametrize(
    ("text", "line", "tag"),
    [
        ("suite: s\nversion: '1'\ncases: !include cases.yaml\n", 3, "!include"),
        ("suite: s\nversion: '1'\ncases: !x\n  - id: a\n", 3, "!x"),
        ("suite: s\nversion: '1'\ncases:\n  - !x\n    id: a\n", 4, "!x"),
        ("suite: s\nversion: '1'\ncases:\n  - id: a\n    !x input: b\n", 5, "!x"),
        ("!x\nsuite: s\n", 1, "!x"),
    ],
)
def test_a_tag_is_told_with_its_line(tmp_path: Path, text: str, line: int, tag: str) -> None:
    told = f"`{tag}` is a YAML tag, and none is read here: write the value itself"

    assert one(tmp_path, text, Suite) == (line, told)


def test_the_tag_of_texts_makes_a_number_text(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "suite: s\nversion: !!str 1.10\ncases: []\n", Suite)

    assert isinstance(found, Suite)
    assert found.version == "1.10"


@pytest.mark.parametrize("value", [".nan", ".inf", "!!binary aGk="])
def test_parameters_are_what_json_can_hold(tmp_path: Path, value: str) -> None:
    text = f"judges:\n  j:\n    model: a/b\n    parameters:\n      x: {value}\n"

    assert one(tmp_path, text, Judges)[0] == 5


def test_a_date_stays_the_text_it_is(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "judges: {j: {model: a/b, parameters: {day: 2026-11-30}}}", Judges)

    assert isinstance(found, Judges)
    assert found.judges["j"].parameters == {"day": "2026-11-30"}


@pytest.mark.parametrize("change", ["\ufeff{}", "{}\n# the end", "# first\n{}"])
def test_marks_and_comments_change_nothing(tmp_path: Path, change: str) -> None:
    assert rubric(tmp_path, change.format(TONE)) == rubric(tmp_path, TONE)


def test_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    assert rubric(tmp_path, TONE.replace("\n", "\r\n")).digest == rubric(tmp_path, TONE).digest


def test_an_empty_policy_is_the_default_one(tmp_path: Path) -> None:
    assert read(tmp_path, "", Policy) == (Policy(), [])
    assert read(tmp_path, "# nothing set\n", Policy) == (Policy(), [])


def test_every_fault_of_a_file_is_told(tmp_path: Path) -> None:
    text = "trust:\n  minimum_kappa: 2\n  erors: 0.1\nlabellers: ann\noverlap: '2'\n"

    _, findings = read(tmp_path, text, Policy)

    assert [finding.line for finding in findings] == [2, 3, 4, 5]
    assert findings[1].message == "unknown key 'trust.erors': did you mean 'errors'?"
    assert "should be a list" in findings[2].message


def test_a_panel_names_judges_of_the_file(tmp_path: Path) -> None:
    text = "judges:\n  a: {recorded: true}\npanels:\n  p: {members: [a, b]}\n"

    assert one(tmp_path, text, Judges) == (
        3,
        "panel 'p': member 'b' is no judge of this file",
    )


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = read_yaml(tmp_path / "none.yaml", "none.yaml")

    assert validated(file, Rubric) is None
    assert "cannot be read" in file.findings[0].message
