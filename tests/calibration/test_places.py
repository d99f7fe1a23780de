"""Which transcripts stand behind a figure."""

from tests.calibration.evidences import evidence
from workbench.calibration.places import places


def test_a_transcript_stands_in_the_cell_of_every_label_it_has() -> None:
    found = places(evidence([[1, 2, 1], [3, None, 1]], [1, 4, 1]), "strict")

    assert found.cells == {(0, 0): ("t0000", "t0002"), (2, 0): ("t0000",), (1, 3): ("t0001",)}


def test_transcripts_without_a_level_of_the_judge_are_listed_by_what_it_gave() -> None:
    judge = ["error", "not_applicable", "no_majority", None, 2]

    found = places(evidence([[1, 2, 3, 4, 2]], judge), "strict")

    assert found.without_level == {
        "error": ("t0000",),
        "not_applicable": ("t0001",),
        "no_majority": ("t0002",),
        "no_verdict": ("t0003",),
    }
    assert found.errors == {"fractional": ("t0000",)}
    assert found.cells == {(1, 1): ("t0004",)}


def test_a_transcript_that_nobody_gave_a_level_is_in_no_list() -> None:
    found = places(evidence([[None, 1]], ["error", 1]), "strict")

    assert (found.without_level, found.errors) == ({}, {})
