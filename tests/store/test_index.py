"""The index says what the ledger says, however the ledger came to be what it is."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.build import label, minutes, transcript
from tests.store.place import NAME, Place
from tests.store.processes import python
from workbench.store import ledger

UPDATE = """
import sys
from pathlib import Path
from tests.store.place import Place
place = Place(Path(sys.argv[1]))
print([len(place.rows()) for _ in range(3)])
"""


def lines(*numbers: int) -> list[str]:
    return [label(transcript(f"t{n}"), id=f"l{n}", at=minutes(n)).line() for n in numbers]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path)
    ledger.append(made.ledger, lines(1, 2, 3))
    return made


def test_every_line_is_a_typed_row(place: Place) -> None:
    assert [(row[0], row[1], row[2]) for row in place.rows()] == [
        (1, "l1", "3"),
        (2, "l2", "3"),
        (3, "l3", "3"),
    ]


def test_an_append_adds_a_segment_and_leaves_the_others(place: Place) -> None:
    place.rows()
    before = place.segment_files()

    ledger.append(place.ledger, lines(4))

    assert len(place.rows()) == 4
    assert place.segment_files() > before


def test_many_appends_do_not_leave_many_segments(place: Place) -> None:
    for number in range(4, 24):
        ledger.append(place.ledger, lines(number))
        segments = place.indexed().segments

    assert len(segments) <= 8
    assert [row[0] for row in place.rows()] == list(range(1, 24))


def test_an_edited_prefix_is_read_anew(place: Place) -> None:
    place.rows()

    text = place.ledger.read_text(encoding="utf-8")
    place.ledger.write_text(text.replace('"l2"', '"m2"'), encoding="utf-8")

    assert [row[1] for row in place.rows()] == ["l1", "m2", "l3"]


def test_an_edit_that_leaves_the_size_is_seen_right_after_an_update(place: Place) -> None:
    for name in ("m2", "n2", "o2"):
        text = place.ledger.read_text(encoding="utf-8").splitlines(keepends=True)
        text[1] = lines(2)[0].replace('"l2"', f'"{name}"') + "\n"
        place.ledger.write_text("".join(text), encoding="utf-8")

        assert [row[1] for row in place.rows()] == ["l1", name, "l3"]


def test_a_shortened_ledger_is_read_anew(place: Place) -> None:
    place.rows()

    text = place.ledger.read_bytes()
    place.ledger.write_bytes(text[: text.index(b"\n") + 1])

    assert [row[1] for row in place.rows()] == ["l1"]


@pytest.mark.parametrize("what", ["index", "index/labels", "segment", "state", "state text"])
def test_what_is_under_the_scratch_folder_may_go_at_any_time(place: Place, what: str) -> None:
    expected = place.rows()
    folder = place.scratch / "index/labels"
    if what.startswith("index"):
        shutil.rmtree(place.scratch / what)
    elif what == "segment":
        next(folder.glob("*.parquet")).unlink()
    else:
        (state,) = folder.glob("*.json")
        if what == "state":
            state.unlink()
        else:
            state.write_text('{"form": 3', encoding="utf-8")

    assert place.rows() == expected


def test_a_last_line_without_its_end_counts_where_it_is_a_record(place: Place) -> None:
    with place.ledger.open("a", encoding="utf-8") as file:
        file.write(lines(4)[0])

    assert [row[1] for row in place.rows()] == ["l1", "l2", "l3", "l4"]
    assert place.faults() == []
    ledger.append(place.ledger, lines(5))
    assert [row[0] for row in place.rows()] == [1, 2, 3, 4, 5]


def test_a_torn_last_line_is_told_and_completed_later_counts(place: Place) -> None:
    whole = lines(4)[0]
    with place.ledger.open("a", encoding="utf-8") as file:
        file.write(whole[:40])
    assert place.faults() == [(4, "torn_line")]

    with place.ledger.open("a", encoding="utf-8") as file:
        file.write(whole[40:] + "\n")

    assert place.faults() == []
    assert len(place.rows()) == 4


def test_a_torn_line_stays_told_once_others_follow(place: Place) -> None:
    with place.ledger.open("a", encoding="utf-8") as file:
        file.write(lines(4)[0][:40])
    place.rows()

    ledger.append(place.ledger, lines(5))

    assert place.faults() == [(4, "malformed")]
    assert [row[0] for row in place.rows()] == [1, 2, 3, 5]


def test_a_last_line_that_is_whole_and_no_record_is_not_called_torn(place: Place) -> None:
    with place.ledger.open("a", encoding="utf-8") as file:
        file.write('{"id": "l4"}')

    assert place.faults() == [(4, "missing_key")]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b"{", "malformed", "not valid JSON"),
        (b"\xef\xbb\xbf{}", "malformed", "byte order mark"),
        (b'{"id":"\xe9"}', "bad_utf8", "0xE9 is not UTF-8"),
        (b'{"seconds":NaN}', "invalid_record", "NaN is no JSON number"),
        (b'{"id":1}', "invalid_record", "`id`: input should be a valid string, got 1"),
        (b"[]", "invalid_record", "object"),
        (b"\x00\x00", "malformed", "not valid JSON"),
    ],
)
def test_a_line_that_is_no_record_is_told_with_its_number(
    place: Place, line: bytes, code: str, says: str
) -> None:
    with place.ledger.open("ab") as file:
        file.write(line + b"\n\n")
    ledger.append(place.ledger, lines(6))

    (finding,) = place.indexed().findings

    assert (finding.file, finding.line, finding.code) == (NAME, 4, code)
    assert says in finding.message
    assert [row[0] for row in place.rows()] == [1, 2, 3, 6]


def test_numbers_beyond_the_engines_integers_are_a_finding_and_not_a_failure(place: Place) -> None:
    line = lines(4)[0]
    with place.ledger.open("a", encoding="utf-8") as file:
        file.write(line[:-1] + ',"evidence":[99999999999]}\n')
        file.write(line[:-1] + ',"repeat":99999999999}\n')

    assert place.faults() == [(4, "invalid_record"), (5, "invalid_record")]


@pytest.mark.parametrize("text", ["\u0000", "\u2028\u2029\x85", '"\\', "🎉é\u0301", "a\nb\r\nc"])
def test_any_text_in_a_note_comes_back_as_it_was(place: Place, text: str) -> None:
    ledger.append(place.ledger, [label(id="l4", note=text, at=minutes(4)).line()])

    assert place.rows()[-1][3] == text


def test_lines_of_very_different_lengths_are_indexed_together(place: Place) -> None:
    long = label(id="l4", note="x" * 5_000_000, at=minutes(4)).line()
    ledger.append(place.ledger, [long, *lines(5)])

    assert [row[0] for row in place.rows()] == [1, 2, 3, 4, 5]


def test_two_processes_that_update_at_once_agree(place: Place) -> None:
    ledger.append(place.ledger, lines(*range(4, 300)))

    both = [python(UPDATE, place.root) for _ in range(2)]

    assert [one.communicate() for one in both] == [("[299, 299, 299]\n", "")] * 2


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(1, 4)),
        st.tuples(
            st.just("raw"),
            st.sampled_from([b"{\n", b"\n", b"\xff\n", b'{"id":']),
        ),
        st.tuples(st.just("cut"), st.integers(1, 30)),
        st.tuples(st.just("update"), st.just(0)),
    ),
    max_size=8,
)


@settings(max_examples=15)
@given(steps=STEPS)
def test_an_index_kept_up_to_date_equals_one_built_anew(
    shared_place: Place, steps: list[tuple[str, int | bytes]]
) -> None:
    place, number = shared_place, 0
    place.ledger.parent.mkdir(exist_ok=True)
    place.ledger.write_bytes(b"")
    for step, value in steps:
        if isinstance(value, bytes):
            with place.ledger.open("ab") as file:
                file.write(value)
        elif step == "append":
            ledger.append(place.ledger, lines(*range(number, number + value)))
            number += value
        elif step == "cut":
            os.truncate(place.ledger, max(0, place.ledger.stat().st_size - value))
        else:
            place.rows()

    kept = place.rows(), place.faults()

    assert kept == place.rebuilt()


@pytest.fixture(scope="module")
def shared_place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("shared"))
