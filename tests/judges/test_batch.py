"""The runner: what it keeps, what it tries again, and when it ends."""

import asyncio
import os
import signal

import numpy as np
import pytest

from tests.judges.calling import call
from tests.judges.running import QUICK, Desk, Provider, completion, failing, lane
from workbench.errors import DataError, JudgeError
from workbench.judges.backoff import Backoff
from workbench.judges.batch import Ended, Outcome, Rules, run
from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.halt import HaltedError
from workbench.judges.price import Send
from workbench.judges.tally import Snapshot


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def repaired(job: int, send: Send) -> str:
    """Ask twice, as for a reply that had to be repaired."""
    await send(call(str(job)))
    return str((await send(call(str(job)))).text)


def test_every_job_is_asked_once_and_delivered(desk: Desk) -> None:
    provider = Provider()

    ended = desk.run(lane(range(50), provider.send))

    assert sorted(provider.sent) == desk.answered == list(range(50))
    assert (ended.reason, ended.done, ended.failed, ended.left) == ("complete", 50, 0, 0)
    assert ended.spent.cost_usd == pytest.approx(0.50)


def test_a_batch_without_jobs_is_complete(desk: Desk) -> None:
    assert desk.run(lane([], Provider().send)).reason == "complete"


@pytest.mark.parametrize("in_flight", [1, 3, 20])
def test_no_more_calls_are_in_flight_than_allowed(desk: Desk, in_flight: int) -> None:
    provider = Provider(seconds=0.005)

    desk.run(lane(range(60), provider.send, in_flight=in_flight))

    assert provider.most_in_flight == in_flight


@pytest.mark.parametrize(("jobs", "spread"), [(12, True), (11, False)])
def test_first_calls_begin_spread_out_where_each_place_has_several_jobs(
    desk: Desk, jobs: int, spread: bool
) -> None:
    provider = Provider(seconds=0.05)

    desk.run(lane(range(jobs), provider.send, in_flight=3), spread=60.0)

    # Jobs done before the second place begins, after 20 s, leave nothing for it to do.
    assert provider.most_in_flight == (1 if spread else 3)


def test_outcomes_arrive_as_they_come_and_not_in_the_end() -> None:
    seen: list[int] = []
    waits_for_the_first = Provider(lambda *_: completion() if seen else failing())

    Desk(lambda outcome: seen.append(outcome.job)).run(
        lane([1], Provider(seconds=0.05).send, name="first"),
        lane([2], waits_for_the_first.send, name="second"),
    )

    assert seen == [1, 2]


def test_a_failed_call_is_tried_again_until_it_succeeds(desk: Desk) -> None:
    provider = Provider(lambda _, attempt: completion() if attempt == 3 else failing())

    ended = desk.run(lane([7], provider.send))

    assert provider.sent == [7, 7, 7]
    assert (ended.done, ended.failed) == (1, 0)


def test_attempts_are_bounded_and_the_failure_says_how_many_there_were(desk: Desk) -> None:
    # Field case 119: a bound of two attempts is two requests, whatever lies below has of its own.
    provider = Provider(lambda *_: failing("rate_limited"))

    ended = desk.run(lane([7], provider.send), backoff=Backoff(attempts=2, first=0.01))

    assert provider.sent == [7, 7]
    assert desk.failed == {7: "it is rate_limited (given up after 2 attempts)"}
    assert ended.reason == "complete"


def test_retry_after_is_obeyed(desk: Desk) -> None:
    replies: dict[int, Completion | CallFailedError] = {
        1: failing("rate_limited", retry_after=0.2),
        2: completion(),
    }
    provider = Provider(lambda _, attempt: replies[attempt])

    desk.run(lane([7], provider.send))

    assert desk.outcomes[0].seconds >= 0.2


def test_a_provider_that_asks_for_too_long_a_wait_is_given_up_at_once(desk: Desk) -> None:
    provider = Provider(lambda *_: failing("rate_limited", retry_after=600.0))

    desk.run(lane([7], provider.send))

    assert provider.sent == [7]
    assert desk.failed[7].endswith("(asks to wait 600 s, more than 0.5 s)")


def test_a_call_that_no_attempt_can_mend_fails_alone(desk: Desk) -> None:
    def script(job: int, _: int) -> Completion | CallFailedError:
        return failing("context_overflow", "give_up") if job == 1 else completion()

    provider = Provider(script)

    ended = desk.run(lane(range(4), provider.send))

    assert desk.answered == [0, 2, 3]
    assert desk.failed == {1: "it is context_overflow"}
    assert len(provider.sent) == 4
    assert ended.reason == "complete"


def test_an_error_of_one_job_is_its_own_with_and_without_progress(desk: Desk) -> None:
    # Field case 121: the second case raises.
    async def ask(job: int, send: Send) -> str:
        if job == 2:
            raise JudgeError("this one breaks")
        return str((await send(call(str(job)))).text)

    with_progress = desk.run(lane([1, 2, 3], Provider().send, ask=ask))

    assert desk.answered == [1, 3]
    assert desk.failed == {2: "this one breaks"}
    assert (with_progress.done, with_progress.failed) == (2, 1)


@pytest.mark.parametrize("kind", ["key_missing", "key_refused", "unknown_model", "no_credit"])
def test_a_failure_that_all_calls_share_sends_nothing_more(desk: Desk, kind: str) -> None:
    def script(job: int, _: int) -> Completion | CallFailedError:
        return failing(kind, "stop") if job == 2 else completion()

    provider = Provider(script)

    ended = desk.run(lane(range(100), provider.send, in_flight=1))

    assert provider.sent == [0, 1, 2]
    assert desk.answered == [0, 1]
    assert desk.failed == {}  # the job is as good as not asked
    assert ended.reason == "stopped"
    assert ended.message == f"judge 'strict': it is {kind}"
    assert ended.left == 98


def test_what_is_in_flight_at_a_stop_is_finished_and_kept(desk: Desk) -> None:
    async def send(asked: Call) -> Completion:
        refused = asked.messages[0].content == "0"
        await asyncio.sleep(0.01 if refused else 0.05)
        if refused:
            raise failing("key_refused", "stop")
        return completion()

    ended = desk.run(lane(range(10), send))

    assert desk.answered == [1, 2, 3]
    assert ended.left == 7


def test_a_provider_that_is_down_ends_the_batch_in_time(desk: Desk) -> None:
    provider = Provider(lambda *_: failing())

    ended = desk.run(
        lane(range(10_000), provider.send, in_flight=16),
        backoff=Backoff(attempts=3, first=0.01),
        failures_in_a_row=20,
    )

    assert ended.reason == "provider_down"
    assert ended.message.startswith("judge 'strict': 20 calls in a row failed, the last one: it is")
    assert 20 <= ended.failed < 40
    assert len(provider.sent) < 200


def test_a_storm_of_refusals_passes(desk: Desk) -> None:
    provider = Provider(lambda _, attempt: completion() if attempt > 3 else failing("rate_limited"))

    ended = desk.run(lane(range(200), provider.send, in_flight=32))

    assert desk.answered == list(range(200))
    assert ended.reason == "complete"


def test_long_questions_in_a_row_are_no_outage(desk: Desk) -> None:
    provider = Provider(lambda *_: failing("context_overflow", "give_up"))

    ended = desk.run(lane(range(50), provider.send), failures_in_a_row=5)

    assert (ended.reason, ended.failed) == ("complete", 50)


def test_failed_and_repaired_calls_are_paid_for_and_counted(desk: Desk) -> None:
    # Field case 130: three groups at 0.01, the first needs a repair.
    async def ask(job: int, send: Send) -> str:
        return await repaired(job, send) if job == 0 else str((await send(call(str(job)))).text)

    ended = desk.run(lane(range(3), Provider().send, ask=ask))

    assert ended.spent.calls == 4
    assert ended.spent.cost_usd == pytest.approx(0.04)
    assert {each.job: each.spent.calls for each in desk.outcomes} == {0: 2, 1: 1, 2: 1}


def test_costs_of_the_outcomes_add_up_by_judge(desk: Desk) -> None:
    # Field case 131: 2 judges x 2 dimensions x 3 cases.
    cheap, dear = Provider(), Provider(lambda *_: completion(cost_usd=0.05))

    ended = desk.run(
        lane(range(6), cheap.send, name="cheap"), lane(range(6), dear.send, name="dear")
    )

    by_judge = {
        name: sum(each.spent.known_usd for each in desk.outcomes if each.lane == name)
        for name in ("cheap", "dear")
    }
    assert by_judge == pytest.approx({"cheap": 0.06, "dear": 0.30})
    assert ended.spent.calls == 12
    assert ended.spent.cost_usd == pytest.approx(sum(by_judge.values()))


def test_a_budget_is_kept_before_it_is_crossed(desk: Desk) -> None:
    provider = Provider(seconds=0.002)

    ended = desk.run(lane(range(100), provider.send, in_flight=16), most_usd=0.105)

    assert len(provider.sent) == 10
    assert ended.reason == "budget"
    assert ended.spent.known_usd == pytest.approx(0.10)
    assert "the budget of 0.105 USD, of which 0.1 are spent" in ended.message


def test_a_repair_does_not_cross_the_budget_either(desk: Desk) -> None:
    # Field case 130 with its budget of 0.03: the fourth call is not sent.
    ended = desk.run(lane(range(3), Provider().send, ask=repaired, in_flight=1), most_usd=0.03)

    assert ended.spent.cost_usd == pytest.approx(0.03)
    assert (ended.reason, ended.done, ended.left) == ("budget", 1, 2)


def test_a_budget_cannot_be_kept_where_prices_are_unknown(desk: Desk) -> None:
    provider = Provider(lambda *_: completion(cost_usd=None))

    ended = desk.run(lane(range(100), provider.send, in_flight=16), most_usd=5.0)

    assert len(provider.sent) == 1
    assert (ended.reason, ended.done) == ("budget", 1)
    assert "give its `price` in judges.yaml" in ended.message
    assert ended.spent.cost_usd is None


def test_a_call_without_a_reply_in_time_counts_as_unpriced(desk: Desk) -> None:
    provider = Provider(lambda job, _: failing("timeout") if job == 1 else completion())

    ended = desk.run(lane(range(3), provider.send))

    assert provider.sent.count(1) == 2
    assert (ended.spent.calls, ended.spent.unpriced) == (4, 2)
    assert ended.spent.cost_usd is None


def test_progress_tells_counts_rate_cost_and_what_hangs_longest(desk: Desk) -> None:
    # Field case 120: three cases, one of them hangs.
    async def ask(job: int, send: Send) -> str:
        if job == 1:
            await asyncio.sleep(0.3)
            raise JudgeError("no reply")
        return str((await send(call(str(job)))).text)

    desk.run(lane(range(3), Provider().send, ask=ask))

    during, last = desk.snapshots[3], desk.snapshots[-1]
    assert (during.done, during.failed, during.total, during.in_flight) == (2, 0, 3, 1)
    assert during.hanging is not None
    assert (during.hanging.lane, during.hanging.job) == ("strict", 1)
    assert 0 < during.hanging.seconds < 0.3
    assert during.a_second is not None
    assert during.seconds_left is not None
    assert (last.done, last.failed, last.in_flight, last.hanging) == (2, 1, 0, None)
    assert last.spent.known_usd == pytest.approx(0.02)


def test_a_ledger_that_cannot_be_written_ends_the_batch() -> None:
    def refuse(_: Outcome[int, str]) -> None:
        raise DataError("the disk is full")

    with pytest.raises(DataError, match="the disk is full"):
        Desk(refuse).run(lane(range(100), Provider().send))


def test_rate_limits_hold(desk: Desk) -> None:
    provider = Provider()

    ended = desk.run(lane(range(5), provider.send, limits={"requests_per_minute": 600}))

    # 12 at once, then ten a second: nothing waits here, and the limit is not in the way.
    assert ended.done == 5
    hurried = Desk()
    hurried.run(lane(range(20), provider.send, limits={"requests_per_minute": 600}))
    assert hurried.snapshots[-1].seconds >= 0.7


async def interrupted(desk: Desk, provider: Provider, *, times: int = 1) -> None:
    async def interrupt() -> None:
        await asyncio.sleep(0.05)
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(0.01)

    task = asyncio.create_task(interrupt())
    ended = await desk.running(lane(range(5), provider.send, in_flight=2))
    await task
    assert ended.reason == "interrupted"


def test_ctrl_c_finishes_what_is_in_flight_and_sends_nothing_more(desk: Desk) -> None:
    # Field case 122.
    provider, before = Provider(seconds=0.15), signal.getsignal(signal.SIGINT)

    asyncio.run(interrupted(desk, provider))

    assert desk.answered == provider.sent == [0, 1]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_reaches_every_batch_of_the_process_whichever_ends_first(desk: Desk) -> None:
    first, second = Provider(seconds=0.05), Provider(seconds=0.3)
    before = signal.getsignal(signal.SIGINT)

    async def both() -> list[Ended]:
        batches = [
            asyncio.create_task(desk.running(lane(range(9), each.send, in_flight=1)))
            for each in (first, second)
        ]
        while not first.sent or not second.sent:
            await asyncio.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)
        return await asyncio.gather(*batches)

    ended = asyncio.run(both())

    assert [each.reason for each in ended] == ["interrupted", "interrupted"]
    assert (first.sent, second.sent) == ([0], [0])
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_does_not_wait(desk: Desk) -> None:
    provider = Provider(seconds=30.0)

    asyncio.run(interrupted(desk, provider, times=2))

    assert desk.outcomes == []
    assert desk.snapshots[-1].spent.unpriced == 2  # sent, and perhaps paid for
    assert desk.snapshots[-1].seconds < 5


def test_ctrl_c_does_not_wait_for_a_back_off(desk: Desk) -> None:
    provider = Provider(lambda *_: failing("rate_limited", retry_after=30.0))

    async def main() -> None:
        asyncio.get_running_loop().call_later(0.05, signal.raise_signal, signal.SIGINT)
        ended = await desk.running(lane(range(5), provider.send), backoff=Backoff())
        assert (ended.reason, ended.left) == ("interrupted", 5)

    asyncio.run(asyncio.wait_for(main(), 5))


def test_a_repair_that_is_under_way_at_ctrl_c_is_still_sent(desk: Desk) -> None:
    provider = Provider(seconds=0.1)

    async def main() -> None:
        asyncio.get_running_loop().call_later(0.05, signal.raise_signal, signal.SIGINT)
        await desk.running(lane(range(5), provider.send, ask=repaired, in_flight=2))

    asyncio.run(main())

    assert desk.answered == [0, 1]
    assert sorted(provider.sent) == [0, 0, 1, 1]


def test_a_batch_off_the_main_thread_runs_all_the_same(desk: Desk) -> None:
    async def main() -> None:
        ended = await asyncio.to_thread(desk.run, lane(range(3), Provider().send))
        assert ended.reason == "complete"

    asyncio.run(main())


def test_whoever_watches_a_batch_can_stop_it_as_ctrl_c_does(desk: Desk) -> None:
    provider = Provider(seconds=0.05)

    def watch(snapshot: Snapshot[int]) -> None:
        if snapshot.done:
            raise HaltedError

    ended = asyncio.run(
        run(
            [lane(range(50), provider.send, in_flight=2)],
            desk.outcomes.append,
            rules=Rules(backoff=QUICK, tick=0.02, spread=0.0),
            rng=np.random.default_rng(1),
            progress=watch,
        )
    )

    assert ended.reason == "interrupted"
    assert desk.answered == sorted(provider.sent)
    assert 0 < ended.done == 50 - ended.left < 50
