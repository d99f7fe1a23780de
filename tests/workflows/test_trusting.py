"""trusted.json is believed only as far as the ledgers bear it out."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.building import NOON, STRICT, Desk, close, filled, only, tone
from tests.workflows.processes import workbench
from workbench.errors import DataError, GateError
from workbench.workflows.bench import Bench
from workbench.workflows.trusting import Standing, granted, standings

LEVELS = [1, 2, 3, 4]


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """A workspace in which one judge is trusted, on a test side of its own."""
    found = filled(tmp_path, 100)
    found.judge(close(LEVELS * 25), model_returned="model-1")
    found.certify()
    assert found.certificate().status == "trusted"
    return found


def standing(made: Desk) -> Standing:
    (one,) = standings(Bench(made.root))
    return one


def reason(made: Desk) -> str | None:
    """Return why the certificate is stale, None where it is not."""
    one = standing(made).certificate
    return one.reasons[0].code if one.status == "stale" else None


def on_test_side(made: Desk) -> int:
    """Return the number of a transcript of the test side."""
    splits = json.loads((made.root / "record" / "splits.jsonl").read_text(encoding="utf-8"))
    return int(splits["test"][0][1:])


def on_development_side(made: Desk) -> int:
    """Return the number of a transcript of the development side."""
    splits = json.loads((made.root / "record" / "splits.jsonl").read_text(encoding="utf-8"))
    return int(splits["development"][0][1:])


def test_an_untouched_certificate_is_granted(made: Desk) -> None:
    assert standing(made) == Standing(certificate=made.certificate(), decided="trusted")
    assert granted(Bench(made.root)) == [made.certificate()]


def test_without_a_certificate_nothing_is_granted(tmp_path: Path) -> None:
    filled(tmp_path, 100)

    assert granted(Bench(tmp_path)) == []


def test_new_labels_only_offer_renewal(made: Desk) -> None:
    made.label(LEVELS * 10, first=200)
    made.judge(close(LEVELS * 10), first=200, model_returned="model-1")
    made.label(LEVELS * 25, labeller="ben")

    assert reason(made) is None
    assert only(made.calibrate()).status == "trusted"
    assert len(granted(Bench(made.root))) == 1


def test_later_looks_and_sides_change_no_certificate(made: Desk) -> None:
    made.label(LEVELS * 10, first=200)
    made.write("judges.yaml", STRICT + "  mild: {model: some/other}\n")
    made.judge(close(LEVELS * 25), judge="mild")
    made.calibrate(split="all")

    assert standing(made).refused is None
    assert len(granted(Bench(made.root))) == 1


Change = Callable[[Desk], None]


def _correct(made: Desk) -> None:
    made.label([4 if on_test_side(made) % 4 == 0 else 1], first=on_test_side(made))


def _withdraw(made: Desk) -> None:
    made.label(["withdrawn"], first=on_test_side(made))


def _reword(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))


def _redefine(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone("2.0", anchor="cruel"))


def _redefine_without_new_text(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone("2.0"))


def _raise_risk(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone(risk="high"))


def _other_model(made: Desk) -> None:
    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))


def _other_prompt(made: Desk) -> None:
    made.write(
        "prompts/strict.md",
        "Be strict.\n{{question}}{{anchors}}{{not_applicable}}{{transcript}}{{format}}",
    )
    made.write("judges.yaml", "judges:\n  strict: {model: some/model, prompt: prompts/strict.md}\n")


def _no_judge(made: Desk) -> None:
    made.write("judges.yaml", "judges: {}\n")


def _other_answerer(made: Desk) -> None:
    made.judge([2], first=300, model_returned="model-2")


def _asked_again(made: Desk) -> None:
    made.judge([1], first=on_test_side(made), model_returned="model-1")


def _other_bars(made: Desk) -> None:
    made.write("workbench.yaml", "trust: {minimum_kappa: 0.7}\n")


def _backdated(made: Desk) -> None:
    made.label([1], labeller="ben", first=on_test_side(made), at=NOON)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_correct, "label_corrected"),
        (_withdraw, "label_corrected"),
        (_reword, "rubric_changed"),
        (_redefine, "rubric_changed"),
        (_redefine_without_new_text, "rubric_changed"),
        (_raise_risk, "risk_changed"),
        (_other_model, "judge_changed"),
        (_other_prompt, "judge_changed"),
        (_no_judge, "judge_changed"),
        (_other_answerer, "model_changed"),
        (_asked_again, "verdict_replaced"),
        (_other_bars, "policy_changed"),
        (_backdated, "labels_changed"),
    ],
)
def test_what_it_rests_on_makes_it_stale(made: Desk, change: Change, code: str) -> None:
    change(made)

    assert reason(made) == code
    with pytest.raises(GateError, match=r"tone, judge 'strict' is stale: .*certify` again"):
        granted(Bench(made.root))


def test_calibrate_shows_a_stale_certificate_with_its_reason(made: Desk) -> None:
    _withdraw(made)

    found = only(made.calibrate())

    assert found.status == "stale"
    assert found.decision is not None
    assert found.decision.reasons[0].code == "label_corrected"
    assert found.decision.next == "run `workbench certify` again"


def test_certifying_again_renews_a_stale_certificate(made: Desk) -> None:
    _withdraw(made)

    made.certify()

    assert reason(made) is None
    assert made.certificate().labels.count == 49


def test_a_correction_on_the_development_side_changes_nothing(made: Desk) -> None:
    made.label(["withdrawn"], first=on_development_side(made))
    made.judge([1], first=on_development_side(made), model_returned="model-1")

    assert reason(made) is None
    assert standing(made).refused is None


def test_guidance_and_a_minor_version_without_new_text_change_nothing(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone("1.1", guidance="Read it twice."))

    assert standing(made) == Standing(certificate=made.certificate(), decided="trusted")


def test_a_model_that_answered_elsewhere_before_is_no_change(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.judge(close(LEVELS * 25), model_returned="model-1")
    made.judge([2], first=300, model_returned="model-0")

    made.certify()

    assert reason(made) is None


def test_verdicts_of_another_fingerprint_do_not_shift_the_k_of_others(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    two = STRICT + "  mild: {model: some/other}\n"
    for judges in (two, two.replace("some/other", "some/newer")):
        made.write("judges.yaml", judges)
        made.judge(close(LEVELS * 9), judge="mild")
    made.certify()
    assert made.certificate().variants_tried == 2

    made.write("judges.yaml", two)

    by_judge = {one.certificate.judge: one for one in standings(Bench(tmp_path))}
    assert by_judge["strict"].refused is None
    assert by_judge["strict"].certificate.status == "trusted"
    assert by_judge["mild"].certificate.status == "stale"


Edit = Callable[[dict[str, Any]], None]


def edited(made: Desk, change: Edit) -> None:
    """Change the certificate by hand."""
    path = made.root / "trusted.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document["certificates"][0])
    path.write_text(json.dumps(document), encoding="utf-8")


def _figure(one: dict[str, Any]) -> None:
    one["figures"]["kappa_quadratic"]["value"] = 0.99


def _not_a_number(one: dict[str, Any]) -> None:
    one["figures"]["kappa_quadratic"]["value"] = float("nan")


def _no_figure(one: dict[str, Any]) -> None:
    del one["figures"]["kappa_quadratic"]


def _claim(one: dict[str, Any]) -> None:
    one["claim"] = "as good as any person"


def _k(one: dict[str, Any]) -> None:
    one["variants_tried"] = 7


def _date(one: dict[str, Any]) -> None:
    one["at"] = (NOON + timedelta(days=2)).isoformat()


def _count(one: dict[str, Any]) -> None:
    one["labels"]["count"] = 500


def _rounds(one: dict[str, Any]) -> None:
    one["labels"]["last_round"] = 9


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_figure, r"figures\.kappa_quadratic\.value says 0\.99, the ledgers give 0\."),
        (_not_a_number, r"figures\.kappa_quadratic\.value says None, the ledgers give 0\."),
        (_no_figure, r"figures\.kappa_quadratic says None, the ledgers give {'value'"),
        (_claim, r"claim says 'as good as any person', the ledgers give 'better than 0\.40"),
        (_k, r"variants_tried says 7, the ledgers give 1"),
        (_count, r"labels\.count says 500, the ledgers give 50"),
        (_rounds, r"labels\.last_round says 9, the ledgers give 1"),
    ],
)
def test_an_edited_certificate_is_refused_with_the_reason(
    made: Desk, change: Edit, said: str
) -> None:
    edited(made, change)

    with pytest.raises(GateError, match=rf"tone, judge 'strict': {said}.*certify` again"):
        granted(Bench(made.root))
    found = made.calibrate()
    assert only(found).status != "trusted"
    assert re.search(said, found.remarks[0])


def test_a_date_moved_by_hand_is_never_believed(made: Desk) -> None:
    _withdraw(made)
    edited(made, _date)

    with pytest.raises(GateError):
        granted(Bench(made.root))


def test_a_status_that_was_never_granted_is_refused(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.judge([4, 3, 2, 1] * 25)
    made.certify()
    assert made.certificate().status == "untrusted"
    assert granted(Bench(tmp_path)) == []

    edited(made, lambda one: one.update(status="trusted"))

    with pytest.raises(GateError, match="status says 'trusted', the ledgers give 'untrusted'"):
        granted(Bench(tmp_path))
    found = made.calibrate()
    assert only(found).status == "untrusted"
    assert "status says 'trusted'" in found.remarks[0]


def test_looks_that_were_deleted_are_missed(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()
    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))
    made.judge(close(LEVELS * 9))
    made.certify()
    assert made.certificate().variants_tried == 2

    made.write("record/looks.jsonl", "")

    with pytest.raises(GateError, match="says"):
        granted(Bench(tmp_path))


def test_labels_that_were_deleted_are_missed(made: Desk) -> None:
    made.write("labels/ann.jsonl", "")

    with pytest.raises(GateError):
        granted(Bench(made.root))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file: Invalid JSON"),
        ("{", "the file: Invalid JSON"),
        ("[]", "the file: "),
        ("{}", "schema: Field required"),
        ('{"schema": "workbench.trusted/2"}', "schema: "),
        ("\xff", "the file: Invalid JSON"),
    ],
)
def test_a_file_that_is_no_certificate_file_is_one_sentence(
    made: Desk, text: str, said: str
) -> None:
    (made.root / "trusted.json").write_bytes(text.encode("latin-1"))

    with pytest.raises(DataError, match=rf"trusted\.json: {said}.*delete it and run `workbench"):
        standings(Bench(made.root))
    done = workbench("-C", str(made.root), "calibrate")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_calibrate_tells_a_refused_certificate_on_stderr(made: Desk) -> None:
    edited(made, _claim)

    done = workbench("-C", str(made.root), "calibrate", "--json")

    assert done.returncode == 0
    assert done.stderr.startswith("refused: trusted.json: tone, judge 'strict': claim says")
    document = json.loads(done.stdout)
    assert document["agreements"][0]["status"] == "insufficient"
    assert document["stamp"]["remarks"][0].startswith("trusted.json: tone")
