import json
from typing import Any

import pytest
from pydantic import ValidationError

from workbench.domain.bullets import bullets
from workbench.domain.golden import case_from_golden, is_golden
from workbench.domain.release import Release
from workbench.domain.substitution import UnknownVariableError, substituted
from workbench.domain.suite import Case, Suite

EXTRACTION = {
    "suite": "notes",
    "version": 3,
    "clock": "2026-03-02T09:00:00+00:00",
    "free_text_fields": ["item.name"],
    "cases": [
        {
            "id": "one",
            "input": {"note": "Two lamps, please.", "thread": []},
            "expect": {"fields": {"kind": "order", "count": 2, "item.name": "lamp", "due": None}},
        }
    ],
}
TOOLS: dict[str, Any] = {
    "suite": "loans",
    "version": 2,
    "defaults": {"max_steps": 6, "tools": {"forbidden": ["waive"]}},
    "tasks": [
        {
            "id": "renew",
            "vars": {"loan": "L-1", "n": 2},
            "prompt": "Renew ${loan}, ${n} weeks.",
            "tags": ["loans"],
            "severity": "high",
            "expect": {
                "tools": {
                    "required": [{"name": "get", "arguments": {"id": "${loan}", "n": "${n}"}}],
                    "order": ["get", "renew"],
                    "max_calls": {"renew": 1},
                },
                "must_contain": ["${loan}"],
                "patterns": ["(?i)renew(ed)?"],
                "rubric": "- Says until when.\n- Names no\n  staff.\n",
            },
        }
    ],
}
GOLDEN = {
    "id": "G-1",
    "scenario": "analysis",
    "input": "Why?",
    "ground_truth": {"expected_facts": {"growth": -4.0}, "source": "snapshot_v3"},
    "expected_behavior": ["Reports the change"],
    "prohibited_behavior": ["Names a cause"],
}


def test_an_extraction_suite_loads_as_it_stands() -> None:
    suite = Suite.of(EXTRACTION)

    assert (suite.version, suite.free_text_fields) == ("3", ("item.name",))
    assert isinstance(suite.cases, tuple)
    fields = suite.cases[0].expect.fields
    assert [fields[path].equals for path in fields] == ["order", 2, "lamp", None]


def test_a_tool_suite_loads_as_it_stands_with_its_defaults_and_variables() -> None:
    suite = Suite.of(TOOLS)
    assert isinstance(suite.cases, tuple)

    ready = substituted(suite.complete(suite.cases[0], TOOLS["tasks"][0]))

    assert ready.input == "Renew L-1, 2 weeks."
    tools = ready.expect.tools
    assert tools is not None
    assert tools.required[0].arguments == {"id": "L-1", "n": 2}
    assert tools.forbidden[0].name == "waive"
    assert tools.max_calls["renew"].count == 1
    assert ready.expect.max_steps is not None
    assert [rule.criterion for rule in ready.expect.rubric] == [
        "Says until when.",
        "Names no staff.",
    ]


def test_a_golden_case_becomes_facts_and_yes_no_criteria() -> None:
    case = case_from_golden(GOLDEN)

    assert is_golden(GOLDEN)
    assert not is_golden(EXTRACTION)
    assert (case.source, case.scenario) == ("snapshot_v3", "analysis")
    assert case.expect.facts["growth"].value == -4.0
    assert [(rule.criterion, rule.negated) for rule in case.expect.rubric] == [
        ("Reports the change", False),
        ("Names a cause", True),
    ]
    with pytest.raises(ValidationError, match="expected_behaviour"):
        case_from_golden(GOLDEN | {"expected_behaviour": []})


def test_a_case_streams_from_one_line_with_its_transcript() -> None:
    turns = [{"index": 0, "role": "assistant", "content": "${HOME}"}]
    line = json.dumps({"id": "c", "transcript": {"id": "t", "turns": turns}})

    case = Case.from_line(line)

    assert case == Case.of(json.loads(line))
    assert substituted(case) is case  # what was recorded is not the suite's text


def test_an_unknown_variable_is_named_with_its_place() -> None:
    case = Case.of({"id": "c", "vars": {"a": 1}, "expect": {"must_contain": ["${b}"]}})

    with pytest.raises(UnknownVariableError, match=r"names \$\{b\}.*\(defined: a\)") as caught:
        substituted(case)
    assert caught.value.path == ("expect", "must_contain", 0, "text")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"version": 2.1}, "version"),
        ({"caes": []}, "caes"),
        ({"cases": [{"id": "a"}, {"id": "a"}]}, "two cases have the id 'a'"),
        ({"cases": [{"id": "a", "input": "x", "prompt": "y"}]}, "prompt"),
        ({"cases": [{"id": "a", "dimensions": [["tone"]]}]}, "dimensions"),
        ({"cases": [{"id": "a", "dimensions": ["tone", 1]}]}, "dimensions"),
        ({"release": {"dimensions": {"safety": None}}}, "minimum"),
        ({"release": {"dimensions": {"safety": {"on": "lower"}}}}, "minimum"),
        ({"release": {"min_pass_rate": float("nan")}}, "min_pass_rate"),
    ],
)
def test_what_no_suite_has_is_refused(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Suite.of(EXTRACTION | changed)


@pytest.mark.parametrize(
    "operator", ["one_of", "matches", "number", "at_least", "at_most", "absent", "length"]
)
def test_an_operator_that_was_left_empty_is_refused(operator: str) -> None:
    case = {"id": "c", "expect": {"fields": {"a": {operator: None}}}}

    with pytest.raises(ValidationError, match=f"`{operator}` must have a value, and has none"):
        Case.of(case)


def test_an_item_of_a_list_may_be_null() -> None:
    case = Case.of({"id": "c", "expect": {"fields": {"a": {"contains": None}}}})
    assert case.expect.fields["a"].said == ("contains",)


def test_a_bare_minimum_is_one_on_the_mean() -> None:
    release = Release.of({"dimensions": {"goal": 3.2}, "no_lowest": ["safety"]})

    assert (release.dimensions["goal"].minimum, release.dimensions["goal"].on) == (3.2, "mean")
    assert release.named == ("goal", "safety")


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("- a\n- b", ["a", "b"]),
        ("1. a\n2) b\n   goes on", ["a", "b goes on"]),
        ("a\nb", ["a", "b"]),
        ("Do:\n* a\n\nb", ["Do:", "a", "b"]),
        ("  \n", []),
    ],
)
def test_bullets_are_one_item_each(block: str, found: list[str]) -> None:
    assert bullets(block) == found
