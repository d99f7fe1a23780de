"""The HTML report: one file that loads nothing, with everything foreign shown as it is."""

import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.reports.running import broken, failed, passed, source
from workbench.domain.citation import Citation
from workbench.domain.run import (
    CaseResult,
    CheckResult,
    DimensionResult,
    DimensionSummary,
    Spread,
    TrialFigures,
    TrialSummary,
)
from workbench.domain.transcript import ToolCall, Transcript, Turn
from workbench.reports.html import write_html
from workbench.reports.source import SHOWN, Source
from workbench.reports.terminal import write_text

HOSTILE = "<img src='https://evil.example/x.png'><script>alert(1)</script>[x](javascript:alert(1))"
_VOID = frozenset({"meta", "br", "line", "rect", "circle"})


class _Page(HTMLParser):
    """Collects tags, what they would load, and the text; refuses tags that do not close."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.text: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def closed(self) -> bool:
        return not self._open


def html(run: Source) -> str:
    out = io.StringIO()
    write_html(run, out)
    return out.getvalue()


def page(run: Source) -> _Page:
    parser = _Page()
    parser.feed(html(run))
    assert parser.closed()
    return parser


def transcript(name: str = "t1", said: str = "hello") -> Transcript:
    call = ToolCall(id="c1", name="lookup", arguments={"q": said})
    turns = (
        Turn(index=0, role="user", content=said),
        Turn(index=1, role="assistant", content=None, tool_calls=(call,)),
        Turn(index=2, role="tool", content=said, tool_call_id="c1"),
    )
    return Transcript(id=name, turns=turns)


def of(scored: Transcript) -> dict[str, Any]:
    """Return what a result says of the transcript that it is about."""
    return {"transcript": scored.id, "transcript_digest": scored.digest}


def test_nothing_is_loaded_and_no_script_can_run() -> None:
    run = source(
        [failed(HOSTILE, HOSTILE, **of(transcript(said=HOSTILE)))],
        "FAIL",
        transcripts=[transcript(said=HOSTILE)],
    )

    found = page(run)

    assert found.loads == []
    assert {"script", "img", "link", "iframe"}.isdisjoint(found.tags)
    assert "".join(found.text).count("<script>alert(1)</script>") >= 3
    assert "default-src 'none'" in html(run)


@pytest.mark.parametrize("name", ["[x](javascript:alert(1))", "a|b", "case\x00 🚀 <a & b>"])
def test_case_names_are_shown_literally(name: str) -> None:
    assert name.replace("\x00", "\ufffd") in "".join(
        page(source([failed(name)], "FAIL")).text
    ).replace("\x00", "\ufffd")


def test_another_transcript_of_the_same_id_is_not_shown_for_the_one_that_was_scored() -> None:
    scored, recorded_anew = transcript(said="as scored"), transcript(said="recorded anew")
    result = passed("a", **of(scored))

    shown = html(source([result], transcripts=[scored]))
    gone = html(source([result], transcripts=[recorded_anew]))

    assert "<pre>as scored" in shown
    assert "recorded anew" not in gone
    assert "Transcript t1 is not in the workspace as it was scored." in gone
    own = html(source([passed("a", transcript="t1")], transcripts=[scored]))
    assert "<pre>as scored" not in own
    assert "Transcript t1 stood in the suite, which is not there as it was scored." in own


def test_a_case_opens_to_its_transcript_with_the_turns_marked() -> None:
    check = CheckResult(
        name="tools.forbidden.refund", kind="tool_forbidden", status="fail", hard=True, turns=(1,)
    )
    said = DimensionResult(
        dimension="tone",
        judge="strict",
        status="rated",
        level=2,
        citations=(Citation(turn=2, quote="hello", found=False),),
    )
    result = CaseResult(
        case="a",
        verdict="FAIL",
        score=0.0,
        checks=(check,),
        dimensions=(said,),
        **of(transcript()),
    )

    text = html(source([result], "FAIL", transcripts=[transcript()]))

    marked = re.findall(r'class="turn (\w+) marked"', text)
    assert marked == ["assistant", "tool"]
    assert "marked by tools.forbidden.refund" in text
    assert "marked by tone: hello, quote not found" in text


def test_a_dimension_shows_its_plot_in_words_its_n_and_what_is_left_out() -> None:
    one = DimensionSummary(
        dimension="tone",
        judge="strict",
        n=9,
        mean=3.25,
        low=3.0,
        high=3.5,
        levels={"1": 0, "2": 1, "3": 5, "4": 3},
        errors=2,
    )

    text = html(source([passed("a")], dimensions=(one,)))

    assert 'aria-label="tone: mean 3.25 (3.00 to 3.50)"' in text
    assert 'aria-label="tone: 1: 0, 2: 1, 3: 5, 4: 3"' in text
    assert "<td>9</td><td>2 errors</td>" in text


def test_a_dimension_that_is_not_scored_says_why() -> None:
    one = DimensionSummary(dimension="scope", trusted=False, reason="no judge is <certified>")

    text = "".join(page(source([passed("a")], dimensions=(one,))).text)

    assert "Not scored: scope, no judge is <certified>" in text


def test_a_long_run_is_cut_and_says_so() -> None:
    run = source([passed(f"c{number}") for number in range(SHOWN + 7)])

    text = html(run)

    assert text.count('<details class="case pass">') == SHOWN
    assert "and 7 more" in text


def test_layers_come_in_order_and_errors_stand_among_failures() -> None:
    spread = Spread(n=1, total=900, mean=900, p50=900, p95=900)
    run = source([passed("a"), broken("b")], "ERROR", operations={"latency_ms": spread})

    found = html(run)

    places = [found.index(f"<h2>{name}</h2>") for name in ("Quality", "Failures", "Operations")]
    assert places == sorted(places)
    assert "its transcript is not in the workspace" in found
    assert "<td>latency, ms</td><td>900</td>" in found


def test_a_long_turn_is_cut_and_marked() -> None:
    long = transcript(said="x" * 30_000)
    run = source([passed("a", **of(long))], transcripts=[long])

    assert "(10,000 more characters)" in html(run)


def test_dollar_signs_are_shown_as_they_are() -> None:
    said: Any = "Revenue was $119.6 billion, up from $117.2 billion"
    spoken = transcript(said=said)
    run = source([passed("a", **of(spoken))], transcripts=[spoken])

    assert said in "".join(page(run).text)


def test_retrieval_and_trials_are_told_with_their_n() -> None:
    run = source(
        [passed("a")],
        retrieval={"recall": 0.5, "hit_rate": 1.0},
        retrieval_n=2,
        trials=(TrialSummary(case="a<b", passes=2, fails=1, errors=0, flaky=True),),
        trial_figures=(TrialFigures(k=1, cases=1, pass_all=0.667, pass_any=0.667),),
    )
    out = io.StringIO()
    write_text(run, out)

    for told in ("Retrieval: recall 0.500, hit rate 1.000 (n=2)", "Flaky: a<b (2 of 3 passed)"):
        assert told in out.getvalue()
        assert told in "".join(page(run).text)
