"""`workbench judge` with models: what it says, how it ends, and how it goes on after the worst."""

import json
import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.commanding import Ran
from tests.judges.calling import KEY
from tests.judges.loopback import MODEL, Loopback, echoes_key, fails, says, too_many
from tests.workflows.building import Desk, close
from tests.workflows.questioning import (
    PRICE,
    command,
    conversations,
    entries,
    judges_text,
    levelled,
    lines,
    office,
    reply,
    started,
    units,
    until,
)
from workbench.store import ledger
from workbench.store.workspace import Workspace

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own

HELD = "house-7f3a9c-secret"


def judge(made: Desk, *arguments: str) -> Ran:
    return command(made, "judge", *arguments)


def document(made: Desk, *arguments: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(judge(made, "--json", *arguments).out)["models"]
    return found


def everything(made: Desk, *outputs: Ran) -> str:
    """Return all that was said and all that stands in the workspace."""
    files = [path for path in made.root.rglob("*") if path.is_file()]
    written = [path.read_bytes().decode("utf-8", "replace") for path in files]
    return "\n".join([*written, *(text for ran in outputs for text in (ran.out, ran.err))])


def test_it_says_what_was_asked_and_what_it_took(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, price=PRICE)
    loopback.plan("<t001>", says("", finish_reason="stop"))

    first, second = judge(made), judge(made)

    assert (first.code, first.err) == (0, "")
    assert first.out.splitlines() == [
        "strict: 4 new verdicts, 0 were there already",
        "in error, of no level: 1 empty",
        "4 calls, 400 tokens in and 80 out, 0.8000 USD",
    ]
    assert second.out.splitlines() == [
        "strict: 0 new verdicts, 4 were there already",
        "0 calls, 0 tokens in and 0 out, 0.0000 USD",
    ]


def test_an_unknown_price_is_said_and_is_not_nothing(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=3)

    ran = judge(made)
    conversations(made, 1, first=3)
    found = document(made)

    assert "cost unknown for 3 of 3 calls" in ran.out
    assert "0.0000" not in ran.out
    assert (found["cost_usd"], found["unpriced_calls"], found["calls"]) == (None, 1, 1)


def test_judges_with_and_without_a_price_are_told_apart(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=2)
    both = entries(loopback, "priced", price=PRICE) | entries(loopback, "unpriced")
    made.write("judges.yaml", judges_text(both))

    ran = judge(made)

    assert "cost unknown for 2 of 4 calls, 0.4000 USD for the others" in ran.out


def test_a_missing_key_names_its_variable(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY, raising=False)
    made = office(tmp_path, loopback, api_key_env=KEY)

    ran = judge(made)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"error: there is no key: set {KEY} in the environment\n"
    assert loopback.asked == []


def test_a_refused_key_stops_at_once_and_is_told_to_nobody(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, HELD)
    made = office(tmp_path, loopback, transcripts=50, api_key_env=KEY, limits={"in_flight": 3})
    loopback.otherwise = echoes_key()

    plain, as_json = judge(made), judge(made, "--json")

    assert plain.code == as_json.code == 2
    assert len(loopback.asked) <= 6
    assert loopback.asked[0].key == HELD
    assert f"check the key in {KEY}" in plain.err
    assert "50 questions are left" in plain.err
    assert len(plain.err.splitlines()) == 1
    assert HELD not in everything(made, plain, as_json)


def test_a_provider_that_is_down_ends_the_run_with_what_it_has(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=60, limits={"in_flight": 2})
    down = fails(503, "we are down", retry_after="3600")
    loopback.plan("Conversation", *[levelled()] * 10, down)

    ran = judge(made)
    loopback.plan("Conversation", levelled())
    after = judge(made)

    assert ran.code == 3
    assert ran.err.startswith("not finished: judge 'strict': ")
    assert "we are down" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert len(loopback.asked) <= 60 + 20 + 2
    assert after.code == 0
    answered = Counter(one.transcript for one in lines(made) if one.status == "rated")
    assert answered == {f"t{number:03}": 1 for number in range(60)}


def test_a_few_questions_without_a_reply_are_no_success(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=3)
    loopback.plan("<t001>", too_many("3600"), levelled())

    ran, after = judge(made), judge(made)

    assert ran.code == 3
    assert "slow down" in ran.err
    assert "(1 questions are left; run the same command to go on)" in ran.err
    assert "in error, of no level: 1 rate_limited" in ran.out
    assert (after.code, after.err) == (0, "")


def test_the_budget_ends_the_run_before_it_is_crossed(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=9, price=PRICE, parameters={"max_tokens": 20})

    ran = judge(made, "--max-cost", "1.5")

    assert ran.code == 3
    assert "could cross the budget of 1.5 USD" in ran.err
    paid = [one.cost_usd or 0.0 for one in lines(made)]
    assert len(paid) == len(loopback.asked) > 0
    assert sum(paid) <= 1.5


def test_a_dry_run_sends_nothing(tmp_path: Path, loopback: Loopback) -> None:
    policy = json.dumps({"redaction": {"enabled": [], "words": ["refund"]}})
    made = office(
        tmp_path, loopback, transcripts=3, policy=policy, price=PRICE, parameters={"max_tokens": 20}
    )

    plain, as_json = judge(made, "--dry-run"), judge(made, "--dry-run", "--json")

    assert plain.code == 0
    assert plain.out.startswith("strict: 3 calls (0 answered already), about ")
    assert "USD where no reply needs a repair" in plain.out
    assert "replaced in 3 prompts looked at: " in plain.out
    (found,) = json.loads(as_json.out)["judges"]
    assert found["replaced"]["word"] >= 3
    assert loopback.asked == []
    assert not (made.root / "verdicts").exists()


def test_show_prints_the_text_that_the_server_then_receives(
    tmp_path: Path, loopback: Loopback
) -> None:
    policy = json.dumps({"redaction": {"enabled": [], "words": ["on its way"]}})
    made = office(tmp_path, loopback, transcripts=2, policy=policy)

    ran = judge(made, "--show", "t001")
    assert (ran.code, loopback.asked) == (0, [])
    judge(made)

    (sent,) = [asked.body["messages"] for asked in loopback.asked if "<t001>" in asked.prompt]
    system, user = (message["content"] for message in sent)
    assert ran.out == f"{system}\n\n{user}\n"
    assert ran.err == "replaced before sending: 1 word\n"


def test_relations_and_drift_are_warned_of(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=2, family="gpt")
    judge(made)
    conversations(made, 1, first=2, agent={"name": "triage", "model": "openai/gpt-4o"})
    loopback.otherwise = levelled(model="stub-2")

    ran = judge(made)

    assert "warning: strict: on 1 questions judge and agent are of one model or family" in ran.out
    assert f"answered with more than one model: {MODEL}, stub-2" in ran.out


def certified(root: Path, server: Loopback) -> Desk:
    """Make a workspace whose judge was asked, and is trusted."""
    made = office(root, server, transcripts=40)
    levels = [1, 2, 3, 4] * 10
    made.label(levels)
    for place, level in enumerate(close(levels)):
        server.plan(f"<t{place:03}>", levelled(level))
    assert judge(made).code == 0
    assert command(made, "certify", "--require", "tone").code == 0
    return made


def test_a_judge_that_was_asked_can_be_trusted_until_its_model_drifts(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = certified(tmp_path, loopback)
    conversations(made, 1, first=40)
    loopback.otherwise = levelled(model="stub-2")

    judge(made)
    ran = command(made, "calibrate", "--json")

    (agreement,) = json.loads(ran.out)["agreements"]
    assert agreement["status"] == "stale"
    assert agreement["reasons"][0]["code"] == "model_changed"
    assert "stub-2" in agreement["reasons"][0]["text"]


def test_with_half_of_the_replies_unusable_the_rate_is_shown_and_trust_refused(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=80)
    levels = [1, 2, 3, 4] * 20
    made.label(levels)
    for place, level in enumerate(levels):
        answer = reply(level) if place % 8 < 4 else "I would say good."
        loopback.plan(f"<t{place:03}>", says(answer))

    asked = judge(made)
    (shown,) = json.loads(command(made, "calibrate", "--json").out)["agreements"]
    plain = command(made, "calibrate")
    certify = command(made, "certify", "--require", "tone")

    assert (asked.code, "40 no_object" in asked.out) == (0, True)
    assert 0.4 < shown["errors"]["count"] / shown["errors"]["of"] < 0.6
    assert shown["errors"]["kinds"] == {"no_object": shown["errors"]["count"]}
    assert f"{shown['errors']['count']}/{shown['errors']['of']}" in plain.out
    assert certify.code == 3
    assert made.certificate().status == "untrusted"
    assert "errors" in {reason.code for reason in made.certificate().reasons}


def test_a_line_of_transcripts_that_is_none_is_stepped_over_and_said(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=2)
    ledger.append(made.root / "transcripts/c.jsonl", ['{"id": "broken"}'])

    ran = judge(made)

    assert ran.code == 0
    assert ran.err.startswith("stepped over: transcripts/c.jsonl:3: ")


def slowly(root: Path, server: Loopback, questions: int, seconds: float) -> Desk:
    made = office(root, server, transcripts=questions, limits={"in_flight": 4})
    server.otherwise = levelled().after(seconds)
    return made


@pytest.mark.slow
def test_killed_in_the_middle_it_goes_on_and_loses_only_what_was_in_flight(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = slowly(tmp_path, loopback, 60, 0.2)
    with started(made) as running:
        until(lambda: len(loopback.asked) >= 20)
        running.kill()
    kept = lines(made)

    ran = judge(made)

    assert ran.code == 0
    assert len(kept) >= 12
    assert lines(made)[: len(kept)] == kept
    assert units(made) == {(f"t{number:03}", "tone", 0): 1 for number in range(60)}
    assert 60 <= len(loopback.asked) <= 60 + 4


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_keeps_everything_and_says_how_to_go_on(
    tmp_path: Path, loopback: Loopback, number: signal.Signals
) -> None:
    # Field case 122.
    made = slowly(tmp_path, loopback, 60, 0.2)
    with started(made) as running:
        until(lambda: len(loopback.asked) >= 12)
        os.kill(running.pid, number)
        out, err = running.communicate(timeout=60)
    asked = len(loopback.asked)

    assert running.returncode == 3
    assert asked < 60
    assert len(lines(made)) == asked
    assert f"strict: {asked} new verdicts" in out
    assert err.startswith("not finished: interrupted")
    assert f"({60 - asked} questions are left; run the same command to go on)" in err
    assert judge(made).code == 0
    assert len(loopback.asked) == len(lines(made)) == 60


@pytest.mark.slow
def test_two_runs_at_once_both_finish_and_share_the_work(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = slowly(tmp_path, loopback, 80, 0.3)

    with started(made) as first, started(made) as second:
        ends = [running.communicate(timeout=300) for running in (first, second)]

    assert [first.returncode, second.returncode] == [0, 0], ends
    assert set(units(made)) == {(f"t{number:03}", "tone", 0) for number in range(80)}
    assert len(loopback.asked) == len(lines(made)) == 80
    shares = [int(out.split(" ")[1]) for out, _ in ends]
    assert sum(shares) == 80
    assert min(shares) > 0
    assert command(made, "check").code == 0


@pytest.mark.realdata
@pytest.mark.slow
def test_five_hundred_questions_about_real_conversations(
    tmp_path: Path, loopback: Loopback, real_data: Path
) -> None:
    made = Desk(tmp_path / "airline")
    assert command(Desk(tmp_path), "init", "airline").code == 0
    files = [str(real_data / f"tau_airline/transcripts_trial{trial}.jsonl") for trial in (0, 1)]
    assert command(made, "import", "transcripts", *files).code == 0
    made.write("judges.yaml", judges_text(entries(loopback)))
    quote = [{"turn": 0, "quote": "Airline Agent Policy"}]
    loopback.otherwise = says(reply(3, evidence=quote))

    with started(made) as running:
        until(lambda: len(loopback.asked) >= 150)
        running.kill()
    kept = lines(made)
    ran = judge(made)

    assert (ran.code, ran.err) == (0, "")
    assert lines(made)[: len(kept)] == kept
    assert set(units(made).values()) == {1}
    assert Counter(one.status for one in lines(made)) == {"rated": 500}
    assert len(loopback.asked) <= 500 + 32
    assert ledger_is_whole(made)


def ledger_is_whole(made: Desk) -> bool:
    path = Workspace(made.root).verdicts("strict")
    return all(line.ended for line in ledger.read(path))
