"""Batches against a server: calls in flight, storms, silence, worker processes and signals."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.judges.calling import KEY, call
from tests.judges.loopback import VERDICT, Loopback, echoes_key, fails, hangs, says, too_many
from tests.judges.running import Desk, lane
from workbench.judges import wire
from workbench.judges.backoff import Backoff
from workbench.judges.batch import Ended
from workbench.judges.call import CallFailedError, Completion
from workbench.judges.price import Send
from workbench.judges.workers import Workers, caller, workers_for

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


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
    loopback.otherwise = says().after(0.03)

    ended = asked(desk, loopback, 60, in_flight=7)

    assert ended.done == 60
    assert loopback.most_in_flight == 7
    assert len(loopback.asked) == 60


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


@pytest.mark.parametrize(("in_flight", "most"), [(1, 1), (64, 1), (65, 2), (10_000, 10_000)])
def test_one_process_is_enough_for_few_calls(in_flight: int, most: int) -> None:
    assert workers_for(in_flight) <= min(most, os.cpu_count() or 1)
    assert workers_for(in_flight) >= 1


def test_workers_answer_fail_and_share_the_load(loopback: Loopback) -> None:
    loopback.otherwise = says().after(0.2)
    loopback.plan("overloaded", fails(503))

    async def main() -> tuple[list[Completion], CallFailedError, float]:
        async with Workers(2) as workers:
            began = time.monotonic()
            calls = [call(f"{n}", server=loopback) for n in range(8)]
            answers = await asyncio.gather(*(workers.complete(each) for each in calls))
            seconds = time.monotonic() - began
            with pytest.raises(CallFailedError) as caught:
                await workers.complete(call("overloaded", server=loopback))
            return answers, caught.value, seconds

    answers, failed, _ = asyncio.run(main())

    assert [each.text for each in answers] == [VERDICT] * 8
    assert [each.input_tokens for each in answers] == [100] * 8
    assert (failed.kind, failed.action) == ("provider_down", "retry")
    assert loopback.most_in_flight == 8


def test_a_lost_worker_is_replaced(loopback: Loopback) -> None:
    loopback.plan("slow", hangs())

    async def main() -> Completion:
        async with Workers(1) as workers:
            lost = asyncio.create_task(workers.complete(call("slow", server=loopback)))
            while not loopback.asked:
                await asyncio.sleep(0.01)
            for child in _children():
                os.kill(child, signal.SIGKILL)
            with pytest.raises(CallFailedError) as caught:
                await lost
            assert (caught.value.kind, caught.value.action) == ("worker_lost", "retry")
            return await workers.complete(call("again", server=loopback))

    assert asyncio.run(main()).text == VERDICT


def _children() -> list[int]:
    """Return this process's worker processes."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(
                line.split(":\t", 1)
                for line in status.read_text("utf-8").splitlines()
                if "\t" in line
            )
            command = (status.parent / "cmdline").read_text("utf-8")
        except OSError:
            continue
        if lines["PPid"].strip() == str(os.getpid()) and "workbench.judges.worker" in command:
            found.append(int(status.parent.name))
    return found


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


def test_a_killed_runner_leaves_no_worker_behind(loopback: Loopback, project_root: Path) -> None:
    loopback.otherwise = says().after(0.2)
    process = _started(loopback, project_root, jobs=10_000, in_flight=65)
    _wait_until_asked(loopback, 65)

    process.kill()
    process.communicate(timeout=60)

    time.sleep(2)
    seen = len(loopback.asked)
    time.sleep(1)
    assert len(loopback.asked) == seen


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
