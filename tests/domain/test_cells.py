"""Cells that a spreadsheet would run are only shown, and read back as what they were."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.domain.cells import guarded, unguarded


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://x.test")',
        "+1+1",
        "-1+1",
        "@SUM(1+1)*cmd|' /C calc'!A0",
        "\t=1",
        "\r=1",
        "\n=1",
        "\uff1d1+1",
        "'=1",
    ],
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "polite", "it's", "'quoted'", "1-4", "a=b", " =1"])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert guarded(text) == text
    assert unguarded(text) == text


@given(st.text(st.sampled_from("'=+-@\t\r\n\uff1d a1")) | st.text())
@example("''=1")
def test_every_text_is_read_back_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text
