"""Estimate what asking would take, and show a prompt, before anything is sent."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from workbench.domain.judge import Judge
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.judges.client import list_price
from workbench.judges.examiner import Examiner
from workbench.judges.price import input_tokens, most_usd
from workbench.judges.question import Prompt, Question
from workbench.judges.shortening import ContextOverflowError
from workbench.workflows.bench import Bench
from workbench.workflows.docket import Docket, Job, Wanted, dockets

_SAMPLED = 200
"""Prompts that are written to estimate from; more would take longer and say the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What asking one judge would take.

    Attributes:
        calls: Questions without an answer; a repair of a reply is another call.
        input_tokens: About what is sent.
        cost_usd: At most, with every reply as long as it may be; None where no price is known.
        replaced: Passages that redaction replaces, by kind, in the prompts looked at.
        cut: Prompts, of those looked at, whose transcript is shortened to fit.
        too_long: Prompts that no shortening makes fit.
        looked_at: How many prompts were written for the estimate.
    """

    judge: str
    calls: int
    already: int
    input_tokens: int
    cost_usd: float | None
    replaced: dict[str, int]
    cut: int
    too_long: int
    looked_at: int


def estimate(bench: Bench, wanted: Wanted) -> list[Estimate]:
    """Return what asking would take, by judge; nothing is sent."""
    return [_estimated(bench, docket) for docket in dockets(bench, wanted)]


def shown(bench: Bench, wanted: Wanted, transcript: str | None = None) -> tuple[Job, Prompt]:
    """Return the exact prompt of one question, whether or not it was asked already.

    Raises:
        DataError: There is nothing to ask.
    """
    found = dockets(bench, wanted)
    if not found:
        raise DataError("judges.yaml: names no judge with a `model` to ask")
    docket = found[0]
    job = _first(bench, wanted, next(iter(docket.rubrics)), transcript)
    return job, docket.examiners[job.dimension].prompt(
        docket.question(job, bench.catalogue.get(job.transcript))
    )


def _first(bench: Bench, wanted: Wanted, dimension: str, transcript: str | None) -> Job:
    """Return the question that is shown: the first of a transcript, by default of the first."""
    if dimension != CRITERIA:
        return Job(transcript or bench.catalogue.listed()[0].id, dimension)
    criteria = wanted.criteria()
    name = transcript or min(criteria)
    if name not in criteria:
        raise DataError(f"transcript {name!r}: no case of the suite asks a criterion of it")
    return Job(name, dimension, criterion=criteria[name][0])


def _estimated(bench: Bench, docket: Docket) -> Estimate:
    get = lru_cache(maxsize=16)(bench.catalogue.get)
    step = max(1, len(docket.jobs) // _SAMPLED)
    questions = (
        (docket.examiners[job.dimension], docket.question(job, get(job.transcript)))
        for job in docket.jobs[::step]
    )
    return reckoned(docket.name, docket.entry, questions, (len(docket.jobs), docket.already))


def reckoned(
    judge: str,
    entry: Judge,
    questions: Iterable[tuple[Examiner, Question]],
    calls: tuple[int, int],
) -> Estimate:
    """Return what asking would take, from the prompts of some questions.

    Args:
        judge: Who is asked.
        entry: Its entry in judges.yaml.
        questions: The questions to estimate from, with the examiner who puts each.
        calls: How many have no answer yet, and how many have theirs.
    """
    price = entry.price or list_price(entry.model or "")
    replaced: Counter[str] = Counter()
    looked_at = tokens = cut = too_long = 0
    cost = 0.0
    for examiner, question in questions:
        looked_at += 1
        try:
            prompt = examiner.prompt(question)
        except ContextOverflowError:
            too_long += 1
            continue
        call = examiner.call(prompt)
        tokens += input_tokens(call)
        cost += most_usd(price, call) if price else 0.0
        cut += bool(prompt.cut)
        replaced.update(prompt.replaced)
    scale = calls[0] / looked_at if looked_at else 0.0
    return Estimate(
        judge=judge,
        calls=calls[0],
        already=calls[1],
        input_tokens=round(tokens * scale),
        cost_usd=cost * scale if price else None,
        replaced=dict(sorted(replaced.items())),
        cut=cut,
        too_long=too_long,
        looked_at=looked_at,
    )
