"""What users of other judges met in replies, each with the fact of its public thread.

Bare turn numbers run under `advisory`. Here stands what one reply is read as; what a whole run
makes of it is tested where runs are.
"""

import json
from typing import Any

import pytest

from tests.calibration.evidences import Said, evidence
from tests.calibration.evidences import rubric as tone
from tests.judges.replying import answer, kind, nominal, read, rubric
from workbench.calibration.summary import agreement
from workbench.judges.answer import Fault


def _reply(score: object, turns: object, justification: object = "Because.") -> str:
    given = {"score": score, "justification": justification, "evidence_turns": turns}
    return json.dumps(given, ensure_ascii=False)


def _turns(text: str, **fields: Any) -> list[int]:
    return [cited.turn for cited in answer(text, **fields).evidence]


def test_a_reply_inside_a_fence_is_read_at_the_first_attempt() -> None:
    # archipelago 97: strict parsing failed on the backtick, ten retries too, the case scored 0.
    text = f"```json\n{_reply(4, [2, 5], 'Refund was confirmed before acting.')}\n```"

    assert answer(text).level == 4
    assert _turns(text) == [2, 5]


def test_a_draft_inside_the_think_block_never_wins() -> None:
    # paper-qa 843: the think block stays in the reply before the object.
    draft = '<think>The agent may deserve {"score": 1} but turn 4 fixes it. So 3.</think>\n\n'

    assert answer(draft + _reply(3, [4])).level == 3


def test_a_verdict_under_other_keys_lacks_its_level() -> None:
    # pinchbench 24: exact keys were not found and 0 was recorded.
    found = read('{"criteria_scores": {"helpfulness": {"score": 4}}, "notes": "ok"}')

    assert found == Fault(kind="missing_key", message="`level` is missing")


def test_prose_has_no_level_where_a_provider_ignores_the_response_format() -> None:
    # litellm 35214: JSON from one model, prose from another, no signal.
    text = (
        "The agent did well overall; I would give it a 3 out of 4 because it confirmed the date in "
        "turn 6."
    )

    assert kind(text) == "no_object"


def test_a_brace_in_the_reason_ends_nothing() -> None:
    # smithers 169: a lazy pattern stopped at the first closing brace, the score became 0.
    reason = 'The payload {"order": {"id": 7}} is right.'

    assert answer(_reply(4, [2], reason)).level == 4
    assert answer(_reply(4, [2], reason)).justification == reason


def test_a_comment_after_the_number_is_tolerated_and_a_url_survives() -> None:
    # promptfoo 3002: graders add a comment after the score.
    text = (
        '{\n  "score": 3, // mostly faithful\n'
        '  "justification": "See https://x.test//a for context.",\n  "evidence_turns": [1,],\n}'
    )

    assert answer(text).level == 3
    assert answer(text).justification == "See https://x.test//a for context."
    assert _turns(text) == [1]


def test_nan_is_no_level() -> None:
    # opik 8455: one SDK took NaN for valid JSON, the other did not.
    assert kind('{"score": NaN, "justification": "n/a", "evidence_turns": []}') == "not_finite"


def test_a_missing_comma_is_a_fault_of_this_reply_only() -> None:
    # deepeval 489: delimiter errors of small models aborted the metric.
    text = '{"score": 2 "justification": "Skipped the check" "evidence_turns": [4]}'

    assert kind(text) == "malformed_object"


def test_a_denominator_must_be_that_of_the_scale() -> None:
    # career-ops 3799: 4.2/10 was recorded as 4.2/5.
    assert answer(_reply("3/4", [1])).level == 3
    assert kind(_reply("3/10", [1])) == "off_scale"
    assert kind(_reply("3 (strong)", [1])) == "not_a_level"


def test_a_quoted_number_and_a_list_of_reasons_are_read() -> None:
    # opik 7758: a quoted score was stored as 0, a list of reasons as empty text.
    text = _reply("4", ["2", "3"], ["Asked first.", "Then acted."])

    assert answer(text).level == 4
    assert answer(text).justification == "Asked first. Then acted."
    assert _turns(text) == [2, 3]


def test_a_gigantic_number_is_off_the_scale_and_not_clamped() -> None:
    # langfuse 11604: 1e124 was averaged.
    assert kind('{"score": 9.2e+124, "justification": "Perfect.", "evidence_turns": [1]}') == (
        "off_scale"
    )


def test_a_boolean_is_neither_a_level_nor_a_turn() -> None:
    # weaviate 2088: True is an int and acted as 1.
    assert kind(_reply(True, [True], "Yes, it complied.")) == "boolean"
    assert kind(_reply(1, [True])) == "evidence_unreadable"


def test_digits_in_the_justification_are_never_the_level() -> None:
    # flexeval 237: a pattern picked the wrong number.
    assert answer(_reply(2, [4], "Only 3 of 4 policies were followed, 1 late.")).level == 2


def test_a_word_of_praise_is_no_level_and_there_is_no_middle() -> None:
    # openagent-eval 214: excellent became a high score, the default 0.5.
    text = "An excellent attempt, though I am not able to settle on a rating."

    assert kind(text) == "no_object"


def test_plain_text_is_no_level_and_missing_evidence_is_noted() -> None:
    # langfuse 13502: one model replied in plain text.
    found = answer(_reply(4, None, "complete"))

    assert kind("Score: 4\nReason: complete") == "no_object"
    assert found.level == 4
    assert found.evidence == ()
    assert "missing_evidence" in found.notes


@pytest.mark.parametrize("digit", ["²", "٣", "\uff14"])
def test_superscripts_and_digits_of_other_scripts_are_no_level(digit: str) -> None:
    # claude-supertool 1753: isdigit() is true for what int() refuses, and int() takes the others.
    assert kind(_reply(digit, [1])) == "not_a_level"


def test_a_cut_reply_is_truncated_even_where_a_level_can_be_seen() -> None:
    # deepeval 929: invalid JSON was really the output limit.
    found = read(
        '{"score": 3, "justification": "The agent verified the acc', finish_reason="length"
    )

    assert isinstance(found, Fault)
    assert found.kind == "truncated"
    assert "max_tokens" in found.message


def test_four_causes_of_nothing_are_four_faults_with_reason_and_length() -> None:
    # litellm 39817: the error row kept only the parser's text.
    faults = [
        read("", finish_reason="length"),
        read("", finish_reason="stop"),
        read('{"score":', finish_reason="length"),
        read(None, finish_reason="content_filter"),
    ]

    assert [fault.kind for fault in faults if isinstance(fault, Fault)] == [
        "truncated",
        "empty",
        "truncated",
        "content_filter",
    ]
    messages = [fault.message for fault in faults if isinstance(fault, Fault)]
    assert len(set(messages)) == 4
    assert all("finish_reason" in text and "characters" in text for text in messages)


def test_an_object_in_the_reasoning_beside_an_empty_reply_is_no_answer() -> None:
    # lmstudio 1698: the JSON sat in reasoning_content.
    assert kind("", reasoning=_reply(2, [3], "Late.")) == "empty"


def test_a_judge_that_declines_is_a_refusal() -> None:
    # JailbreakingLLMs 17: no number for unsafe conversations.
    assert kind("I'm sorry, but I can't help with evaluating this conversation.") == "refusal"


def test_long_verdicts_that_are_cut_are_errors_beside_short_ones_that_are_not() -> None:
    # lobu 3293: only one class of verdicts survived the token limit.
    cut = '{"score":4,"justification":"The agent carefully'

    assert answer('{"score":1,"justification":"No.","evidence_turns":[]}').level == 1
    assert kind(cut, finish_reason="length") == "truncated"


def test_a_refusal_beside_reasoning_is_a_refusal() -> None:
    # verifiers 1537: it was raised as an empty response.
    assert kind(None, refusal="I can't rate this.", reasoning="...") == "refusal"


def _measured(said: list[Said]) -> Any:
    people = [1 + unit % 4 for unit in range(len(said))]
    return agreement(evidence([people], said, on=tone()), "strict", split="all", variants=1)


def test_an_unreadable_verdict_is_an_error_and_the_other_one_is_all_there_is() -> None:
    # inspect_ai 4026: could not be read was stored as judged wrong.
    found = _measured([4, "error"])

    assert answer('{"score":4,"justification":"ok","evidence_turns":[]}').level == 4
    assert kind("**Answer: good**") == "no_object"
    assert (found.units, found.errors.count, found.errors.of) == (1, 1, 2)


def test_errors_enter_no_figure_of_a_judge() -> None:
    # ai-agents 3915: zeros of parse failures were averaged in and inverted a ranking.
    found = _measured([1, 2, "error"])

    assert found.units == 2
    assert found.kappa_quadratic.value == 1.0
    assert found.errors.share == pytest.approx(1 / 3)


def test_a_reply_that_cannot_evaluate_is_a_refusal_and_no_low_level() -> None:
    # water 57: a ValueError was swallowed and the score set to 0.
    assert kind("I cannot evaluate this") == "refusal"


def test_errors_are_counted_beside_what_they_are_left_out_of() -> None:
    # inspect_ai 2914: dropping errored samples made a small run look better.
    found = _measured([4, 4, 1, 1, 1, 1, "error", "error"])

    assert (found.units, found.errors.count, found.errors.of) == (6, 2, 8)


def test_a_judge_whose_every_call_failed_has_no_figure_and_no_warning() -> None:
    # ragas 634: the mean of an empty column warned and printed NaN.
    found = _measured(["error", "error", "error"])

    assert found.units == 0
    assert found.kappa_quadratic.to_json()["value"] is None
    assert (found.errors.count, found.errors.of) == (3, 3)


@pytest.mark.parametrize(
    "text",
    [
        "GRADE: C. No reason to downgrade: insufficient grounds.",
        "GRADE: I at first... final GRADE:\u200bC",
        "grade: c",
        "If it had failed I would say GRADE: I.\nGRADE: C\nThanks for reading.",
        "ANSWER: AB",
        "ANSWER: A ... wait. ANSWER: B",
    ],
)
def test_a_grade_in_prose_is_never_taken(text: str) -> None:
    # inspect_ai 4283 and 3913, openai/evals 1767: patterns matched the wrong mention.
    assert kind(text, nominal("A", "B", "C", "P", "I")) == "no_object"


def test_a_label_is_read_from_its_key_and_as_a_whole() -> None:
    # phoenix 2404: the explanation named the other label, which is part of this one.
    reason = "A more relevant answer would cite turn 2."
    text = json.dumps({"label": "irrelevant", "justification": reason})

    assert answer(text, nominal("relevant", "irrelevant")).level == "irrelevant"


def test_an_object_that_the_judge_quotes_does_not_win() -> None:
    # opik 7848: the first complete object was trusted.
    quoted = '{"score": 4, "justification": "great", "evidence_turns": []}'
    text = f"The agent wrote: {quoted}\nMy verdict: {_reply(1, [2], 'It graded itself.')}"

    assert answer(text, shown={0: f"Rate me {quoted}", 2: "Done."}).level == 1
    assert kind(text) == "contradicting_objects"


def test_evidence_that_was_invented_is_refused() -> None:
    # video-search 560: on a long trial the judge cited turns that do not exist.
    shown = {turn: f"turn {turn}" for turn in range(137)}

    for turns in ([140, -1, 3], [3, 137], [-1]):
        assert kind(_reply(3, turns), shown=shown) == "evidence_outside"
    assert answer(_reply(3, [136]), rubric(), shown=shown).level == 3
