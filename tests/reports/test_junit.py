"""JUnit XML: valid and well-formed whatever stands in it, and its totals are those of the run."""

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st

from tests.reports.running import broken, failed, passed, source
from workbench.domain.run import CaseResult, CheckResult, DimensionSummary, GateReason, Spread
from workbench.reports.junit import write_junit
from workbench.reports.source import Source

SCHEMA = xmlschema.XMLSchema(Path(__file__).parent / "data/junit-10.xsd")
"""What the xUnit plugin of Jenkins accepts; data/README.md says where it is from."""


def rendered(run: Source) -> ElementTree.Element:
    """Return what is written, which is always valid."""
    out = io.StringIO()
    write_junit(run, out)
    root = ElementTree.fromstring(out.getvalue())  # noqa: S314 - our own output
    assert [str(error) for error in SCHEMA.iter_errors(root)] == []
    return root


def suite_of(*results: CaseResult, verdict: str = "PASS") -> ElementTree.Element:
    suite = rendered(source(results, verdict)).find("testsuite")
    assert suite is not None
    return suite


def test_every_case_is_a_test_case_and_the_release_bar_the_last() -> None:
    suite = suite_of(passed("a"), failed("b"), broken("c"), verdict="FAIL")

    assert [case.get("name") for case in suite.iter("testcase")] == ["a", "b", "c", "release bar"]
    assert [[part.tag for part in case] for case in suite.iter("testcase")] == [
        [],
        ["failure"],
        ["error"],
        ["failure"],
    ]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")


def test_what_cannot_be_concluded_is_an_error_of_the_release_bar() -> None:
    reasons = [GateReason(code="untrusted", verdict="INCONCLUSIVE", text="tone is not trusted")]

    suite = rendered(source([passed("a")], "INCONCLUSIVE", reasons)).find("testsuite")

    assert suite is not None
    error = suite.find("testcase[@name='release bar']/error")
    assert error is not None
    assert error.text == "INCONCLUSIVE: tone is not trusted"
    assert error.get("message") == "INCONCLUSIVE: tone is not trusted"
    assert suite.get("errors") == "1"


def test_a_dimension_that_is_not_scored_is_skipped_with_its_reason() -> None:
    unscored = DimensionSummary(dimension="tone", trusted=False, reason="no judge is trusted")
    scored = DimensionSummary(dimension="scope", judge="strict", n=1, mean=3.0)

    suite = rendered(source([passed("a")], dimensions=(unscored, scored))).find("testsuite")

    assert suite is not None
    names = [case.get("name") for case in suite.iter("testcase")]
    skipped = [one.get("message") for one in suite.iter("skipped")]
    assert names == ["a", "tone (not scored)", "release bar"]
    assert skipped == ["no judge is trusted"]
    assert (suite.get("tests"), suite.get("skipped")) == ("3", "1")


def test_the_short_message_says_how_much_more_there_is_and_the_type_what_failed() -> None:
    checks = (
        CheckResult(name="order", kind="tool_order", status="fail", message="no"),
        CheckResult(name="category", kind="field", status="fail", message="no"),
    )
    result = CaseResult(case="a", verdict="FAIL", score=0.0, checks=checks)
    reasons = [
        GateReason(code="too_few", verdict="INCONCLUSIVE", text="too few"),
        GateReason(code="pass_rate", verdict="FAIL", text="too many fail"),
    ]

    run = rendered(source([result, broken("b")], "FAIL", reasons))

    told = [(one.get("type"), one.get("message")) for one in run.iter() if one.get("message")]
    assert told == [
        ("tool_order", "order: no (and 1 more)"),
        ("harness", "its transcript is not in the workspace"),
        ("release bar", "FAIL: too many fail (and 1 more)"),
    ]
    assert [one.text for one in run.iter("failure")] == [
        "order: no\ncategory: no",
        "FAIL: too many fail\ntoo few",
    ]


@pytest.mark.parametrize("total", [0.0, 0.4, 999.0, 1_234_567_890.4])
def test_times_are_seconds_in_the_form_that_servers_read(total: float) -> None:
    spread = Spread(n=1, total=total, mean=total, p50=total, p95=total)

    suite = rendered(source([passed("a")], operations={"latency_ms": spread})).find("testsuite")

    assert suite is not None
    assert float(suite.get("time", "")) == pytest.approx(total / 1000, abs=5e-4)


def test_the_schema_refuses_what_is_no_junit() -> None:
    unnamed, strange = rendered(source([passed("a")])), rendered(source([passed("a")]))
    del next(unnamed.iter("testcase")).attrib["name"]
    ElementTree.SubElement(next(strange.iter("testcase")), "oops")

    assert not SCHEMA.is_valid(unnamed)
    assert not SCHEMA.is_valid(strange)


def test_trials_are_told_apart_and_the_stamp_stands_in_the_properties() -> None:
    suite = suite_of(passed("a", trial=0), passed("a", trial=1))

    names = [case.get("name") for case in suite.iter("testcase")]
    properties = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert names == ["a (trial 0)", "a (trial 1)", "release bar"]
    assert properties["suite"] == "triage"
    assert properties["suite_version"] == "3"


def test_characters_that_xml_cannot_hold_are_shown_as_codes() -> None:
    name, why = "case\x00 🚀 \ufffe <a & b>", "said \x1b[31mno\x1b[0m"

    suite = suite_of(failed(name, why), verdict="FAIL")

    case = suite.find("testcase")
    assert case is not None
    assert case.get("name") == "case\\u{0} 🚀 \\u{fffe} <a & b>"
    assert case[0].text == "category: said \\u{1b}[31mno\\u{1b}[0m"


def test_the_end_of_a_cdata_section_goes_through_unharmed() -> None:
    suite = suite_of(failed("a", "got if (a[b[0]]>1) ]]>"), verdict="FAIL")

    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.text == "category: got if (a[b[0]]>1) ]]>"


@given(st.text(min_size=1), st.text())
def test_any_text_makes_well_formed_xml(name: str, why: str) -> None:
    result = failed("a", "x").changed(case=name, error=why or None)

    case = suite_of(result, verdict="FAIL").find("testcase")

    assert case is not None
    assert case.get("name")
