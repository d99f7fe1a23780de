"""Foreign text in labels and alerts: nothing of it is markup, and no address becomes a link."""

import pytest

from workbench.app.components.safe import escaped, shown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("**bold** _x_", r"\*\*bold\*\* \_x\_"),
        ("![x](y)", r"\!\[x\]\(y\)"),
        ("$5 :red[x]", r"\$5 \:red\[x\]"),
        ("two\nlines", "two lines"),
    ],
)
def test_markup_is_escaped(text: str, markdown: str) -> None:
    assert escaped(text) == markdown


@pytest.mark.parametrize("text", ["https://a.example", "www.a.example", "me@a.example"])
def test_an_invisible_joiner_breaks_addresses(text: str) -> None:
    assert "\N{WORD JOINER}" in escaped(text)
    assert escaped(text).replace("\N{WORD JOINER}", "").replace("\\", "") == text


def test_what_would_reorder_the_text_around_it_is_shown_as_replaced() -> None:
    assert shown("a\u202eb\x1b[0m") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}[0m"
