"""Suites on disk: what people have loads as it stands, and a fault is named where it stands."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from workbench.domain.suite import Case
from workbench.errors import DataError
from workbench.store.suites import MANY, SuiteFile, read_suite

HEAD = "suite: triage\nversion: 3\n"
LINE = '{"id": "a", "expect": {"max_steps": 2}}'


def written(folder: Path, text: str, name: str = "suite.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path, text: str, name: str = "suite.yaml") -> SuiteFile:
    return read_suite(written(folder, text, name), name)


def streamed(folder: Path, lines: Iterable[str], head: str = HEAD) -> SuiteFile:
    written(folder, "\n".join(lines) + "\n", "cases.jsonl")
    return read(folder, head + "cases: cases.jsonl\n")


def cases(file: SuiteFile) -> list[Case]:
    return list(file.cases())


def test_cases_are_completed_from_defaults_and_their_variables_are_put_in(tmp_path: Path) -> None:
    file = read(
        tmp_path,
        HEAD
        + """
defaults: {max_steps: 6, tags: [smoke]}
tasks:
  - id: renew
    vars: {loan: loan_5}
    prompt: Renew ${loan}.
    expect:
      must_contain: ["${loan}"]
""",
    )

    (case,) = cases(file)

    assert case.input == "Renew loan_5."
    assert [each.text for each in case.expect.must_contain] == ["loan_5"]
    assert case.expect.max_steps is not None
    assert case.expect.max_steps.at_most == 6
    assert case.tags == ("smoke",)


def test_json_lines_give_the_same_cases_as_yaml(tmp_path: Path) -> None:
    inside = HEAD + "cases:\n  - {id: a, prompt: hello, expect: {max_steps: 2}}\n"
    inside += "  - {id: b, dimensions: [tone]}\n"
    lines = ['{"id": "a", "prompt": "hello", "expect": {"max_steps": 2}}', ""]
    lines += ['{"id": "b", "dimensions": ["tone"]}']

    assert cases(read(tmp_path, inside)) == cases(streamed(tmp_path, lines))


def test_a_golden_case_is_a_suite_of_its_own(tmp_path: Path) -> None:
    golden = {
        "id": "R-7",
        "scenario": "analysis",
        "input": "Why?",
        "ground_truth": {"expected_facts": {"growth": -4.0}, "source": "snapshot_v3"},
        "expected_behavior": ["Reports the change"],
        "prohibited_behavior": ["Names a cause"],
    }

    file = read(tmp_path, json.dumps(golden), "golden.json")

    (case,) = cases(file)
    assert (file.suite.suite, case.id, case.source) == ("golden", "R-7", "snapshot_v3")
    assert case.expect.facts["growth"].value == -4.0
    assert [(rule.criterion, rule.negated) for rule in case.expect.rubric] == [
        ("Reports the change", False),
        ("Names a cause", True),
    ]


def test_golden_cases_may_stand_in_json_lines(tmp_path: Path) -> None:
    line = json.dumps({"id": "R-7", "expected_behavior": ["Reports the change"]})

    assert [case.expect.rubric[0].criterion for case in cases(streamed(tmp_path, [line]))] == [
        "Reports the change"
    ]


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("{id: a, expct: {}}", "suite.yaml:4: unknown key 'cases.0.expct': did you mean 'expect'?"),
        (
            "{id: a, expect: {tools: {requird: [x]}}}",
            "unknown key 'cases.0.expect.tools.requird': did you mean 'required'?",
        ),
        (
            "{id: a, expect: {fields: {x: {equal: 1}}}}",
            "unknown key 'cases.0.expect.fields.x.equal': did you mean 'equals'?",
        ),
        ('{id: a, prompt: "${who}"}', "suite.yaml:4: case 'a': `input` names ${who}"),
    ],
)
def test_a_fault_of_a_yaml_suite_is_named_with_its_line(
    tmp_path: Path, case: str, message: str
) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, f"{HEAD}cases:\n  - {case}\n")

    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([LINE, '{"id": "b", "expct": 1}'], "cases.jsonl:2: unknown key 'expct': did you"),
        ([LINE, "{"], "cases.jsonl:2: not valid JSON"),
        (['{"id": "a", "input": "${who}"}'], "cases.jsonl:1: case 'a': `input` names ${who}"),
        (
            [LINE, LINE.replace('"a"', '"b"'), LINE],
            "cases.jsonl:3: a second case has the id 'a', the first stands in line 1",
        ),
    ],
)
def test_a_fault_of_a_streamed_case_is_named_with_its_line(
    tmp_path: Path, lines: list[str], message: str
) -> None:
    file = streamed(tmp_path, lines)

    with pytest.raises(DataError) as caught:
        cases(file)

    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("named", "message"),
    [("gone.jsonl", "which is not there"), ("../cases.jsonl", "beside the suite or below it")],
)
def test_a_file_of_cases_must_be_there_and_near(tmp_path: Path, named: str, message: str) -> None:
    inner = tmp_path / "suites"
    inner.mkdir()
    written(tmp_path, "{}", "cases.jsonl")

    with pytest.raises(DataError, match=message):
        read(inner, f"{HEAD}cases: {named}\n")


def test_the_digest_changes_with_a_case_and_not_with_a_comment(tmp_path: Path) -> None:
    first = streamed(tmp_path, ['{"id": "a"}']).digest

    assert streamed(tmp_path, ['{"id": "a"}'], f"# what for\n{HEAD}").digest == first
    assert streamed(tmp_path, ['{"id": "b"}']).digest != first


def test_a_long_yaml_suite_is_told_of_the_faster_form(tmp_path: Path) -> None:
    def suite(count: int) -> str:
        head = f"{HEAD}defaults: {{max_steps: 2}}\ncases:\n"
        return head + "".join(f"  - {{id: c{number}}}\n" for number in range(count))

    assert read(tmp_path, suite(MANY)).hint is None
    assert "cases.jsonl" in str(read(tmp_path, suite(MANY + 1)).hint)


def test_what_is_no_suite_is_refused_with_its_name(tmp_path: Path) -> None:
    for name, text in {"a.yaml": "- 1\n", "b.json": "[{}]", "c.json": "{", "d.yaml": ": :"}.items():
        with pytest.raises(DataError, match=name.replace(".", r"\.")):
            read(tmp_path, text, name)
    with pytest.raises(DataError, match="gone"):
        read_suite(tmp_path / "gone.yaml", "gone.yaml")


NUMBERS = (
    '"expect": {"max_steps": "${most}", "tools": {"max_calls": "${most}"}, '
    '"facts": {"sum": {"value": "${sum}", "tolerance": 0.5}}, "must_contain": ["${sum} EUR"]}'
)


def test_a_variable_may_stand_where_a_number_must(tmp_path: Path) -> None:
    line = f'{{"id": "a", "vars": {{"most": 2, "sum": 10.5}}, {NUMBERS}}}'

    for file in (read(tmp_path, f"{HEAD}cases:\n  - {line}\n"), streamed(tmp_path, [line])):
        (case,) = cases(file)
        assert case.expect.max_steps is not None
        assert case.expect.max_steps.at_most == 2
        assert case.expect.facts["sum"].value == 10.5
        assert case.expect.must_contain[0].text == "10.5 EUR"


def test_cases_that_share_a_node_have_their_own_numbers(tmp_path: Path) -> None:
    text = (
        f"{HEAD}cases:\n"
        "  - {id: a, vars: {most: 1}, expect: &same {max_steps: '${most}'}}\n"
        "  - {id: b, vars: {most: 2}, expect: *same}\n"
    )

    found = [case.expect.max_steps for case in cases(read(tmp_path, text))]

    assert [limit.at_most for limit in found if limit] == [1, 2]


@pytest.mark.parametrize(
    ("most", "message"),
    [
        ('{"least": 2}', ":1: case 'a': `expect.max_steps` names ${most}, which `vars` does not"),
        ('{"most": "two"}', "`expect.max_steps.at_most`: input should be a valid number, got 'two"),
    ],
)
def test_a_number_that_its_variables_do_not_give_is_told_with_its_line(
    tmp_path: Path, most: str, message: str
) -> None:
    line = f'{{"id": "a", "vars": {most}, "expect": {{"max_steps": "${{most}}"}}}}'

    with pytest.raises(DataError) as caught:
        cases(streamed(tmp_path, [line]))

    assert message in str(caught.value)


@pytest.mark.parametrize(
    "rest",
    ["", ', "expect": {"min_score": 0.5, "tools": {}}', ', "dimensions": []', ', "markers": {}'],
)
def test_a_case_that_expects_nothing_is_refused_with_its_line(tmp_path: Path, rest: str) -> None:
    line = f'{{"id": "b"{rest}}}'

    with pytest.raises(DataError, match=r"^cases\.jsonl:2: case 'b' expects nothing"):
        cases(streamed(tmp_path, [LINE, line]))
    with pytest.raises(DataError, match=r"^suite\.yaml:5: case 'b' expects nothing"):
        read(tmp_path, f"{HEAD}cases:\n  - {LINE}\n  - {line}\n")


@pytest.mark.parametrize(
    "rest",
    ['"dimensions": ["tone"]', '"expect": {"rubric": ["Polite?"]}', '"markers": {"never": ["x"]}'],
)
def test_what_judges_or_markers_decide_is_an_expectation(tmp_path: Path, rest: str) -> None:
    assert len(cases(streamed(tmp_path, [f'{{"id": "a", {rest}}}']))) == 1


def test_188_expectations_that_slipped_below_the_variables_are_told(tmp_path: Path) -> None:
    text = f"{HEAD}cases:\n  - id: a\n    vars:\n      q: 8*9\n      expect: {{max_steps: 1}}\n"

    with pytest.raises(DataError, match="`expect` stands under `vars`, where it is a variable"):
        read(tmp_path, text)
