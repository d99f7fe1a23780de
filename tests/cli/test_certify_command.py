"""`workbench certify --brief`: the table and who is trusted, for somebody who wants no reasons."""

from pathlib import Path

from tests.cli.commanding import ran
from tests.workflows.building import desk, filled


def test_who_is_trusted_stands_below_the_table_and_no_reasons_do(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, judges="judges: {strict: {recorded: true}, lax: {recorded: true}}")
    made.judge([4] * 100, judge="lax")

    brief = ran(tmp_path, "certify", "--brief")
    full = ran(tmp_path, "certify")

    assert (brief.code, full.code) == (0, 0)
    assert "untrusted   tone        lax" in brief.out
    assert "  tone, strict: trusted, better than 0.40" in brief.out
    assert "tone, lax: untrusted" in full.out
    assert "tone, lax: untrusted" not in brief.out
    assert "next: " in full.out
    assert "next: " not in brief.out
    assert "1 of 2 are trusted" in brief.err


def test_without_a_verdict_it_says_so(tmp_path: Path) -> None:
    desk(tmp_path).label([1, 2, 3, 4] * 10)

    brief = ran(tmp_path, "certify", "--brief")

    assert "No judge has a verdict on a labelled transcript yet." in brief.out
