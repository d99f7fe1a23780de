"""A judge that grades its own model or family is told wherever its figures show."""

from tests.calibration.evidences import evidence
from workbench.calibration.summary import agreement
from workbench.calibration.trust import decide
from workbench.domain.judge import Judges
from workbench.domain.policy import Trust
from workbench.workflows.relations import with_relations

LEVELS = [1, 2, 3, 4] * 6
AGENTS = {f"t{unit:04}": "vendor-small" if unit < 10 else "other" for unit in range(24)}
STRICT = {"strict": {"model": "some/vendor-large", "family": "vendor"}}


def codes(judges: Judges) -> list[str]:
    found = with_relations(evidence([LEVELS], LEVELS), judges, AGENTS)
    measured = agreement(found, "strict", split="test", variants=1)
    return [reason.code for reason in decide(measured, Trust()).reasons]


def test_the_relation_is_a_reason_beside_the_figure() -> None:
    judges = Judges.model_validate({"judges": STRICT})

    found = with_relations(evidence([LEVELS], LEVELS), judges, AGENTS)

    assert agreement(found, "strict", split="test", variants=1).related == 10
    assert "not_independent" in codes(judges)


def test_an_unrelated_judge_draws_no_caution() -> None:
    judges = Judges.model_validate({"judges": {"strict": {"model": "some/thing"}}})

    assert "not_independent" not in codes(judges)


def test_a_panel_is_related_where_a_member_is() -> None:
    judges = Judges.model_validate(
        {
            "judges": {"a": STRICT["strict"], "b": {"model": "some/thing"}},
            "panels": {"strict": {"members": ["a", "b"]}},
        }
    )

    assert "not_independent" in codes(judges)
