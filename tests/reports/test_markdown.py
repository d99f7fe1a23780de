"""Markdown: foreign text is shown literally, tables keep their columns, nothing is hidden."""

import io

import pytest

from tests.reports.running import broken, failed, passed, source
from workbench.domain.run import (
    DimensionSummary,
    FailureGroup,
    GateReason,
    Spread,
    TrialFigures,
    TrialSummary,
)
from workbench.reports.markdown import SHOWN, code, write_markdown
from workbench.reports.source import Source


def rendered(run: Source) -> str:
    out = io.StringIO()
    write_markdown(run, out)
    return out.getvalue()


def cells(line: str) -> int:
    return line.replace("\\|", "").count("|") - 1


def test_verdict_counts_and_reasons_come_first() -> None:
    reasons = [GateReason(code="min_pass_rate", verdict="FAIL", text="1 of 2 passed, 2 must")]

    text = rendered(source([passed("a"), failed("b")], "FAIL", reasons))

    assert text.startswith(
        "## ❌ FAIL: `triage`\n\n1 of 2 passed, 1 failed, 0 could not be decided.\n\n"
        "The verdict comes from the suite's release bar:\n\n- `1 of 2 passed, 2 must`\n"
    )


@pytest.mark.parametrize(
    "name",
    ["[x](javascript:alert(1))", "a|b", "`rm`", "``", "<img src=x>", "@team", "$5 and $6", "a\tb"],
)
def test_foreign_text_stays_in_one_cell_and_renders_nothing(name: str) -> None:
    lines = rendered(source([failed(name, name)], "FAIL")).splitlines()

    head = next(number for number, line in enumerate(lines) if line == "| case |  | why |")
    assert [cells(line) for line in lines[head : head + 3]] == [3, 3, 3]
    assert code(name) in lines[head + 2]


def test_a_code_span_is_fenced_by_more_backticks_than_it_holds() -> None:
    assert code("a `b` ``c``") == "``` a `b` ``c`` ```"
    assert code("") == "` `"


def test_a_dimension_never_shows_a_mean_without_n_and_what_was_left_out() -> None:
    scored = DimensionSummary(
        dimension="tone", judge="strict", n=9, cases=12, mean=3.25, low=3.0, high=3.5, errors=3
    )
    refused = DimensionSummary(dimension="scope", trusted=False, reason="no judge is certified")

    text = rendered(source([passed("a")], dimensions=(scored, refused)))

    assert "| `tone` | `strict` | 3.25 (3.00 to 3.50) | – | 9 | 3 errors |" in text
    assert "Not scored: `scope`, `no judge is certified`" in text


def test_more_failures_than_fit_are_counted() -> None:
    group = FailureGroup(stage="wording", check="category", status="fail", count=SHOWN + 5)

    text = rendered(source([failed(f"c{n}") for n in range(SHOWN + 5)], "FAIL", failures=(group,)))

    assert "and 5 more" in text
    assert f"- `wording: category failed in {SHOWN + 5} results`" in text


def test_errors_are_listed_beside_failures() -> None:
    assert "| `a` | ERROR | `its transcript is not in the workspace` |" in rendered(
        source([broken("a")], "ERROR")
    )


def test_every_k_of_repeated_trials_is_told_and_which_case_is_flaky() -> None:
    trials = (TrialSummary(case="a", passes=1, fails=1, errors=1, flaky=True),)
    figures = (
        TrialFigures(k=1, cases=1, pass_all=1 / 3, pass_any=1 / 3),
        # Of the three pairs of one pass and two others none is all passes, two hold the pass.
        TrialFigures(k=2, cases=1, pass_all=0.0, pass_any=2 / 3),
    )

    text = rendered(source([failed("a")], "FAIL", trials=trials, trial_figures=figures))

    assert (
        "`Trials: the chance that 2 trials of a case all pass is 0.000, that at least one of them "
        "does 0.667 (1 case)`"
    ) in text
    assert "Trials: 1 " not in text
    assert "`Flaky: a (1 of 3 passed)`" in text


def test_operations_carry_their_n() -> None:
    spread = Spread(n=2, total=0.5, mean=0.25, p50=0.2, p95=0.3)

    text = rendered(source([passed("a")], operations={"cost_usd": spread}))

    assert "| cost, USD | 0.5000 | 0.2000 | 0.3000 | 2 |" in text
