"""File names stand for the names that people choose, in both directions."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.names import file_stem, name_of
from workbench.errors import DataError

NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=15)
    .map(lambda text: unicodedata.normalize("NFC", text.strip()))
    .filter(lambda text: text == text.strip() != "")
)


@given(NAMES)
def test_the_name_comes_back_from_its_file_stem(name: str) -> None:
    assert name_of(file_stem(name)) == name


@given(NAMES)
def test_a_file_stem_is_safe_on_any_file_system(name: str) -> None:
    stem = file_stem(name)

    assert not set(stem) & set('/\\:*?"<>|\0\n\r\t')
    assert stem == stem.strip(" .") != ""
    assert stem.isprintable()


@given(NAMES, NAMES)
def test_two_names_have_two_file_stems(first: str, second: str) -> None:
    assert (file_stem(first) == file_stem(second)) == (first == second)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("ann", "ann"),
        ("gpt-5/argmax", "gpt-5%2Fargmax"),
        ("Ann B.", "Ann B%2E"),
        ("..", "%2E%2E"),
        ("100%", "100%25"),
        ("Zoë", "Zoë"),
        ("张伟", "张伟"),
        ("a%2Fb", "a%252Fb"),
    ],
)
def test_readable_names_stay_readable(name: str, stem: str) -> None:
    assert file_stem(name) == stem


@pytest.mark.parametrize("name", ["", " ", " ann", "ann\n", "e\u0301", "x" * 201])
def test_a_name_that_no_file_can_stand_for_is_refused(name: str) -> None:
    with pytest.raises(DataError, match="name "):
        file_stem(name)
