"""What the policy names is replaced in all that is sent, consistently, and nothing else changes."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judges.asking import RUBRIC, read_back, said, transcript
from tests.judges.planted import POLICY, VENDORS, identifiers
from workbench.domain.policy import Policy, Redaction
from workbench.domain.transcript import Transcript
from workbench.judges.citations import read_citations
from workbench.judges.identifiers import passes_luhn, passes_mod_97
from workbench.judges.prompt import render
from workbench.judges.question import Prompt, Question
from workbench.judges.redaction import Redactor
from workbench.judges.template import default_template

PROSE = (
    "Order KX-2041 from 2026-03-02, 14:30:05, was 1,299.00 EUR (2 x 649.50); it ships on "
    "02/03/2026 or 3.4.2026 by v1.2.3 of the tracker, parcel 1Z999AA10123456784, invoice "
    "2026-000123, ticket 4081236, order 373-4904704-2680458, postcode K4-118, 12 345 678 points, "
    "ratio 0.3333333333333333, 4111 1111 1111 1112, DE00 3704 0044 0532 0130 00, std::vector, "
    "at 100 % of +10 and sk-learn; call 112, or e-mail me @home. Uuid "
    "3f2b8c1e-9d4a-4c7b-8e21-5a6f7b8c9d0e, ms 1767350400000, lat 52.5200066."
)


def asked(about: Transcript, policy: Redaction = POLICY, expected: str | None = None) -> Prompt:
    question = Question(rubric=RUBRIC, transcript=about, expected_outcome=expected)
    return render(question, default_template(), Redactor.under(policy))


def replaced(text: str, policy: Redaction = POLICY) -> str:
    redactor = Redactor.under(policy)
    return text if redactor is None else redactor.begin().text(text)


def test_of_two_hundred_planted_identifiers_none_is_sent_and_nothing_else_changes() -> None:
    planted = [(kind, value) for kind, values in identifiers().items() for value in values]
    random.Random(7).shuffle(planted)
    number: dict[str, int] = {}
    before, after = [], []
    for place, (kind, value) in enumerate(planted):
        number[kind] = number.get(kind, 0) + 1
        words = f"Line {place}, ordered 2026-03-02 for 12.50: "
        before.append(f"{words}{value}, thank you.\n")
        after.append(f"{words}[{kind.upper()}_{number[kind]}], thank you.\n")

    prompt = asked(said("".join(before)))

    assert len(planted) == 200
    assert len(VENDORS) >= 10
    assert [value for _, value in planted if value in f"{prompt.system}{prompt.user}"] == []
    assert read_back(prompt)[0][1] == "".join(after)
    assert prompt.shown == {0: "".join(after)}
    assert prompt.replaced == number


@pytest.mark.parametrize(
    ("around", "kinds"),
    [
        ("{}", "card iban email phone key customer"),
        ("({})", "card iban email phone key customer"),
        ("'{}'", "card iban email phone key customer"),
        ("is:{}.", "card iban email key customer"),
        ("_{}_", "card iban email"),
        ("x={}&y=1", "card iban email phone key customer"),
        ("12 {} 12/27", "card iban email key"),
        ("<{}>;", "card iban email phone key customer"),
    ],
)
def test_an_identifier_is_found_whatever_stands_around_it(around: str, kinds: str) -> None:
    planted = identifiers()

    for kind in kinds.split():
        for value in planted[kind]:
            assert replaced(around.format(value)) == around.format(f"[{kind.upper()}_1]"), value


def test_ordinary_prose_dates_prices_and_order_numbers_are_left_alone() -> None:
    assert replaced(PROSE) == PROSE


def test_one_value_has_one_placeholder_in_whichever_spelling_and_place() -> None:
    number, spaced = "4111111111111111", "4111 1111 1111 1111"
    about = transcript(
        {"role": "user", "content": f"Card {spaced}, Maria@Example.com"},
        {
            "role": "assistant",
            "tool_calls": [
                {"name": "pay", "arguments": {"card": int(number), "to": ["maria@example.com"]}}
            ],
        },
        {"role": "tool", "content": json.dumps({"card": number, "ok": True, "n": 1.50})},
        {"role": "user", "content": "and bob@example.com?", "name": "maria@example.com"},
    )

    prompt = asked(about, expected="Paid with 4111-1111-1111-1111")

    sent = [text for _, text in read_back(prompt)]
    assert sent[0] == "Card [CARD_1], [EMAIL_1]"
    assert json.loads(sent[1]) == {"card": "[CARD_1]", "to": ["[EMAIL_1]"]}
    assert sent[2] == '{"card": "[CARD_1]", "ok": true, "n": 1.5}'
    assert sent[3] == "and [EMAIL_2]?"
    assert 'turn 3, user, named "[EMAIL_1]"\n' in prompt.user
    assert "Paid with [CARD_1]" in prompt.user
    assert prompt.replaced == {"card": 4, "email": 4}


def test_the_judge_is_told_of_placeholders_where_there_are_any() -> None:
    assert "[EMAIL_1] always stands for the same value" in asked(said("a@example.com")).user
    assert "placeholder" not in asked(said("nothing to hide")).user


def test_json_stays_json_also_where_an_escape_touches_a_value() -> None:
    value = {"note": "mail\nmaria@example.com\tnow", "raw": '{"to": "maria@example.com"}', "é": "ü"}

    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert json.loads(replaced(text)) == {
            "note": "mail\n[EMAIL_1]\tnow",
            "raw": '{"to": "[EMAIL_1]"}',
            "é": "ü",
        }


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(json_values, st.booleans())
def test_json_without_identifiers_is_unchanged_and_with_one_still_json(
    value: object, ascii_only: bool
) -> None:
    text = json.dumps([value, "maria@example.com"], ensure_ascii=ascii_only)
    policy = Redaction(enabled=("email",))

    assert json.loads(replaced(text, policy))[-1] == "[EMAIL_1]"
    assert replaced(text, Redaction(enabled=("iban",), words=("absent word",))) == text


@given(st.text())
def test_a_text_without_identifiers_is_returned_as_it_is(text: str) -> None:
    assert replaced(text, Redaction(enabled=("email", "key"))) == text or "@" in text


def test_quotes_are_looked_up_in_what_was_sent() -> None:
    shown = asked(said("Write to maria@example.com please")).shown

    found = read_citations(
        [
            {"turn": 0, "quote": "Write to [EMAIL_1]"},
            {"turn": 0, "quote": "Write to maria@example.com"},
        ],
        shown,
    )

    assert isinstance(found, tuple)
    assert [citation.found for citation in found] == [True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from 203.0.113.7, 203.0.113.7/24.", "from [IP_1], [IP_1]/24."),
        ("IP:2001:db8::8a2e:370:7334: up", "IP:[IP_1]: up"),
        ("::ffff:192.0.2.128", "[IP_1]"),
        ("v1.2.3.4 and 1.2.3.4.5 and 256.1.1.1", "v1.2.3.4 and 1.2.3.4.5 and 256.1.1.1"),
        ("at 10:20:30, Foo::Bar, a::b", "at 10:20:30, Foo::Bar, a::b"),
    ],
)
def test_addresses_of_machines_are_told_from_versions_and_times(text: str, expected: str) -> None:
    assert replaced(text) == expected


def test_own_words_are_replaced_whole_in_any_case_and_across_lines() -> None:
    policy = Redaction(enabled=(), words=("Rossi", "Maria Rossi", "C++"))

    text = "maria\nROSSI, Rossini, rossi and C++."

    assert replaced(text, policy) == "[WORD_1], Rossini, [WORD_2] and [WORD_3]."


def test_of_values_that_overlap_nothing_is_left() -> None:
    policy = Redaction(enabled=("email",), words=("maria", "com now"))

    assert replaced("maria@example.com now", policy) == "[EMAIL_1]"


def test_redaction_that_is_off_replaces_nothing() -> None:
    assert Redactor.under(Policy().redaction) is None
    assert asked(said("maria@example.com"), Redaction()).replaced == {}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"enabled": [], "patterns": {"customer": "KL-["}},
            "pattern 'customer': must be a regular",
        ),
        ({"enabled": [], "patterns": {"customer": "[0-9]*"}}, "'customer': .* matches nothing"),
        ({"enabled": [], "patterns": {"email": "x"}}, "'email': the name is taken"),
        ({"enabled": [], "patterns": {"Customer id": "x"}}, "should match pattern"),
        ({"patterns": {"customer": "x"}}, "redaction is off"),
        ({"enabled": ["address"]}, "Input should be"),
        ({"enabled": [], "words": [" "]}, "should match pattern"),
    ],
)
def test_settings_that_cannot_work_are_refused_when_they_are_read(
    settings: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Redaction.model_validate(settings)


def test_check_digits() -> None:
    # The sample of ISO/IEC 7812-1 annex B, and the IBAN of the ECBS standard.
    assert passes_luhn("4992 7398 716")
    assert not passes_luhn("49927398717")
    assert passes_mod_97("GB82 WEST 1234 5698 7654 32")
    assert not passes_mod_97("GB82 WEST 1234 5698 7654 33")
