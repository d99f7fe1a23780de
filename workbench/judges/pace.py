"""The pace: calls begin one after the other, as fast as this process can serve them."""

import asyncio
import time

_BEFORE = 0.5
"""Of the work on a call, what is done before its request is sent."""
_WEIGHT = 0.05
"""Of the newest call in the running average."""
_MOST = 0.05
"""Seconds of CPU; more is a library loading what it had left for later."""


class Pace:
    """Spaces the beginnings of calls by the CPU time that one of them needs to be sent.

    Calls that begin together are worked on by turns, so that all of them end late, come back
    together and begin together again. Begun one by one they take no longer in all, and the
    provider is kept busy: nothing is gained by beginning what cannot be served yet.
    """

    def __init__(self) -> None:
        self._cost = 0.0
        self._next = 0.0
        self._spent: float | None = None

    async def turn(self) -> None:
        """Wait until a call may begin; first come, first served."""
        now = time.monotonic()
        begins = max(now, self._next)
        self._next = begins + _BEFORE * self._cost
        if begins > now:
            await asyncio.sleep(begins - now)

    def ended(self) -> None:
        """Learn from the end of a call what one takes."""
        spent = time.process_time()
        if self._spent is not None:
            self._cost += _WEIGHT * (min(spent - self._spent, _MOST) - self._cost)
        self._spent = spent
