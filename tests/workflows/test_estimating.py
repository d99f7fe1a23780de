"""What asking would take, and the exact prompt: both before anything is sent."""

import json
from pathlib import Path

import pytest

from tests.judges.loopback import Loopback
from tests.store.build import put
from tests.workflows.building import Desk, tone
from tests.workflows.questioning import PRICE, asking, conversation, conversations, office
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.docket import Wanted
from workbench.workflows.estimating import Estimate, estimate, shown

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def estimated(made: Desk) -> Estimate:
    (found,) = estimate(Bench(made.root), Wanted())
    return found


def telling(name: str, text: str) -> Transcript:
    """Return a conversation that begins with a text."""
    first, *others = conversation(name).turns
    said = first.changed(content=text)
    return conversation(name).changed(turns=(said, *others))


def test_calls_and_cost_are_told_and_nothing_is_sent(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=5, price=PRICE, parameters={"max_tokens": 20})

    before = estimated(made)
    assert loopback.asked == []
    asking(made)
    after = estimated(made)

    assert (before.calls, before.already) == (5, 0)
    assert before.cost_usd is not None
    characters = sum(
        len(message["content"]) for asked in loopback.asked for message in asked.body["messages"]
    )
    assert before.input_tokens == pytest.approx(characters / 3.5, rel=0.01)
    assert before.cost_usd == pytest.approx(
        (before.input_tokens * 1000 + 5 * 20 * 5000) / 1_000_000, rel=0.01
    )
    assert (after.calls, after.already, after.input_tokens, after.cost_usd) == (0, 5, 0, 0.0)


def test_an_unknown_price_is_no_price(tmp_path: Path, loopback: Loopback) -> None:
    assert estimated(office(tmp_path, loopback)).cost_usd is None


def test_only_some_of_many_prompts_are_written_to_estimate_from(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=450)

    found = estimated(made)

    assert (found.calls, found.looked_at) == (450, 225)
    one = len(shown(Bench(made.root), Wanted())[1].user)
    assert found.input_tokens > 450 * one / 3.5


def test_what_redaction_replaces_is_counted(tmp_path: Path, loopback: Loopback) -> None:
    policy = json.dumps({"redaction": {"enabled": ["email", "phone"]}})
    made = office(tmp_path, loopback, transcripts=1, policy=policy)
    texts = ["ann@example.com and bob@example.com", "call +44 20 7946 0001"]
    told = [telling(f"x{place}", text) for place, text in enumerate(texts)]
    put(Workspace(made.root), "transcripts/more.jsonl", told)

    found = estimated(made)

    assert found.replaced == {"email": 2, "phone": 1}
    assert loopback.asked == []


def test_what_is_shortened_and_what_is_too_long_is_counted(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=1, limits={"context_tokens": 2000})
    first, call, result, last = conversation("big").turns
    big = (first, call, result.changed(content="x" * 50_000), last)
    put(
        Workspace(made.root),
        "transcripts/more.jsonl",
        [
            conversation("big").changed(turns=big),
            telling("long", "word " * 5000),
        ],
    )

    found = estimated(made)

    assert (found.calls, found.cut, found.too_long) == (3, 1, 1)


def test_the_shown_prompt_is_what_is_sent(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback)

    job, prompt = shown(Bench(made.root), Wanted(), "t002")
    assert loopback.asked == []
    asking(made)

    assert (job.transcript, job.dimension) == ("t002", "tone")
    (sent,) = [asked.body["messages"] for asked in loopback.asked if "<t002>" in asked.prompt]
    assert [message["content"] for message in sent] == [prompt.system, prompt.user]


def test_a_prompt_is_shown_of_the_dimension_asked_for_also_when_it_has_its_answer(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback)
    made.write("rubrics/scope.yaml", tone().replace("dimension: tone", "dimension: scope"))
    asking(made)

    job, _ = shown(Bench(made.root), Wanted(asked=Asked(dimensions=("tone",))))

    assert (job.transcript, job.dimension) == ("t000", "tone")


def test_an_unknown_transcript_cannot_be_shown(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback)

    with pytest.raises(DataError, match="transcript 'nobody': is not in"):
        shown(Bench(made.root), Wanted(), "nobody")


def test_without_a_rubric_a_model_or_a_transcript_there_is_nothing_to_show(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=0)
    with pytest.raises(DataError, match="transcripts/: is empty"):
        shown(Bench(made.root), Wanted())

    conversations(made, 1)
    made.write("judges.yaml", "judges:\n  floor: {baseline: majority}\n")
    with pytest.raises(DataError, match="names no judge with a `model`"):
        shown(Bench(made.root), Wanted())

    (made.root / "rubrics/tone.yaml").unlink()
    with pytest.raises(DataError, match="no rubric that a judge can be asked about"):
        shown(Bench(made.root), Wanted())
