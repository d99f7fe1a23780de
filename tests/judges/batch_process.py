"""A batch in a process of its own: `python -m tests.judges.batch_process URL JOBS IN_FLIGHT`.

Prints the number of each job that was answered, as it is delivered, and how the batch ended.
"""

import asyncio
import json
import sys

import numpy as np

from tests.judges.calling import call
from workbench.domain.judge import Limits
from workbench.judges.batch import Ended, Lane, Outcome, Rules, run
from workbench.judges.price import Send
from workbench.judges.workers import caller


def _deliver(outcome: Outcome[int, str]) -> None:
    sys.stdout.write(f"{outcome.job}\n")
    sys.stdout.flush()


async def _batch(url: str, jobs: int, in_flight: int) -> Ended:
    async def ask(job: int, send: Send) -> str:
        return str((await send(call(f"Rate {job}.", api_base=url))).text)

    async with caller(in_flight) as send:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        limits = Limits(in_flight=in_flight)
        lane = Lane(name="strict", jobs=range(jobs), ask=ask, send=send, limits=limits)
        return await run([lane], _deliver, rules=Rules(), rng=np.random.default_rng(1))


if __name__ == "__main__":
    _ended = asyncio.run(_batch(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    sys.stdout.write(json.dumps({"reason": _ended.reason, "left": _ended.left}) + "\n")
