"""A Python export, asked in a process that has nothing but Python."""

import json
from pathlib import Path

import pytest

from tests.exporters.building import TALK, certified, entry, exported, judged, panelled, reply
from tests.judges.loopback import Loopback, fails, refuses_schema, says


def test_it_asks_the_judges_model_and_gives_its_level_with_the_claim(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = certified(tmp_path / "workspace", loopback.url)
    folder = exported(made, "python").directory

    verdict = judged(folder)

    certificate = made.certificate()
    assert (verdict["status"], verdict["level"], verdict["passed"]) == ("rated", 4, True)
    assert verdict["evidence"] == [{"turn": 1, "quote": "Certainly.", "found": True}]
    assert verdict["proof"]["claim"] == certificate.claim
    assert verdict["proof"]["judge_digest"] == certificate.judge_digest
    (asked,) = loopback.asked
    assert asked.key == "none"
    assert asked.body["model"] == "stub-1"
    assert (asked.body["temperature"], asked.body["max_tokens"]) == (0, 300)


def test_the_key_is_read_where_the_judge_says(tmp_path: Path, loopback: Loopback) -> None:
    judges = f"judges:\n  strict: {entry(loopback.url, api_key_env='OUR_KEY')}\n"
    folder = exported(certified(tmp_path / "workspace", judges=judges), "python").directory

    assert judged(folder, OUR_KEY="secret-key-1")["level"] == 4
    assert loopback.asked[0].key == "secret-key-1"
    assert judged(folder)["error"]["kind"] == "key_missing"


def test_what_is_no_level_is_an_error_after_one_repair(tmp_path: Path, loopback: Loopback) -> None:
    folder = exported(certified(tmp_path / "workspace", loopback.url), "python").directory

    for text, kind, asked in (
        (reply(2.5), "fractional", 2),
        (reply(9), "off_scale", 2),
        (reply(quote="Never said."), "evidence_not_found", 2),
        ("A solid 3.", "no_object", 2),
        ("", "empty", 1),
    ):
        loopback.otherwise = says(text)
        loopback.asked.clear()
        verdict = judged(folder)

        assert (verdict["status"], verdict["level"], verdict["passed"]) == ("error", None, None)
        assert verdict["error"]["kind"] == kind
        assert len(loopback.asked) == asked


def test_a_provider_that_fails_leaves_an_error_without_the_key(
    tmp_path: Path, loopback: Loopback
) -> None:
    loopback.otherwise = fails(401, "Incorrect API key provided: <KEY>.")
    judges = f"judges:\n  strict: {entry(loopback.url, api_key_env='OUR_KEY')}\n"
    folder = exported(certified(tmp_path / "workspace", judges=judges), "python").directory

    verdict = judged(folder, OUR_KEY="secret-key-1")

    assert verdict["error"]["kind"] == "key_refused"
    assert "secret-key-1" not in json.dumps(verdict)


def test_where_the_schema_is_refused_it_asks_without(tmp_path: Path, loopback: Loopback) -> None:
    loopback.plan("Is it polite?", refuses_schema(), says(reply(3)))
    folder = exported(certified(tmp_path / "workspace", loopback.url), "python").directory

    assert judged(folder)["level"] == 3
    assert ["response_format" in asked.body for asked in loopback.asked] == [True, False]


def test_it_tries_again_when_it_is_asked_to_wait(tmp_path: Path, loopback: Loopback) -> None:
    loopback.plan("Is it polite?", fails(429, "slow down", retry_after="0"), says(reply(3)))
    folder = exported(certified(tmp_path / "workspace", loopback.url), "python").directory

    assert judged(folder)["level"] == 3


def test_the_key_follows_no_redirect(tmp_path: Path, loopback: Loopback) -> None:
    loopback.otherwise = fails(302, "over there", location=f"{loopback.url}/elsewhere")
    folder = exported(certified(tmp_path / "workspace", loopback.url), "python").directory

    assert judged(folder)["error"]["kind"] == "bad_request"
    assert len(loopback.asked) == 1


def test_a_panel_asks_its_members_and_follows_its_rule(tmp_path: Path, loopback: Loopback) -> None:
    folder = exported(panelled(tmp_path / "workspace", loopback.url), "python").directory

    for levels, status, level in (
        ((3, 3, 1), "rated", 3),
        ((1, 2, 3), "no_majority", None),
        ((3, 9, 9), "error", None),
    ):
        asked = [says(reply(each)) for each in levels for _ in range(2 if each == 9 else 1)]
        loopback.plan("Is it polite?", *asked)
        loopback.asked.clear()
        verdict = judged(folder)

        assert (verdict["status"], verdict["level"]) == (status, level)
        assert list(verdict["members"]) == ["first", "second", "third"]
        models = [each.body["model"] for each in loopback.asked]
        assert list(dict.fromkeys(models)) == ["first", "second", "third"]


def test_what_the_policy_redacts_is_not_sent(tmp_path: Path, loopback: Loopback) -> None:
    made = certified(tmp_path / "workspace", loopback.url, policy="redaction: {enabled: [email]}")
    turn = {"index": 0, "role": "user", "content": "I am ann@example.com. Certainly."}
    talk = {"turns": [turn, TALK["turns"][1]]}

    judged(exported(made, "python").directory, talk)

    assert "ann@example.com" not in loopback.asked[0].prompt
    assert "[EMAIL_1]" in loopback.asked[0].prompt


def test_a_transcript_that_is_none_is_refused_by_name(tmp_path: Path, loopback: Loopback) -> None:
    folder = exported(certified(tmp_path / "workspace", loopback.url), "python").directory

    with pytest.raises(AssertionError, match=r"transcript: turns\.0: unknown keys \['text'\]"):
        judged(folder, {"turns": [{"index": 0, "role": "user", "text": "Hello"}]})
