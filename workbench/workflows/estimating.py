"""Estimate what asking would take, and show a prompt, before anything is sent."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from workbench.errors import DataError
from workbench.judges.client import list_price
from workbench.judges.price import input_tokens, most_usd
from workbench.judges.question import Prompt
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
    name = transcript or bench.catalogue.listed()[0].id
    job = Job(name, next(iter(docket.rubrics)))
    return job, docket.examiners[job.dimension].prompt(
        docket.question(job, bench.catalogue.get(name))
    )


def _estimated(bench: Bench, docket: Docket) -> Estimate:
    price = docket.entry.price or list_price(docket.entry.model or "")
    step = max(1, len(docket.jobs) // _SAMPLED)
    sampled = docket.jobs[::step]
    replaced: Counter[str] = Counter()
    tokens = cut = too_long = 0
    cost = 0.0
    get = lru_cache(maxsize=16)(bench.catalogue.get)
    for job in sampled:
        examiner = docket.examiners[job.dimension]
        try:
            prompt = examiner.prompt(docket.question(job, get(job.transcript)))
        except ContextOverflowError:
            too_long += 1
            continue
        call = examiner.call(prompt)
        tokens += input_tokens(call)
        cost += most_usd(price, call) if price else 0.0
        cut += bool(prompt.cut)
        replaced.update(prompt.replaced)
    scale = len(docket.jobs) / len(sampled) if sampled else 0.0
    return Estimate(
        judge=docket.name,
        calls=len(docket.jobs),
        already=docket.already,
        input_tokens=round(tokens * scale),
        cost_usd=cost * scale if price else None,
        replaced=dict(sorted(replaced.items())),
        cut=cut,
        too_long=too_long,
        looked_at=len(sampled),
    )
