import pytest

from tests.judges.replying import TURNS
from workbench.domain.citation import Citation
from workbench.judges.answer import Fault
from workbench.judges.citations import fold, missing_evidence, read_citations, stands_in


def _found(turn: int, quote: str) -> bool | None:
    citations = read_citations([{"turn": turn, "quote": quote}], TURNS)
    assert not isinstance(citations, Fault), citations
    return citations[0].found


@pytest.mark.parametrize(
    ("turn", "quote"),
    [
        (0, "my money back"),
        (0, "MY Money\n back"),
        (1, "I'm sorry to hear"),
        (1, "Which card - the blue one?"),
        (1, "“I'm sorry to hear that.”"),
        (1, "I\u200b’m sor\u00adry"),
        (3, '{"status": "paid"'),
        (3, "{“status”: “paid”"),
        (4, "refund of 20 EUR to the blue card"),
        (4, "Please confirm: … blue card"),
        (4, "please confirm [...] 20 EUR (…) card."),
        (4, "...refund of 20..."),
        (6, "Done ... you will"),
        (6, "Done… you will"),
        (7, "👍"),
    ],
)
def test_a_quote_is_found_whatever_its_white_space_case_and_marks(turn: int, quote: str) -> None:
    assert _found(turn, quote) is True


@pytest.mark.parametrize(
    ("turn", "quote"),
    [
        (0, "my money forward"),
        (5, "my money back"),
        (4, "blue card … Please confirm"),
        (4, "refund … refund"),
        (0, "..."),
        (0, "."),
        (0, "''"),
        (2, "2"),
    ],
)
def test_a_quote_is_not_found_where_it_does_not_stand(turn: int, quote: str) -> None:
    assert _found(turn, quote) is False


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert stands_in("caf\u00e9", fold("the cafe\u0301 there"))


def test_turns_are_named_by_number_and_bare_ones_are_not_looked_up() -> None:
    citations = read_citations([4, "5", 6.0, {"turn": " 2 "}, {"turn": 0, "quote": " "}], TURNS)

    assert citations == tuple(Citation(turn=turn) for turn in (4, 5, 6, 2, 0))


@pytest.mark.parametrize("raw", [None, []])
def test_no_evidence_is_no_citation(raw: object) -> None:
    assert read_citations(raw, TURNS) == ()


@pytest.mark.parametrize(
    "raw",
    [
        "turn 4",
        {"turn": 4},
        4,
        [True],
        [{"turn": True, "quote": "Yes."}],
        [None],
        [2.5],
        ["turn 4"],
        ["٣"],
        ["²"],
        [[4]],
        [{"quote": "Yes."}],
        [{"turn": 5, "quote": 20}],
        [{"turn": 5, "quote": ["Yes."]}],
        [float("inf")],
    ],
)
def test_evidence_that_names_no_turn_or_quotes_no_text_is_unreadable(raw: object) -> None:
    found = read_citations(raw, TURNS)

    assert isinstance(found, Fault)
    assert found.kind == "evidence_unreadable"


@pytest.mark.parametrize("turn", [8, -1, 10**12, "8", 1e300])
def test_a_turn_that_does_not_exist_is_a_fault_beside_one_that_does(turn: object) -> None:
    found = read_citations([{"turn": 5, "quote": "Yes."}, {"turn": turn, "quote": "x"}], TURNS)

    assert isinstance(found, Fault)
    assert found.kind == "evidence_outside"


def test_half_a_surrogate_pair_is_replaced_so_that_the_verdict_can_be_written() -> None:
    (cited,) = read_citations([{"turn": 5, "quote": "Yes\ud800"}], TURNS)  # type: ignore[misc]

    assert cited == Citation(turn=5, quote="Yes?", found=False)


LOST = Citation(turn=5, quote="No.", found=False)
STANDS = Citation(turn=5, quote="Yes.", found=True)
BARE = Citation(turn=5)


@pytest.mark.parametrize(
    ("citations", "kind"),
    [
        ((), "evidence_missing"),
        ((BARE,), "evidence_missing"),
        ((LOST, BARE), "evidence_not_found"),
        ((LOST, STANDS), None),
        ((BARE, STANDS), None),
    ],
)
def test_required_evidence_takes_one_quote_that_is_found(
    citations: tuple[Citation, ...], kind: str | None
) -> None:
    fault = missing_evidence(citations, "required")

    assert (fault and fault.kind) == kind


@pytest.mark.parametrize("citations", [(), (BARE,), (LOST,)])
def test_advisory_evidence_takes_nothing(citations: tuple[Citation, ...]) -> None:
    assert missing_evidence(citations, "advisory") is None
