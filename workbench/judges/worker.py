"""A worker process: calls models for the runner, as many at once as it is told.

Started as `python -m workbench.judges.worker`; ends when its input does, so that none outlives
a runner that was killed.
"""

import asyncio
import os
import sys

from workbench.judges import wire
from workbench.judges.call import CallFailedError, Completion
from workbench.judges.client import Client


async def serve(reader: asyncio.StreamReader, writer: asyncio.WriteTransport) -> None:
    """Answer calls until there are no more."""
    client = Client()
    await client.open()
    calls: set[asyncio.Task[None]] = set()

    async def answer(message: dict[str, object]) -> None:
        reply: Completion | CallFailedError
        try:
            reply = await client.complete(wire.asked(message))
        except CallFailedError as failed:
            reply = failed
        writer.write(wire.packed(wire.answer(int(str(message["ticket"])), reply)))

    while (message := await wire.read(reader)) is not None:
        task = asyncio.create_task(answer(message))
        calls.add(task)
        task.add_done_callback(calls.discard)
    for task in calls:
        task.cancel()
    await client.close()


async def _main() -> None:
    # Whatever a library prints must not get between the messages.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, replies)
    await serve(reader, writer)


if __name__ == "__main__":
    asyncio.run(_main())
