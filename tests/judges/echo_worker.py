"""A worker that answers without a model: the prompt after `seconds`, and "die" ends it."""

import asyncio
import os

from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.worker import serve


async def _echo(call: Call) -> Completion:
    prompt = call.messages[0].content
    if prompt == "die":
        os._exit(1)
    if prompt == "fail":
        raise CallFailedError("rate_limited", "slow down", action="retry", retry_after=2.0)
    await asyncio.sleep(call.seconds)
    return Completion(text=prompt, model=str(os.getpid()))


if __name__ == "__main__":
    asyncio.run(serve(_echo))
