"""JavaScript's regular expressions: what they find there is found here, and nothing else.

What each finds was taken from Node 20 (`new RegExp(pattern).test(text)`).
"""

import pytest
import regex

from workbench.importers.javascript_regex import UNITS, case_blind, escaped, translated
from workbench.importers.loss import LossError


def finds(pattern: str, text: str) -> bool:
    return regex.search(pattern, text) is not None


@pytest.mark.parametrize(
    ("pattern", "found", "missed"),
    [
        (r"^\d+$", ["12"], ["12\n", "१२", ""]),
        (r"a.b", ["axb", "a\x85b"], ["a\nb", "a\u2028b", "a\rb"]),
        (r"\bword\b", ["a word.", "éword"], ["words"]),
        (r"^\s$", ["\u00a0", "\ufeff", "\t"], ["\x1c", "\x85", "\u200b"]),
        (r"^\S$", ["\x1c", "é"], [" ", "\ufeff"]),
        (r"a{,3}", ["a{,3}"], ["aaa"]),
        (r"x{e}", ["x{e}"], ["xx", "y"]),
        (r"[]x]", [], ["x", "]", "x]"]),
        (r"^[^]$", ["\n", "a"], [""]),
        (r"^[\s\S]*end", ["a\n\nend"], ["e"]),
        (r"[a-z&&[b]]", ["q]", "&]", "[]"], ["b", "]"]),
        (r"(?<year>\d{4})-\d\d", ["on 2026-11"], ["226-11"]),
        (r"\A", ["A"], ["", "x"]),
        (r"\/path\/\u0041\x42\t", ["/path/AB\t"], ["/path/AB"]),
        (r"\$\{x\}", ["${x}"], ["$x"]),
        (r"[$]{2}", ["$$"], ["$"]),
        (r"[\w.-]+@[\w-]+", ["user@x-y.org"], ["é@é"]),
        (r" ", ["a b"], ["ab"]),
        (r"(?<=\$)\d+", ["$12"], ["12"]),
    ],
)
def test_the_same_texts_are_found(pattern: str, found: list[str], missed: list[str]) -> None:
    ours = translated(pattern).pattern

    assert [text for text in found if not finds(ours, text)] == []
    assert [text for text in missed if finds(ours, text)] == []
    assert ours.strip()
    assert "${" not in ours  # which names a variable in a suite


@pytest.mark.parametrize(
    "pattern",
    [
        *("(?i)x", "a**", "a*+", "(", ")", "[z-a]", "a{3,2}", "^*", "[a", "\\"),
        *(r"(a)\1", r"\cA", r"\p{L}", r"[\w-z]", r"[\S]", "😀+", "[😀]"),
    ],
)
def test_what_has_no_exact_counterpart_is_refused(pattern: str) -> None:
    with pytest.raises(LossError, match=r"JavaScript|its pattern"):
        translated(pattern)


@pytest.mark.parametrize(
    ("pattern", "counts"),
    [("^.$", True), ("a.b", True), (".{2}", True), ("[^a]b", True), (".*", False), ("ab", False)],
)
def test_where_the_number_of_characters_matters_emoji_are_a_caveat(
    pattern: str, counts: bool
) -> None:
    assert (translated(pattern).caveats == (UNITS,)) is counts


@pytest.mark.parametrize(
    ("text", "found", "missed"),
    [
        ("refund", ["REFUND now", "Refund"], ["refun\u00f0"]),
        ("STRASSE", ["strasse"], ["straße", "\u017ftrasse"]),
        ("kit", ["\u212aIT"], ["k\u0131t"]),
        ("hi", ["H\u0130"], ["h\u0131"]),
        ("Größe", ["GRÖ\u1e9eE"], ["GRÖSSE"]),
        ("caf", ["cafe\u0301"], []),
        ("15.0 %", ["15.0 %"], ["15x0 %"]),
    ],
)
def test_case_is_blind_as_in_lower_case_and_no_further(
    text: str, found: list[str], missed: list[str]
) -> None:
    pattern = case_blind(text)

    assert [one for one in found if not finds(pattern, one)] == []
    assert [one for one in missed if finds(pattern, one)] == []


def test_a_letter_whose_lower_case_depends_on_its_place_is_refused() -> None:
    with pytest.raises(LossError, match="depends on what stands beside it"):
        case_blind("ΟΔΟΣ")


@pytest.mark.parametrize("text", ["a.b*(c)[d]{e}^$|\\", "  ", "\n", "${x}", "é\u2028"])
def test_a_text_is_found_as_it_is(text: str) -> None:
    pattern = escaped(text)

    assert regex.fullmatch(pattern, text)
    assert not regex.search(pattern, "abcde")
    assert pattern.strip()
