"""Callers: this process where it can feed the calls in flight, else worker processes."""

import asyncio
import itertools
import math
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from types import TracebackType
from typing import Self

from workbench.judges import wire
from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.client import Client
from workbench.judges.garbage import only_new_garbage
from workbench.judges.price import Send

IN_FLIGHT_EACH = 32
"""Calls in flight that one process feeds, whatever the machine: litellm takes 4 ms of CPU for
each, 11 ms on busy cores, and questions and replies of the same batch want the process too."""
_PATIENCE = 5.0
"""Seconds that a worker is given to end by itself."""


@asynccontextmanager
async def caller(in_flight: int) -> AsyncIterator[Send]:
    """Open the way to models for so many calls in flight, and close it in the end.

    Yields:
        What gets a completion for a call.
    """
    count = workers_for(in_flight)
    async with AsyncExitStack() as stack:
        if count == 1:
            client = Client()
            await client.open()
            stack.push_async_callback(client.close)
            send = client.complete
        else:
            send = (await stack.enter_async_context(Workers(count))).complete
        with only_new_garbage():
            yield send


def workers_for(in_flight: int) -> int:
    """Return how many processes feed so many calls in flight; 1 is this one alone."""
    return max(1, min(os.cpu_count() or 1, math.ceil(in_flight / IN_FLIGHT_EACH)))


class Workers:
    """Processes that call models; a call goes to the one with the fewest in flight.

    Args:
        count: How many.
        module: What each of them runs.
    """

    def __init__(self, count: int, module: str = "workbench.judges.worker") -> None:
        self._workers = [_Worker(module) for _ in range(count)]

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(worker.ready() for worker in self._workers))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def complete(self, call: Call) -> Completion:
        """Get a completion from a worker.

        Raises:
            CallFailedError: There is none; also where the worker was lost.
        """
        worker = min(self._workers, key=lambda worker: worker.in_flight)
        return await worker.complete(replace(call, places=self._share(worker, call.places)))

    def _share(self, worker: "_Worker", places: int | None) -> int | None:
        """Return how many of the places are a worker's; all of them together, no more."""
        if places is None:
            return None
        number, count = self._workers.index(worker), len(self._workers)
        return max(1, (places + count - 1 - number) // count)


class _Worker:
    """One process, started when it is first needed and again when it was lost."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._tickets = itertools.count()
        self._waiting: dict[int, asyncio.Future[Completion | CallFailedError]] = {}
        self._reading: asyncio.Task[None] | None = None

    @property
    def in_flight(self) -> int:
        return len(self._waiting)

    async def ready(self) -> asyncio.subprocess.Process:
        """Return the running process."""
        async with self._starting:
            if self._process is None or self._reading is None or self._reading.done():
                self._process = await _started(self._module)
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def complete(self, call: Call) -> Completion:
        ticket = next(self._tickets)
        reply: asyncio.Future[Completion | CallFailedError]
        reply = self._waiting[ticket] = asyncio.get_running_loop().create_future()
        try:
            process = await self.ready()
            if process.stdin is not None:
                process.stdin.write(wire.packed(wire.question(ticket, call)))
            answered = await reply
        finally:
            del self._waiting[ticket]
        if isinstance(answered, CallFailedError):
            raise answered
        return answered

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        while process.stdout is not None and (message := await wire.read(process.stdout)):
            reply = self._waiting.get(message["ticket"])
            if reply is not None and not reply.done():
                reply.set_result(wire.answered(message))
        lost = CallFailedError("worker_lost", "a worker process ended unasked", action="retry")
        for reply in self._waiting.values():
            if not reply.done():
                reply.set_result(lost)

    async def close(self) -> None:
        if self._process is None or self._reading is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _PATIENCE)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reading


async def _started(module: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is the runner's alone to answer
    )
