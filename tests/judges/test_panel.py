from datetime import UTC, datetime
from itertools import permutations, product

import pytest

from tests.judges.replying import nominal, rubric
from workbench.domain.judge import Panel
from workbench.domain.level import Level
from workbench.domain.rating import Verdict, VerdictError
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.judges.panel import Outcome, combine

NAMES = ("strict", "second", "third", "fourth", "fifth")


def _verdict(judge: str, said: Level) -> Verdict:
    """Return a verdict with this level, or with the status or error kind that is named."""
    given = {
        "id": f"v-{judge}",
        "transcript": "t1",
        "dimension": "tone",
        "rubric_version": "1.0",
        "rubric_digest": "a" * 64,
        "judge": judge,
        "judge_digest": "b" * 64,
        "at": datetime(2025, 6, 1, tzinfo=UTC),
    }
    if said in {"not_applicable", "no_majority", "withdrawn"}:
        return Verdict.model_validate(given | {"status": said})
    if said == "refusal":
        error = VerdictError(kind="refusal", message="no")
        return Verdict.model_validate(given | {"status": "error", "error": error})
    return Verdict.model_validate(given | {"status": "rated", "level": said})


def _panel(*said: Level | None, quorum: int | None = None, on: Rubric | None = None) -> Outcome:
    names = NAMES[: len(said)]
    members = {
        name: None if one is None else _verdict(name, one)
        for name, one in zip(names, said, strict=True)
    }
    return combine(members, Panel(members=names, quorum=quorum), on or rubric())


def test_members_that_agree_give_the_panels_level_without_a_flag() -> None:
    assert _panel(3, 3, 3, quorum=3) == Outcome(
        status="rated", level=3, disagreement=False, said="strict: 3, second: 3, third: 3"
    )


def test_two_of_three_win_and_the_disagreement_is_flagged() -> None:
    found = _panel(3, 4, 3)

    assert (found.status, found.level, found.disagreement) == ("rated", 3, True)


def test_three_levels_of_three_members_are_no_majority_and_never_the_middle() -> None:
    found = _panel(1, 2, 3)

    assert (found.status, found.level, found.disagreement) == ("no_majority", None, True)


def test_more_than_half_of_the_members_win_whatever_the_size() -> None:
    for size in range(2, 6):
        for votes in product((1, 2, 3), repeat=size):
            found = _panel(*votes)
            winners = [level for level in (1, 2, 3) if votes.count(level) * 2 > size]
            assert found.level == (winners[0] if winners else None)
            assert found.status == ("rated" if winners else "no_majority")


def test_half_of_the_members_are_no_majority_where_the_rest_did_not_vote() -> None:
    assert _panel(3, 3, "refusal", None).status == "error"
    assert _panel(3, 3, "refusal", None, quorum=2).status == "no_majority"
    assert _panel(3, 3, 4, "refusal", None).status == "no_majority"


def test_not_applicable_is_a_vote_like_a_level() -> None:
    assert _panel("not_applicable", 3, "not_applicable").status == "not_applicable"
    assert _panel("not_applicable", 3, 3).level == 3
    assert _panel("not_applicable", 3, 3).disagreement
    assert _panel("not_applicable", 3, 4).status == "no_majority"


def test_a_level_called_not_applicable_is_another_vote_than_not_applicable() -> None:
    scale = nominal("not_applicable", "x")
    named = _verdict("second", "x").model_copy(update={"level": "not_applicable"})
    members = {"strict": _verdict("strict", "not_applicable"), "second": named}

    assert combine(members, Panel(members=("strict", "second")), scale).status == "no_majority"


def test_a_lone_survivor_does_not_win_where_the_quorum_is_three() -> None:
    # evaluatorq 56: the minimum of successful judges was accepted and not used.
    found = _panel("refusal", "refusal", 4, quorum=3)

    assert (found.status, found.level) == ("error", None)
    assert found.error == VerdictError(
        kind="quorum",
        message=(
            "1 of 3 members voted, the quorum is 3 "
            "(strict: error (refusal), second: error (refusal), third: 4)"
        ),
    )


@pytest.mark.parametrize("lost", ["refusal", "no_majority", "withdrawn", None])
def test_two_that_agree_do_not_make_up_for_a_missing_third_of_a_quorum_of_three(
    lost: Level | None,
) -> None:
    assert _panel(4, 4, lost, quorum=3).status == "error"
    assert _panel(4, 4, lost).level == 4


def test_without_a_stated_quorum_it_is_the_smallest_majority() -> None:
    assert _panel(4, None, "refusal").status == "error"
    assert _panel(4, None).status == "error"
    assert "no verdict" in _panel(4, None).said


def test_the_order_of_verdicts_makes_no_difference() -> None:
    verdicts = {"strict": _verdict("strict", 2), "second": _verdict("second", 3)}
    panel = Panel(members=("strict", "second", "third"))
    votes = [*verdicts.items(), ("third", _verdict("third", 3))]

    found = {combine(dict(order), panel, rubric()) for order in permutations(votes)}

    assert found == {combine(dict(votes), panel, rubric())}


def test_a_stranger_and_a_level_off_the_scale_are_refused() -> None:
    panel = Panel(members=("strict", "second"))

    with pytest.raises(DataError, match="third"):
        combine({"third": _verdict("third", 1)}, panel, rubric())
    with pytest.raises(DataError, match=r"'strict'.*1-4.*got 5"):
        combine({"strict": _verdict("strict", 5)}, panel, rubric())


def test_a_judge_that_always_takes_the_first_is_without_a_level_when_asked_in_both_orders() -> None:
    # vanguarstew 87: one random order a pair spreads the bias, and each verdict keeps it.
    scale = nominal("A", "B", "tie")

    pairs = [_panel("A", "B", on=scale) for _ in range(4)]

    assert {pair.status for pair in pairs} == {"no_majority"}
    assert all(pair.disagreement for pair in pairs)


def test_a_tie_and_a_win_are_no_majority() -> None:
    # FastChat 3252: how a tie in one order and a win in the other counts.
    assert _panel("tie", "A", on=nominal("A", "B", "tie")).status == "no_majority"


def test_what_two_orders_disagree_on_is_no_tie() -> None:
    # langwatch 6110: a tie came back although ties were off.
    found = _panel("A", "B", on=nominal("A", "B"))

    assert (found.status, found.level) == ("no_majority", None)
