"""The release bar in every report: whose verdict it is, and every limit, met or not."""

import io
import json
from collections.abc import Callable
from typing import IO

import pytest

from tests.reports.running import failed, passed, source
from workbench.domain.run import GateLimit, GateReason
from workbench.reports.document import write_json
from workbench.reports.html import write_html
from workbench.reports.markdown import code, write_markdown
from workbench.reports.source import Source
from workbench.reports.terminal import write_text

Write = Callable[[Source, IO[str]], None]
FOR_PEOPLE = [write_text, write_html, write_markdown]
RATE = GateLimit(limit="results that passed", asked="at least 1 (50 %)", got="1 of 2", met=True)
HARD = GateLimit(limit="results that failed a hard check", asked="none", got="1 of 2", met=False)
TONE = GateLimit(
    limit="mean level", dimension="tone", asked="at least 3", got="not scored", met=None
)


def written(write: Write, run: Source) -> str:
    out = io.StringIO()
    write(run, out)
    return out.getvalue()


@pytest.mark.parametrize("write", FOR_PEOPLE)
def test_every_report_says_whose_verdict_it_is(write: Write) -> None:
    reasons = [GateReason(code="hard_fails", verdict="FAIL", text="1 result failed")]

    met = written(write, source([passed("a"), failed("b")], limits=[RATE]))
    missed = written(write, source([failed("b")], "FAIL", reasons, limits=[HARD]))

    said = "from the suite&#x27;s release" if write is write_html else "from the suite's release"
    assert f"The verdict comes {said} bar, not from single cases" in met
    assert f"The verdict comes {said} bar:" in missed


@pytest.mark.parametrize(
    ("write", "rows"),
    [
        (
            write_text,
            [
                "  limit                             asked              got         met\n",
                "  results that passed               at least 1 (50 %)  1 of 2      yes\n",
                "  results that failed a hard check  none               1 of 2      no\n",
                "  tone: mean level                  at least 3         not scored  cannot be ",
            ],
        ),
        (
            write_html,
            [
                "<tr><th>limit</th><th>asked</th><th>got</th><th>met</th></tr>",
                "<td>results that passed</td><td>at least 1 (50 %)</td><td>1 of 2</td><td>yes</td>",
                "<td>none</td><td>1 of 2</td><td>no</td>",
                "<td>tone: mean level</td><td>at least 3</td><td>not scored</td>"
                "<td>cannot be told</td>",
            ],
        ),
        (
            write_markdown,
            [
                "| limit | asked | got | met |\n",
                "| `results that passed` | `at least 1 (50 %)` | `1 of 2` | yes |\n",
                "| `results that failed a hard check` | `none` | `1 of 2` | no |\n",
                "| `tone: mean level` | `at least 3` | `not scored` | cannot be told |\n",
            ],
        ),
    ],
)
def test_every_limit_is_a_row_with_what_was_asked_and_got(write: Write, rows: list[str]) -> None:
    text = written(write, source([passed("a")], "FAIL", limits=[RATE, HARD, TONE]))

    assert [row for row in rows if row not in text] == []


@pytest.mark.parametrize("write", FOR_PEOPLE)
def test_a_run_that_recorded_no_limits_says_nothing_about_them(write: Write) -> None:
    text = written(write, source([passed("a")]))

    assert "Release bar" not in text
    assert "asked" not in text


@pytest.mark.parametrize(
    ("write", "row"),
    [
        (write_text, "  <img src=x>|`a` [2J: mean level  at least 3"),
        (write_html, "<td>&lt;img src=x&gt;|`a`\x1b[2J: mean level</td>"),
        (write_markdown, f"| {code('<img src=x>|`a` [2J: mean level')} | `at least 3` |"),
    ],
)
def test_a_limit_on_a_dimension_with_a_hostile_name_is_shown_as_it_is(
    write: Write, row: str
) -> None:
    hostile = TONE.changed(dimension="<img src=x>|`a`\x1b[2J")

    assert row in written(write, source([passed("a")], "INCONCLUSIVE", limits=[hostile]))


def test_the_json_report_holds_every_limit_and_null_where_it_cannot_be_told() -> None:
    document = json.loads(written(write_json, source([passed("a")], "FAIL", limits=[HARD, TONE])))

    assert document["run"]["gate"]["limits"] == [
        {
            "limit": "results that failed a hard check",
            "dimension": None,
            "asked": "none",
            "got": "1 of 2",
            "met": False,
        },
        {
            "limit": "mean level",
            "dimension": "tone",
            "asked": "at least 3",
            "got": "not scored",
            "met": None,
        },
    ]
