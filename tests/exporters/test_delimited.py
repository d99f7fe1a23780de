"""CSV that other programs read back cell by cell, and that no spreadsheet runs."""

import csv
import io

from workbench.exporters.delimited import csv_bytes
from workbench.exporters.sheet import Cell, Column, Sheet


def written(*rows: tuple[Cell, ...], names: tuple[str, ...] = ("note", "delta")) -> bytes:
    columns = tuple(Column(name=name, meaning="") for name in names)
    return csv_bytes(Sheet(name="s", about="", columns=columns, rows=rows))


def test_text_is_guarded_and_a_negative_number_stays_one() -> None:
    found = written(('=HYPERLINK("http://x.test")', -0.25), ("@SUM(1+1)", -1), ("\tx", None))

    assert found.decode("utf-8-sig").split("\r\n") == [
        "note,delta",
        '"\'=HYPERLINK(""http://x.test"")",-0.25',
        "'@SUM(1+1),-1",
        "'\tx,",
        "",
    ]


def test_a_heading_is_guarded_too() -> None:
    assert written(names=("=cmd", "b")).decode("utf-8-sig") == "'=cmd,b\r\n"


def test_it_begins_with_the_mark_that_spreadsheets_know_utf_8_by() -> None:
    assert written(("Zoë", None)).startswith(b"\xef\xbb\xbfnote,")


def test_commas_quotes_and_line_ends_stay_in_their_cell() -> None:
    notes = ['He said, "no"\nand left', "a\r\nb", "a\rb", "semi;colon", "'quoted'"]

    text = written(*((note, 1) for note in notes)).decode("utf-8-sig")

    read = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert [row[0] for row in read[1:]] == notes
