"""promptfoo configurations as suites: each assertion means the same, or is named as lost.

Which answers pass was taken from promptfoo 0.121.20 with its `echo` provider; the test among the
peers asks it again.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.domain.suite import Case, Suite
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.importers.found import Options, Remark
from workbench.importers.promptfoo import case_name
from workbench.importers.promptfoo_asserts import EMPTY, FOLDED, JUDGED, NAN, SCALAR
from workbench.importers.promptfoo_expectations import GRADER, NAMED
from workbench.importers.promptfoo_suite import read_suites
from workbench.importers.promptfoo_tests import expected
from workbench.scoring.case import score
from workbench.scoring.compiling import Resources, compiled

Json = dict[str, Any]


class Imported:
    """What a configuration gave."""

    def __init__(self, path: Path) -> None:
        each = list(read_suites(path, Options()))
        self.remarks = [one for one in each if isinstance(one, Remark)]
        suites = [one for one in each if isinstance(one, Suite)]
        self.cases: list[Case] = [
            case for suite in suites for case in suite.cases if isinstance(case, Case)
        ]

    def said(self, kind: str) -> list[str]:
        return [one.message for one in self.remarks if one.kind == kind]

    def places(self, kind: str) -> list[tuple[str | None, int]]:
        return [(one.file, one.line) for one in self.remarks if one.kind == kind]


def config(folder: Path, text: str) -> Imported:
    path = folder / "promptfooconfig.yaml"
    path.write_text(text, encoding="utf-8")
    return Imported(path)


def asserting(folder: Path, *asserts: Json, **test: Any) -> Imported:
    """Import a configuration of one test."""
    return config(folder, json.dumps({"tests": [{"assert": list(asserts), **test}]}))


def verdict(case: Case, answer: str) -> str:
    """Return what the checks of a case say of an answer."""
    turns = [{"index": 0, "role": "assistant", "content": answer}]
    usage = {"latency_ms": 800.0, "cost_usd": 0.25}
    transcript = Transcript.from_line(json.dumps({"id": "t", "turns": turns, "usage": usage}))
    return score(compiled(case, Resources()), transcript).verdict


@pytest.mark.parametrize(
    ("assertion", "passing", "failing"),
    [
        ({"type": "equals", "value": "Hello"}, ["Hello"], ["hello", "Hello\n", "Hello you"]),
        ({"type": "not-equals", "value": "Hello"}, ["hello"], ["Hello"]),
        ({"type": "equals", "value": 12}, ["12"], ["12.0", "112"]),
        ({"type": "equals", "value": 12.0}, ["12"], ["12.0"]),
        ({"type": "equals", "value": True}, ["true"], ["True"]),
        ({"type": "equals", "value": {"a": 1}}, ['{"a": 1}', '{"a":1.0}'], ['{"a": "1"}', "x"]),
        ({"type": "not-equals", "value": {"a": 1}}, ["x", "{}"], ['{"a": 1}']),
        ({"type": "contains", "value": "Hello"}, ["oh Hello"], ["hello"]),
        ({"type": "contains", "value": " "}, ["a b"], ["a\u00a0b", "ab"]),
        ({"type": "contains", "value": "${x}"}, ["a ${x}"], ["$x"]),
        ({"type": "not-contains", "value": "a.b"}, ["axb", ""], ["a.b"]),
        ({"type": "icontains", "value": "STRASSE"}, ["strasse"], ["straße"]),
        ({"type": "not-icontains", "value": "As an AI"}, ["no", ""], ["as an ai"]),
        ({"type": "contains-all", "value": ["a", "B"]}, ["B a"], ["a b"]),
        ({"type": "not-contains-all", "value": ["a", "b"]}, ["a"], ["b\na"]),
        ({"type": "contains-any", "value": ["x.", "y"]}, ["x.", "y"], ["x", "Y"]),
        ({"type": "not-contains-any", "value": ["x", "y"]}, ["X", ""], ["ay"]),
        ({"type": "icontains-all", "value": "hello, World"}, ["WORLD HELLO"], ["hello"]),
        ({"type": "icontains-any", "value": ["bye", "so long"]}, ["BYE"], ["solong"]),
        ({"type": "starts-with", "value": "a."}, ["a.b"], ["axb", " a."]),
        ({"type": "regex", "value": r"^\d+ EUR$"}, ["12 EUR"], ["12 EUR\n", "x12 EUR"]),
        ({"type": "not-regex", "value": "[0-9]"}, ["none"], ["1"]),
        ({"type": "is-json"}, ['{"a": 1}', "[]"], ["{", "x", "", "```json\n[]\n```"]),
        ({"type": "not-is-json"}, ["x", "", "```json\n[]\n```"], ["[]"]),
        ({"type": "word-count", "value": 2}, ["two words", "\ufefftwo\u2003words\n"], ["one"]),
        ({"type": "word-count", "value": {"min": 2, "max": 3}}, ["a b", "a b c"], ["a b c d"]),
        ({"type": "not-word-count", "value": {"min": 2}}, ["a"], ["a b"]),
        ({"type": "latency", "threshold": 800}, ["x"], []),
        ({"type": "latency", "threshold": 799}, [], ["x"]),
        ({"type": "not-cost", "threshold": 0.2}, ["x"], []),
        ({"type": "cost", "threshold": 0.2}, [], ["x"]),
    ],
)
def test_an_assertion_passes_and_fails_on_the_same_answers(
    tmp_path: Path, assertion: Json, passing: list[str], failing: list[str]
) -> None:
    found = asserting(tmp_path, assertion)

    assert found.said("dropped") == found.said("skipped") == []
    (case,) = found.cases
    assert {answer: verdict(case, answer) for answer in passing + failing} == {
        **dict.fromkeys(passing, "PASS"),
        **dict.fromkeys(failing, "FAIL"),
    }


SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


@pytest.mark.parametrize(
    ("schema", "passing", "failing"),
    [
        (SCHEMA, ['{"a": 1}'], ['{"a": "1"}', "{}", "x"]),
        ("type: object\nrequired: [a]", ['{"a": null}'], ["{}"]),
        ({"type": "array", "items": [{"type": "integer"}]}, ['[1, "x"]'], ['["x"]']),
        ({"required": ["a"]}, ['{"a": 1}', "[]"], ["{}"]),
        ({"type": "object", "propertyNames": {"pattern": r"^\w$"}}, ['{"a": 1}'], ['{"é": 1}']),
        ({**SCHEMA, "$defs": {"n": {}}, "not": {"$ref": "#/$defs/n"}}, [], ['{"a": 1}']),
    ],
)
def test_a_schema_is_read_as_draft_7(
    tmp_path: Path, schema: Any, passing: list[str], failing: list[str]
) -> None:
    (case,) = asserting(tmp_path, {"type": "is-json", "value": schema}).cases
    (negated,) = asserting(tmp_path, {"type": "not-is-json", "value": schema}).cases

    assert [verdict(case, answer) for answer in passing + failing] == (
        ["PASS"] * len(passing) + ["FAIL"] * len(failing)
    )
    assert [verdict(negated, answer) for answer in passing + failing] == (
        ["FAIL"] * len(passing) + ["PASS"] * len(failing)
    )


@pytest.mark.parametrize(
    ("assertion", "why"),
    [
        ({"type": "javascript", "value": "output.length < 9"}, "it runs code"),
        ({"type": "python", "value": "file://check.py"}, "it runs code"),
        ({"type": "factuality", "value": "x"}, "a model grades it"),
        ({"type": "not-g-eval", "value": "x"}, "a model grades it"),
        ({"type": "similar", "value": "x", "threshold": 0.8}, "it scores likeness"),
        ({"type": "is-valid-openai-tools-call"}, "it is about calls of tools"),
        ({"type": "tool-call-f1", "value": ["a"]}, "it is about calls of tools"),
        ({"type": "finish-reason", "value": "stop"}, "it is about the run"),
        ({"type": "select-best", "value": "x"}, "it compares outputs"),
        ({"type": "contains-json"}, "no check here looks for it"),
        ({"type": "contians", "value": "x"}, "of no type that is known"),
        ({"type": "contains", "value": ""}, "promptfoo itself refuses"),
        ({"type": "contains", "value": True}, "promptfoo itself refuses"),
        ({"type": "contains", "value": "x", "transform": "output.a"}, "its key `transform`"),
        ({"type": "contains", "value": "x", "weight": 0}, "its weight is 0"),
        ({"type": "contains", "value": "{{ name | upper }}"}, "does more than name variables"),
        ({"type": "contains", "value": "{{ gone }}"}, "names 'gone'"),
        ({"type": "contains", "value": "file://../secret.txt"}, "is outside the folder"),
        ({"type": "contains", "value": "file://gone.txt"}, "is not there"),
        ({"type": "regex", "value": "(?i)hello"}, "JavaScript refuses its pattern"),
        ({"type": "equals", "value": ""}, "nothing that a check can look at"),
        ({"type": "equals", "value": None}, "is no text"),
        ({"type": "is-json", "value": {"type": "object", "format": "x"}}, "uses `format`"),
        ({"type": "is-json", "value": {"type": "object", "nullable": True}}, "uses `nullable`"),
        ({"type": "is-json", "value": {"$schema": "https://x/2020-12"}}, "schemas of draft 7"),
        ({"type": "is-json", "value": {"type": "object", "const": "${a}"}}, "names a variable"),
        ({"type": "is-json", "value": "{ type: ["}, "not valid YAML"),
        ({"type": "is-json", "value": False}, "promptfoo itself refuses"),
        ({"type": "word-count", "value": {"min": 3, "max": 2}}, "promptfoo itself refuses"),
        ({"type": "latency"}, "its threshold None"),
        ({"type": "assert-set", "assert": [], "threshold": 0.5}, "a set with a threshold"),
        ("contains: x", "it is no mapping"),
    ],
)
def test_what_means_nothing_here_is_named_and_left_out(
    tmp_path: Path, assertion: Any, why: str
) -> None:
    found = asserting(tmp_path, {"type": "contains", "value": "kept"}, assertion, description="d")

    (said,) = found.said("dropped")
    kind = assertion["type"] if isinstance(assertion, dict) else "without a type"
    assert said.startswith(f"test 'd': {kind}: ")
    assert why in said
    assert [text.text for text in found.cases[0].expect.must_contain] == ["kept"]


def test_a_loss_has_the_line_of_its_assertion_and_is_said_once_for_all_tests(
    tmp_path: Path,
) -> None:
    found = config(
        tmp_path,
        """prompts: ["{{q}}"]
providers: [echo]
defaultTest:
  assert:
    - type: similar
      value: x
tests:
  - vars: {q: a}
    assert: [{type: contains, value: x}]
  - vars: {q: b}
    description: second
    assert:
      - {type: contains, value: x}
      - {type: javascript, value: "true"}
scenarios: []
""",
    )

    assert found.said("dropped") == [
        "scenarios: no suite has it",
        "2 tests: similar: it scores likeness, which no check here does",
        "test 'second': javascript: it runs code, which is not taken over: write an invariant "
        "for it",
    ]
    assert found.places("dropped") == [(None, 15), (None, 5), (None, 14)]
    assert found.said("note")[0].startswith("prompts stay behind: ")
    assert found.places("note")[:2] == [(None, 1), (None, 2)]


@pytest.mark.parametrize(
    ("assertion", "caveats"),
    [
        ({"type": "not-regex", "value": "x"}, [EMPTY]),
        ({"type": "regex", "value": "x"}, []),
        ({"type": "not-icontains", "value": "x"}, [FOLDED]),
        ({"type": "is-json"}, [SCALAR, NAN]),
        ({"type": "is-json", "value": SCHEMA}, [NAN]),
        ({"type": "llm-rubric", "value": "Polite?", "threshold": 0.8}, [JUDGED, GRADER]),
        ({"type": "contains", "value": "x", "metric": "tone"}, [NAMED]),
    ],
)
def test_what_differs_at_an_edge_is_said(
    tmp_path: Path, assertion: Json, caveats: list[str]
) -> None:
    found = asserting(tmp_path, assertion)

    assert found.said("note") == [f"{assertion['type']}: {caveat}" for caveat in caveats]


def test_a_rubric_is_a_yes_no_criterion_with_its_variables_put_in(tmp_path: Path) -> None:
    (case,) = asserting(
        tmp_path,
        {"type": "llm-rubric", "value": "Names order {{ order.id }}.", "metric": "grounded"},
        {"type": "not-llm-rubric", "value": "Blames {{name}}."},
        vars={"order": {"id": 12}, "name": "the customer"},
    ).cases

    assert [(one.criterion, one.negated, one.title) for one in case.expect.rubric] == [
        ("Names order 12.", False, "grounded"),
        ("Blames the customer.", True, None),
    ]


def test_a_test_has_what_all_tests_have_and_its_own(tmp_path: Path) -> None:
    found = config(
        tmp_path,
        """defaultTest:
  vars: {tone: kind, order: 1}
  assert:
    - {type: latency, threshold: 900}
    - {type: is-json}
tests:
  - vars: {order: 2}
    assert:
      - {type: latency, threshold: 700}
      - {type: is-json, value: {required: [a]}}
      - {type: contains, value: "{{tone}} {{order}}"}
  - options: {disableDefaultAsserts: true}
    assert: [{type: contains, value: own}]
""",
    )

    first, second = found.cases
    assert first.vars == {"tone": "kind", "order": 2}
    assert first.expect.must_contain[0].text == "kind 2"
    assert first.expect.max_latency_ms
    assert first.expect.max_latency_ms.at_most == 700
    assert verdict(first, '{"a": "kind 2"}') == "FAIL"  # too slow
    assert second.expect.max_latency_ms is None
    assert found.said("dropped") == []


def test_a_list_of_texts_makes_a_case_of_each_combination(tmp_path: Path) -> None:
    found = asserting(
        tmp_path,
        {"type": "contains", "value": "{{lang}}"},
        vars={"lang": ["French", "German"], "n": [1, 2], "q": ["a", "b"]},
    )

    assert [(case.vars["lang"], case.vars["n"], case.vars["q"]) for case in found.cases] == [
        ("French", [1, 2], "a"),
        ("French", [1, 2], "b"),
        ("German", [1, 2], "a"),
        ("German", [1, 2], "b"),
    ]
    assert [case.expect.must_contain[0].text for case in found.cases] == ["French"] * 2 + [
        "German"
    ] * 2


def test_cases_are_named_as_the_transcripts_of_promptfoos_results_are(tmp_path: Path) -> None:
    given = {"q": '{ "b": [1.0, 2.5], "a": 1 }', "n": 2}

    (case,) = asserting(
        tmp_path, {"type": "contains", "value": "x"}, description="greets", vars=given
    ).cases

    # promptfoo records a variable that holds JSON without the spaces.
    assert case.id == case_name("greets", {"q": '{"b":[1,2.5],"a":1}', "n": 2})
    assert case.id.startswith("greets ")


def test_two_tests_that_are_asked_the_same_are_told_apart(tmp_path: Path) -> None:
    test = {"vars": {"q": "a"}, "assert": [{"type": "contains", "value": "x"}]}
    found = config(tmp_path, json.dumps({"tests": [test, test]}))

    first, second = found.cases
    assert second.id == f"{first.id} (2)"
    assert "name its transcript under `transcript`" in found.said("note")[0]


class TestWithAThreshold:
    """The share of the weight that has to pass, as promptfoo's score."""

    ASSERTS = (
        {"type": "contains", "value": "a", "weight": 2},
        {"type": "contains-all", "value": ["b", "c"]},
        {"type": "not-contains-any", "value": ["x", "y"]},
    )

    @pytest.mark.parametrize(
        ("answer", "passes"), [("a", True), ("bc", False), ("a x", False), ("abcx", True)]
    )
    def test_assertions_count_once_with_their_weight(
        self, tmp_path: Path, answer: str, passes: bool
    ) -> None:
        (case,) = asserting(tmp_path, *self.ASSERTS, threshold=0.75).cases

        # Weights 2, 1 and 1: "a" has 3 of 4, "bc" 2, "a x" 2, "abcx" 3.
        assert verdict(case, answer) == ("PASS" if passes else "FAIL")

    @pytest.mark.parametrize("kind", ["similar", "llm-rubric", "assert-set"])
    def test_a_test_is_left_out_whose_threshold_counts_what_is_lost(
        self, tmp_path: Path, kind: str
    ) -> None:
        lost = (
            {"type": kind, "value": "x", "assert": []}
            if kind == "assert-set"
            else {
                "type": kind,
                "value": "x",
            }
        )
        found = asserting(tmp_path, *self.ASSERTS, lost, threshold=0.5)

        assert found.cases == []
        (said,) = found.said("skipped")
        assert said.startswith(f"test 1: its threshold counts {kind} (line 1), which is not")

    def test_a_threshold_above_1_is_reached_by_nothing(self, tmp_path: Path) -> None:
        assert (
            "no score reaches" in asserting(tmp_path, *self.ASSERTS, threshold=2).said("skipped")[0]
        )


def test_a_set_of_assertions_is_those_assertions(tmp_path: Path) -> None:
    parts = [{"type": "contains", "value": "a"}, {"type": "similar", "value": "b"}]
    found = asserting(tmp_path, {"type": "assert-set", "assert": parts})

    assert [one.text for one in found.cases[0].expect.must_contain] == ["a"]
    assert found.said("dropped") == [
        "test 1: similar: it scores likeness, which no check here does"
    ]


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ({"assert": [{"type": "similar", "value": "x"}]}, "none of its assertions can be kept"),
        ({"assert": [], "assertScoringFunction": "file://f.js"}, "a function decides"),
        ({"vars": {"q": "file://q.txt"}}, "a variable is read from a file"),
        ({"vars": "file://vars.csv"}, "its variables are read from a file"),
        ({"options": {"transformVars": "x"}}, "made by a program"),
        ({"vars": {"q": "x"}, "threshold": "high"}, "its threshold 'high' is no number"),
        ("plain", "is outside the folder|is not there"),
        (7, "is no test"),
    ],
)
def test_a_test_that_cannot_be_kept_is_skipped_with_its_reason(
    tmp_path: Path, test: Any, why: str
) -> None:
    kept = {"vars": {"q": "kept"}, "assert": [{"type": "contains", "value": "x"}]}
    found = config(tmp_path, json.dumps({"tests": [test, kept]}))

    (said,) = found.said("skipped")
    assert any(part in said for part in why.split("|"))
    assert [case.vars for case in found.cases] == [{"q": "kept"}]


def test_a_date_without_quotes_is_no_text(tmp_path: Path) -> None:
    found = config(
        tmp_path,
        "tests:\n  - assert:\n      - {type: contains, value: x}\n"
        "      - {type: equals, value: 2026-11-30}\n",
    )

    assert "is a date to YAML: put it in quotes" in found.said("dropped")[0]
    assert found.places("dropped") == [(None, 4)]


def test_tests_are_read_from_the_files_that_are_named(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more/a.yaml").write_text(
        "- vars: {q: a}\n  assert:\n    - {type: contains, value: a}\n"
        "    - {type: similar, value: a}\n"
    )
    (tmp_path / "more/b.jsonl").write_text(
        '{"vars": {"q": "b"}, "assert": [{"type": "contains", "value": "b"}]}\n'
    )
    (tmp_path / "rows.csv").write_text(
        'q,__expected1,__expected2,__description\r\n"c\nc","contains-any: c, ""d""",,third\r\n'
        "e,not-icontains: E,starts-with:e,\r\n"
    )
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    found = config(
        tmp_path,
        "tests:\n  - file://more/*.yaml\n  - more/b.jsonl\n  - rows.csv\n  - gone.yaml\n"
        "  - vars: {q: s}\n    assert: [{type: is-json, value: file://schema.json}]\n",
    )

    assert [case.vars for case in found.cases] == [{"q": "a"}, {"q": "b"}, {"q": "e"}, {"q": "s"}]
    assert [case.id.rpartition(" ")[0] for case in found.cases] == [
        "test",
        "test",
        "Row #2",
        "test",
    ]
    assert verdict(found.cases[3], '{"a": 1}') == "PASS"
    assert found.said("dropped") == [
        "test 1: similar: it scores likeness, which no check here does",
        "test 'third': contains-any: its list is one text with quotes: write a YAML list",
    ]
    assert found.places("dropped") == [("more/a.yaml", 4), ("rows.csv", 2)]
    assert found.said("skipped") == [
        "the tests of gone.yaml cannot be read: gone.yaml is not there",
        "test 'third': none of its assertions can be kept",
    ]


@pytest.mark.parametrize(
    ("cell", "assertion"),
    [
        ("Paris", {"type": "equals", "value": "Paris"}),
        ("contains: Paris", {"type": "contains", "value": "Paris"}),
        ("not-regex:^a:b", {"type": "not-regex", "value": "^a:b"}),
        ("icontains-all: a, b", {"type": "icontains-all", "value": ["a", "b"]}),
        ("latency(500)", {"type": "latency", "value": None, "threshold": 500.0}),
        ("contains:paris", {"type": "contains", "value": "paris"}),
        ("cost:1", {"type": "cost", "value": "1", "threshold": 0.75}),
        ("fn: output", {"type": "javascript", "value": " output"}),
        ("file://check.js:ok", {"type": "javascript", "value": "file://check.js:ok"}),
        ("grade: polite", {"type": "llm-rubric", "value": " polite"}),
        ("human: yes", {"type": "equals", "value": "human: yes"}),
        ("is-json", {"type": "is-json", "value": None}),
    ],
)
def test_a_cell_of_a_table_is_the_assertion_that_promptfoo_reads(
    cell: str, assertion: Json
) -> None:
    assert expected(cell) == assertion


def test_without_tests_the_default_alone_is_asked(tmp_path: Path) -> None:
    found = config(tmp_path, "prompts: [Hi]\ndefaultTest: {assert: [{type: contains, value: x}]}\n")

    assert [case.id for case in found.cases] == [case_name(None, {})]


def test_an_assertion_that_is_written_elsewhere_in_the_file_is_taken_from_there(
    tmp_path: Path,
) -> None:
    found = config(
        tmp_path,
        "assertionTemplates:\n  polite: {type: contains, value: please}\n"
        'tests:\n  - assert: [{$ref: "#/assertionTemplates/polite"}]\n',
    )

    assert found.cases[0].expect.must_contain[0].text == "please"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("suite: support\nversion: 1\ncases: []\n", "is no promptfoo configuration"),
        ("- 1\n", "is no promptfoo configuration"),
        ("tests: [\n", r"promptfooconfig.yaml:2: not valid YAML"),
        ("tests: []\ntests: []\n", r"promptfooconfig.yaml:2: not valid YAML"),
        ("defaultTest: [1]\n", r"promptfooconfig.yaml:1: defaultTest: must be a mapping"),
        ("defaultTest: file://../x.yaml\n", "is outside the folder"),
    ],
)
def test_what_is_no_configuration_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        config(tmp_path, text)


def test_the_default_may_stand_in_a_file_and_must_be_a_mapping(tmp_path: Path) -> None:
    file = tmp_path / "default.yaml"
    file.write_text("assert:\n  - {type: contains, value: x}\n  - {type: is-sql}\n")
    text = "defaultTest: file://default.yaml\ntests: [{vars: {q: a}}]\n"

    found = config(tmp_path, text)
    file.write_text("- 1\n")

    assert found.cases[0].expect.must_contain[0].text == "x"
    assert found.places("dropped") == [("default.yaml", 3)]
    with pytest.raises(DataError, match="must be a mapping"):
        config(tmp_path, text)


def test_escapes_of_json_are_one_character(tmp_path: Path) -> None:
    (case,) = asserting(tmp_path, {"type": "contains", "value": "\U0001f600"}).cases

    assert verdict(case, "oh \U0001f600") == "PASS"
