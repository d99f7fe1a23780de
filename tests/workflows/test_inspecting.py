"""Inspect: one cell of the trust table, down to the transcripts and what was said of them."""

import json
from pathlib import Path

import pytest

from tests.workflows.building import Desk, close, desk, filled, only, tone
from workbench.calibration.statistic import Reason
from workbench.errors import DataError
from workbench.workflows.bench import Asked
from workbench.workflows.covering import reveal
from workbench.workflows.flooring import ask_floors
from workbench.workflows.inspecting import Cell, Depth, inspect, rated

LEVELS = [1, 2, 3, 4]
STRICT = Cell(dimension="tone", judge="strict")
FLOOR = "judges:\n  strict: {model: some/model}\n  low: {baseline: majority}\n"


def transcripts(made: Desk, count: int, **fields: object) -> None:
    """Put conversations of one turn into the workspace, the channel of every other one chat."""
    lines = [
        json.dumps(
            {
                "id": f"t{number:03}",
                "turns": [{"index": 0, "role": "user", "content": f"Hello {number}."}],
                "metadata": {"channel": "chat" if number % 2 else "mail", "number": number},
                **fields,
            }
        )
        for number in range(count)
    ]
    made.write("transcripts/all.jsonl", "\n".join(lines) + "\n")


def opened(made: Desk, cell: Cell = STRICT) -> Depth:
    return inspect(made.root, cell, now=made.now())


def test_the_cells_name_the_transcripts_of_the_side_that_is_shown(tmp_path: Path) -> None:
    made = filled(tmp_path)
    measured = only(made.calibrate()).agreement

    found = opened(made)

    counts = {key: len(names) for key, names in found.places.cells.items()}
    assert counts == {
        (row, column): int(measured.confusion[row, column])
        for row in range(4)
        for column in range(4)
        if measured.confusion[row, column]
    }
    assert sum(counts.values()) == 50


def test_both_sides_show_all(tmp_path: Path) -> None:
    made = filled(tmp_path)

    found = opened(made, Cell(dimension="tone", judge="strict", split="all"))

    assert sum(len(names) for names in found.places.cells.values()) == 100
    assert found.looks_recorded == len(made.looks()) == 1
    assert [look.split for look in found.looks] == ["all"]


def test_the_development_side_leaves_no_trace(tmp_path: Path) -> None:
    made = filled(tmp_path)

    assert opened(made).looks_recorded == 0
    assert made.looks() == ()


def test_opening_what_calibrate_has_shown_is_no_new_look(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()

    found = opened(made)

    assert (found.looks_recorded, len(found.looks)) == (0, 1)


def test_a_judge_without_a_verdict_cannot_be_opened(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS)

    with pytest.raises(DataError, match="judge 'strict': has no verdict on a labelled transcript"):
        opened(made)


def test_a_dimension_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    made = filled(tmp_path)

    with pytest.raises(DataError, match="dimension 'manner': has no rubric"):
        opened(made, Cell(dimension="manner", judge="strict"))


def test_slices_are_of_the_field_that_was_asked_for(tmp_path: Path) -> None:
    made = filled(tmp_path)
    transcripts(made, 100)

    found = opened(made, Cell(dimension="tone", judge="strict", by="channel"))

    assert {part.value for part in found.slices} == {"chat", "mail"}
    assert sum(part.units for part in found.slices) == 50


def test_only_fields_that_part_the_transcripts_are_offered(tmp_path: Path) -> None:
    made = filled(tmp_path)
    transcripts(made, 100, agent={"name": "one agent"})

    assert opened(made).fields == ("channel",)


def test_hidden_repeats_are_set_against_first_labels_and_count_for_nothing_else(
    tmp_path: Path,
) -> None:
    made = filled(tmp_path)
    before = only(made.calibrate()).agreement.kappa_primary

    made.label([1, 2, 4, 4], repeat=1)
    made.label([4], repeat=1, after_reveal=True)

    (found,) = opened(made).retests
    # By hand: the third of 1, 2, 3, 4 came back as a 4; see test_retest for the kappa.
    assert (found.labeller, found.units) == ("ann", 4)
    assert found.kappa.value == pytest.approx(1 - 1 / 12)
    assert only(made.calibrate()).agreement.kappa_primary == before


def test_a_repeat_without_a_first_label_is_compared_with_nothing(tmp_path: Path) -> None:
    made = filled(tmp_path)

    made.label([1], first=200, repeat=1)

    assert opened(made).retests == ()


def test_without_repeats_there_is_no_test_retest(tmp_path: Path) -> None:
    assert opened(filled(tmp_path)).retests == ()


def test_history_holds_a_judge_under_every_text_that_it_answered_under(tmp_path: Path) -> None:
    made = filled(tmp_path)
    old = made.rubric.digest
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(LEVELS * 25)

    found = opened(made).history

    assert [(past.rubric_version, past.current, past.units) for past in found] == [
        ("1.0", False, 50),
        ("1.1", True, 50),
    ]
    first, second = found
    assert first.rubric_digest == old
    assert first.kappa is not None
    assert second.kappa is not None
    assert second.kappa.value == 1.0
    assert first.kappa.value is not None
    assert first.kappa.value < 1.0


def test_the_newest_of_the_history_is_what_calibrate_says(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.label([4, 3, 2, 1] * 25, labeller="ben")
    made.label([1] * 20, labeller="cleo", sampled="flagged")

    (past,) = opened(made).history

    assert past.kappa == only(made.calibrate()).agreement.kappa_primary


def test_a_rewritten_major_version_keeps_the_history_of_the_labels_before(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("2.0", anchor="cruel"))
    made.label(LEVELS * 25)
    made.judge(LEVELS * 25)

    old, new = opened(made).history

    assert (old.rubric_version, old.units) == ("1.0", 50)
    assert (new.rubric_version, new.units) == ("2.0", 50)


def test_history_spends_no_look_where_certify_reads_the_labels(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(LEVELS * 9)

    old, new = opened(made).history

    assert (old.kappa, old.units, old.verdicts) == (None, 0, 36)
    assert new.kappa is not None
    assert len({look.rubric_digest for look in made.looks()}) == 1


def test_history_shows_a_variant_that_was_looked_at(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(LEVELS * 9)

    old, _ = opened(made).history

    assert (old.units, old.verdicts) == (36, 36)


def test_history_leaves_the_test_side_closed(tmp_path: Path) -> None:
    made = filled(tmp_path)

    (past,) = opened(made).history

    assert (past.verdicts, past.units) == (100, 50)


def test_a_floor_has_no_history(tmp_path: Path) -> None:
    made = filled(tmp_path, judges=FLOOR)
    transcripts(made, 100)
    ask_floors(tmp_path, Asked(judges=("low",)), now=made.now())

    assert opened(made, Cell(dimension="tone", judge="low")).history == ()


def test_a_transcript_stands_with_labels_and_verdict_word_for_word(tmp_path: Path) -> None:
    made = filled(tmp_path)
    transcripts(made, 100)
    made.label([3], note="Dry but civil.", evidence=(0,), labeller="ben")
    made.judge([2], justification="Curt.", evidence=({"turn": 0, "quote": "Hello", "found": True},))
    fingerprint = only(made.calibrate()).agreement.fingerprint

    found = rated(tmp_path, STRICT, fingerprint, "t000", None)

    assert found.transcript is not None
    assert found.transcript.turns[0].content == "Hello 0."
    assert [(one.labeller, one.level, one.note) for one in found.labels] == [
        ("ann", 1, None),
        ("ben", 3, "Dry but civil."),
    ]
    (verdict,) = found.verdicts
    assert (verdict.level, verdict.justification) == (2, "Curt.")
    assert [cited.quote for cited in verdict.evidence] == ["Hello"]


def test_what_was_taken_back_or_does_not_count_is_not_shown(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.label(["withdrawn"])
    made.label([4], labeller="ben", after_reveal=True)
    made.label([4], labeller="cleo", repeat=1)
    made.judge(["withdrawn"])
    fingerprint = only(made.calibrate()).agreement.fingerprint

    found = rated(tmp_path, STRICT, fingerprint, "t000", None)

    assert (found.labels, found.verdicts) == ((), ())


def test_a_transcript_that_is_not_here_still_has_its_ratings(tmp_path: Path) -> None:
    made = filled(tmp_path)
    fingerprint = only(made.calibrate()).agreement.fingerprint

    found = rated(tmp_path, STRICT, fingerprint, "t000", None)

    assert found.transcript is None
    assert len(found.labels) == len(found.verdicts) == 1


def test_what_others_say_is_covered_for_a_labeller_who_has_not_said_yet(tmp_path: Path) -> None:
    made = filled(tmp_path)
    fingerprint = only(made.calibrate()).agreement.fingerprint

    def covered(asking: str | None, transcript: str = "t000") -> bool:
        return rated(tmp_path, STRICT, fingerprint, transcript, asking).covered

    assert [covered(None), covered("ann"), covered("ben")] == [False, False, True]
    reveal(tmp_path, "t000", "ben", now=made.now())
    assert [covered("ben"), covered("ben", "t001"), covered("cleo")] == [False, True, True]


def test_errors_name_their_transcripts_by_kind(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([*close(LEVELS * 24), *["error"] * 4])

    found = opened(made, Cell(dimension="tone", judge="strict", split="all"))

    assert found.places.errors == {"fractional": ("t096", "t097", "t098", "t099")}


def test_bias_is_told_level_by_level(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4] * 25)
    made.judge([2, 2, 3, 3] * 25)

    levels = opened(made).levels

    assert [one.bias.value for one in levels] == [1.0, 0.0, 0.0, -1.0]
    assert sum(one.units for one in levels) == 50
    assert Reason.N_TOO_SMALL not in {one.bias.undefined for one in levels}
