"""The examiner: puts one question to one judge, checks the reply, and lets it be mended once."""

from dataclasses import dataclass, field, replace
from typing import Final

from workbench.domain.judge import Judge
from workbench.judges.answer import Answer, Fault
from workbench.judges.call import Call, CallFailedError, Completion, Message
from workbench.judges.halt import HaltedError
from workbench.judges.price import Send
from workbench.judges.prompt import render
from workbench.judges.question import EvidenceMode, Prompt, Question
from workbench.judges.redaction import Redactor
from workbench.judges.repair import BEYOND_REPAIR, repair_message
from workbench.judges.reply import read_reply
from workbench.judges.shortening import ContextOverflowError
from workbench.judges.template import Template

_OF_THE_QUESTION: Final = frozenset({"context_overflow", "content_filter"})
"""Failures that asking the same again cannot mend: they are this question's verdict."""
_CHARACTERS_PER_TOKEN = 3
"""On the safe side of prose and of JSON, so that what fits by it fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examiner:
    """One judge, ready to be asked.

    Attributes:
        entry: Its entry in judges.yaml.
        template: What its prompt is made of.
        evidence: Whether a level stands without a quote that is found.
        redactor: What is taken out of what is sent; None where the policy says nothing.
        context_tokens: What the model reads at most; None where that is unknown.
    """

    entry: Judge
    template: Template
    evidence: EvidenceMode
    redactor: Redactor | None = None
    context_tokens: int | None = None

    def prompt(self, question: Question) -> Prompt:
        """Return what is sent; raises ContextOverflowError where no shortening makes it fit."""
        budget = None
        if self.context_tokens is not None:
            budget = self.context_tokens * _CHARACTERS_PER_TOKEN
        return render(question, self.template, self.redactor, budget)

    def call(self, prompt: Prompt) -> Call:
        """Return the call that asks a prompt."""
        return Call(
            model=self.entry.model or "",
            messages=(
                Message(role="system", content=prompt.system),
                Message(role="user", content=prompt.user),
            ),
            parameters=self.entry.parameters,
            api_base=self.entry.api_base,
            api_key_env=self.entry.api_key_env,
            schema=prompt.schema,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What became of one question.

    Attributes:
        outcome: The answer, or why there is none.
        completions: Everything that came back, in order; each was paid for.
        cut: Turns that were shortened to fit.
    """

    outcome: Answer | Fault
    completions: tuple[Completion, ...] = ()
    cut: tuple[int, ...] = ()

    @property
    def cost_usd(self) -> float | None:
        """What all calls cost together; None where the price of any is unknown."""
        costs = [completion.cost_usd for completion in self.completions]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if known and len(known) == len(costs) else None

    def tokens(self, kind: str) -> int | None:
        """Return the ``input_tokens`` or ``output_tokens`` of all calls, None where unknown."""
        counts = [getattr(completion, kind) for completion in self.completions]
        known = [count for count in counts if count is not None]
        return sum(known) if known and len(known) == len(counts) else None


@dataclass(slots=True)
class _Hearing:
    """One question while it is being asked."""

    prompt: Prompt
    question: Question
    send: Send
    completions: list[Completion] = field(default_factory=list)

    async def ask(self, call: Call) -> Answer | Fault:
        """Send a call and read what comes back."""
        try:
            completion = await self.send(call)
        except CallFailedError as error:
            if error.action == "give_up" and error.kind in _OF_THE_QUESTION:
                return Fault(kind=error.kind, message=str(error))
            raise
        self.completions.append(completion)
        return read_reply(
            completion,
            self.question.rubric,
            self.prompt.shown,
            self.question.evidence,
            instructions=f"{self.prompt.system}\n{self.prompt.user}",
        )

    def again(self, call: Call, fault: Fault) -> Call:
        """Return the call that shows the judge its own reply and the fault."""
        reply = self.completions[-1].text or ""
        told = Message(role="user", content=repair_message(reply, fault))
        return replace(call, messages=(*call.messages, told))


async def examine(examiner: Examiner, question: Question, send: Send) -> Examination:
    """Put one question; a reply that does not check out may be mended once, then the fault stands.

    Args:
        examiner: The judge.
        question: What is asked.
        send: Gets a completion, with whatever patience the caller has.

    Raises:
        CallFailedError: No reply could be had, for a reason that is not the question's own.
    """
    try:
        prompt = examiner.prompt(question)
    except ContextOverflowError as error:
        return Examination(outcome=Fault(kind="context_overflow", message=str(error)))
    hearing = _Hearing(prompt, question, send)
    call = examiner.call(prompt)
    outcome = await hearing.ask(call)
    if isinstance(outcome, Fault) and hearing.completions and outcome.kind not in BEYOND_REPAIR:
        outcome = await _mended(hearing, call, outcome)
    return Examination(outcome=outcome, completions=tuple(hearing.completions), cut=prompt.cut)


async def _mended(hearing: _Hearing, call: Call, fault: Fault) -> Answer | Fault:
    """Return what the repair attempt gives; where no reply can be had the first fault stands.

    So it does where nothing more is sent: the reply was paid for, and is kept.
    """
    try:
        return await hearing.ask(hearing.again(call, fault))
    except HaltedError:
        return fault
    except CallFailedError as error:
        if error.action == "stop":
            raise
        return fault
