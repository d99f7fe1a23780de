"""Calls through litellm to a server that misbehaves."""

import logging
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tests.judges.calling import KEY, call, completed, failure
from tests.judges.loopback import (
    VERDICT,
    Act,
    Loopback,
    cut_body,
    drips,
    echoes_key,
    fails,
    filters,
    hangs,
    html,
    overflows,
    refuses_schema,
    resets,
    says,
    too_many,
)
from workbench.domain.judge import Judge
from workbench.judges.call import Call, CallFailedError, Message
from workbench.judges.client import list_price, require_key, supports_schema
from workbench.judges.failures import classified, retry_after

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own
HELD = "house-7f3a9c-secret"
SCHEMA = {"type": "object", "properties": {"level": {"type": "integer"}}}


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, HELD)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def test_a_completion_holds_all_that_came_back(loopback: Loopback) -> None:
    usage = {
        "prompt_tokens": 2006,
        "completion_tokens": 300,
        "total_tokens": 2306,
        "prompt_tokens_details": {"cached_tokens": 1920},
    }
    loopback.otherwise = says(
        "the answer",
        usage=usage,
        model="stub-1-2026-01",
        finish_reason="length",
        reasoning_content="thinking",
    )

    (completion,) = completed(call(server=loopback))

    assert completion.text == "the answer"
    assert completion.finish_reason == "length"
    assert completion.reasoning == "thinking"
    assert completion.model == "stub-1-2026-01"
    assert (completion.input_tokens, completion.cached_tokens) == (2006, 1920)
    assert completion.output_tokens == 300
    assert completion.cost_usd is None
    assert completion.seconds > 0


def test_what_is_sent_is_the_call_and_nothing_else(loopback: Loopback) -> None:
    completed(
        Call(
            model="openai/stub-1",
            messages=(
                Message(role="system", content="Be strict."),
                Message(role="user", content="Rate it."),
            ),
            parameters={"temperature": 0, "max_tokens": 600},
            api_base=loopback.url,
            api_key_env=KEY,
        )
    )

    (asked,) = loopback.asked
    assert asked.key == HELD
    assert asked.body == {
        "model": "stub-1",
        "messages": [
            {"role": "system", "content": "Be strict."},
            {"role": "user", "content": "Rate it."},
        ],
        "temperature": 0,
        "max_tokens": 600,
    }


def test_an_address_of_ones_own_is_never_sent_the_vendors_key(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", HELD)

    completed(call(server=loopback))

    assert loopback.asked[0].key == "none"


def test_a_refusal_is_told_apart_from_an_empty_reply(loopback: Loopback) -> None:
    loopback.plan("refused", says(None, refusal="I will not."))
    loopback.plan("empty", says(""))

    refused, empty = completed(call("refused", server=loopback), call("empty", server=loopback))

    assert (refused.text, refused.refusal) == (None, "I will not.")
    assert (empty.text, empty.refusal) == ("", None)


def test_a_reply_without_choices_or_usage_is_no_failure(loopback: Loopback) -> None:
    loopback.otherwise = Act(
        body='{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []}'
    )

    (completion,) = completed(call(server=loopback, model="openai/gpt-4o"))

    assert completion.text is None
    assert completion.finish_reason is None
    assert (completion.input_tokens, completion.output_tokens) == (None, None)
    assert completion.cost_usd is None


def test_a_listed_model_is_priced_with_its_cached_tokens_paid_once(loopback: Loopback) -> None:
    # Field case 128; litellm lists gpt-4o at 2.5, cached 1.25, output 10 USD a million.
    usage = {
        "prompt_tokens": 2006,
        "completion_tokens": 300,
        "total_tokens": 2306,
        "prompt_tokens_details": {"cached_tokens": 1920},
    }
    loopback.otherwise = says(usage=usage)

    (completion,) = completed(call(server=loopback, model="openai/gpt-4o"))

    assert completion.cost_usd == pytest.approx(0.005615, abs=1e-12)


def test_a_local_model_is_unpriced_and_not_free(loopback: Loopback) -> None:
    # Field case 129. Ollama has a format of its own.
    loopback.otherwise = Act(
        body='{"model": "unknown-x", "done": true, "prompt_eval_count": 9, "eval_count": 4,'
        ' "message": {"role": "assistant", "content": "{}"}, "response": "{}"}'
    )

    calls = [call(server=loopback, model="ollama/unknown-x") for _ in range(3)]
    completions = completed(*calls)

    assert [each.cost_usd for each in completions] == [None] * 3
    assert sum(each.input_tokens or 0 for each in completions) > 0
    assert list_price("ollama/unknown-x") is None


FAILURES: list[tuple[str, Act, str, str]] = [
    ("401", echoes_key(), "key_refused", "stop"),
    ("403", fails(403), "key_refused", "stop"),
    ("402", fails(402), "no_credit", "stop"),
    ("quota", fails(429, "quota", code="insufficient_quota"), "no_credit", "stop"),
    ("balance", fails(400, "Your credit balance is too low"), "no_credit", "stop"),
    ("404", fails(404, "The model `stub-1` does not exist"), "unknown_model", "stop"),
    ("400", fails(400, "messages: at least one is required"), "bad_request", "give_up"),
    ("overflow", overflows(), "context_overflow", "give_up"),
    ("413", fails(413, "too large"), "context_overflow", "give_up"),
    ("filter", filters(), "content_filter", "give_up"),
    ("429", too_many(), "rate_limited", "retry"),
    ("500", fails(500), "provider_down", "retry"),
    ("502", fails(502), "provider_down", "retry"),
    ("503", fails(503), "provider_down", "retry"),
    ("529", fails(529, "overloaded"), "provider_down", "retry"),
    ("reset", resets(), "connection", "retry"),
    ("cut body", cut_body(), "connection", "retry"),
    ("html", html(), "bad_body", "retry"),
    ("broken json", Act(body='{"id": nope'), "bad_body", "retry"),
    ("empty body", Act(body=""), "bad_body", "retry"),
]


@pytest.mark.parametrize(
    ("act", "kind", "action"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_every_failure_has_its_kind_and_action(
    loopback: Loopback, act: Act, kind: str, action: str
) -> None:
    loopback.otherwise = act

    failed = failure(call(server=loopback, api_key_env=KEY))

    assert (failed.kind, failed.action) == (kind, action)
    assert str(failed).startswith("openai/stub-1: ")
    assert "Traceback" not in str(failed)
    assert len(loopback.asked) == 1  # neither litellm nor the SDK below it tries again


def test_the_key_shows_in_no_text_of_a_failure(
    loopback: Loopback, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    loopback.otherwise = echoes_key()
    caplog.set_level(logging.DEBUG)

    failed = failure(call(server=loopback, api_key_env=KEY))

    assert loopback.asked[0].key == HELD
    shown = "".join(traceback.format_exception(failed))
    captured = capfd.readouterr()
    for text in (shown, caplog.text, captured.out, captured.err):
        assert HELD not in text
    assert f"check the key in {KEY}" in str(failed)


@pytest.mark.parametrize("act", [hangs(), drips(30.0)], ids=["hangs", "drips"])
def test_the_time_limit_is_total(loopback: Loopback, act: Act) -> None:
    completed(call(server=loopback))  # the first call loads litellm, which is no part of the limit
    loopback.otherwise = act
    started = datetime.now(UTC)

    failed = failure(call(server=loopback, seconds=0.5))

    assert (failed.kind, failed.action) == ("timeout", "retry")
    assert str(failed) == "openai/stub-1: no reply within 0.5 s"
    assert datetime.now(UTC) - started < timedelta(seconds=5)


def test_a_port_where_nobody_listens_is_worth_another_attempt() -> None:
    failed = failure(call(api_base="http://127.0.0.1:9/v1"))

    assert (failed.kind, failed.action) == ("connection", "retry")


def test_an_unknown_provider_stops_the_run() -> None:
    failed = failure(call(model="nonsense/x"))

    assert (failed.kind, failed.action) == ("unknown_model", "stop")


def test_a_missing_key_stops_the_run_before_anything_is_sent(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY)

    failed = failure(call(server=loopback, api_key_env=KEY))

    assert (failed.kind, failed.action) == ("key_missing", "stop")
    assert f"set {KEY}" in str(failed)
    assert loopback.asked == []


def test_a_key_that_no_one_named_is_found_missing_all_the_same() -> None:
    failed = failure(call())  # litellm reports this one as a server error

    assert (failed.kind, failed.action) == ("key_missing", "stop")
    assert "OPENAI_API_KEY" in str(failed)


@pytest.mark.parametrize(
    ("judge", "variable"),
    [
        (Judge(model="openai/gpt-4o"), "OPENAI_API_KEY"),
        (Judge(model="openai/x", api_base="http://127.0.0.1:1/v1", api_key_env="MINE"), "MINE"),
    ],
)
def test_a_missing_key_is_found_up_front(judge: Judge, variable: str) -> None:
    with pytest.raises(CallFailedError, match=f"set {variable}"):
        require_key(judge)


@pytest.mark.parametrize(
    "judge",
    [
        Judge(model="openai/x", api_base="http://127.0.0.1:1/v1"),
        Judge(model="openai/x", api_key_env=KEY),
        Judge(model="ollama/llama3"),
        Judge(model="hosted_vllm/x"),
        Judge(model="bedrock/x"),
        Judge(recorded=True),
    ],
)
def test_judges_that_need_no_key_or_have_one_may_begin(judge: Judge) -> None:
    refused: list[CallFailedError] = []
    try:
        require_key(judge)
    except CallFailedError as error:
        refused.append(error)

    assert refused == []


@pytest.mark.parametrize("stated", ["2", "2.5"])
def test_retry_after_is_read_in_seconds(loopback: Loopback, stated: str) -> None:
    loopback.otherwise = too_many(stated)

    assert failure(call(server=loopback)).retry_after == float(stated)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "2", "retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_retry_after_in_other_spellings(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_may_be_a_date() -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert retry_after({"retry-after": date}) == pytest.approx(90, abs=5)


def test_the_schema_is_asked_for_where_there_is_one(loopback: Loopback) -> None:
    completed(call(server=loopback, schema=SCHEMA))

    assert loopback.asked[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA},
    }


def test_a_provider_that_refuses_the_schema_is_asked_without_it_from_then_on(
    loopback: Loopback,
) -> None:
    loopback.plan("Rate it.", refuses_schema(), says())

    first, second = completed(*[call(server=loopback, schema=SCHEMA) for _ in range(2)])

    assert first.text == second.text == VERDICT
    asked_for = ["response_format" in asked.body for asked in loopback.asked]
    assert asked_for == [True, False, False]


def test_a_provider_that_refuses_both_ways_fails(loopback: Loopback) -> None:
    loopback.otherwise = refuses_schema()

    failed = failure(call(server=loopback, schema=SCHEMA))

    assert (failed.kind, failed.action) == ("bad_request", "give_up")
    assert len(loopback.asked) == 2


@pytest.mark.parametrize("name", ["api_key", "num_retries", "stream", "mock_response", "timeout"])
def test_parameters_that_the_workbench_sets_are_refused(loopback: Loopback, name: str) -> None:
    failed = failure(call(server=loopback, parameters={name: "x"}))

    assert (failed.kind, failed.action) == ("unsupported_parameter", "stop")
    assert name in str(failed)
    assert loopback.asked == []


def test_structured_output_is_known_of_listed_models_only() -> None:
    assert supports_schema("openai/gpt-4o")
    assert not supports_schema("openai/stub-1")


def test_listed_prices_are_a_million_tokens() -> None:
    price = list_price("openai/gpt-4o")

    assert price is not None
    assert (price.input, price.cached_input, price.output) == pytest.approx((2.5, 1.25, 10.0))


def test_an_exception_without_a_name_is_worth_a_bounded_number_of_attempts() -> None:
    assert classified(KeyError("choices")) == ("provider_down", "retry")
