"""Rates: requests and tokens a minute, never more of them in any minute than a judge allows."""

from dataclasses import dataclass, field

from workbench.domain.judge import Limits

MINUTE = 60.0
_BURST = 0.02
"""Share of a minute's allowance that may go at once; the rest is spread evenly."""


@dataclass(slots=True)
class Bucket:
    """Fills at an even rate; taking more than it holds has to be waited for.

    What goes at once and what fills up in a minute make up the allowance together: whatever
    sixty seconds are looked at, they never see more.
    """

    a_minute: float
    level: float = field(init=False)
    at: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.level = self._capacity

    def take(self, amount: float, now: float) -> float:
        """Take an amount and return the seconds to wait before using it; first come, first served.

        An amount above what the bucket holds is lent, and the wait is the time until it is paid
        back.
        """
        elapsed = now - (now if self.at is None else self.at)
        self.level = min(self._capacity, self.level + elapsed * self._a_second) - amount
        self.at = now
        return max(0.0, -self.level / self._a_second)

    def settle(self, taken: float, used: float) -> None:
        """Correct what was taken on an estimate."""
        self.level += taken - used

    @property
    def _capacity(self) -> float:
        return max(1.0, self.a_minute * _BURST)

    @property
    def _a_second(self) -> float:
        return (self.a_minute - self._capacity + 1.0) / MINUTE


class Rates:
    """The limits of one judge: a bucket of requests and a bucket of tokens, where it has them."""

    def __init__(self, limits: Limits) -> None:
        requests, tokens = limits.requests_per_minute, limits.tokens_per_minute
        self._requests = None if requests is None else Bucket(requests)
        self._tokens = None if tokens is None else Bucket(tokens)

    def take(self, tokens: float, now: float) -> float:
        """Take one request of about so many tokens; return the seconds to wait before sending."""
        waits = [0.0]
        if self._requests is not None:
            waits.append(self._requests.take(1, now))
        if self._tokens is not None:
            waits.append(self._tokens.take(tokens, now))
        return max(waits)

    def settle(self, taken: float, used: float) -> None:
        """Tell how many tokens a request took in the end."""
        if self._tokens is not None:
            self._tokens.settle(taken, used)
