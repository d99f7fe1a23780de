"""Panels: what their members' verdicts come to, kept up to date, and certified in its own right."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.judges.loopback import Loopback, says
from tests.workflows.building import Desk, Said, close, codes, desk, only, tone
from tests.workflows.questioning import (
    asking,
    conversations,
    entries,
    judges_text,
    levelled,
    lines,
    office,
)
from workbench.domain.flag import Flag
from workbench.domain.rating import Verdict
from workbench.store.journal import read_journal
from workbench.workflows.askable import askable_rubrics
from workbench.workflows.bench import Bench
from workbench.workflows.convening import Convened, convene

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own

MEMBERS = ("a", "b", "c")


def panel_text(rule: str = "quorum: 2", **models: str) -> str:
    entry = "".join(f"  {name}: {{model: some/{models.get(name, name)}}}\n" for name in MEMBERS)
    return f"judges:\n{entry}panels:\n  careful: {{members: [a, b, c], {rule}}}\n"


def table(root: Path, *members: Sequence[Said], **fields: Any) -> Desk:
    """Make a workspace in which three members have said what they say of t000, t001, ..."""
    made = desk(root, judges=panel_text(), **fields)
    for name, said in zip(MEMBERS, members, strict=False):
        made.judge(said, judge=name)
    return made


def convened(made: Desk) -> Convened:
    bench = Bench(made.root)
    (found,) = convene(bench, ["careful"], askable_rubrics(bench, ()), clock=made.now)
    return found


def said(made: Desk) -> dict[str, tuple[str, object]]:
    """Return what the panel says of every transcript: the newest line counts."""
    found: dict[str, Verdict] = {}
    for one in sorted(lines(made, "careful"), key=lambda one: (one.at, one.id)):
        found[one.transcript] = one
    return {name: (one.status, one.level) for name, one in found.items()}


def test_two_of_three_make_the_level(tmp_path: Path) -> None:
    made = table(tmp_path, [3, 3, 3], [3, 4, "error"], [1, 4, 3])

    found = convened(made)

    assert said(made) == {"t000": ("rated", 3), "t001": ("rated", 4), "t002": ("rated", 3)}
    assert (found.new, found.already, found.no_majority, found.waiting) == (3, 0, 0, 0)
    assert found.disagreements == 2


def test_people_are_told_once_where_members_part(tmp_path: Path) -> None:
    made = table(tmp_path, [3, 3, 1], [3, 4, 2], [3, 4, 3])

    convened(made)
    convened(made)

    queue = read_journal(tmp_path / "record" / "queue.jsonl", Flag).entries
    assert [(one.transcript, one.reason) for one in queue] == [
        ("t001", "disagreement"),
        ("t002", "no_majority"),
    ]


def test_without_a_majority_there_is_no_level(tmp_path: Path) -> None:
    made = table(tmp_path, [1, 1], [2, 2], [3, "error"])

    found = convened(made)

    assert set(said(made).values()) == {("no_majority", None)}
    assert (found.no_majority, found.disagreements) == (2, 2)


def test_without_a_quorum_it_is_an_error_and_not_the_survivor_s_level(tmp_path: Path) -> None:
    made = table(tmp_path, [3], ["error"], ["error"])

    convened(made)

    (one,) = lines(made, "careful")
    assert (one.status, one.level) == ("error", None)
    assert one.error is not None
    assert one.error.kind == "quorum"
    assert "1 of 3 members voted, the quorum is 2" in one.error.message


def test_a_second_time_nothing_is_written(tmp_path: Path) -> None:
    made = table(tmp_path, [3, 1, 3], [3, 2, "error"], [3, 3, "error"])
    convened(made)

    found = convened(made)

    assert (found.new, found.already) == (0, 3)
    assert len(lines(made, "careful")) == 3


def test_a_member_that_was_not_asked_yet_is_waited_for(tmp_path: Path) -> None:
    made = table(tmp_path, [3, 3], [3, 3], [3])

    assert (convened(made).new, convened(made).waiting) == (1, 1)

    made.judge([3], judge="c", first=1)

    assert (convened(made).new, convened(made).waiting) == (1, 0)


def test_a_member_s_newer_verdict_is_heard(tmp_path: Path) -> None:
    made = table(tmp_path, [3], ["error"], ["error"])
    convened(made)

    made.judge([3], judge="b")
    found = convened(made)

    assert (found.new, found.already) == (1, 0)
    assert said(made) == {"t000": ("rated", 3)}
    assert len({one.id for one in lines(made, "careful")}) == 2


def test_members_that_read_different_texts_are_not_put_together(tmp_path: Path) -> None:
    made = table(tmp_path)
    old, new = "a" * 64, "b" * 64
    made.judge([3], judge="a", transcript_digest=new)
    made.judge([3], judge="b", transcript_digest=old)
    made.judge([3], judge="c", transcript_digest=old)

    assert (convened(made).new, convened(made).waiting) == (0, 1)

    made.judge([4], judge="b", transcript_digest=new)
    made.judge([4], judge="c", transcript_digest=new)
    convened(made)

    assert said(made) == {"t000": ("rated", 4)}
    assert lines(made, "careful")[0].transcript_digest == new


def test_a_changed_rule_is_another_panel_on_the_same_verdicts(tmp_path: Path) -> None:
    made = table(tmp_path, [3], [3], ["error"])
    convened(made)

    made.write("judges.yaml", panel_text("quorum: 3"))
    found = convened(made)

    first, second = lines(made, "careful")
    assert (found.new, first.level, second.status) == (1, 3, "error")
    assert first.judge_digest != second.judge_digest
    assert first.id != second.id


def test_a_changed_member_has_to_be_asked_before_the_panel_speaks(tmp_path: Path) -> None:
    made = table(tmp_path, [3], [3], [3])
    convened(made)
    before = Bench(made.root).fingerprint("careful", "tone")

    made.write("judges.yaml", panel_text(c="other"))

    assert Bench(made.root).fingerprint("careful", "tone") != before
    assert convened(made).waiting == 1
    made.judge([1], judge="c")
    assert (convened(made).new, convened(made).new) == (1, 0)
    assert {one.judge_digest for one in lines(made, "careful")} > {before}


def test_the_cost_of_a_panel_is_its_members_and_unknown_with_any_of_theirs(tmp_path: Path) -> None:
    made = table(tmp_path)
    for name in MEMBERS:
        made.judge([3], judge=name, cost_usd=0.25)
    made.judge([3], judge="a", first=1, cost_usd=0.25)
    made.judge([3], judge="b", first=1)
    made.judge([3], judge="c", first=1, cost_usd=0.25)

    convened(made)

    assert [one.cost_usd for one in lines(made, "careful")] == [0.75, None]


def test_the_share_without_a_majority_is_shown_and_has_its_limit(tmp_path: Path) -> None:
    levels = [1, 2, 3, 4] * 10
    second = [2 if level == 1 else level for level in levels]
    third = [3 if level == 1 else level for level in levels]
    made = table(tmp_path, levels, second, third)
    made.label(levels)

    convened(made)
    one = only(made.certify(judges=("careful",)), "careful")

    assert one.agreement.no_majority == 6  # a quarter of the 24 on the test side
    assert one.status == "untrusted"
    assert "no_majority" in codes(one)


def test_a_panel_is_certified_in_its_own_right_where_the_risk_is_high(tmp_path: Path) -> None:
    levels = [1, 2, 3, 4] * 25
    made = table(tmp_path, close(levels), close(levels), close(levels), rubric=tone(risk="high"))
    made.label(levels)
    convened(made)

    found = made.certify()

    statuses = {one.agreement.judge: one.status for one in found.measured}
    assert statuses["careful"] == "trusted"
    assert made.certificate("careful").judge_digest == Bench(made.root).fingerprint(
        "careful", "tone"
    )
    made.write("judges.yaml", panel_text(c="other"))
    made.judge(close(levels), judge="c")
    convened(made)
    again = only(made.calibrate(), "careful")
    assert (again.status, codes(again)[0]) == ("stale", "judge_changed")


def test_members_are_asked_independently_and_the_panel_follows(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=0)
    made.write(
        "judges.yaml",
        judges_text(entries(loopback, *MEMBERS), careful={"members": list(MEMBERS)}),
    )
    conversations(made, 3)
    loopback.plan("<t001>", levelled(1), model="a")
    loopback.plan("<t001>", levelled(2), model="b")
    loopback.plan("<t002>", says("", finish_reason="stop"), model="a")
    loopback.plan("<t002>", says("", finish_reason="stop"), model="b")

    found = asking(made, "careful")

    assert found.models is not None
    assert found.models.new == {"a": 3, "b": 3, "c": 3}
    assert [one.new for one in found.panels] == [3]
    assert said(made) == {
        "t000": ("rated", 3),
        "t001": ("no_majority", None),
        "t002": ("error", None),
    }
    prompts = {asked.prompt for asked in loopback.asked}
    assert len(prompts) == 3
    assert asking(made, "careful").panels[0].already == 3
    assert len(loopback.asked) == 9
