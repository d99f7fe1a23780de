"""Foreign text in labels and alerts: nothing of it is markup, and no address becomes a link."""

import pytest

from workbench.app.components.safe import escaped, prose, shown


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


def test_what_backticks_hold_is_set_as_code_and_the_rest_is_escaped() -> None:
    assert prose("run `workbench certify` when 1*2 is done") == (
        "run `workbench certify` when 1\\*2 is done"
    )


def test_a_command_may_begin_and_end_a_sentence() -> None:
    assert prose("`workbench plan`") == "`workbench plan`"
    assert prose("(`workbench plan` lists them)") == "\\(`workbench plan` lists them\\)"


@pytest.mark.parametrize("text", ["a ` b", "``", "a `  ` b", "`a` ` b"])
def test_backticks_that_do_not_pair_up_stay_what_they_are(text: str) -> None:
    found = prose(text)

    assert found.count("\\`") == text.count("`")


def test_foreign_text_beside_a_command_is_no_markdown() -> None:
    found = prose("ask `judge` again ![x](http://x.test/a.png) <b>")

    assert "![x]" not in found
    assert "\\!\\[x\\]" in found
    assert "http://" not in found


def test_a_code_span_stays_on_one_line() -> None:
    assert prose("a `b\n\n![x](y)` c") == "a `b ![x](y)` c"
