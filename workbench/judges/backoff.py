"""Back-off: how long to wait before a call is tried again, and when to give it up."""

from dataclasses import dataclass

import numpy as np

from workbench.judges.call import CallFailedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Waits that double, with jitter, and never fall short of what the provider asked for."""

    attempts: int = 6
    """Of one call, the first included."""
    attempts_at_silence: int = 2
    """Of a call that got no reply in time: it may have been paid for, and costs its whole time."""
    first: float = 1.0
    """Seconds before the second attempt."""
    longest: float = 60.0
    """Seconds; a provider that asks for more is not waited for."""

    def wait(self, failed: CallFailedError, attempt: int, rng: np.random.Generator) -> float | None:
        """Return the seconds to wait after a failed attempt; None where the call is given up.

        Args:
            failed: What the attempt met.
            attempt: How many attempts there were, that one included.
            rng: Where the jitter comes from.
        """
        attempts = self.attempts_at_silence if failed.kind == "timeout" else self.attempts
        if failed.action != "retry" or attempt >= attempts:
            return None
        asked = failed.retry_after or 0.0
        if asked > self.longest:
            return None
        own = min(self.longest, self.first * 2.0 ** (attempt - 1)) * rng.uniform(0.5, 1.0)
        # On top of what was asked for: all who were told "2 s" would come back together.
        return asked + float(own)
