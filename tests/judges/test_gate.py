import asyncio
from collections.abc import Awaitable, Callable

import pytest

from workbench.judges.call import Call
from workbench.judges.gate import Gate, at_door

ONE_PLACE = Call(model="openai/stub-1", messages=(), line="strict", places=1, seconds=5.0)


class Way:
    """How calls go: prepared, then sent with or without the door, then read."""

    def __init__(self, *, door: bool) -> None:
        self.seen: list[str] = []
        self._door = door

    def of(self, name: str) -> Callable[[], Awaitable[str]]:
        async def go() -> str:
            self.seen.append(f"{name} prepared")
            await asyncio.sleep(0.01)
            passage = at_door() if self._door else None
            if passage is None:
                await self._asked(name)
            else:
                async with passage:
                    await self._asked(name)
            return name

        return go

    async def _asked(self, name: str) -> None:
        self.seen.append(f"{name} sent")
        await asyncio.sleep(0.05)
        self.seen.append(f"{name} answered")


async def _both(gate: Gate, way: Way) -> None:
    await asyncio.gather(*(gate.through(ONE_PLACE, way.of(name)) for name in ("A", "B")))


def test_where_requests_pass_the_door_the_next_call_is_prepared_while_one_is_under_way() -> None:
    async def main() -> list[str]:
        gate, way = Gate(), Way(door=True)
        await gate.through(ONE_PLACE, way.of("first"))
        way.seen.clear()
        await _both(gate, way)
        return way.seen

    seen = asyncio.run(main())

    assert seen[:2] == ["A prepared", "B prepared"]
    assert seen[2:] == ["A sent", "A answered", "B sent", "B answered"]


def test_where_no_request_was_seen_at_the_door_a_place_is_held_for_the_whole_call() -> None:
    async def main() -> list[str]:
        gate, way = Gate(), Way(door=False)
        await gate.through(ONE_PLACE, way.of("first"))
        way.seen.clear()
        await _both(gate, way)
        return way.seen

    each = [f"{name} {what}" for name in "AB" for what in ("prepared", "sent", "answered")]
    assert asyncio.run(main()) == each


def test_lines_have_places_of_their_own() -> None:
    other = Call(model="openai/stub-1", messages=(), line="lenient", places=1, seconds=5.0)

    async def main() -> list[str]:
        gate, way = Gate(), Way(door=False)
        await asyncio.gather(gate.through(ONE_PLACE, way.of("A")), gate.through(other, way.of("B")))
        return way.seen

    assert asyncio.run(main())[2:4] == ["A sent", "B sent"]


def test_the_seconds_of_a_call_begin_with_its_place() -> None:
    hurried = Call(model="openai/stub-1", messages=(), line="strict", places=1, seconds=0.15)

    async def main() -> list[float]:
        gate, way = Gate(), Way(door=True)
        ends = await asyncio.gather(*(gate.through(hurried, way.of(str(n))) for n in range(6)))
        return [seconds for _, seconds in ends]

    assert all(seconds < 0.15 for seconds in asyncio.run(main()))


def test_a_call_that_takes_longer_than_its_seconds_ends_and_gives_its_place_back() -> None:
    async def main() -> str:
        gate = Gate()
        hurried = Call(model="openai/stub-1", messages=(), line="strict", places=1, seconds=0.02)
        with pytest.raises(TimeoutError):
            await gate.through(hurried, lambda: asyncio.sleep(30))
        found, _ = await gate.through(ONE_PLACE, Way(door=True).of("next"))
        return str(found)

    assert asyncio.run(main()) == "next"
