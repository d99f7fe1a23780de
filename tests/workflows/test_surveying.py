"""Survey: measured once for what the files hold, and nothing is drawn unasked."""

import os
from pathlib import Path

from tests.workflows.building import close, desk, filled, tone
from workbench.workflows.surveying import Early, Survey, stamp, survey

LEVELS = [1, 2, 3, 4]


def surveyed(root: Path) -> Survey:
    """Survey the development side of a filled workspace."""
    made = filled(root)
    return survey(root, "development", now=made.now())


def test_every_judge_is_measured_and_told_what_it_lacks(tmp_path: Path) -> None:
    found = surveyed(tmp_path)

    one = found.measured("tone", "strict")
    assert one is not None
    assert one.agreement.units == 50
    assert found.plan is not None
    assert [judge.judge for judge in found.plan.dimensions[0].judges] == ["strict"]
    assert (found.early, found.both, found.looks_recorded) == ((), frozenset(), 0)


def test_every_step_of_the_measuring_is_told(tmp_path: Path) -> None:
    made = filled(tmp_path)
    steps: list[tuple[str, int, int]] = []

    survey(
        tmp_path,
        "development",
        now=made.now(),
        progress=lambda step, done, of: steps.append((step, done, of)),
    )

    assert steps == [
        ("reading labels", 0, 0),
        ("measuring", 0, 1),
        ("what each judge lacks", 0, 0),
    ]


def test_a_judge_that_is_not_there_was_not_measured(tmp_path: Path) -> None:
    assert surveyed(tmp_path).measured("tone", "nobody") is None


def test_the_stamp_holds_until_a_file_changes(tmp_path: Path) -> None:
    made = filled(tmp_path)
    found = survey(tmp_path, "development", now=made.now())
    assert stamp(tmp_path) == found.stamp

    made.label([3], labeller="ben")

    assert stamp(tmp_path) != found.stamp


def test_what_measuring_writes_itself_does_not_make_it_out_of_date(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    found = survey(tmp_path, "development", now=made.now(), first=("tone",))

    assert found.looks_recorded == 1
    assert stamp(tmp_path) == found.stamp


def test_a_look_that_somebody_else_takes_makes_it_out_of_date(tmp_path: Path) -> None:
    made = filled(tmp_path)
    found = survey(tmp_path, "development", now=made.now())

    made.calibrate(split="all")

    assert stamp(tmp_path) != found.stamp


def test_a_template_and_a_rubric_are_part_of_the_stamp(tmp_path: Path) -> None:
    made = desk(tmp_path, judges="judges:\n  strict: {model: some/model, prompt: ask.txt}\n")
    made.write("ask.txt", "Rate.")
    before = stamp(tmp_path)

    made.write("ask.txt", "Rate it.")
    between = stamp(tmp_path)
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))

    assert len({before, between, stamp(tmp_path)}) == 3


def test_no_side_is_drawn_unasked_while_labels_are_few(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    found = survey(tmp_path, "development", now=made.now())

    assert found.early == (Early(dimension="tone", labelled=36),)
    assert (found.calibration, found.plan, found.labelled) == (None, None, True)
    assert not (tmp_path / "record").exists()


def test_a_first_look_that_is_asked_for_is_taken_and_said(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)

    found = survey(tmp_path, "development", now=made.now(), first=("tone",))

    assert (found.early, found.both) == ((), frozenset({"tone"}))
    assert found.looks_recorded == len(made.looks()) == 1


def test_after_its_first_look_a_dimension_is_measured_like_any_other(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()

    found = survey(tmp_path, "development", now=made.now())

    assert found.measured("tone", "strict") is not None
    assert (found.both, found.looks_recorded) == (frozenset({"tone"}), 0)


def test_a_new_variant_on_both_sides_counts(tmp_path: Path) -> None:
    made = filled(tmp_path, 36, judges="judges:\n  strict: {model: a/b}\n  mild: {model: c/d}\n")
    made.calibrate()
    made.judge(close(LEVELS * 9), judge="mild")

    found = survey(tmp_path, "development", now=made.now())

    mild = found.measured("tone", "mild")
    assert mild is not None
    assert (found.looks_recorded, mild.agreement.variants) == (1, 2)


def test_both_sides_are_looked_at_only_where_they_are_asked_for(tmp_path: Path) -> None:
    made = filled(tmp_path)

    survey(tmp_path, "development", now=made.now())
    assert made.looks() == ()

    found = survey(tmp_path, "all", now=made.now())
    assert (found.looks_recorded, found.split) == (1, "all")


def test_a_workspace_without_labels_has_nothing_to_show(tmp_path: Path) -> None:
    made = desk(tmp_path)

    found = survey(tmp_path, "development", now=made.now())

    assert (found.calibration, found.labelled, found.early) == (None, False, ())


def test_verdicts_without_labels_are_no_labels(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.judge(LEVELS)

    assert not survey(tmp_path, "development", now=made.now()).labelled


def test_a_file_rewritten_within_one_tick_is_told_by_its_size(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "labels" / "ann.jsonl"
    before, stat = stamp(tmp_path), path.stat()

    path.write_bytes(path.read_bytes() + b"\n")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    assert stamp(tmp_path) != before
