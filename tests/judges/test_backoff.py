"""Waits between attempts."""

from typing import Literal

import numpy as np
import pytest

from workbench.judges.backoff import Backoff
from workbench.judges.call import Action, CallFailedError


def failed(
    kind: str = "rate_limited", action: Action = "retry", retry_after: float | None = None
) -> CallFailedError:
    return CallFailedError(kind, "slow down", action=action, retry_after=retry_after)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("attempt", "longest"), [(1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0)])
def test_waits_double_and_keep_within_their_half(attempt: int, longest: float) -> None:
    waits = [Backoff().wait(failed(), attempt, rng(seed)) for seed in range(50)]

    assert all(wait is not None and longest / 2 <= wait <= longest for wait in waits)
    assert len(set(waits)) > 40


def test_waits_depend_on_the_generator_alone() -> None:
    assert Backoff().wait(failed(), 1, rng()) == Backoff().wait(failed(), 1, rng())


def test_a_wait_never_grows_past_the_longest() -> None:
    wait = Backoff(attempts=20, longest=5.0).wait(failed(), 15, rng())

    assert wait is not None
    assert 2.5 <= wait <= 5.0


def test_retry_after_is_never_fallen_short_of() -> None:
    waits = [Backoff().wait(failed(retry_after=7.0), 1, rng(seed)) for seed in range(50)]

    assert all(wait is not None and 7.0 < wait <= 8.0 for wait in waits)


def test_a_provider_that_asks_for_more_than_the_longest_is_given_up() -> None:
    assert Backoff(longest=60.0).wait(failed(retry_after=600.0), 1, rng()) is None


def test_attempts_are_bounded() -> None:
    backoff = Backoff(attempts=3)

    assert backoff.wait(failed(), 2, rng()) is not None
    assert backoff.wait(failed(), 3, rng()) is None


def test_silence_is_tried_once_more_only() -> None:
    backoff = Backoff(attempts=6)

    assert backoff.wait(failed("timeout"), 1, rng()) is not None
    assert backoff.wait(failed("timeout"), 2, rng()) is None


@pytest.mark.parametrize("action", ["give_up", "stop"])
def test_what_no_attempt_can_mend_is_not_tried_again(action: Literal["give_up", "stop"]) -> None:
    assert Backoff().wait(failed(action=action), 1, rng()) is None
