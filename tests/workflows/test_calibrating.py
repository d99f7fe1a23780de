"""Calibrate: what counts, what is shown of it, and which looks go on the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.building import (
    STRICT,
    Desk,
    close,
    codes,
    desk,
    filled,
    only,
    tone,
)
from workbench.errors import DataError
from workbench.workflows.bench import Bench

LEVELS = [1, 2, 3, 4]
TURN = {"index": 0, "role": "user", "content": "Hello."}
TWO = "judges:\n  strict: {model: some/model}\n  mild: {model: some/other}\n"


def test_looks_at_a_development_side_of_its_own_leave_no_trace(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    found = made.calibrate()

    assert (found.looks_recorded, made.looks()) == (0, ())
    assert only(found).agreement.units == 50


def test_a_look_at_labels_that_certify_reads_too_goes_on_the_record(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    found = made.calibrate()

    (look,) = made.looks()
    assert found.looks_recorded == 1
    assert (look.command, look.split, look.units) == ("calibrate", "development", 36)


def test_showing_both_sides_is_a_look_at_the_test_side(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    found = made.calibrate(split="all")

    (look,) = made.looks()
    assert found.looks_recorded == 1
    assert (look.split, look.units) == ("all", 50)
    assert only(found).agreement.units == 100


def test_the_same_variant_on_the_same_labels_is_no_new_look(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.calibrate(split="all")

    again, certified = made.calibrate(split="all"), made.certify()

    assert (again.looks_recorded, certified.looks_recorded) == (0, 0)
    assert len(made.looks()) == 1
    assert only(certified).agreement.variants == 1


def test_two_names_of_one_variant_are_one_look(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=STRICT + "  again: {model: some/model}\n")
    made.label(LEVELS * 9)
    for judge in ("strict", "again"):
        made.judge(close(LEVELS * 9), judge=judge)

    found = made.calibrate()

    assert found.looks_recorded == 1
    assert [one.agreement.variants for one in found.measured] == [1, 1]


def test_the_judge_as_certify_would_show_it_counts_in_k(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    assert only(made.calibrate()).agreement.variants == 1


def test_calibrate_grants_nothing(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    found = only(made.calibrate())

    assert (found.status, codes(found)) == ("insufficient", ["not_certified"])
    assert found.decision is not None
    assert found.decision.next == "run `workbench certify`"
    assert not (tmp_path / "trusted.json").exists()


def test_calibrate_shows_what_certify_granted(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.certify()

    found = only(made.calibrate())

    assert found.status == "trusted"
    assert found.decision is not None
    assert found.decision.claim == made.certificate().claim


def test_hidden_repeats_and_labels_given_after_the_reveal_do_not_count(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    made.label([4, 3, 2, 1] * 9, repeat=1)
    made.label([4, 3, 2, 1] * 9, labeller="ben", after_reveal=True)

    found = only(made.calibrate()).agreement
    assert (found.pairs, found.labellers) == (36, 1)


@pytest.mark.parametrize("sampled", ["flagged", "chosen"])
def test_labels_that_were_not_sampled_at_random_are_counted_beside(
    tmp_path: Path, sampled: str
) -> None:
    made = filled(tmp_path, 36)

    made.label([1, 2, 3, 4], first=50, sampled=sampled)
    made.judge([1, 2, 3, 4], first=50)

    found = only(made.calibrate(split="all")).agreement
    assert (found.units, found.not_random) == (36, 4)


def test_the_latest_label_counts_and_the_history_stays(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 1, 1])
    made.judge([1, 2, 3])
    before = (tmp_path / "labels" / "ann.jsonl").read_text(encoding="utf-8")

    made.label([2], first=1)
    made.label(["withdrawn"], first=2)

    found = only(made.calibrate()).agreement
    assert found.confusion.tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    after = (tmp_path / "labels" / "ann.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)


def test_of_labels_of_one_moment_the_greater_id_counts(tmp_path: Path) -> None:
    made = desk(tmp_path)
    moment = made.now()
    made.label([1], id="b", at=moment)
    made.label([4], id="a", at=moment)
    made.judge([1])

    assert only(made.calibrate()).agreement.shares is not None
    assert only(made.calibrate()).agreement.confusion[0, 0] == 1


def test_a_torn_line_is_reported_and_stepped_over(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    with (tmp_path / "labels" / "ann.jsonl").open("a", encoding="utf-8") as ledger:
        ledger.write('{"id":"torn","tran')

    found = made.calibrate()

    (finding,) = found.stepped_over
    assert (finding.file, finding.line) == ("labels/ann.jsonl", 37)
    assert only(found).agreement.units == 36


def test_a_torn_line_of_the_record_is_reported_too(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.write("record/looks.jsonl", '{"id":"torn"\n')

    found = made.calibrate()

    assert [one.file for one in found.stepped_over] == ["record/looks.jsonl"]
    assert len(made.looks()) == 1


def test_verdicts_of_an_older_rubric_text_do_not_count_and_are_said(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))

    found = only(made.calibrate())
    assert (found.agreement.units, found.agreement.outdated) == (0, 36)
    assert codes(found) == ["no_verdicts", "outdated_verdicts"]
    assert found.decision is not None
    assert "out of date (rubric or judge changed)" in found.decision.claim
    assert found.decision.next.startswith("run `workbench judge --judge 'strict'`")

    made.write("judges.yaml", "judges: {strict: {recorded: true}}\n")
    found = only(made.calibrate())
    assert found.decision is not None
    assert found.decision.next == "import its verdicts: `workbench import verdicts FILE`"


def refused(root: Path) -> Desk:
    """Make a judge that is good on the development side only, and certify it."""
    made = desk(root)
    made.label(LEVELS * 25)
    made.calibrate()
    placed = Bench(root).sides("tone").placed
    made.judge(
        [
            level if placed[f"t{number:03}"].side == "development" else 5 - level
            for number, level in enumerate(LEVELS * 25)
        ]
    )
    made.certify()
    assert made.certificate().status == "untrusted"
    return made


def test_where_certify_did_not_grant_trust_it_is_not_the_next_step(tmp_path: Path) -> None:
    found = only(refused(tmp_path).calibrate())

    assert (found.status, codes(found)) == ("untrusted", ["not_granted"])
    assert found.decision is not None
    claim = "certify read the test side on 2026-01-01 and did not grant trust: untrusted, kappa"
    assert found.decision.claim.startswith(claim)
    assert "`workbench certify`" not in found.decision.next
    assert found.decision.next.endswith("certify has read the test side and did not grant trust)")


def test_verdicts_that_certify_has_not_read_are_for_certify(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge(close(LEVELS)[:1])
    made.certify()
    assert made.certificate().status == "insufficient"

    made.judge(close(LEVELS * 25)[1:], first=1)

    found = only(made.calibrate())
    assert codes(found)[0] == "not_granted"
    assert found.decision is not None
    assert found.decision.next == "run `workbench certify`: labels or verdicts have come since"


def test_new_labels_alone_do_not_undo_what_certify_decided(tmp_path: Path) -> None:
    made = refused(tmp_path)
    before = only(made.calibrate())

    made.label(LEVELS * 10, first=100)

    found = only(made.calibrate())
    assert found.decision is not None
    assert before.decision is not None
    assert (found.status, found.decision.claim) == ("untrusted", before.decision.claim)
    assert found.decision.next == before.decision.next


@pytest.mark.parametrize("change", ["corrected", "verdicts", "bars"])
def test_certify_is_the_next_step_again_once_it_may_give_another_answer(
    tmp_path: Path, change: str
) -> None:
    made = refused(tmp_path)

    if change == "corrected":
        made.label(LEVELS * 25)
    elif change == "verdicts":
        made.judge(LEVELS * 25)
    else:
        made.write("workbench.yaml", "trust: {minimum_kappa: 0.5}\n")

    found = only(made.calibrate())
    assert codes(found)[0] == "not_certified"
    assert found.decision is not None
    assert found.decision.next == "run `workbench certify`"


def test_labels_carry_over_a_minor_version_and_not_a_major_one(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(LEVELS * 9)
    assert only(made.calibrate()).agreement.units == 36

    made.write("rubrics/tone.yaml", tone("2.0", anchor="cruel"))
    (people,) = made.calibrate().people
    assert people.units == 0


def test_verdicts_of_another_fingerprint_do_not_count_and_are_said(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))

    found = only(made.calibrate())
    assert (found.agreement.units, found.agreement.outdated) == (0, 36)


def test_a_newer_withdrawn_verdict_takes_the_old_one_back(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    made.judge(["withdrawn"] * 4)

    assert only(made.calibrate()).agreement.units == 32


def test_errors_are_counted_and_are_in_no_mean(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 8)
    made.judge([*LEVELS * 7, *["error"] * 4])

    found = only(made.calibrate()).agreement

    assert (found.units, found.errors.count, found.errors.of) == (28, 4, 32)
    assert found.bias.value == 0
    assert found.errors.first == ("t028", "2.5 is not a level of 1-4")


def test_criteria_are_units_of_their_own_and_go_by_transcript(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.write(
        "rubrics/criteria.yaml",
        'dimension: criteria\nversion: "1.0"\nquestion: Is the criterion met?\nscale: nominal\n'
        "anchors: {'no': not met, 'yes': met}\npass_levels: ['yes']\n",
    )
    for criterion, levels in (("refund", ["yes", "no"] * 15), ("greeting", ["no", "yes"] * 15)):
        made.label(levels, dimension="criteria", criterion=criterion)
        made.judge(levels, dimension="criteria", criterion=criterion)

    found = only(made.calibrate(split="all")).agreement

    assert (found.units, found.cases) == (60, 30)
    assert found.kappa_primary.value == 1


def test_trials_of_one_case_are_one_case(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    lines = [
        json.dumps({"id": f"t{i:03}", "turns": [TURN], "case": f"case {i // 3}", "trial": i % 3})
        for i in range(36)
    ]
    made.write("transcripts/trials.jsonl", "\n".join(lines) + "\n")

    found = only(made.calibrate()).agreement

    assert (found.units, found.cases) == (36, 12)


def test_labels_without_any_verdict_show_people_among_themselves(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 8)
    made.label(close(LEVELS * 8), labeller="ben")

    found = made.calibrate()

    (people,) = found.people
    assert found.measured == ()
    assert (people.units, people.labellers, len(people.pairs)) == (32, ("ann", "ben"), 1)
    assert people.kappa.value is not None


def test_verdicts_without_any_label_are_no_crash(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.judge(LEVELS * 8)

    found = made.calibrate()

    assert (found.measured, found.people[0].units) == ((), 0)


def test_labels_that_carry_no_level_are_no_crash(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=tone(not_applicable="nothing was said"))
    made.label(["not_applicable", "cannot_tell"] * 15)
    made.judge(LEVELS * 5)

    for split in ("development", "all"):
        found = made.calibrate(split=split)
        assert all(one.agreement.units == 0 for one in found.measured)
    assert only(found).agreement.not_applicable == 15
    assert only(found).agreement.cannot_tell == 15


def test_a_workspace_without_ratings_has_nothing_to_show(tmp_path: Path) -> None:
    found = desk(tmp_path).calibrate()

    assert (found.people, found.measured) == ((), ())


def test_what_was_asked_for_and_is_not_there_is_named(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    nearest = r"known: 'strict'\. Did you mean 'strict'\?"
    with pytest.raises(DataError, match=rf"judge 'strit': is not in judges\.yaml; {nearest}"):
        made.calibrate(asked=_asked(judges=("strit",)))
    nearest = r"known: 'tone'\. Did you mean 'tone'\?$"
    with pytest.raises(DataError, match=rf"dimension 'Ton': has no rubric; {nearest}"):
        made.calibrate(asked=_asked(dimensions=("Ton",)))
    with pytest.raises(DataError, match=r"dimension 'wit': has no rubric; known: 'tone'\.$"):
        made.calibrate(asked=_asked(dimensions=("wit",)))


def _asked(**fields: Any) -> Any:
    from workbench.workflows.bench import Asked

    return Asked(**fields)


def test_only_the_judge_asked_for_is_shown_and_looked_at(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=TWO)
    made.label(LEVELS * 9)
    for judge in ("strict", "mild"):
        made.judge(close(LEVELS * 9), judge=judge)

    found = made.calibrate(asked=_asked(judges=("mild",)))

    assert [one.agreement.judge for one in found.measured] == ["mild"]
    assert [look.judge for look in made.looks()] == ["mild"]


def test_verify_says_that_other_implementations_agree(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.label(close([1, 2, 3, 4] * 9, every=5), labeller="ben")

    checked = made.calibrate(verify=True).checked

    assert checked is not None
    assert checked.largest_difference < 1e-9
    assert made.calibrate().checked is None


def test_explain_shows_the_largest_disagreement_in_peoples_own_words(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4])
    made.label([1], first=4, note="He swears.", evidence=(2, 3))
    made.judge([2, 2, 3, 4])
    made.judge([4], first=4, justification="Friendly throughout.")

    example = only(made.calibrate(explain=True)).example

    assert example is not None
    assert example.transcript == "t004"
    assert example.labels == (("ann", "1", "He swears.", (2, 3)),)
    assert example.verdict == ("4", "Friendly throughout.")


def test_slices_go_by_a_field_of_the_transcripts(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    lines = [
        json.dumps({"id": f"t{i:03}", "turns": [TURN], "metadata": {"channel": "ab"[i % 2]}})
        for i in range(30)
    ]
    made.write("transcripts/c.jsonl", "\n".join(lines) + "\n")

    parts = only(made.calibrate(by="channel")).slices

    assert [(part.value, part.units) for part in parts] == [("a", 15), ("b", 15), (None, 6)]
    assert [part.kappa is None for part in parts] == [False, False, True]
