"""Rates that hold in every minute, on a clock that the test moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.judge import Limits
from workbench.judges.rates import MINUTE, Bucket, Rates


def sent_at(bucket: Bucket, amounts: list[float], pauses: list[float]) -> list[float]:
    """Return when each amount may go, asked for one after the other with pauses between."""
    now, times = 0.0, []
    for amount, pause in zip(amounts, pauses, strict=True):
        now += pause
        times.append(now + bucket.take(amount, now))
    return times


def test_without_limits_nothing_waits() -> None:
    rates = Rates(Limits())

    assert [rates.take(10_000, 0.0) for _ in range(1000)] == [0.0] * 1000


@pytest.mark.parametrize("a_minute", [1, 2, 30, 60, 500, 10_000])
def test_a_crowd_goes_at_the_full_rate(a_minute: int) -> None:
    count = 3 * a_minute

    times = sent_at(Bucket(a_minute), [1.0] * count, [0.0] * count)

    # The last of three minutes' worth goes within the third minute; half a burst may be unused.
    assert times[-1] <= 3.06 * MINUTE


@given(
    a_minute=st.integers(1, 300),
    pauses=st.lists(st.floats(0.0, 20.0), min_size=1, max_size=300),
)
def test_no_minute_sees_more_requests_than_the_limit(a_minute: int, pauses: list[float]) -> None:
    times = sent_at(Bucket(a_minute), [1.0] * len(pauses), pauses)

    for first in times:
        within = [time for time in times if first <= time < first + MINUTE - 1e-6]
        assert len(within) <= a_minute


@given(amounts=st.lists(st.floats(1.0, 400.0), min_size=1, max_size=100))
def test_no_minute_sees_more_tokens_than_the_limit(amounts: list[float]) -> None:
    times = sent_at(Bucket(1000), amounts, [0.0] * len(amounts))

    for start, first in enumerate(times):
        within = [
            amount
            for amount, time in zip(amounts[start:], times[start:], strict=True)
            if time < first + MINUTE - 1e-6
        ]
        # The one that opens the minute was paid for by the time before it.
        assert sum(within) <= 1000 + amounts[start]


def test_a_call_dearer_than_the_burst_waits_until_it_is_paid_for() -> None:
    bucket = Bucket(600)  # 12 at once, then (600 - 12 + 1) a minute

    assert bucket.take(12, 0.0) == 0.0
    assert bucket.take(589, 0.0) == pytest.approx(MINUTE)


def test_an_estimate_that_was_too_high_is_given_back() -> None:
    rates = Rates(Limits(tokens_per_minute=600))
    rates.take(300, 0.0)

    rates.settle(300, 100)

    # 12 at once - 100 used - 12 asked for = 100 short, at 589 a minute.
    assert rates.take(12, 0.0) == pytest.approx(100 / 589 * MINUTE)


def test_both_limits_hold_at_once() -> None:
    rates = Rates(Limits(requests_per_minute=60, tokens_per_minute=6000))

    waits = [rates.take(1, 0.0) for _ in range(10)]

    assert waits[0] == 0.0
    assert waits[-1] == pytest.approx(8.8 / (60 - 1.2 + 1) * MINUTE)
