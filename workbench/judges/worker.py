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
from workbench.judges.garbage import only_new_garbage
from workbench.judges.price import Send


async def serve(complete: Send) -> None:
    """Read calls from standard input and write what became of them to standard output."""
    # Whatever a library prints must not get between the messages.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, replies)
    calls: set[asyncio.Task[None]] = set()
    while (message := await wire.read(reader)) is not None:
        task = asyncio.create_task(_answer(message, complete, writer))
        calls.add(task)
        task.add_done_callback(calls.discard)
    for task in calls:
        task.cancel()
    await asyncio.gather(*calls, return_exceptions=True)


async def _answer(message: wire.Object, complete: Send, writer: asyncio.WriteTransport) -> None:
    reply: Completion | CallFailedError
    try:
        reply = await complete(wire.asked(message))
    except CallFailedError as failed:
        reply = failed
    writer.write(wire.packed(wire.answer(message["ticket"], reply)))


async def _main() -> None:
    client = Client()
    await client.open()
    with only_new_garbage():
        await serve(client.complete)
    await client.close()


if __name__ == "__main__":
    asyncio.run(_main())
