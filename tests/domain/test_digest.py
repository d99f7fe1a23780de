"""A digest stands for what a record was made under, and for nothing else."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.build import RUBRIC, transcript
from workbench.domain.digest import canonical, digest, shown
from workbench.domain.rubric import Rubric

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def test_canonical_json_has_sorted_keys_utf8_and_no_spaces() -> None:
    assert canonical({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'.encode()


def test_a_digest_is_sha_256_over_canonical_json() -> None:
    assert digest({"b": 1, "a": "é"}) == hashlib.sha256('{"a":"é","b":1}'.encode()).hexdigest()


def test_people_are_shown_twelve_digits() -> None:
    assert shown(digest(1)) == digest(1)[:12]


@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_the_order_of_keys_does_not_matter(value: dict[str, object]) -> None:
    assert digest(dict(reversed(value.items()))) == digest(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_json_has_no_word_for_has_no_digest(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        digest({"x": value})


@pytest.mark.parametrize(
    "change",
    [
        {"question": "Is it polite?"},
        {"anchors": {1: "rude", 2: "curt", 3: "polite", 4: "very warm"}},
        {"pass_at": 4},
        {"not_applicable": "Nobody speaks."},
        {"scale": "nominal"},
    ],
)
def test_a_rubric_of_another_text_has_another_digest(change: dict[str, object]) -> None:
    assert Rubric.model_validate(RUBRIC.model_dump() | change).digest != RUBRIC.digest


@pytest.mark.parametrize(
    "change", [{"guidance": "Read all."}, {"risk": "high"}, {"version": "2.0"}]
)
def test_guidance_risk_and_version_are_no_part_of_a_rubrics_digest(
    change: dict[str, object],
) -> None:
    assert Rubric.model_validate(RUBRIC.model_dump() | change).digest == RUBRIC.digest


def test_the_order_in_which_anchors_are_written_does_not_matter() -> None:
    assert RUBRIC.anchors is not None
    turned = dict(reversed(RUBRIC.anchors.items()))

    assert Rubric.model_validate(RUBRIC.model_dump() | {"anchors": turned}).digest == RUBRIC.digest


def test_what_nobody_reads_is_no_part_of_a_transcripts_digest() -> None:
    plain = transcript("t1")

    assert transcript("t1", metadata={"a": 1}, case="c", trial=2).digest == plain.digest
    assert transcript("t1", outcome="sent").digest != plain.digest
    assert transcript("t1", turns=5).digest != plain.digest
