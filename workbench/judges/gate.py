"""The gate: so many requests of a line are at its provider, however many calls are prepared."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Self

from workbench.judges.call import Call

_PASSAGE: ContextVar["Passage | None"] = ContextVar("passage", default=None)


class Passage:
    """One call's way to the provider; takes a place for as long as a request is under way.

    A call is given its seconds when its first request gets a place: to wait for one takes
    nothing away from them.

    Attributes:
        seconds: From the first place until the call was over.
        met_door: Whether a request of the call came through the door.
    """

    def __init__(
        self, places: asyncio.Semaphore | None, limit: asyncio.Timeout, most: float
    ) -> None:
        self.seconds = 0.0
        self.met_door = False
        self._places = places
        self._limit = limit
        self._most = most
        self._depth = 0
        self._began: float | None = None

    async def __aenter__(self) -> Self:
        """Wait for a place, unless the call has one."""
        if self._depth == 0 and self._places is not None:
            await self._places.acquire()
        self._depth += 1
        if self._began is None:
            self._began = time.monotonic()
            self._limit.reschedule(asyncio.get_running_loop().time() + self._most)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give the place back."""
        self._depth -= 1
        if self._depth == 0 and self._places is not None:
            self._places.release()

    def end(self) -> None:
        """Note that the call is over."""
        if self._began is not None:
            self.seconds = time.monotonic() - self._began


class Gate:
    """The places of all lines in this process.

    Where a provider's requests are known to come through the door, a call holds its place only
    while its request is under way: the next one is prepared meanwhile. Whether they do is seen
    on calls that hold their place from beginning to end.
    """

    def __init__(self) -> None:
        self._lines: dict[str, asyncio.Semaphore] = {}
        self._through_door: set[tuple[str, str | None]] = set()

    async def through(self, call: Call, send: Callable[[], Awaitable[Any]]) -> tuple[Any, float]:
        """Send a call, and return what came back and the seconds that it took.

        Raises:
            TimeoutError: It took longer than its seconds.
        """
        async with asyncio.timeout(None) as limit:
            passage = Passage(self._places(call), limit, call.seconds)
            token = _PASSAGE.set(passage)
            try:
                found = await self._sent(call, send, passage)
            finally:
                _PASSAGE.reset(token)
                passage.end()
        return found, passage.seconds

    async def _sent(self, call: Call, send: Callable[[], Awaitable[Any]], passage: Passage) -> Any:
        provider = (call.model, call.api_base)
        if provider in self._through_door:
            return await send()
        async with passage:
            try:
                return await send()
            finally:
                if passage.met_door:
                    self._through_door.add(provider)

    def _places(self, call: Call) -> asyncio.Semaphore | None:
        if call.places is None:
            return None
        return self._lines.setdefault(call.line, asyncio.Semaphore(call.places))


def at_door() -> Passage | None:
    """Return the passage of the call whose request is about to leave; None outside of the gate."""
    passage = _PASSAGE.get()
    if passage is not None:
        passage.met_door = True
    return passage
