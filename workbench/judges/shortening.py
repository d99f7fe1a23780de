"""Shortening of what is too long for a judge, by one stated rule and never unseen.

The rule: only results of tools are cut, the longest first. Every result above a common limit is
cut to it, in its middle, with a note of how much was left out; the limit is the largest at which
the prompt fits, and never below `SHORTEST`. Where that is not enough nothing is sent.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from workbench.errors import JudgeError
from workbench.judges.conversation import Passage

SHORTEST = 1000
"""Characters that a cut result keeps at least, its note included."""


class ContextOverflowError(JudgeError):
    """A prompt is over its budget and the rule cannot bring it under."""

    kind: ClassVar[str] = "context_overflow"


def shorten(passages: Sequence[Passage], excess: int) -> tuple[Passage, ...]:
    """Return passages that take fewer characters by at least the excess.

    Args:
        passages: What is to be sent.
        excess: By how many characters the prompt is too long; none is cut where it is not.

    Raises:
        ContextOverflowError: The results of tools are too short to make up for it.
    """
    if excess <= 0:
        return tuple(passages)
    limit = _limit([len(passage.text) for passage in passages if passage.kind == "result"], excess)
    return tuple(
        replace(passage, text=cut(passage.text, limit)) if passage.kind == "result" else passage
        for passage in passages
    )


def cut(text: str, limit: int) -> str:
    """Return a text of at most so many characters, the middle left out and the gap noted."""
    if len(text) <= limit:
        return text
    left_out = len(text) - limit + len(_note(len(text)))
    kept = len(text) - left_out
    head = (kept + 1) // 2
    return text[:head] + _note(left_out) + text[head + left_out :]


def _limit(lengths: Sequence[int], excess: int) -> int:
    """Return the largest common limit that takes the excess off results of these lengths."""
    limits = range(SHORTEST, max(lengths, default=0))
    room = sum(lengths) - excess
    fitting = bisect_right(
        limits, room, key=lambda limit: sum(min(length, limit) for length in lengths)
    )
    if not fitting:
        raise ContextOverflowError(
            f"too long by {excess:,} characters, and cutting each tool result to {SHORTEST:,} "
            "does not make up for it: use a judge with a larger context"
        )
    return limits[fitting - 1]


def _note(left_out: int) -> str:
    return f"[... {left_out:,} characters left out ...]"
