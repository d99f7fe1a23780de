"""Every status, every reason, every limit at its edge, and the words that a decision is told in."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.calibration.evidences import (
    Said,
    column,
    evidence,
    measured,
    nominal,
    rows_of,
    rubric,
)
from workbench.calibration.figures import agreement_json
from workbench.calibration.summary import Agreement, agreement
from workbench.calibration.trust import Decision, decide
from workbench.domain.policy import Trust
from workbench.domain.rubric import Rubric

BARS = Trust()
GOOD = ((18, 2, 0, 0), (2, 16, 2, 0), (0, 2, 16, 2), (0, 0, 2, 18))
"""80 transcripts, kappa 1 - (12 / 80) / 2.5 = .94, nothing severe."""


def codes(decision: Decision) -> list[str]:
    return [reason.code for reason in decision.reasons]


def decided(table: Sequence[Sequence[int]], **fields: Any) -> Decision:
    return decide(measured(table, **fields), BARS)


def verdicts(judge: Sequence[Said], people: Sequence[int], **fields: Any) -> Agreement:
    found = evidence([people], judge, **fields)
    return agreement(found, "strict", split="test", variants=1)


def test_a_judge_that_clears_every_bar_is_trusted_and_the_claim_says_what_was_shown() -> None:
    found = decided(GOOD)

    assert (found.status, found.reasons) == ("trusted", ())
    assert found.claim == "better than 0.40 with 95 % confidence (0.94, n=80, one variant tried)"
    assert found.next == "use it: `trusted.json` carries the proof"


def test_the_claim_names_the_variants_and_that_the_sample_was_only_assumed() -> None:
    found = decide(measured(GOOD, k=3, assumed=True), BARS)

    assert found.claim == (
        "better than 0.40 with 95 % confidence "
        "(0.94, n=80, 3 variants tried, assumed a random sample)"
    )


def test_kappa_at_exactly_its_bar_passes() -> None:
    # By hand: 20 of 100 differ, 50 of 100 would by chance: 1 - .2 / .5 = .6.
    at_bar = measured(((40, 10), (10, 40)))

    assert at_bar.kappa_primary.value == pytest.approx(0.6, abs=1e-12)
    assert decide(at_bar, BARS).status == "trusted"


def test_kappa_just_below_its_bar_is_untrusted_and_more_labels_will_not_do() -> None:
    found = decided(((40, 10), (11, 39)))

    assert found.status == "untrusted"
    assert codes(found)[0] == "kappa_below_bar"
    assert found.claim == "kappa 0.58 is below 0.60 (n=100): no number of labels will do"


def test_the_bound_at_exactly_its_bar_passes_and_just_below_it_does_not() -> None:
    one = measured(GOOD)
    assert one.bound is not None

    assert decide(one, Trust(minimum_lower_bound=one.bound)).status == "trusted"
    short = decide(one, Trust(minimum_lower_bound=one.bound + 1e-6))
    assert (short.status, codes(short)) == ("insufficient", ["bound_below_bar"])


def test_a_bar_met_exactly_is_met_whatever_shared_weights_add_up_to() -> None:
    # Three labellers on every transcript: thirds that add up to a quarter, with a rounding error.
    people = [[1, 1, 1, 1] * 5 + [2, 3, 4] * 20] * 3
    judge = [3, 1, 1, 1] * 5 + [2, 3, 4] * 20

    found = agreement(evidence(people, judge), "strict", split="test", variants=1)

    assert found.severe is not None
    assert found.severe.rate == pytest.approx(0.25)
    assert decide(found, BARS).status == "trusted"


def test_a_kappa_that_too_few_labels_show_asks_for_as_many_as_are_missing() -> None:
    found = decided(((8, 2), (2, 8)))

    assert (found.status, codes(found)) == ("insufficient", ["bound_below_bar"])
    assert re.fullmatch(
        r"kappa 0\.60 is shown to be above 0\.19 only, the bar is 0\.40 \(n=20, one variant "
        r"tried\)",
        found.claim,
    )
    assert re.fullmatch(r"label \d+ more \(`workbench plan` lists them\)", found.next)


def test_a_kappa_without_an_interval_asks_for_labels_without_a_number() -> None:
    # 20 transcripts of five cases: the jackknife has five to leave out.
    people, judge = rows_of(((9, 1), (1, 9)))
    cases = [f"case {unit % 5}" for unit in range(20)]

    found = decide(verdicts(judge, people, on=rubric(2), cases=cases), BARS)

    assert (found.status, codes(found)) == ("insufficient", ["bound_below_bar"])
    assert "has no lower bound" in found.claim
    assert found.next == "label more (`workbench plan` lists them)"


@pytest.mark.parametrize(("n", "status"), [(19, "insufficient"), (20, "trusted")])
def test_twenty_transcripts_are_enough_and_nineteen_are_not(n: int, status: str) -> None:
    people = [1, 2, 3, 4] * 5

    found = decide(verdicts(people[:n], people[:n]), BARS)

    assert found.status == status


def test_too_few_transcripts_ask_for_those_that_are_missing() -> None:
    found = decided(((3, 0), (0, 3)))

    assert (found.status, codes(found)[0]) == ("insufficient", "n_too_small")
    assert found.claim == (
        "6 transcripts carry both a random label and a level of the judge; trust takes 20"
    )
    assert found.next == "label 14 more (`workbench plan` lists them)"


def test_a_judge_that_skipped_labelled_transcripts_is_to_be_asked_not_the_labellers() -> None:
    found = decide(verdicts([1, 2] * 5 + [None] * 30, [1, 2] * 20), BARS)

    assert codes(found)[0] == "n_too_small"
    assert found.next == (
        "30 labelled transcripts lack its verdict: ask it: `workbench judge --judge 'strict'`, "
        "or import its verdicts"
    )


def test_a_judge_without_any_verdict_is_to_be_asked() -> None:
    found = decide(verdicts([None] * 30, [1, 2, 3] * 10), BARS)

    assert (found.status, codes(found)) == ("insufficient", ["no_verdicts"])
    assert found.next.startswith("ask it: `workbench judge --judge 'strict'`")


def test_a_recorded_judge_is_never_to_be_asked() -> None:
    silent = decide(verdicts([None] * 30, [1, 2, 3] * 10), BARS, recorded=True)
    skipped = decide(verdicts([1, 2] * 5 + [None] * 30, [1, 2] * 20), BARS, recorded=True)

    assert silent.next == "import its verdicts: `workbench import verdicts FILE`"
    assert skipped.next == (
        "30 labelled transcripts lack its verdict: import its verdicts: "
        "`workbench import verdicts FILE`"
    )


def test_labels_that_do_not_vary_cannot_tell_judges_apart() -> None:
    found = decide(verdicts([3] * 20 + [2] * 10, [3] * 30), BARS)

    assert (found.status, codes(found)[0]) == ("insufficient", "all_labels_same")
    assert found.claim == "every label is 3 (n=30): agreement beyond chance is undefined"
    assert found.next.startswith("label transcripts that differ")


def test_a_constant_judge_is_untrusted_however_well_it_agrees() -> None:
    found = decide(verdicts([4] * 30, [4] * 27 + [3] * 3), BARS)

    assert (found.status, codes(found)[0]) == ("untrusted", "rater_constant")
    assert found.claim == "the judge gave 4 to all 30: kappa is 0 by construction"
    assert found.next.startswith("change the judge")


def test_two_constant_sides_are_a_matter_of_the_labels() -> None:
    assert codes(decide(verdicts([4] * 30, [4] * 30), BARS))[0] == "all_labels_same"


@pytest.mark.parametrize(
    ("risk", "missed", "status"),
    [
        ("high", 2, "trusted"),
        ("high", 3, "untrusted"),
        ("normal", 5, "trusted"),
        ("normal", 6, "untrusted"),
    ],
)
def test_severe_misses_are_limited_by_the_risk(risk: str, missed: int, status: str) -> None:
    table = ((20 - missed, 0, missed, 0), (0, 20, 0, 0), (0, 0, 20, 0), (0, 0, 0, 20))

    found = decided(table, on=rubric(risk=risk))

    assert found.status == status
    assert ("severe_misses" in codes(found)) == (status == "untrusted")


def test_severe_misses_are_told_with_their_bound_and_limit() -> None:
    table = ((14, 0, 6, 0), (0, 20, 0, 0), (0, 0, 20, 0), (0, 0, 0, 20))

    found = decided(table)

    assert found.claim == (
        "the judge passes 6 of the 20 transcripts that people gave level 1 (30%, at most 48%); "
        "the limit is 25%"
    )
    assert "`calibrate --explain`" in found.next


def test_severe_misses_outrank_a_bound_that_more_labels_would_raise() -> None:
    people = [1] * 5 + [2] * 5 + [3] * 5 + [4] * 7
    judge = [3, 3, 1, 1, 1] + [2] * 5 + [3] * 5 + [4] * 7
    one = replace(verdicts(judge, people), bound=0.39)

    found = decide(one, BARS)

    assert (found.status, codes(found)) == ("untrusted", ["severe_misses", "bound_below_bar"])


@pytest.mark.parametrize(("risk", "status"), [("normal", "trusted"), ("high", "insufficient")])
def test_severe_misses_that_could_not_happen_block_high_risk_and_are_told(
    risk: str, status: str
) -> None:
    table = ((0, 0, 0, 0), (0, 28, 2, 0), (0, 2, 26, 2), (0, 0, 2, 28))

    found = decided(table, on=rubric(risk=risk))

    assert (found.status, codes(found)) == (status, ["severe_untested"])
    if status == "trusted":
        assert found.claim.endswith("one variant tried, severe misses untested)")
    else:
        assert found.next == "label transcripts that deserve level 1"


@pytest.mark.parametrize(("errors", "status"), [(5, "trusted"), (6, "untrusted")])
def test_errors_are_limited_to_one_verdict_in_twenty(errors: int, status: str) -> None:
    people = [1, 2, 3, 4] * 25
    judge: list[Said] = [*["error"] * errors, *people[errors:]]

    found = decide(verdicts(judge, people), BARS)

    assert found.status == status
    assert codes(found) == ([] if status == "trusted" else ["errors"])


def test_errors_name_the_first_one_and_outrank_thin_evidence() -> None:
    found = decide(verdicts(["error"] * 25 + [1, 2], [1, 2, 3] * 9), BARS)

    assert (found.status, codes(found)) == ("untrusted", ["errors", "n_too_small"])
    assert found.claim == (
        "25 of 27 verdicts are errors, the limit is 5%; "
        "the first: 2.0 is not a level of 1-4 (t0000)"
    )
    assert found.next == "mend the judge's answers: an error is never a level"


def test_errors_alone_say_nothing_of_too_few_labels() -> None:
    assert codes(decide(verdicts(["error"] * 30, [1, 2, 3] * 10), BARS)) == ["errors"]


def test_too_few_verdicts_cannot_tell_the_share_of_errors() -> None:
    found = decide(verdicts(["error"] * 2 + [1] * 17, [1, 2] * 9 + [1]), BARS)

    assert (found.status, codes(found)) == ("insufficient", ["n_too_small"])


@pytest.mark.parametrize(("missing", "status"), [(15, "trusted"), (16, "untrusted")])
def test_missing_majorities_are_limited(missing: int, status: str) -> None:
    people = [1, 2, 3, 4] * 25
    judge: list[Said] = [*["no_majority"] * missing, *people[missing:]]

    found = decide(verdicts(judge, people), BARS)

    assert found.status == status


def test_a_panel_that_finds_no_majority_does_not_ask_for_more_labels() -> None:
    found = decide(verdicts(["no_majority"] * 15 + [1, 2, 3] * 5, [1, 2, 3] * 10), BARS)

    assert (found.status, codes(found)) == ("untrusted", ["no_majority", "n_too_small"])
    assert found.claim == "the panel found no majority on 15 of 30; the limit is 15%"
    assert found.next.startswith("change the panel")


def test_labels_seen_are_a_warning_and_the_claim_says_what_makes_it_clean() -> None:
    found = decide(measured(GOOD), BARS, labels_seen=True)

    assert (found.status, codes(found)) == ("trusted", ["labels_seen"])
    assert "20 fresh" in found.reasons[0].text
    assert "labels seen before the rubric's text: 20 fresh ones make it clean" in found.claim


@pytest.mark.parametrize(
    ("bars", "risk"), [(Trust(seen_labels="refuse"), "normal"), (BARS, "high")]
)
def test_labels_seen_are_refused_by_policy_and_on_high_risk(bars: Trust, risk: str) -> None:
    found = decide(measured(GOOD, on=rubric(risk=risk)), bars, labels_seen=True)

    assert (found.status, codes(found)) == ("insufficient", ["labels_seen"])
    assert found.next == "label 20 fresh transcripts (`workbench plan` lists them)"


def test_the_number_of_fresh_labels_is_that_of_the_policy() -> None:
    found = decide(measured(GOOD), BARS, labels_seen=True, fresh=35)

    assert "35 fresh" in found.claim
    assert "35 fresh" in found.reasons[0].text


def two_labellers(judge: Sequence[int], *, agree: bool) -> Agreement:
    first = [1, 2, 3, 4] * 10
    second = first if agree else [4, 2, 3, 1] * 5 + [2, 4, 1, 3] * 5
    found = evidence([first, second], judge)
    return agreement(found, "strict", split="test", variants=1)


def test_people_who_disagree_are_told_with_their_figure_and_are_the_next_thing_to_mend() -> None:
    one = two_labellers([1, 2, 3, 4] * 10, agree=False)
    assert one.ceiling.kappa.value is not None

    found = decide(one, BARS)

    assert found.status == "untrusted"
    assert codes(found)[-1] == "people_disagree"
    assert found.reasons[-1].text == (
        f"people agree with each other only to {one.ceiling.kappa.value:.2f} "
        "(n=40, the policy asks for 0.40)"
    )
    assert found.next == "mend the anchors first: people read them differently"


def test_a_handful_of_shared_transcripts_is_told_and_mends_no_anchor() -> None:
    first = [1, 2, 3, 4] * 10
    second = [4, 1, *[None] * 38]
    one = agreement(
        evidence([first, second], [2, 1, 4, 3] * 10), "strict", split="test", variants=1
    )

    found = decide(one, BARS)

    assert "people_disagree" in codes(found)
    assert found.next.startswith("rewrite anchor")


def test_a_judge_far_below_people_is_a_warning() -> None:
    judge = [1, 2, 3, 4] * 7 + [2, 1, 4, 3] * 2 + [3, 4, 1, 2]

    found = decide(two_labellers(judge, agree=True), BARS)

    assert "below_people" in codes(found)
    assert found.status == "trusted"


def test_verdicts_that_are_not_current_are_told() -> None:
    people, judge = rows_of(GOOD)
    found = evidence([people], judge, judges={"strict": column(judge, outdated=7)})

    decision = decide(agreement(found, "strict", split="test", variants=1), BARS)

    assert (decision.status, codes(decision)) == ("trusted", ["outdated_verdicts"])
    assert decision.reasons[0].text.startswith("7 verdicts")


def test_the_two_anchors_that_are_confused_most_are_to_be_rewritten() -> None:
    table = ((5, 2, 0, 0), (0, 5, 6, 0), (0, 5, 5, 1), (0, 0, 1, 5))

    found = decided(((0, 2, 0, 0), (0, 2, 6, 0), (0, 5, 2, 1), (0, 0, 1, 5)))

    assert decided(table).status == "trusted"
    assert found.next == (
        "rewrite anchor 2 or 3, or change the judge: people and judge part there in 11 of 15"
    )


def test_anchors_that_are_not_neighbours_are_named_where_they_are_confused() -> None:
    found = decided(((5, 0, 0, 9), (0, 3, 0, 0), (0, 0, 3, 0), (9, 0, 0, 5)))

    assert found.next.endswith("people and judge part there in 18 of 18")
    assert found.next.startswith("rewrite anchor 1 or 4")


def test_a_draft_has_no_anchor_to_rewrite() -> None:
    draft = Rubric.model_validate(
        {"dimension": "tone", "version": "0.1", "draft": True, "levels": (1, 2, 3, 4)}
    )

    found = decided(((5, 5, 0, 0), (0, 0, 5, 5), (0, 5, 5, 0), (5, 0, 0, 5)), on=draft)

    assert found.next == "write the anchors, or change the judge: this rubric is still a draft"


AB = nominal("a", "b", "tie")
NOMINAL = ((20, 4, 0), (4, 20, 0), (0, 0, 20))


def test_nominal_scales_gate_on_unweighted_kappa_with_the_same_bars() -> None:
    one = measured(NOMINAL, on=AB)

    found = decide(one, BARS)

    assert one.kappa_primary == one.kappa
    assert one.kappa_quadratic.undefined == "weighted_on_nominal"
    assert (found.status, found.reasons) == ("trusted", ())
    # 60 of 68 agree; by chance (24^2 + 24^2 + 20^2) / 68^2.
    assert one.kappa.value == pytest.approx((60 / 68 - 1552 / 68**2) / (1 - 1552 / 68**2))


def test_a_nominal_level_that_fails_and_was_passed_is_a_severe_miss_by_its_name() -> None:
    passing = nominal("a", "b", "tie", pass_levels=("a", "tie"))

    found = decided(((20, 0, 0), (7, 13, 0), (0, 0, 20)), on=passing)

    assert "that people gave b (35%" in found.claim


def test_a_nominal_scale_without_a_pass_is_untested_and_blocks_high_risk_only() -> None:
    assert decided(NOMINAL, on=AB).reasons == ()
    risky = decided(NOMINAL, on=nominal("a", "b", "tie", risk="high"))

    assert (risky.status, codes(risky)) == ("insufficient", ["severe_untested"])
    assert "pass_levels" in risky.next


def test_no_nominal_figure_is_called_weighted() -> None:
    found = agreement_json(measured(NOMINAL, on=AB))

    assert found["ceiling"]["kappa_quadratic"]["undefined"] == "weighted_on_nominal"
    (own,) = found["per_labeller"]
    assert own["kappa_quadratic"]["undefined"] == "weighted_on_nominal"
    assert own["kappa"]["value"] == found["kappa"]["value"]


def test_perfect_agreement_has_the_bound_of_the_boundary_rule() -> None:
    one = measured(((5, 0, 0, 0), (0, 5, 0, 0), (0, 0, 5, 0), (0, 0, 0, 5)))

    # METHODS.md: n=20, counts 5/5/5/5 give .81.
    assert one.bound == pytest.approx(0.81, abs=0.01)
    assert decide(one, BARS).status == "trusted"


def test_perfect_agreement_on_a_lopsided_sample_falls_with_the_variants() -> None:
    table = ((2, 0), (0, 18))

    bounds = [measured(table, k=k).bound for k in (1, 50)]

    assert bounds[0] is not None
    assert bounds[1] is not None
    assert bounds[1] < bounds[0] < 1
    assert decide(measured(table, k=50), BARS).status == "insufficient"


def test_more_variants_lower_the_bound_that_the_gate_reads_and_no_other() -> None:
    one, ten = measured(GOOD, k=1), measured(GOOD, k=10)

    assert one.bound == one.kappa_quadratic.lower_bound == ten.kappa_quadratic.lower_bound
    assert one.bound is not None
    assert ten.bound is not None
    assert ten.bound < one.bound
