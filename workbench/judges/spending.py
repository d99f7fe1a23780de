"""Spending: what completions cost, and a budget that is kept before a call is sent, not after."""

import asyncio
from dataclasses import dataclass

from workbench.judges.call import Completion

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What some calls took; failed and repaired ones are among them."""

    calls: int = 0
    """Completions, and calls that may have been paid for although no reply arrived."""
    unpriced: int = 0
    """Calls whose price is unknown; `known_usd` leaves them out."""
    input_tokens: int = 0
    output_tokens: int = 0
    known_usd: float = 0.0

    @property
    def cost_usd(self) -> float | None:
        """The whole cost; None where any part of it is unknown."""
        return None if self.unpriced else self.known_usd

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            calls=self.calls + other.calls,
            unpriced=self.unpriced + other.unpriced,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            known_usd=self.known_usd + other.known_usd,
        )


def spent_on(completion: Completion) -> Spent:
    """Return what one completion took."""
    return Spent(
        calls=1,
        unpriced=int(completion.cost_usd is None),
        input_tokens=completion.input_tokens or 0,
        output_tokens=completion.output_tokens or 0,
        known_usd=completion.cost_usd or 0.0,
    )


LOST = Spent(calls=1, unpriced=1)
"""A call that was sent and not answered in time: the provider may charge for it."""


class BudgetReachedError(Exception):
    """The next call could cross the budget, and nothing in flight will make room for it."""


class Budget:
    """Room for calls: each reserves the price of the dearest call so far until its own is known."""

    def __init__(self, most_usd: float | None) -> None:
        self._most = most_usd
        self._used = 0.0
        self._reserved = 0.0
        self._in_flight = 0
        self._dearest: float | None = None
        self._changed = asyncio.Condition()

    @property
    def is_kept(self) -> bool:
        """Whether there is a budget at all."""
        return self._most is not None

    async def reserve(self, expected_usd: float | None) -> float:
        """Wait until there is room for a call and return what was reserved for it.

        As long as nothing is known of what calls cost, one goes at a time.

        Args:
            expected_usd: What the call will cost at most, where its price is listed.

        Raises:
            BudgetReachedError: There is no room, and there will be none.
        """
        if self._most is None:
            return 0.0
        async with self._changed:
            while not self._has_room(expected_usd):
                if not self._in_flight:
                    raise BudgetReachedError(
                        f"the next call could cross the budget of {self._most:g} USD, "
                        f"of which {self._used:.4g} are spent"
                    )
                await self._changed.wait()
            reserved = self._price(expected_usd) or 0.0
            self._reserved += reserved
            self._in_flight += 1
            return reserved

    async def settle(self, reserved: float, cost_usd: float | None) -> None:
        """Put the cost of a call in place of what was reserved; None takes the reservation."""
        self._used += reserved if cost_usd is None else cost_usd
        if cost_usd is not None:
            self._dearest = max(cost_usd, self._dearest or 0.0)
        await self.release(reserved)

    async def release(self, reserved: float) -> None:
        """Give back what was reserved for a call that cost nothing."""
        if self._most is None:
            return
        async with self._changed:
            self._reserved -= reserved
            self._in_flight -= 1
            self._changed.notify_all()

    def _has_room(self, expected_usd: float | None) -> bool:
        most, price = self._most or 0.0, self._price(expected_usd)
        if price is None:
            return not self._in_flight and self._used < most
        return self._used + self._reserved + price <= most * (1 + _ROUNDING)

    def _price(self, expected_usd: float | None) -> float | None:
        known = [price for price in (expected_usd, self._dearest) if price is not None]
        return max(known, default=None)
