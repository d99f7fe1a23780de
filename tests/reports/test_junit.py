"""JUnit XML: well-formed whatever stands in it, and its totals are those of the run."""

import io
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tests.reports.running import broken, failed, passed, source
from workbench.domain.run import CaseResult, GateReason
from workbench.reports.junit import write_junit
from workbench.reports.source import Source


def rendered(run: Source) -> ElementTree.Element:
    out = io.StringIO()
    write_junit(run, out)
    return ElementTree.fromstring(out.getvalue())  # noqa: S314 - our own output


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
    assert error.text == "INCONCLUSIVE\ntone is not trusted"
    assert suite.get("errors") == "1"


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
    result = CaseResult.model_construct(
        **{**dict(failed("a", "x")), "case": name, "error": why or None}
    )

    case = suite_of(result, verdict="FAIL").find("testcase")

    assert case is not None
    assert case.get("name")
