"""Keys never show."""

import pytest

from workbench.judges.call import CallFailedError
from workbench.judges.keys import HIDDEN, hide_keys, read_key

SHAPES = [
    "sk-proj-abcDEF0123456789",
    "sk-ant-api03-abcdef-0123456789",
    "sk-abc**********6789",
    "gsk_abcdef0123456789",
    "xai-abcdef0123456789",
    "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234",
    "hf_abcdefghijklmnop",
    "AKIAIOSFODNN7EXAMPLE",
    "r8_abcdefghijklmnop",
    "pplx-abcdefghijklmnop",
    "nvapi-abcdefghijklmnop",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
]


@pytest.mark.parametrize("key", SHAPES)
def test_what_looks_like_a_key_is_hidden_wherever_it_stands(key: str) -> None:
    hidden = hide_keys(f"Incorrect API key provided: {key}. See your account ({key}).")

    assert hidden == f"Incorrect API key provided: {HIDDEN}. See your account ({HIDDEN})."


def test_bearer_tokens_of_any_shape_are_hidden() -> None:
    assert hide_keys("authorization: Bearer 0123-anything") == f"authorization: Bearer {HIDDEN}"


def test_values_of_secret_variables_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_API_KEY", "quite ordinary words")
    monkeypatch.setenv("HOUSE", "spelled-out-value")

    assert hide_keys("got 'quite ordinary words'") == f"got '{HIDDEN}'"
    assert hide_keys("got spelled-out-value") == "got spelled-out-value"
    assert hide_keys("got spelled-out-value", "HOUSE") == f"got {HIDDEN}"


@pytest.mark.parametrize(
    "text", ["the task-based risk-averse desk", "maximum context length is 8192", "sk-8"]
)
def test_ordinary_words_stay(text: str) -> None:
    assert hide_keys(text) == text


def test_a_key_is_read_at_the_moment_of_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_API_KEY", " first ")
    assert read_key("HOUSE_API_KEY") == "first"

    monkeypatch.setenv("HOUSE_API_KEY", "second")
    assert read_key("HOUSE_API_KEY") == "second"


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_missing_key_stops_the_run_and_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("HOUSE_API_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("HOUSE_API_KEY", value)

    with pytest.raises(CallFailedError, match="set HOUSE_API_KEY in the environment") as caught:
        read_key("HOUSE_API_KEY")

    assert (caught.value.kind, caught.value.action) == ("key_missing", "stop")
