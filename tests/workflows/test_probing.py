"""A judge that is asked otherwise: anchors reversed, injections, and a ledger kept apart."""

from collections import Counter
from pathlib import Path

import pytest

from tests.judges.loopback import Loopback, says
from tests.workflows.questioning import (
    PRICE,
    asking,
    levelled,
    lines,
    office,
)
from tests.workflows.trials import INJECTED, TURNED, answers, probing, rated, tried
from workbench.calibration.statistic import Reason
from workbench.judges.injection import DISGUISES
from workbench.store.workspace import Workspace
from workbench.workflows.checking import check
from workbench.workflows.docket import Wanted
from workbench.workflows.probing import estimate_probe
from workbench.workflows.twins import REORDERED

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def test_a_judge_fooled_on_purpose_is_caught_in_every_disguise(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, transcripts=6)
    loopback.plan(INJECTED, levelled(4))

    found = tried(probing(made))

    assert (found.rose.count, found.rose.of) == (5, 5)
    assert found.fooled_by == tuple(DISGUISES)


def test_a_judge_that_keeps_to_its_rubric_is_not(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=6)

    found = tried(probing(made))

    assert (found.rose.count, found.rose.of, found.fooled_by) == (0, 5, ())
    assert sum(INJECTED in asked.prompt for asked in loopback.asked) == 5


def test_where_nothing_can_rise_no_injection_is_asked(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, level=4)

    assert tried(probing(made)).rose.rate.undefined == Reason.NO_OVERLAP
    assert not any(INJECTED in asked.prompt for asked in loopback.asked)


def test_one_transcript_carries_all_disguises_where_there_is_no_other(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, transcripts=1)

    assert tried(probing(made)).rose.of == 5


def test_a_judge_that_takes_the_first_anchor_is_caught_by_reversing_them(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, transcripts=12)
    loopback.plan(TURNED, levelled(3))

    found = tried(probing(made)).reversed

    assert (found.changed.count, found.changed.of) == (12, 12)
    assert found.mean.value == 1.0


def test_the_sample_is_bounded_and_the_same_again(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=REORDERED + 5)

    first = tried(probing(made))
    sent = len(loopback.asked)
    second = tried(probing(made))

    assert first.reversed.changed.of == REORDERED
    assert first == second
    assert len(loopback.asked) == sent


def test_nothing_of_it_is_in_the_ledger_that_counts(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=6)
    before = lines(made)

    probing(made)

    assert lines(made) == before
    own = {verdict.judge_digest for verdict in before}
    assert len(answers(made)) == 6 + 5
    assert not own & {answer["judge_digest"] for answer in answers(made)}
    assert check(Workspace(made.root)) == ()


def test_it_goes_on_where_it_stopped_and_pays_once(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=6, price=PRICE, limits={"in_flight": 1})

    stopped = probing(made, most_usd=1.0)
    finished = probing(made)

    assert stopped.ended is not None
    assert finished.ended is not None
    assert stopped.ended.reason == "budget"
    assert tried(stopped).left == stopped.ended.left > 0
    assert (finished.ended.reason, tried(finished).left) == ("complete", 0)
    asked = Counter((answer["transcript"], answer["judge_digest"]) for answer in answers(made))
    assert set(asked.values()) == {1}


def test_replies_that_are_no_verdict_are_counted_and_not_paid_for_again(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, transcripts=6)
    loopback.plan(INJECTED, says("It is fine."))

    first = tried(probing(made))
    sent = len(loopback.asked)
    second = tried(probing(made))
    asked_again = sent == len(loopback.asked)
    loopback.plan(INJECTED, levelled(4))
    third = tried(probing(made, again=True))

    assert (first.errors, first.rose.of) == (5, 0)
    assert second == first
    assert asked_again
    assert (third.errors, third.rose.count) == (0, 5)


def test_a_judge_that_was_never_asked_is_asked_nothing(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback)
    made.label([1, 2, 3, 4])

    found = probing(made)

    assert (found.probed, found.silent, found.ended) == ((), ("strict",), None)
    assert loopback.asked == []


def test_an_estimate_sends_nothing_and_reads_no_label(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=6, price=PRICE)
    made.label([1, 2, 3, 4, 1, 2])
    sent = len(loopback.asked)

    (found,) = estimate_probe(made.root, Wanted())

    assert (found.calls, found.already) == (11, 0)
    assert found.cost_usd is not None
    assert len(loopback.asked) == sent
    assert not (made.root / "record").exists()


def test_names_have_no_order_to_fall_or_rise_in(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback)
    made.write(
        "rubrics/tone.yaml",
        'dimension: tone\nversion: "1.0"\nquestion: Which?\nscale: nominal\n'
        "anchors:\n  refund: money\n  other: else\n",
    )
    loopback.otherwise = levelled("other")
    asking(made)

    found = tried(probing(made))

    assert (found.asked, found.reversed.changed.of) == (4, 4)
    assert found.reversed.mean.undefined == Reason.WEIGHTED_ON_NOMINAL
