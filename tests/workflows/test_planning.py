"""`plan` counts labels from what may be shown, and draws what to label next at random."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.store.build import put, transcript
from tests.workflows.building import Desk, close, desk, tone
from workbench.calibration.plan import labels_needed, observed_from
from workbench.domain.look import Draw
from workbench.errors import DataError
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Asked
from workbench.workflows.flooring import ask_floors as judge
from workbench.workflows.outlook import JudgePlan
from workbench.workflows.planning import DimensionPlan, Plan, plan

LEVELS = [1, 2, 3, 4]


def conversations(made: Desk, count: int, *, collection: str = "c", first: int = 0) -> None:
    names = [f"t{number:03}" for number in range(first, first + count)]
    put(Workspace(made.root), f"transcripts/{collection}.jsonl", [transcript(n) for n in names])


def planned(made: Desk, *, count: int | None = None, **asked: Sequence[str]) -> Plan:
    wanted = Asked(**{name: tuple(value) for name, value in asked.items()})
    return plan(made.root, wanted, now=made.now(), count=count)


def of(made: Desk, *, count: int | None = None) -> DimensionPlan:
    (found,) = planned(made, count=count).dimensions
    return found


def strict(made: Desk) -> JudgePlan:
    (found,) = of(made).judges
    return found


def contrary(size: int, *, tenths: Sequence[int] = (1,)) -> tuple[list[int], list[int]]:
    """Return labels, and levels of a judge that says the opposite at some of every ten."""
    labels = (LEVELS * size)[:size]
    return labels, [5 - one if n % 10 in tenths else one for n, one in enumerate(labels)]


def judged(root: Path, said: tuple[list[int], list[int]], **fields: str) -> Desk:
    made = desk(root, **fields)
    made.label(said[0])
    made.judge(said[1])
    return made


def draws(made: Desk) -> tuple[Draw, ...]:
    return read_journal(made.root / "record/splits.jsonl", Draw).entries


def test_before_any_label_the_first_look_takes_as_many_as_keep_a_test_side_apart(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    conversations(made, 60)

    found = of(made)

    assert (found.first_look, found.labelled, found.unlabelled, found.more) == (True, 0, 60, 40)
    assert len(found.next) == 40


def test_an_unlabelled_dimension_is_planned_where_it_is_named(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.write("rubrics/safety.yaml", tone().replace("dimension: tone", "dimension: safety"))
    made.label(LEVELS)

    named = planned(made, dimensions=["safety", "tone"]).dimensions

    assert [one.dimension for one in planned(made).dimensions] == ["tone"]
    assert [one.dimension for one in named] == ["safety", "tone"]


def test_a_dimension_without_a_rubric_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="dimension 'tune': has no rubric"):
        planned(desk(tmp_path), dimensions=["tune"])


def test_an_unknown_judge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"judge 'lax': is not in judges\.yaml"):
        planned(desk(tmp_path), judges=["lax"])


def test_below_20_it_says_how_many_are_missing_and_looks_at_nothing(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(12))

    found = strict(made)

    assert (found.outcome, found.more, found.side) == ("too_few", 8, None)
    assert made.looks() == ()


def test_too_few_labels_draw_no_sides(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(12))

    strict(made)

    assert draws(made) == ()


def test_a_judge_that_was_not_asked_about_the_labelled_is_to_be_asked_first(tmp_path: Path) -> None:
    made = judged(tmp_path, (LEVELS * 10, LEVELS))

    assert (strict(made).outcome, strict(made).rated) == ("ask", 4)


def test_a_judge_whose_verdicts_have_no_level_is_to_be_mended(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 10)
    made.judge(["error"] * 40)

    assert (strict(made).outcome, strict(made).rated) == ("unusable", 0)


def test_the_count_is_that_of_the_planner_on_the_development_side(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(100))

    found = strict(made)

    kappa = next(one.agreement for one in made.calibrate().measured).kappa_quadratic
    observed = observed_from(kappa, 50)
    assert observed is not None
    needed = labels_needed(observed, bar=0.4).needed
    assert needed is not None
    assert (found.outcome, found.side, found.variants) == ("label", "development", 1)
    assert found.more == needed - 50


def test_the_development_side_may_be_counted_from_without_a_look(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(100))

    assert planned(made).looks_recorded == 0
    assert made.looks() == ()


def test_what_the_judge_says_of_the_test_side_changes_no_count(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(100))
    before = strict(made)
    for name in draws(made)[0].test:
        made.judge([1], first=int(name[1:]))

    assert strict(made) == before


def test_on_side_both_counting_is_a_look_and_goes_on_the_record(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(24))

    found = planned(made)

    assert found.looks_recorded == 1
    assert [(look.command, look.judge, look.units) for look in made.looks()] == [
        ("plan", "strict", 24)
    ]
    assert made.calibrate().looks_recorded == 0
    assert planned(made).looks_recorded == 0


def test_what_calibrate_showed_already_is_no_new_look(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(24))
    made.calibrate()

    assert planned(made).looks_recorded == 0


def test_planning_again_gives_the_same_plan(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(24))
    conversations(made, 60)

    assert of(made) == of(made)


def test_figures_that_certify_showed_are_used_in_place_of_the_development_side(
    tmp_path: Path,
) -> None:
    made = judged(tmp_path, contrary(100))
    made.certify()

    assert strict(made).side == "test"


def test_enough_labels_are_said_to_be_enough(tmp_path: Path) -> None:
    labels = LEVELS * 25
    made = judged(tmp_path, (labels, close(labels)))

    found = of(made)

    assert (found.judges[0].outcome, found.judges[0].more, found.more) == ("enough", 0, 0)
    assert found.next == ()


def test_a_judge_that_reached_the_bar_lacks_nothing(tmp_path: Path) -> None:
    made = judged(tmp_path, (LEVELS * 25, close(LEVELS * 25)))
    made.certify()

    assert (strict(made).outcome, strict(made).side) == ("reached", "test")


def test_perfect_agreement_takes_20(tmp_path: Path) -> None:
    assert strict(judged(tmp_path, (LEVELS * 6, LEVELS * 6))).outcome == "enough"


@pytest.mark.parametrize("said", [[3] * 100, [5 - level for level in LEVELS * 25]])
def test_no_number_of_labels_helps_a_judge_that_is_constant_or_wrong(
    tmp_path: Path, said: list[int]
) -> None:
    found = strict(judged(tmp_path, (LEVELS * 25, said)))

    assert (found.outcome, found.more) == ("never", None)


def test_at_worst_no_number_will_do_where_kappa_may_be_below_its_bar(tmp_path: Path) -> None:
    found = strict(judged(tmp_path, contrary(24, tenths=(1, 4))))

    assert found.outcome == "label"
    assert found.fewest is not None
    assert found.most is None


def test_labels_of_one_level_give_nothing_to_count_from(tmp_path: Path) -> None:
    made = judged(tmp_path, ([3] * 30, [3] * 29 + [4]))
    conversations(made, 80)

    found = of(made)

    assert (found.judges[0].outcome, found.more) == ("unclear", 20)


def test_once_looked_at_the_labels_to_add_have_to_reach_the_bar_by_themselves(
    tmp_path: Path,
) -> None:
    # With 20 fresh ones certify reads those alone: 42 more would not make 66 with the first 24.
    made = judged(tmp_path, contrary(24))

    kappa = next(one.agreement for one in made.calibrate().measured).kappa_quadratic
    observed = observed_from(kappa, 24)

    assert observed is not None
    assert strict(made).more == labels_needed(observed, bar=0.4).needed == 66


def test_every_judge_that_certify_would_show_counts_in_k(tmp_path: Path) -> None:
    judges = "judges:\n  strict: {model: some/model}\n  lax: {model: other/model}\n"
    made = judged(tmp_path, contrary(100), judges=judges)
    made.judge(contrary(100, tenths=(2,))[1], judge="lax")

    assert [one.variants for one in of(made).judges] == [2, 2]


def test_floors_are_not_planned_for(tmp_path: Path) -> None:
    judges = "judges:\n  floor: {baseline: majority}\n"
    made = desk(tmp_path, judges=judges)
    made.label(LEVELS * 10)
    judge(tmp_path, Asked(), now=made.now())

    assert of(made).judges == ()


def test_only_what_nobody_labelled_is_drawn_while_there_is_any(tmp_path: Path) -> None:
    made = judged(tmp_path, contrary(24))
    conversations(made, 60)

    found = of(made, count=36)

    assert {one.transcript for one in found.next} == {f"t{n:03}" for n in range(24, 60)}


def test_what_lacks_a_second_labeller_comes_last(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 10)
    made.label([1, 2, 3, "cannot_tell"])
    made.label([1, 2], labeller="ben")

    found = of(made, count=100)

    assert [one.answers for one in found.next] == [0] * 6 + [1] * 2
    assert {one.transcript for one in found.next[6:]} == {"t002", "t003"}


def test_what_was_labelled_because_it_was_chosen_is_not_drawn(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 10)
    made.label([1, 2], sampled="chosen")

    assert {one.transcript for one in of(made).next} == {f"t{n:03}" for n in range(2, 10)}


def test_the_draw_is_reproducible_and_a_short_one_begins_a_long_one(tmp_path: Path) -> None:
    first, second = desk(tmp_path / "a"), desk(tmp_path / "b")
    conversations(first, 60)
    conversations(second, 30, first=30)
    conversations(second, 30)

    assert of(first, count=50).next == of(second, count=50).next
    assert of(first, count=50).next[:10] == of(first, count=10).next


def test_collections_are_drawn_from_in_proportion(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 60, collection="web")
    conversations(made, 20, collection="phone", first=60)

    drawn = [one.stratum for one in of(made, count=20).next]

    assert (drawn.count("web"), drawn.count("phone")) == (15, 5)


def test_labels_seen_before_the_text_was_written_ask_for_20_fresh_ones(tmp_path: Path) -> None:
    made = judged(tmp_path, (LEVELS * 6, close(LEVELS * 6)))
    conversations(made, 60)
    made.calibrate()
    made.write("rubrics/tone.yaml", tone("1.1", anchor="insulting"))
    made.judge(close(LEVELS * 6))

    found = of(made)

    assert found.labels_seen
    assert len(found.next) == found.more == 20
