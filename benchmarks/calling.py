"""Call in one way as often as it is told: `python -m benchmarks.calling WAY URL IN_FLIGHT`.

WAY is `bare` (litellm with a semaphore) or `runner`. Every line of the input is a number of
calls; the answer to it is a line with the CPU seconds that they took.
"""

import asyncio
import importlib
import sys
import time
from typing import Any

from benchmarks.judge_calls import MODEL, PROMPT, batch
from workbench.judges.client import Client


async def through_runner(url: str, in_flight: int, count: int) -> float:
    """Return the CPU seconds of a batch in this process."""
    client = Client()
    await client.open()
    started = time.process_time()
    await batch(client.complete, url, in_flight, count, [])
    taken = time.process_time() - started
    await client.close()
    return taken


async def bare(url: str, in_flight: int, count: int) -> float:
    """Return the CPU seconds of the same calls without anything of ours on their way."""
    await Client().open()  # with the same settings, without which litellm takes longer
    litellm: Any = importlib.import_module("litellm")
    litellm.aclient_session = None
    places = asyncio.Semaphore(in_flight)
    message = {"role": "user", "content": PROMPT}

    async def one() -> None:
        async with places:
            await litellm.acompletion(
                model=MODEL,
                messages=[message],
                temperature=0,
                api_base=url,
                api_key="none",
                num_retries=0,
                max_retries=0,
            )

    started = time.process_time()
    await asyncio.gather(*(one() for _ in range(count)))
    taken = time.process_time() - started
    await litellm.close_litellm_async_clients()
    return taken


def main() -> None:
    """Answer the input line by line until it ends."""
    way, url, in_flight = sys.argv[1:]
    call = {"bare": bare, "runner": through_runner}[way]
    for line in sys.stdin:
        print(asyncio.run(call(url, int(in_flight), int(line))), flush=True)


if __name__ == "__main__":
    main()
