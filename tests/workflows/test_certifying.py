"""Certify: opens the test side on the record, and is the only thing that grants trust."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.calibration.evidences import evidence
from tests.workflows.building import STRICT, close, codes, desk, filled, only, tone
from workbench.calibration.evidence import Evidence
from workbench.calibration.tables import Levels, Ratings
from workbench.cli.main import cli
from workbench.errors import GateError
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.crosschecking import crosschecked
from workbench.workflows.flooring import ask_floors as ask
from workbench.workflows.trusting import granted

LEVELS = [1, 2, 3, 4]
THREE = (
    "judges:\n  strict: {model: some/model}\n  mild: {model: some/other}\n"
    "  third: {model: some/third}\n"
)
PANEL = THREE + "panels:\n  careful: {members: [strict, mild, third]}\n"
FLOOR = STRICT + "  floor: {baseline: majority}\n"


def test_certify_reads_the_test_side_and_puts_its_look_on_the_record(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    found = made.certify()

    (look,) = made.looks()
    assert found.looks_recorded == 1
    assert (look.command, look.split, look.units) == ("certify", "test", 50)
    assert only(found).status == "trusted"
    assert only(found).agreement.units == 50


def test_the_certificate_carries_its_proof(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    found = only(made.certify())

    one = made.certificate()

    assert one.status == "trusted"
    assert one.claim.startswith("better than 0.40 with 95 % confidence (0.")
    assert one.rubric_digest == made.rubric.digest
    assert one.judge_digest == Bench(tmp_path).fingerprint("strict", "tone")
    assert (one.labels.count, one.labels.first_round, one.labels.last_round) == (50, 1, 1)
    assert one.variants_tried == 1
    assert one.policy["minimum_kappa"] == 0.60
    assert one.checked.largest_difference < 1e-9
    assert one.figures["kappa_quadratic"]["value"] == found.agreement.kappa_quadratic.value
    assert any("corrected" in text for text in one.stale_when)


def test_certifying_twice_changes_no_status_and_makes_no_new_look(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=THREE)
    made.label(LEVELS * 25)
    made.judge(close(LEVELS * 25))
    made.judge(close(LEVELS * 25, every=2), judge="mild")
    made.judge([4, 3, 2, 1] * 25, judge="third")

    first, second = made.certify(), made.certify()

    assert (first.looks_recorded, second.looks_recorded) == (3, 0)
    told = [[(one.status, one.decision) for one in each.measured] for each in (first, second)]
    assert told[0] == told[1]
    assert [one.agreement.variants for one in second.measured] == [3, 3, 3]


def test_panels_count_in_k_and_floors_and_judges_without_a_level_do_not(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=PANEL.replace("panels", "  floor: {baseline: majority}\npanels"))
    made.label(LEVELS * 9)
    for judge in ("strict", "careful"):
        made.judge(close(LEVELS * 9), judge=judge)
    made.judge(["error"] * 36, judge="mild")

    found = made.certify()

    assert {one.agreement.judge: one.agreement.variants for one in found.measured} == {
        "careful": 2,
        "mild": 2,
        "strict": 2,
    }
    assert sorted(look.judge for look in made.looks()) == ["careful", "strict"]


def test_a_floor_is_shown_and_never_certified(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=FLOOR)
    made.label(LEVELS * 9)
    made.judge(close(LEVELS * 9))
    ask(tmp_path, Asked(judges=("floor",)), now=made.now())

    found = made.certify()

    assert only(found, "floor").status == "floor"
    assert only(found, "strict").agreement.variants == 1
    assert [one.judge for one in granted(Bench(tmp_path))] == ["strict"]


def test_every_variant_shown_on_the_labels_counts_in_k(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()

    for number in range(3):
        made.write("judges.yaml", STRICT.replace("some/model", f"some/model-{number}"))
        made.judge(close(LEVELS * 9))
        made.calibrate()

    assert only(made.certify()).agreement.variants == 4


def test_variants_shown_on_a_development_side_of_its_own_do_not_count(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.calibrate()

    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))
    made.judge(close(LEVELS * 25))
    made.calibrate()

    assert only(made.certify()).agreement.variants == 1


def test_a_text_rewritten_after_a_look_at_the_labels_is_told_in_the_claim(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(close(LEVELS * 9))

    found = only(made.certify())

    assert found.status == "trusted"
    assert codes(found)[0] == "labels_seen"
    assert "20 fresh ones make it clean" in made.certificate().claim
    assert found.agreement.variants == 2
    assert only(made.certify()).decision == found.decision


def test_a_text_rewritten_on_high_risk_needs_fresh_labels(tmp_path: Path) -> None:
    made = filled(tmp_path, 36, rubric=tone(risk="high"))
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting", risk="high"))
    made.judge(close(LEVELS * 9))

    found = only(made.certify())

    assert (found.status, codes(found)) == ("insufficient", ["labels_seen"])


def test_an_imported_date_does_not_make_a_text_older_than_the_look(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    early = made.now()
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(close(LEVELS * 9), at=early, source="scores.jsonl:1")

    assert "labels_seen" in codes(only(made.certify()))


def test_twenty_fresh_labels_make_the_claim_clean_and_k_starts_again(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(close(LEVELS * 9))
    made.calibrate()

    made.label(LEVELS * 6, first=100)
    made.judge(close(LEVELS * 6), first=100)

    found = only(made.certify())
    assert (found.status, codes(found)) == ("trusted", [])
    assert (found.agreement.units, found.agreement.variants) == (24, 1)
    assert made.looks()[-1].first_round == 2


def test_fewer_fresh_labels_are_read_with_the_seen_ones_and_k_goes_on(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()
    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))
    made.judge(close(LEVELS * 9))

    made.label(LEVELS * 4, first=100)
    made.judge(close(LEVELS * 4), first=100)

    found = only(made.certify())
    assert (found.agreement.units, found.agreement.variants) == (52, 2)


def test_certifying_one_judge_keeps_what_was_decided_of_the_others(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=THREE)
    made.label(LEVELS * 25)
    made.judge(close(LEVELS * 25))
    made.judge(close(LEVELS * 25), judge="mild")
    made.certify()
    before = made.certificate("mild")

    made.certify(judges=("strict",))

    assert made.certificate("mild") == before
    assert made.certificate("strict").at > before.at
    assert len(granted(Bench(tmp_path))) == 2


def test_a_judge_that_is_gone_leaves_no_certificate_behind(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=THREE)
    made.label(LEVELS * 25)
    for judge in ("strict", "mild"):
        made.judge(close(LEVELS * 25), judge=judge)
    made.certify()

    made.write("judges.yaml", STRICT)
    made.certify()

    assert [one.judge for one in granted(Bench(tmp_path))] == ["strict"]
    document = json.loads((tmp_path / "trusted.json").read_text(encoding="utf-8"))
    assert [one["judge"] for one in document["certificates"]] == ["strict"]


def test_bars_that_are_at_their_default_are_written_out(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, policy="trust: {minimum_lower_bound: 0.5}\n")
    made.certify()

    bars = made.certificate().policy

    assert (bars["minimum_lower_bound"], bars["minimum_transcripts"]) == (0.5, 20)
    assert bars["severe_misses"] == {"normal": 0.25, "high": 0.10}


@pytest.mark.parametrize(("table", "code"), [(LEVELS * 25, 0), ([4, 3, 2, 1] * 25, 3)])
def test_require_exits_with_three_where_the_dimension_is_not_trusted(
    tmp_path: Path, table: list[int], code: int
) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge(table)

    done = CliRunner().invoke(cli, ["-C", str(tmp_path), "certify", "--require", "tone"])

    assert done.exit_code == code
    assert ("not trusted, and required: tone" in done.stderr) == (code == 3)


def test_certify_exits_with_zero_whatever_it_granted(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([4, 3, 2, 1] * 25)

    done = CliRunner().invoke(cli, ["-C", str(tmp_path), "certify", "--json"])

    assert done.exit_code == 0
    (one,) = json.loads(done.stdout)["agreements"]
    assert one["status"] == "untrusted"
    assert one["next"].startswith("rewrite anchor")


def test_a_workspace_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    from tests.workflows.processes import workbench

    done = workbench("-C", str(tmp_path), "certify")

    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {tmp_path}: is no workspace")
    assert len(done.stderr.splitlines()) == 1


class _TwoFaced(Ratings):
    """Ratings whose judge says something else each time it is asked."""

    def __getattribute__(self, name: str) -> Any:
        if name == "judge":
            return next(_FACES)
        return super().__getattribute__(name)


class _TwoFacedEvidence(Evidence):
    """Evidence on which two implementations cannot agree."""

    def ratings(self, judge: str | None = None) -> Ratings:
        one = super().ratings(judge)
        if judge is None:
            return one
        return _TwoFaced(
            n_levels=one.n_levels,
            unit=one.unit,
            rater=one.rater,
            level=one.level,
            cluster=one.cluster,
            judge=one.judge,
        )


def _faces() -> Iterator[Levels]:
    rng = np.random.default_rng(1)
    while True:
        yield rng.integers(0, 4, 40).astype(np.int8)


_FACES = _faces()


def test_trust_is_refused_where_two_implementations_differ() -> None:
    sound = evidence([LEVELS * 10], close(LEVELS * 10))
    wrong = _TwoFacedEvidence(**{name: getattr(sound, name) for name in sound.__dataclass_fields__})

    assert crosschecked([sound]).largest_difference < 1e-9
    with pytest.raises(GateError, match=r"tone, judge 'strict': .* differ by .*: no trust is"):
        crosschecked([wrong])


def test_peoples_own_alpha_is_checked_where_no_judge_was_asked() -> None:
    alone = replace(evidence([LEVELS * 10, close(LEVELS * 10)], [None] * 40), judges={})

    assert crosschecked([alone]).largest_difference < 1e-9
