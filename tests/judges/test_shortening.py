"""What is too long is cut by the stated rule, seen where it is cut; or nothing is sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judges.asking import RUBRIC, read_back, transcript
from workbench.judges.citations import read_citations
from workbench.judges.prompt import render
from workbench.judges.question import Prompt, Question
from workbench.judges.shortening import SHORTEST, ContextOverflowError, cut
from workbench.judges.template import default_template


def asked(results: list[str], budget: int | None, reply: str = "Done.") -> Prompt:
    turns = [{"role": "user", "content": "u" * 500}]
    turns += [{"role": "tool", "content": result} for result in results]
    about = transcript(*turns, {"role": "assistant", "content": reply})
    return render(Question(rubric=RUBRIC, transcript=about), default_template(), None, budget)


def length(prompt: Prompt) -> int:
    return len(prompt.system) + len(prompt.user)


def test_what_fits_is_sent_whole() -> None:
    whole = asked(["r" * 5000], None)

    assert asked(["r" * 5000], length(whole)) == whole
    assert whole.cut == ()


def test_a_result_of_two_megabytes_is_cut_in_its_middle_and_the_gap_is_noted() -> None:
    result = "start" + "x" * 2_000_000 + "end"

    prompt = asked([result, "short"], 20_000)

    assert length(prompt) <= 20_000
    assert prompt.cut == (1,)
    text = prompt.shown[1]
    assert text.startswith("startxxx")
    assert text.endswith("xxxend")
    kept = text.count("x") + len("startend")
    assert f"[... {len(result) - kept:,} characters left out ...]" in text
    assert prompt.shown[2] == "short"
    assert read_back(prompt)[1][1] == text


def test_the_longest_results_are_cut_first_and_to_one_length() -> None:
    whole = asked(["a" * 9000, "b" * 3000, "c" * 8000], None)

    prompt = asked(["a" * 9000, "b" * 3000, "c" * 8000], length(whole) - 7000)

    assert prompt.cut == (1, 3)
    assert prompt.shown[2] == "b" * 3000
    assert {len(prompt.shown[1]), len(prompt.shown[3])} == {5000}


def test_where_results_do_not_make_up_for_it_nothing_is_sent() -> None:
    # strands-agents/evals 342: an overflow was stored as the lowest score.
    with pytest.raises(ContextOverflowError, match=r"'t-1', dimension 'tone': .* too long by"):
        asked(["r" * 5000], 5_000, reply="a" * 5000)

    assert ContextOverflowError.kind == "context_overflow"


def test_without_results_there_is_nothing_to_cut() -> None:
    with pytest.raises(ContextOverflowError):
        asked([], 1_000)


@given(st.lists(st.integers(0, 6000), min_size=1, max_size=4), st.integers(0, 12_000))
def test_a_prompt_is_within_its_budget_or_not_made(lengths: list[int], less: int) -> None:
    results = ["r" * size for size in lengths]
    budget = length(asked(results, None)) - less
    shortest = sum(max(0, size - SHORTEST) for size in lengths)

    if less > shortest:
        with pytest.raises(ContextOverflowError):
            asked(results, budget)
    else:
        assert length(asked(results, budget)) <= budget


@given(st.text(min_size=SHORTEST, max_size=3 * SHORTEST), st.integers(SHORTEST, 2 * SHORTEST))
def test_a_cut_text_keeps_its_beginning_and_its_end(text: str, limit: int) -> None:
    kept = cut(text, limit)

    assert len(kept) <= max(limit, 0)
    assert kept[:400] == text[:400]
    assert kept[-400:] == text[-400:]


def test_a_quote_is_looked_up_in_what_was_sent() -> None:
    result = "first words " + "x" * 50_000 + " hidden " + "x" * 50_000 + " last words"
    prompt = asked([result], 10_000)

    found = read_citations(
        [{"turn": 1, "quote": quote} for quote in ("first words", "hidden", "last words")],
        prompt.shown,
    )

    assert isinstance(found, tuple)
    assert [citation.found for citation in found] == [True, False, True]
