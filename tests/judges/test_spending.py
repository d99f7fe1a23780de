"""What calls cost, and budgets."""

import asyncio

import pytest

from workbench.domain.judge import Price
from workbench.judges.call import Call, Completion, Message
from workbench.judges.price import cost_usd, most_usd
from workbench.judges.spending import Budget, BudgetReachedError, Spent, spent_on


def completion(**usage: int) -> Completion:
    return Completion(text="{}", **usage)  # type: ignore[arg-type]  # counts only


def test_cached_input_tokens_are_paid_once_at_their_own_price() -> None:
    # Field case 128: 86 * 2.5e-6 + 1920 * 1.25e-6 + 300 * 1e-5 USD.
    price = Price(input=2.5, cached_input=1.25, output=10.0)

    cost = cost_usd(price, completion(input_tokens=2006, cached_tokens=1920, output_tokens=300))

    assert cost == pytest.approx(0.005615, abs=1e-12)


def test_without_a_price_of_their_own_cached_tokens_cost_what_others_do() -> None:
    price = Price(input=2.5, output=10.0)

    cost = cost_usd(price, completion(input_tokens=2006, cached_tokens=1920, output_tokens=300))

    assert cost == pytest.approx(2006 * 2.5e-6 + 300 * 1e-5, abs=1e-12)


def test_the_cost_is_unknown_where_the_provider_does_not_count() -> None:
    assert cost_usd(Price(input=1.0, output=1.0), completion()) is None


def test_a_sum_with_an_unpriced_part_is_unknown_and_not_zero() -> None:
    # Field case 129: three calls of a model that is in no price list.
    spent = sum(
        (spent_on(completion(input_tokens=10, output_tokens=5)) for _ in range(3)), start=Spent()
    )

    assert spent.cost_usd is None
    assert (spent.calls, spent.unpriced) == (3, 3)
    assert (spent.input_tokens, spent.output_tokens) == (30, 15)


def test_what_a_call_costs_at_most_counts_the_longest_reply() -> None:
    call = Call(
        model="openai/x",
        messages=(Message(role="user", content="x" * 3500),),
        parameters={"max_tokens": 500},
    )

    # 3500 characters are about 1000 tokens.
    assert most_usd(Price(input=1.0, output=10.0), call) == pytest.approx(1000e-6 + 500 * 10e-6)


def test_before_any_price_is_known_one_call_goes_at_a_time() -> None:
    async def second_waits() -> bool:
        budget = Budget(1.0)
        await budget.reserve(None)
        second = asyncio.create_task(budget.reserve(None))
        await asyncio.sleep(0)
        waited = not second.done()
        await budget.settle(0.0, 0.4)
        assert await second == 0.4
        return waited

    assert asyncio.run(second_waits())


def test_calls_in_flight_count_as_the_dearest_so_far() -> None:
    async def reservations() -> None:
        budget = Budget(1.0)
        await budget.settle(await budget.reserve(None), 0.4)
        held = await budget.reserve(None)
        third = asyncio.create_task(budget.reserve(None))
        await asyncio.sleep(0.01)
        assert not third.done()  # 0.4 spent, 0.4 held
        await budget.settle(held, 0.1)
        assert await third == 0.4
        await budget.settle(0.4, 0.4)
        with pytest.raises(BudgetReachedError, match=r"1 USD, of which 0\.9 are spent"):
            await budget.reserve(None)

    asyncio.run(reservations())


def test_a_listed_price_keeps_even_the_first_call_within_the_budget() -> None:
    with pytest.raises(BudgetReachedError):
        asyncio.run(Budget(0.05).reserve(0.06))


def test_a_call_that_failed_leaves_the_next_one_unpriced() -> None:
    async def still_one_at_a_time() -> bool:
        budget = Budget(1.0)
        await budget.release(await budget.reserve(None))
        await budget.reserve(None)
        second = asyncio.create_task(budget.reserve(None))
        await asyncio.sleep(0.01)
        waiting = not second.done()
        second.cancel()
        return waiting

    assert asyncio.run(still_one_at_a_time())
