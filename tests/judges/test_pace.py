import asyncio
import time

from workbench.judges.pace import Pace


def test_calls_begin_at_once_while_nothing_is_known_of_their_cost() -> None:
    pace = Pace()

    assert max(_waits(pace, 20)) < 0.05


def test_calls_begin_apart_once_each_is_known_to_take_time() -> None:
    pace = Pace()
    for _ in range(100):
        _burn(0.004)
        pace.ended()

    waits = _waits(pace, 10)

    # Nine turns after the first, each half of 4 ms after the one before; the average lags a little.
    assert waits == sorted(waits)
    assert waits[-1] >= 9 * 0.0015


def test_one_dear_call_does_not_hold_up_the_others() -> None:
    pace = Pace()
    pace.ended()
    _burn(0.3)
    pace.ended()

    # Of 0.3 s, a library's first use, at most 0.05 s are taken, and of those a twentieth.
    assert max(_waits(pace, 2)) < 0.05


def _waits(pace: Pace, count: int) -> list[float]:
    async def turn(began: float) -> float:
        await pace.turn()
        return time.monotonic() - began

    async def turns() -> list[float]:
        began = time.monotonic()
        return await asyncio.gather(*(turn(began) for _ in range(count)))

    return asyncio.run(turns())


def _burn(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
