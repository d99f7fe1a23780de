"""Batches against a server: calls in flight, storms, silence, worker processes and signals."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.judges.calling import KEY, call
from tests.judges.loopback import VERDICT, Loopback, echoes_key, hangs, says, too_many
from tests.judges.running import Desk, lane
from workbench.judges import wire
from workbench.judges.backoff import Backoff
from workbench.judges.batch import Ended
from workbench.judges.call import CallFailedError, Completion
from workbench.judges.price import Send
from workbench.judges.workers import Workers, caller, workers_for

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own

ECHO = "tests.judges.echo_worker"


@pytest.fixture
def desk() -> Desk:
    return Desk()


def asked(desk: Desk, server: Loopback, jobs: int, *, in_flight: int = 4, **more: float) -> Ended:
    """Run a batch of calls of the server in this process."""
    seconds = more.pop("seconds", 20.0)

    async def ask(job: int, send: Send) -> str:
        return str((await send(call(f"Rate {job}.", server=server, seconds=seconds))).text)

    async def main() -> Ended:
        async with caller(1) as send:
            return await desk.running(
                lane(range(jobs), send, ask=ask, in_flight=in_flight),
                backoff=Backoff(attempts=4, first=0.02, longest=1.0),
            )

    return asyncio.run(main())


def test_the_server_never_sees_more_calls_than_allowed(desk: Desk, loopback: Loopback) -> None:
    loopback.otherwise = says().after(0.3)

    ended = asked(desk, loopback, 21, in_flight=7)

    assert ended.done == 21
    assert loopback.most_in_flight == 7
    assert len(loopback.asked) == 21


def test_calls_got_ready_ahead_wait_for_a_place_and_lose_no_time(
    desk: Desk, loopback: Loopback
) -> None:
    """Of 34 calls at once 32 have a place; two wait for it longer than their seconds leave."""
    loopback.plan("Rate", says().after(1.5))

    async def ask(job: int, send: Send) -> str:
        return str((await send(call(f"Rate {job}.", server=loopback, seconds=2.5))).text)

    async def main() -> Ended:
        async with caller(1) as send:
            await send(call("Load what is loaded late.", server=loopback))
            jobs = lane(range(66), send, ask=ask, in_flight=32, keeps_places=True)
            return await desk.running(jobs, backoff=Backoff(attempts=1))

    ended = asyncio.run(main())

    assert (ended.done, desk.failed) == (66, {})
    assert loopback.most_in_flight == 32


def test_workers_share_the_places_of_a_judge(desk: Desk, loopback: Loopback) -> None:
    loopback.otherwise = says().after(0.5)

    async def ask(job: int, send: Send) -> str:
        return str((await send(call(f"Rate {job}.", server=loopback))).text)

    async def main() -> Ended:
        async with Workers(2) as workers:
            jobs = lane(range(99), workers.complete, ask=ask, in_flight=33, keeps_places=True)
            return await desk.running(jobs)

    ended = asyncio.run(main())

    assert (ended.done, desk.failed) == (99, {})
    assert loopback.most_in_flight == 33


def test_a_storm_of_429_ends_in_time(desk: Desk, loopback: Loopback) -> None:
    for job in range(30):
        loopback.plan(f"Rate {job}.", too_many("0.05"), too_many(), says())
    began = time.monotonic()

    ended = asked(desk, loopback, 30, in_flight=10)

    assert (ended.reason, ended.done) == ("complete", 30)
    assert len(loopback.asked) == 90
    assert time.monotonic() - began < 20


def test_one_silent_call_costs_its_time_and_no_more(desk: Desk, loopback: Loopback) -> None:
    # Field case 120.
    loopback.plan("Rate 1.", hangs())

    ended = asked(desk, loopback, 3, seconds=0.5)

    assert (ended.done, ended.failed) == (2, 1)
    assert desk.failed == {1: "openai/stub-1: no reply within 0.5 s (given up after 2 attempts)"}
    assert ended.spent.unpriced == 4  # two answers of an unlisted model, two silences


def test_a_refused_key_stops_at_once(
    desk: Desk, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, "house-7f3a9c-secret")
    loopback.otherwise = echoes_key()

    ended = asked(desk, loopback, 100, in_flight=2)

    assert ended.reason == "stopped"
    assert len(loopback.asked) <= 2
    assert "house-7f3a9c-secret" not in ended.message


def test_two_batches_at_once_do_not_disturb_each_other(loopback: Loopback) -> None:
    # That each asks its own questions only is the ledger's part.
    desks = Desk(), Desk()

    async def ask(job: int, send: Send) -> str:
        return str((await send(call(f"Rate {job}.", server=loopback))).text)

    async def main() -> None:
        async with caller(1) as send:
            both = [desk.running(lane(range(20), send, ask=ask)) for desk in desks]
            await asyncio.gather(*both)

    asyncio.run(main())

    assert desks[0].answered == desks[1].answered == list(range(20))
    assert len(loopback.asked) == 40


@pytest.mark.parametrize(("in_flight", "most"), [(1, 1), (32, 1), (33, 2), (10_000, 10_000)])
def test_one_process_is_enough_for_few_calls(in_flight: int, most: int) -> None:
    assert workers_for(in_flight) <= min(most, os.cpu_count() or 1)
    assert workers_for(in_flight) >= 1


def test_calls_are_spread_over_the_workers() -> None:
    async def main() -> list[Completion]:
        async with Workers(2, ECHO) as workers:
            calls = [call(f"{number}", seconds=0.3) for number in range(8)]
            return await asyncio.gather(*(workers.complete(each) for each in calls))

    answers = asyncio.run(main())

    assert [each.text for each in answers] == [f"{number}" for number in range(8)]
    assert sorted(Counter(each.model for each in answers).values()) == [4, 4]


def test_a_failure_comes_back_from_a_worker_as_it_is() -> None:
    async def main() -> None:
        async with Workers(1, ECHO) as workers:
            await workers.complete(call("fail"))

    with pytest.raises(CallFailedError, match="slow down") as caught:
        asyncio.run(main())

    failed = caught.value
    assert (failed.kind, failed.action, failed.retry_after) == ("rate_limited", "retry", 2.0)


def test_a_lost_worker_is_replaced_and_its_calls_may_be_tried_again() -> None:
    async def main() -> Completion:
        async with Workers(1, ECHO) as workers:
            in_flight = asyncio.create_task(workers.complete(call("slow", seconds=60.0)))
            await asyncio.sleep(0)
            for prompt in ("die", "slow"):
                with pytest.raises(CallFailedError) as caught:
                    await (in_flight if prompt == "slow" else workers.complete(call(prompt)))
                assert (caught.value.kind, caught.value.action) == ("worker_lost", "retry")
            return await workers.complete(call("again", seconds=0.0))

    assert asyncio.run(main()).text == "again"


def test_a_worker_calls_models(loopback: Loopback) -> None:
    async def main() -> Completion:
        async with Workers(1) as workers:
            return await workers.complete(call(server=loopback))

    answer = asyncio.run(main())

    assert (answer.text, answer.input_tokens) == (VERDICT, 100)


def _started(server: Loopback, root: Path, *, jobs: int, in_flight: int) -> "subprocess.Popen[str]":
    """Start a batch in a process of its own and wait until it may send."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.judges.batch_process", server.url, str(jobs), str(in_flight)],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def _wait_until_asked(server: Loopback, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.asked) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_ctrl_c_in_the_terminal_keeps_what_was_in_flight(
    loopback: Loopback, project_root: Path
) -> None:
    # Field case 122: interrupted, 2 of 5, and never reported as complete.
    loopback.otherwise = says().after(0.5)
    process = _started(loopback, project_root, jobs=5, in_flight=2)
    _wait_until_asked(loopback, 2)

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    *jobs, ended = out.splitlines()
    assert sorted(jobs) == ["0", "1"]
    assert json.loads(ended) == {"reason": "interrupted", "left": 3}
    assert (process.returncode, err) == (0, "")
    assert len(loopback.asked) == 2


def test_a_killed_runner_leaves_no_worker_behind(project_root: Path) -> None:
    script = (
        "import asyncio\n"
        "from tests.judges.calling import call\n"
        "from workbench.judges.workers import Workers\n"
        "async def main():\n"
        f"    async with Workers(1, {ECHO!r}) as workers:\n"
        "        print((await workers.complete(call('hello', seconds=0.0))).model, flush=True)\n"
        "        await workers.complete(call('for ever', seconds=3600.0))\n"
        "asyncio.run(main())\n"
    )
    runner = subprocess.Popen(
        [sys.executable, "-c", script], cwd=project_root, stdout=subprocess.PIPE, text=True
    )
    assert runner.stdout is not None
    worker = Path("/proc") / runner.stdout.readline().strip()
    assert worker.exists()

    runner.kill()
    runner.communicate(timeout=30)

    deadline = time.monotonic() + 30
    while worker.exists() and "State:\tZ" not in (worker / "status").read_text("utf-8"):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_calls_and_replies_survive_the_way_between_processes() -> None:
    sent = call("Grüße", parameters={"temperature": 0}, schema={"type": "object"}, seconds=3.0)
    got = Completion(text=None, refusal="no", cached_tokens=3, cost_usd=None, seconds=0.1)
    failed = CallFailedError("rate_limited", "slow down", action="retry", retry_after=2.0)

    assert wire.asked(wire.question(1, sent)) == sent
    assert wire.answered(wire.answer(1, got)) == got
    back = wire.answered(wire.answer(1, failed))
    assert isinstance(back, CallFailedError)
    assert (back.kind, str(back), back.action, back.retry_after) == (
        "rate_limited",
        "slow down",
        "retry",
        2.0,
    )
