"""Every label line is read, and the ones that count are told apart."""

from datetime import UTC, datetime
from pathlib import Path

from tests.workflows.building import Desk, desk, tone
from workbench.store.label_lines import LabelLine, label_lines
from workbench.workflows.bench import Bench


def lines(made: Desk) -> list[LabelLine]:
    bench = Bench(made.root)
    return label_lines(bench.workspace, bench.ratings, bench.rubrics())


def counting(made: Desk) -> list[tuple[str, str, str | None]]:
    return [(line.labeller, line.status, line.level) for line in lines(made) if line.counts]


def test_a_line_says_all_that_the_label_says(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([3], note="=kind", evidence=(1, 0), seconds=4.5, sampled="flagged")

    (line,) = lines(made)

    assert (line.transcript, line.dimension, line.criterion) == ("t000", "tone", None)
    assert (line.labeller, line.status, line.level) == ("ann", "rated", "3")
    assert (line.note, line.evidence, line.seconds) == ("=kind", (1, 0), 4.5)
    assert (line.sampled, line.repeat, line.after_reveal) == ("flagged", 0, False)
    assert (line.rubric_version, line.counts, line.id) == ("1.0", True, "r000001")
    assert line.at == datetime(2026, 1, 1, 12, 1, tzinfo=UTC)


def test_of_a_correction_the_newest_counts_and_both_are_there(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1])
    made.label([4])

    assert [(line.level, line.counts) for line in lines(made)] == [("1", False), ("4", True)]


def test_what_was_taken_back_repeated_or_given_after_a_reveal_does_not_count(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    made.label([1], labeller="one")
    made.label(["withdrawn"], labeller="one")
    made.label([2], labeller="two")
    made.label([3], labeller="two", repeat=1)
    made.label([4], labeller="three", after_reveal=True)

    assert counting(made) == [("two", "rated", "2")]
    assert len(lines(made)) == 5


def test_labels_under_another_meaning_of_the_rubric_do_not_count(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1])
    made.write("rubrics/tone.yaml", tone("2.0", anchor="very rude"))
    made.label([2], labeller="bob")

    assert counting(made) == [("bob", "rated", "2")]


def test_a_line_that_a_merge_doubled_is_one(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1])
    ledger = made.root / "labels/ann.jsonl"
    ledger.write_bytes(ledger.read_bytes() * 2)

    assert len(lines(made)) == 1


def test_how_it_was_sampled_is_not_told_where_an_import_assumed_it(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1], sampled_assumed=True)

    assert lines(made)[0].sampled is None


def test_without_labels_there_is_no_line(tmp_path: Path) -> None:
    assert lines(desk(tmp_path)) == []
