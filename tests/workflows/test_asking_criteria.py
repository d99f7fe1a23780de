"""A model is asked about criteria as it is about dimensions: once, with its quote, or in error."""

import json
from pathlib import Path

import pytest

from tests.judges.loopback import Loopback, says
from tests.workflows.asked_criteria import (
    AMOUNT,
    CASES,
    SENT,
    asking_criteria,
    counter,
    criteria,
    suite,
    wanted_criteria,
)
from tests.workflows.questioning import (
    PRICE,
    asking,
    conversation,
    entries,
    judges_text,
    levelled,
    lines,
    reply,
)
from workbench.domain.flag import Flag
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.estimating import estimate, shown
from workbench.workflows.itemising import itemised

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def test_every_criterion_of_every_case_is_asked_once_and_never_again(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)

    first, second = asking_criteria(made), asking_criteria(made)

    assert first.models is not None
    assert second.models is not None
    assert (first.models.new, first.models.already) == ({"strict": 3}, {"strict": 0})
    assert (second.models.new, second.models.already) == ({}, {"strict": 3})
    assert sorted(criteria(made)) == [("t000", AMOUNT), ("t000", SENT), ("t001", SENT)]
    assert len(loopback.asked) == len(lines(made)) == 3


def test_an_answer_stands_with_its_criterion_its_quote_and_the_digests_of_its_rubric(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)
    loopback.plan(AMOUNT, levelled("no"))

    asking_criteria(made)

    found = criteria(made)
    no, yes = found["t000", AMOUNT], found["t000", SENT]
    assert [(one.status, one.level) for one in (no, yes)] == [("rated", "no"), ("rated", "yes")]
    assert [(one.turn, one.found) for one in no.evidence] == [(0, True)]
    assert no.rubric_digest == Workspace(made.root).rubrics[CRITERIA].rubric.digest
    assert no.judge_digest == Bench(made.root).fingerprint("strict", CRITERIA)
    assert no.id != yes.id


def test_a_criterion_in_other_words_is_another_question(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    asking_criteria(made)

    suite(made, [{"id": "t000", "expect": {"rubric": [f"{AMOUNT} In euros.", SENT]}}])
    again = asking_criteria(made)

    assert again.models is not None
    assert (again.models.new, again.models.already) == ({"strict": 1}, {"strict": 1})
    assert len(loopback.asked) == 4


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (reply("maybe"), "off_scale"),
        (reply(1), "off_scale"),
        (reply(True), "boolean"),
        (reply("yes", evidence=[{"turn": 0, "quote": "in cash"}]), "evidence_not_found"),
        (reply("no", evidence=[]), "evidence_missing"),
        ("It is met.", "no_object"),
    ],
)
def test_a_reply_that_does_not_check_out_is_an_error_and_no_answer(
    tmp_path: Path, loopback: Loopback, text: str, kind: str
) -> None:
    made = counter(tmp_path, loopback)
    loopback.plan(AMOUNT, says(text))

    asking_criteria(made)

    found = criteria(made)["t000", AMOUNT]
    assert (found.status, found.level, found.reply) == ("error", None, text)
    assert found.error is not None
    assert found.error.kind == kind


def test_a_reply_is_mended_once(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    loopback.plan(AMOUNT, says("It is met."), levelled("no"))

    asking_criteria(made)

    assert criteria(made)["t000", AMOUNT].level == "no"
    assert len(loopback.asked) == 4


def test_the_estimate_counts_criteria_and_asks_nobody(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback, price=PRICE)

    (before,) = estimate(Bench(made.root), wanted_criteria(made))
    assert loopback.asked == []
    asking_criteria(made)
    (after,) = estimate(Bench(made.root), wanted_criteria(made))

    assert (before.calls, before.already, before.looked_at) == (3, 0, 3)
    assert (after.calls, after.already) == (0, 3)
    assert before.cost_usd is not None


def test_the_shown_prompt_is_what_is_sent(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    job, prompt = shown(Bench(made.root), wanted_criteria(made), "t001")
    asking_criteria(made)

    assert (job.transcript, job.criterion) == ("t001", SENT)
    (sent,) = [asked.body["messages"] for asked in loopback.asked if "<t001>" in asked.prompt]
    assert [message["content"] for message in sent] == [prompt.system, prompt.user]


def test_a_transcript_of_no_case_cannot_be_shown(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    with pytest.raises(DataError, match="'t002': no case of the suite asks a criterion of it"):
        shown(Bench(made.root), wanted_criteria(made), "t002")


def test_nothing_is_sent_once_the_budget_could_be_crossed(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback, price=PRICE, parameters={"max_tokens": 20})

    done = asking_criteria(made, most_usd=0.1)

    assert done.models is not None
    assert (done.models.ended.reason, done.models.ended.left) == ("budget", 3)
    assert loopback.asked == []


def test_only_labelled_transcripts_of_a_side_are_asked_about_where_a_side_is_named(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)
    made.label(["yes", "no"], dimension=CRITERIA, criterion=AMOUNT)
    made.calibrate()

    asking_criteria(made, split="development")

    assert {transcript for transcript, _ in criteria(made)} == {"t000", "t001"}


def test_without_a_suite_criteria_are_asked_of_nobody(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    asking(made)

    assert {one.dimension for one in lines(made)} == {"tone"}
    with pytest.raises(DataError, match="`workbench judge --suite FILE` asks them"):
        asking(made, dimensions=(CRITERIA,))


def test_without_a_rubric_the_error_holds_one_that_will_do(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)
    (made.root / "rubrics/criteria.yaml").unlink()

    with pytest.raises(DataError, match=r"write rubrics/criteria\.yaml, for example") as refused:
        asking_criteria(made)
    made.write("rubrics/criteria.yaml", str(refused.value).partition("\n\n")[2])
    asking_criteria(made)

    assert {one.level for one in criteria(made).values()} == {"yes"}


def test_a_rubric_that_knows_other_answers_is_refused(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    anchors = "anchors: {1: bad, 2: poor, 3: fair, 4: good}\n"
    made.write(
        "rubrics/criteria.yaml", f'dimension: criteria\nversion: "1.0"\nquestion: Is it?\n{anchors}'
    )

    with pytest.raises(DataError, match="answered by no or yes, got the ordinal scale 1-4"):
        asking_criteria(made)


def test_a_floor_rates_no_single_criteria(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    judges = entries(loopback) | {"floor-majority": {"baseline": "majority"}}
    made.write("judges.yaml", judges_text(judges))

    assert asking_criteria(made).floors is None
    with pytest.raises(DataError, match="'floor-majority': is a floor, which rates whole"):
        asking_criteria(made, "floor-majority")


def test_a_panel_votes_on_each_criterion_and_people_are_told_of_which(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)
    panel = {"members": ["a", "b", "c"], "rule": "majority", "quorum": 3}
    made.write("judges.yaml", judges_text(entries(loopback, "a", "b", "c"), careful=panel))
    loopback.plan(AMOUNT, levelled("no"), model="b")

    asking_criteria(made, "careful")
    asking_criteria(made, "careful")

    found = criteria(made, "careful")
    assert {unit: one.level for unit, one in found.items()} == {
        ("t000", AMOUNT): "yes",
        ("t000", SENT): "yes",
        ("t001", SENT): "yes",
    }
    assert len(lines(made, "careful")) == 3
    (flag,) = read_journal(made.root / "record/queue.jsonl", Flag).entries
    assert (flag.transcript, flag.criterion, flag.reason) == ("t000", AMOUNT, "disagreement")


def test_what_a_judge_answered_is_calibrated_against_the_labels_of_criteria(
    tmp_path: Path, loopback: Loopback
) -> None:
    cases = [{"id": f"t{n:03}", "expect": {"rubric": [AMOUNT]}} for n in range(24)]
    made = counter(tmp_path, loopback, cases, transcripts=24)
    for number in range(0, 24, 2):
        loopback.plan(f"<t{number:03}>", levelled("no"))
    made.label(["no", "yes"] * 12, dimension=CRITERIA, criterion=AMOUNT)

    asking_criteria(made)
    made.certify(dimensions=(CRITERIA,))

    assert made.certificate(dimension=CRITERIA).status == "trusted"


def test_a_golden_case_asks_about_its_behaviours(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    golden = {
        "id": "t003",
        "expected_behavior": ["Names an amount"],
        "prohibited_behavior": ["Promises a date"],
    }
    made.write("suites/g.json", json.dumps(golden))

    found = itemised(made.root, made.root / "suites/g.json")

    assert sorted(found.units) == [
        ("t003", CRITERIA, "Names an amount"),
        ("t003", CRITERIA, "Promises a date"),
    ]


def test_cases_whose_transcript_is_not_here_are_left_out_and_named(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)
    same, other = conversation("t003"), conversation("t003", amount=51)
    held = {"rubric": [AMOUNT]}
    path = suite(
        made,
        [
            *CASES,
            {"id": "nobody", "expect": held},
            {"id": "named", "transcript": "gone", "expect": held},
            {"id": "same", "transcript": same.to_json(), "expect": held},
            {"id": "other", "transcript": other.to_json(), "expect": held},
        ],
    )

    found = itemised(made.root, path)

    assert found.left_out == ("nobody", "named", "other")
    assert ("t003", CRITERIA, AMOUNT) in found.units


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"id": "t000", "dimensions": ["tone"]}, r"suites/s.yaml: no case has criteria"),
        ({"id": "x", "expect": {"rubric": [AMOUNT]}}, "the transcript of none of its 1 cases"),
    ],
)
def test_a_suite_with_nothing_to_ask_is_refused(
    tmp_path: Path, loopback: Loopback, case: dict[str, object], message: str
) -> None:
    made = counter(tmp_path, loopback)

    with pytest.raises(DataError, match=message):
        itemised(made.root, suite(made, [case]))
