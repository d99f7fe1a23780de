"""The door: the HTTP client through which litellm's requests leave, one place each.

litellm takes a client of one's own (`litellm.aclient_session`) for all providers that it calls
through the OpenAI SDK, every OpenAI-compatible server among them.
"""

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import httpx

from workbench.judges.gate import at_door


class Door(httpx.AsyncClient):
    """Sends requests through another client, each when its call has a place.

    Args:
        inner: Makes the client that sends, with its transport, proxies and certificates; one for
            each event loop, since connections belong to theirs.
    """

    def __init__(self, inner: Callable[[], httpx.AsyncClient]) -> None:
        super().__init__(follow_redirects=True)
        self._make = inner
        self._inner: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient]
        self._inner = WeakKeyDictionary()

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request as soon as its call has a place, and read the reply."""
        loop = asyncio.get_running_loop()
        if loop not in self._inner:
            self._inner[loop] = self._make()
        passage = at_door()
        if passage is None:
            return await self._inner[loop].send(request, **options)
        async with passage:
            return await self._inner[loop].send(request, **options)

    async def aclose(self) -> None:
        """Close the connections of the running event loop; others are made when asked for."""
        inner = self._inner.pop(asyncio.get_running_loop(), None)
        if inner is not None:
            await inner.aclose()
