"""Templates are Markdown with named slots; what is wrong is said when they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import DataError
from workbench.judges.template import SLOTS, Template, criterion_template, default_template

WHOLE = "{{question}}\n{{anchors}}\n{{not_applicable}}\n{{transcript}}\n{{format}}\n"


def test_the_shipped_templates_have_every_slot_that_is_theirs() -> None:
    dimension = {slot for slot in SLOTS if default_template().shows(slot)}
    criterion = {slot for slot in SLOTS if criterion_template().shows(slot)}

    assert dimension == set(SLOTS) - {"criterion"}
    assert criterion == set(SLOTS) - {"expected_outcome"}


def test_json_in_a_template_is_plain_text() -> None:
    # inspect_ai 5276: a literal JSON example raised a KeyError for every case.
    example = 'Like {"level": 3, "more": {"deep": {}}} or {x} or {{"a": 1}} or {% if %}.'
    template = Template.parse(WHOLE + example, "strict.md")

    assert template.fill(dict.fromkeys(SLOTS, "-")) == "-\n" * 5 + example


def test_single_braces_where_a_slot_was_meant_are_named_with_their_line() -> None:
    text = 'Rate.\nTranscript: {transcript}\nReturn {"score": 3}' + WHOLE.replace(
        "{{transcript}}\n", ""
    )

    with pytest.raises(DataError) as refused:
        Template.parse(text, "prompts/strict.md")

    assert str(refused.value) == (
        "prompts/strict.md:2: slot '{{transcript}}' is missing ('{transcript}' is plain text)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WHOLE + "\n{{ anchor }}", "t.md:7: unknown slot '{{ anchor }}': did you mean 'anchors'?"),
        (WHOLE + "{{user.name}}", "t.md:6: unknown slot '{{user.name}}'; the slots are question"),
        (WHOLE + "{{question}}", "t.md:6: slot '{{question}}' stands in line 1 too"),
        (WHOLE.replace("{{anchors}}", ""), "t.md:1: slot '{{anchors}}' is missing"),
        ("{{format}}\n" + WHOLE[:-11], "t.md:1: slot '{{format}}' must come after"),
    ],
)
def test_a_fault_is_named_with_file_and_line(text: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        Template.parse(text, "t.md")

    assert str(refused.value).startswith(message)


@given(st.lists(st.sampled_from([f"{{{{{slot}}}}}" for slot in SLOTS] + ["x", "{", "}}"])))
def test_what_is_filled_in_is_never_looked_at_again(pieces: list[str]) -> None:
    filled = "".join(pieces)

    text = Template.parse(WHOLE, "t.md").fill(dict.fromkeys(SLOTS, filled))

    assert text == f"{filled}\n" * 5
