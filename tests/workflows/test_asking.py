"""`judge` asks models: each question once, every verdict on disk, nothing made of what failed."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.judges.calling import KEY
from tests.judges.loopback import (
    MODEL,
    Act,
    Loopback,
    cut_body,
    fails,
    filters,
    overflows,
    resets,
    says,
    too_many,
)
from tests.judges.planted import POLICY, identifiers
from tests.store.build import put
from tests.workflows.building import Desk, tone
from tests.workflows.questioning import (
    PRICE,
    asking,
    conversation,
    conversations,
    entries,
    judges_text,
    levelled,
    lines,
    office,
    reply,
    units,
)
from workbench.domain.citation import Citation
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.judges.call import CallFailedError
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.asking import Asking
from workbench.workflows.judging import Judging

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def models(found: Judging) -> Asking:
    assert found.models is not None
    return found.models


def test_every_question_is_asked_once_and_a_second_run_asks_nothing(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=5)

    first, second = models(asking(made)), models(asking(made))

    assert (first.new, first.already) == ({"strict": 5}, {"strict": 0})
    assert (second.new, second.already, second.ended.spent.calls) == ({}, {"strict": 5}, 0)
    assert len(loopback.asked) == 5
    assert set(units(made).values()) == {1}


def test_a_verdict_holds_all_that_is_known_of_it(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=1, price=PRICE)

    asking(made)

    (one,) = lines(made)
    assert (one.transcript, one.dimension, one.repeat) == ("t000", "tone", 0)
    assert one.transcript_digest == conversation("t000").digest
    assert (one.rubric_version, one.rubric_digest) == ("1.0", made.rubric.digest)
    assert one.judge == "strict"
    assert (one.status, one.level, one.justification) == ("rated", 3, "It is.")
    assert one.evidence == (Citation(turn=0, quote="my refund", found=True),)
    assert (one.reply, one.error) == (reply(), None)
    assert one.model_returned == MODEL
    assert one.usage is not None
    assert (one.usage.input_tokens, one.usage.output_tokens) == (100, 20)
    assert one.cost_usd == pytest.approx(0.20)
    assert one.seconds is not None
    assert one.seconds > 0


def test_what_was_asked_counts_for_calibrate(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=8)
    made.label([1, 2, 3, 4] * 2)
    for place, level in enumerate([1, 2, 3, 4] * 2):
        loopback.plan(f"<t{place:03}>", levelled(level))

    asking(made)

    (one,) = made.calibrate().measured
    assert one.agreement.units == 8
    assert one.agreement.kappa_quadratic.value == 1


TEMPLATE = "{{question}}\n{{anchors}}\n{{not_applicable}}\n{{transcript}}\n{{format}}\n"
Change = Callable[[Desk, Loopback], None]


def rewrite_judge(**fields: Any) -> Change:
    def change(made: Desk, server: Loopback) -> None:
        made.write("judges.yaml", judges_text(entries(server, **fields)))

    return change


def rewrite_tool_argument(made: Desk, _: Loopback) -> None:
    (made.root / "transcripts/c.jsonl").unlink()
    conversations(made, 4, amount=500)


def rewrite_template(made: Desk, server: Loopback) -> None:
    made.write("prompts/own.md", TEMPLATE)
    rewrite_judge(prompt="prompts/own.md")(made, server)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(rewrite_judge(parameters={"temperature": 0.7}), id="parameter"),  # case 110
        pytest.param(rewrite_judge(model="openai/other"), id="model"),  # case 111
        pytest.param(rewrite_judge(evidence="advisory"), id="evidence mode"),
        pytest.param(rewrite_tool_argument, id="tool argument"),  # case 112
        pytest.param(rewrite_template, id="template"),
        pytest.param(  # case 114
            lambda made, _: made.write("rubrics/tone.yaml", tone("1.1", anchor="very rude")),
            id="rubric text",
        ),
    ],
)
def test_a_changed_question_is_another_question(
    tmp_path: Path, loopback: Loopback, change: Change
) -> None:
    made = office(tmp_path, loopback)
    asking(made)

    change(made, loopback)
    asking(made)
    asking(made)

    assert len(loopback.asked) == 8


@pytest.mark.parametrize(
    "change",
    [
        rewrite_judge(limits={"in_flight": 2}),
        rewrite_judge(price=PRICE),
        rewrite_judge(family="gpt"),
        lambda made, _: made.write("rubrics/tone.yaml", tone("1.1")),
        lambda made, _: conversations(made, 0),
    ],
)
def test_what_shapes_no_answer_asks_nothing_again(
    tmp_path: Path, loopback: Loopback, change: Change
) -> None:
    made = office(tmp_path, loopback)
    asking(made)

    change(made, loopback)
    asking(made)

    assert len(loopback.asked) == 4


def test_a_template_may_be_one_for_each_dimension(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=1, prompt="prompts/{dimension}.md")
    made.write("prompts/tone.md", f"Only of tone.\n{TEMPLATE}")
    made.write("prompts/scope.md", f"Only of scope.\n{TEMPLATE}")
    made.write("rubrics/scope.yaml", tone().replace("dimension: tone", "dimension: scope"))

    asking(made)

    firsts = sorted(asked.body["messages"][1]["content"].split("\n")[0] for asked in loopback.asked)
    assert firsts == ["Only of scope.", "Only of tone."]


def test_repeats_are_questions_of_their_own(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=2)

    asking(made)
    found = models(asking(made, repeats=3))

    assert (found.new, found.already) == ({"strict": 4}, {"strict": 2})
    assert sorted(repeat for _, _, repeat in units(made)) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (fails(400, "no such thing"), "bad_request"),
        (too_many("3600"), "rate_limited"),
        (fails(503, retry_after="3600"), "provider_down"),
    ],
)
def test_a_question_without_a_reply_is_an_error_and_asked_again(
    tmp_path: Path, loopback: Loopback, act: Act, kind: str
) -> None:
    made = office(tmp_path, loopback, transcripts=3)
    loopback.plan("<t001>", act)

    first = models(asking(made))
    loopback.plan("<t001>", levelled(4))
    second = models(asking(made))

    assert (first.errors, first.unanswered, first.ended.reason) == ({kind: 1}, 1, "complete")
    assert "judge 'strict': openai/strict: " in first.failure
    assert (second.new, second.errors, second.unanswered) == ({"strict": 1}, {}, 0)
    failed, answered = [one for one in lines(made) if one.transcript == "t001"]
    assert (failed.status, failed.level, failed.cost_usd) == ("error", None, None)
    assert (answered.status, answered.level) == ("rated", 4)


@pytest.mark.parametrize("act", [resets(), cut_body(), fails(500), too_many("0.01"), too_many()])
def test_a_storm_passes_unseen(tmp_path: Path, loopback: Loopback, act: Act) -> None:
    made = office(tmp_path, loopback, transcripts=1)
    loopback.plan("<t000>", act, levelled())

    found = models(asking(made))

    assert (found.errors, found.new) == ({}, {"strict": 1})
    assert len(loopback.asked) == 2


FAULTS = {  # field cases 28 to 33 and 38
    "truncated": [says('{"level": 3, "justification": "The ag', finish_reason="length")],
    "empty": [says("", finish_reason="stop")],
    "content_filter": [says(None, finish_reason="content_filter"), filters()],
    "refusal": [
        says("I'm sorry, but I can't help with evaluating this conversation."),
        says(None, refusal="I can't rate this.", reasoning_content="..."),
    ],
    "context_overflow": [overflows()],
    "no_object": [says("**Answer: good**")],
    "evidence_missing": [says('{"evidence": [], "justification": "It is.", "level": 3}')],
    "evidence_outside": [
        says('{"evidence": [{"turn": 9, "quote": "x"}], "justification": "It is.", "level": 3}')
    ],
}


@pytest.mark.parametrize(
    ("kind", "act"), [(kind, act) for kind, acts in FAULTS.items() for act in acts]
)
def test_a_reply_that_is_no_verdict_stands_until_it_is_asked_again(
    tmp_path: Path, loopback: Loopback, kind: str, act: Act
) -> None:
    made = office(tmp_path, loopback, transcripts=2)
    loopback.plan("<t001>", act)

    first, second = models(asking(made)), models(asking(made))
    loopback.plan("<t001>", levelled(2))
    again = models(asking(made, again=True))

    assert (first.errors, first.unanswered) == ({kind: 1}, 0)
    assert second.ended.spent.calls == 0
    assert (again.new, again.already) == ({"strict": 1}, {"strict": 1})
    error, rated = [one for one in lines(made) if one.transcript == "t001"]
    assert error.error is not None
    assert (error.error.kind, error.level) == (kind, None)
    assert (rated.status, rated.level) == ("rated", 2)


def test_one_repair_is_tried_and_both_calls_are_paid_for(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=3, price=PRICE)
    loopback.plan("<t000>", says("It is good."), levelled(4))
    loopback.plan("<t001>", says("It is good."))

    found = models(asking(made))

    verdicts = {one.transcript: one for one in lines(made)}
    assert Counter(verdict.status for verdict in verdicts.values()) == {"rated": 2, "error": 1}
    assert [verdicts[f"t00{n}"].cost_usd for n in range(3)] == pytest.approx([0.4, 0.4, 0.2])
    assert verdicts["t000"].usage is not None
    assert verdicts["t000"].usage.input_tokens == 200
    assert found.ended.spent.calls == len(loopback.asked) == 5
    assert found.ended.spent.cost_usd == pytest.approx(1.00)


def test_the_budget_is_not_crossed_and_what_was_paid_for_is_kept(
    tmp_path: Path, loopback: Loopback
) -> None:
    # Field case 130: repairs are paid for, and the run stops at the budget with a clear status.
    made = office(tmp_path, loopback, transcripts=9, price=PRICE, parameters={"max_tokens": 20})
    loopback.otherwise = says("It is good.")

    found = models(asking(made, most_usd=2.0))

    spent = found.ended.spent
    assert found.ended.reason == "budget"
    assert spent.cost_usd is not None
    assert spent.cost_usd <= 2.0
    assert spent.calls == len(loopback.asked) > 0
    assert sum(one.cost_usd or 0.0 for one in lines(made)) == pytest.approx(spent.cost_usd)
    assert len(lines(made)) + found.ended.left == 9


def test_the_ledgers_hold_the_whole_cost_by_judge_and_dimension(
    tmp_path: Path, loopback: Loopback
) -> None:
    # Field case 131.
    made = office(tmp_path, loopback, transcripts=3)
    made.write("rubrics/scope.yaml", tone().replace("dimension: tone", "dimension: scope"))
    made.write("judges.yaml", judges_text(entries(loopback, "a", "b", price=PRICE)))

    spent = models(asking(made)).ended.spent

    verdicts = [*lines(made, "a"), *lines(made, "b")]
    cost: Counter[tuple[str, str]] = Counter()
    for one in verdicts:
        cost[one.judge, one.dimension] += round((one.cost_usd or 0) * 1000)
    assert cost == {(judge, of): 600 for judge in "ab" for of in ("tone", "scope")}
    assert spent.calls == 12
    assert spent.cost_usd == pytest.approx(2.4)


def test_an_unknown_price_is_never_nothing(tmp_path: Path, loopback: Loopback) -> None:
    # Field case 129.
    made = office(tmp_path, loopback, transcripts=3)

    spent = models(asking(made)).ended.spent

    assert (spent.unpriced, spent.cost_usd, spent.input_tokens) == (3, None, 300)
    assert {one.cost_usd for one in lines(made)} == {None}


def test_no_budget_can_be_kept_where_the_price_is_unknown(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=9)

    found = models(asking(made, most_usd=5.0))

    assert found.ended.reason == "budget"
    assert "the price of its calls is unknown" in found.ended.message
    assert len(loopback.asked) == len(lines(made)) == 1


def test_a_missing_key_is_said_before_anything_is_sent(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY, raising=False)
    made = office(tmp_path, loopback, api_key_env=KEY)

    with pytest.raises(CallFailedError, match=f"set {KEY} in the environment"):
        asking(made)

    assert loopback.asked == []
    assert not (made.root / "verdicts").exists()


def test_where_nothing_is_left_to_ask_no_key_is_needed(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, "house-7f3a9c-secret")
    made = office(tmp_path, loopback, api_key_env=KEY)
    asking(made)
    monkeypatch.delenv(KEY)

    assert models(asking(made)).already == {"strict": 4}


def test_what_is_redacted_never_leaves_and_nothing_else_changes(
    tmp_path: Path, loopback: Loopback
) -> None:
    planted = [value for values in identifiers().values() for value in values]
    policy = {"redaction": POLICY.to_json()}
    made = office(tmp_path, loopback, transcripts=0, policy=json.dumps(policy))
    put(
        Workspace(made.root),
        "transcripts/c.jsonl",
        [
            conversation(f"t{place:03}", metadata={}).changed(
                turns=_with(conversation(f"t{place:03}"), planted[place::10])
            )
            for place in range(10)
        ],
    )

    found = models(asking(made))

    assert (found.new, found.errors) == ({"strict": 10}, {})
    sent = json.dumps([asked.body for asked in loopback.asked], ensure_ascii=False)
    assert [value for value in planted if value in sent] == []
    assert sent.count("It is on its way.") == 10
    assert {one.level for one in lines(made)} == {3}


def _with(transcript: Transcript, values: list[str]) -> tuple[Any, ...]:
    """Return turns with values in a message, in arguments and in a result."""
    first, call, result, last = transcript.turns
    said = f"{first.content} {' ; '.join(values[::2])}"
    returned = json.dumps({"found": values[1::2]})
    called = call.tool_calls[0].changed(arguments={"who": values})
    return (
        first.changed(content=said),
        call.changed(tool_calls=(called,)),
        result.changed(content=returned),
        last,
    )


def test_what_was_replaced_cannot_be_quoted_and_what_stands_for_it_can(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(
        tmp_path, loopback, transcripts=0, policy=json.dumps({"redaction": {"enabled": ["email"]}})
    )
    (turn, *rest) = conversation("t000").turns
    said = turn.changed(content="Write to ann@example.com about my refund.")
    put(
        Workspace(made.root),
        "transcripts/c.jsonl",
        [conversation("t000").changed(turns=(said, *rest))],
    )
    quotes = [{"turn": 0, "quote": "ann@example.com"}, {"turn": 0, "quote": "Write to [EMAIL_1]"}]
    loopback.otherwise = says(reply(3, evidence=quotes))

    asking(made)

    assert [citation.found for citation in lines(made)[0].evidence] == [False, True]


def with_result(made: Desk, text: str) -> None:
    """Add conversation `big` whose tool returned a text."""
    first, call, result, last = conversation("big").turns
    turns = (first, call, result.changed(content=text), last)
    put(
        Workspace(made.root),
        "transcripts/big.jsonl",
        [conversation("big").changed(turns=turns)],
    )


def test_a_tool_result_of_two_megabytes_is_shortened_and_marked(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=1, limits={"context_tokens": 8000})
    with_result(made, "x" * 2_000_000)

    found = models(asking(made))

    assert (found.new, found.errors) == ({"strict": 2}, {})
    (long,) = [asked.prompt for asked in loopback.asked if "<big>" in asked.prompt]
    assert len(long) - len("\n") <= 8000 * 3
    assert "characters left out ...]" in long


@pytest.mark.filterwarnings("ignore:Sending a large body")  # aiohttp's advice
def test_where_the_context_is_unknown_the_provider_says_that_it_overflows(
    tmp_path: Path, loopback: Loopback
) -> None:
    # Field case 257.
    made = office(tmp_path, loopback, transcripts=1)
    with_result(made, "x" * 2_000_000)
    loopback.plan("<big>", overflows())

    found = models(asking(made))

    assert found.errors == {"context_overflow": 1}
    assert {one.transcript: one.level for one in lines(made)} == {"t000": 3, "big": None}


def test_what_no_shortening_makes_fit_is_not_sent(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=0, limits={"context_tokens": 1000})
    conversations(made, 1)
    long = conversation("t001").turns[0].changed(content="word " * 5000)
    put(
        Workspace(made.root),
        "transcripts/c.jsonl",
        [conversation("t001").changed(turns=(long,))],
    )

    found = models(asking(made))

    assert found.errors == {"context_overflow": 1}
    assert not any("word word" in asked.prompt for asked in loopback.asked)


RELATED = {"agent": {"name": "triage", "model": "openai/gpt-4o"}}


def test_a_judge_of_its_own_kind_draws_a_warning(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=1, family="gpt")
    conversations(made, 2, first=1, **RELATED)

    found = models(asking(made))

    assert found.related == {"strict": 2}
    assert (found.new, found.errors) == ({"strict": 3}, {})


def test_where_independence_is_required_it_is_not_asked(tmp_path: Path, loopback: Loopback) -> None:
    made = office(
        tmp_path, loopback, transcripts=1, family="gpt", policy="independence: required\n"
    )
    conversations(made, 2, first=1, **RELATED)

    first, second = models(asking(made)), models(asking(made))
    made.write("workbench.yaml", "independence: warn\n")
    third = models(asking(made))

    assert first.errors == {"not_independent": 2}
    assert second.new == {}
    assert third.new == {"strict": 2}
    assert len(loopback.asked) == 3


def test_another_model_under_the_same_name_is_seen_across_runs(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback)
    first = models(asking(made))
    conversations(made, 1, first=4)
    loopback.otherwise = levelled(model="stub-2")

    second = models(asking(made))

    assert first.models == {"strict": (MODEL,)}
    assert second.models == {"strict": (MODEL, "stub-2")}


def test_half_a_character_in_a_reply_breaks_nothing(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=2)
    quotes = [{"turn": 0, "quote": "my refund"}, {"turn": 0, "quote": "\ud83d"}]
    loopback.plan("<t000>", says(reply(3, justification="So \ud83d.", evidence=quotes)))
    loopback.plan("<t001>", says("Level \ud83d"))

    asking(made)

    rated, error = sorted(lines(made), key=lambda one: one.transcript)
    assert (rated.level, rated.justification) == (3, "So ?.")
    assert error.reply == "Level ?"


def test_a_side_is_asked_about_in_its_own_dimension(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=60)
    made.write("rubrics/scope.yaml", tone().replace("dimension: tone", "dimension: scope"))
    made.label([1, 2, 3, 4] * 10)
    made.label([1, 2, 3, 4] * 10, first=20, dimension="scope")
    with pytest.raises(DataError, match="workbench calibrate"):
        asking(made, split="test")
    made.calibrate()

    development = models(asking(made, split="development"))
    test = models(asking(made, split="test"))

    assert development.new["strict"] + test.new["strict"] == 80
    asked = {(transcript, dimension) for transcript, dimension, _ in units(made)}
    assert asked == {
        (f"t{first + place:03}", dimension)
        for dimension, first in (("tone", 0), ("scope", 20))
        for place in range(40)
    }


def test_a_small_dimension_is_on_both_sides(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=6)
    made.label([1, 2, 3, 4])
    made.calibrate()

    asking(made, split="test")

    assert {transcript for transcript, _, _ in units(made)} == {"t000", "t001", "t002", "t003"}


def test_a_workspace_without_a_rubric_says_so(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback)
    (made.root / "rubrics/tone.yaml").unlink()

    with pytest.raises(DataError, match="no rubric that a judge can be asked about"):
        asking(made)


def test_a_line_that_is_no_verdict_does_not_stop_the_asking(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback)
    ledger.append(Workspace(made.root).verdicts("strict"), ["{}", '{"dimension": "tone"}'])
    with Workspace(made.root).verdicts("strict").open("a", encoding="utf-8") as file:
        file.write('{"torn')

    found = models(asking(made))

    assert found.new == {"strict": 4}


def test_many_calls_in_flight_go_through_worker_processes(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=70, limits={"in_flight": 70})
    loopback.otherwise = levelled().after(2.0)

    found = models(asking(made))

    assert (found.new, found.ended.reason) == ({"strict": 70}, "complete")
    assert loopback.most_in_flight > 64
