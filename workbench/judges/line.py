"""The line to a provider: every call of one judge waits, is counted and is tried again here."""

import asyncio
import itertools
import time
from dataclasses import dataclass, replace

import numpy as np

from workbench.domain.judge import Limits, Price
from workbench.judges.backoff import Backoff
from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.halt import Halt, HaltedError
from workbench.judges.price import Send, input_tokens, most_usd
from workbench.judges.rates import Rates
from workbench.judges.spending import LOST, Budget, BudgetReachedError, Spent, spent_on

_ABOUT_THE_QUESTION = frozenset({"context_overflow", "content_filter"})
"""Failures that say nothing of the provider's health."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What all lines of a batch share."""

    halt: Halt
    budget: Budget
    backoff: Backoff
    rng: np.random.Generator
    failures_in_a_row: int


class Line:
    """One judge's way to its provider, shared by all its jobs."""

    def __init__(
        self, judge: str, send: Send, limits: Limits, price: Price | None, policy: Policy
    ) -> None:
        self.judge = judge
        self.send = send
        self.rates = Rates(limits)
        self.places = limits.in_flight
        self.price = price
        self.policy = policy
        self._failed_in_a_row = 0

    async def sent(self, call: Call) -> Completion:
        """Send a call as one of the line's."""
        return await self.send(replace(call, line=self.judge, places=self.places))

    def answered(self) -> None:
        """Note that the provider answers."""
        self._failed_in_a_row = 0

    def gave_up(self, failed: CallFailedError) -> None:
        """Note that a call was given up; too many in a row end the batch."""
        if failed.kind in _ABOUT_THE_QUESTION:
            return
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= self.policy.failures_in_a_row:
            self.policy.halt.because(
                "provider_down",
                f"judge {self.judge!r}: {self._failed_in_a_row} calls in a row failed, "
                f"the last one: {failed}",
            )


class Errand:
    """One job's use of the line: sends its calls and adds up what they took."""

    def __init__(self, line: Line) -> None:
        self.spent = Spent()
        self._line = line
        self._policy = line.policy
        self._has_answer = False

    async def send(self, call: Call) -> Completion:
        """Get a completion, trying again as often as the policy allows.

        Raises:
            CallFailedError: It was given up.
            HaltedError: Nothing more is sent.
        """
        for attempt in itertools.count(1):
            try:
                return await self._sent(call)
            except CallFailedError as failed:
                wait = self._policy.backoff.wait(failed, attempt, self._policy.rng)
                if wait is None:
                    raise self._given_up(failed, attempt) from failed
            await self._policy.halt.sleep(wait)
        raise AssertionError  # the count has no end

    async def _sent(self, call: Call) -> Completion:
        tokens = input_tokens(call)
        await self._pause(self._line.rates.take(tokens, time.monotonic()))
        reserved = await self._reserved(call)
        try:
            completion = await self._line.sent(call)
        except CallFailedError as failed:
            await self._lost(failed, reserved)
            raise
        except asyncio.CancelledError:
            self.spent += LOST
            raise
        await self._received(completion, reserved, tokens)
        return completion

    async def _pause(self, seconds: float) -> None:
        """Wait; a job that has one answer already is in flight and may send its repair."""
        if self._has_answer:
            await asyncio.sleep(seconds)
        else:
            await self._policy.halt.sleep(seconds)

    async def _reserved(self, call: Call) -> float:
        budget, price = self._policy.budget, self._line.price
        try:
            reserved = await budget.reserve(None if price is None else most_usd(price, call))
        except BudgetReachedError as reached:
            self._policy.halt.because("budget", str(reached))
            raise HaltedError from None
        if self._policy.halt.why is not None and not self._has_answer:
            await budget.release(reserved)
            raise HaltedError
        return reserved

    async def _lost(self, failed: CallFailedError, reserved: float) -> None:
        if failed.kind == "timeout":  # the provider may have worked on it all the same
            self.spent += LOST
            await self._policy.budget.settle(reserved, None)
        else:
            await self._policy.budget.release(reserved)

    async def _received(self, completion: Completion, reserved: float, tokens: int) -> None:
        self._has_answer = True
        self._line.answered()
        self.spent += spent_on(completion)
        used = (completion.input_tokens or tokens) + (completion.output_tokens or 0)
        self._line.rates.settle(tokens, used)
        await self._policy.budget.settle(reserved, completion.cost_usd)
        if self._policy.budget.is_kept and completion.cost_usd is None:
            self._policy.halt.because(
                "budget",
                f"judge {self._line.judge!r}: the price of its calls is unknown, so that no budget "
                "can be kept; give its `price` in judges.yaml",
            )

    def _given_up(self, failed: CallFailedError, attempts: int) -> CallFailedError | HaltedError:
        """Return what a job whose call will not be tried again ends with."""
        if failed.action == "stop":
            self._policy.halt.because("stopped", f"judge {self._line.judge!r}: {failed}")
            return HaltedError()
        self._line.gave_up(failed)
        if failed.action == "give_up":
            return failed
        longest = self._policy.backoff.longest
        if (failed.retry_after or 0) > longest:
            why = f"asks to wait {failed.retry_after:g} s, more than {longest:g} s"
        else:
            why = f"given up after {attempts} attempt{'s' if attempts > 1 else ''}"
        return CallFailedError(failed.kind, f"{failed} ({why})", action="give_up")
