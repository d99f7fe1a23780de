"""Disagreements: units that adjudication is asked for, and how far their labels lie apart."""

from dataclasses import dataclass
from typing import Literal

from workbench.domain.gold import GoldKey

Which = Literal["open", "differing", "flagged", "all"]
"""Units whose labels differ or that are flagged; only the former; only the latter; every unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which units are asked for."""

    which: Which = "open"
    dimension: str | None = None
    """None: all."""
    settled: bool = False
    """Whether units on which a decision stands are among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """How many of the units found no decision stands on.

    Attributes:
        free: Those that whoever reads the queue did not label.
        own: Those that they labelled, for somebody else to settle.
    """

    free: int
    own: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One unit and how far its labels lie apart.

    Attributes:
        spread: Highest less lowest level; on a nominal scale the number of distinct levels less
            one. 0 where all agree.
        mixed: Whether somebody gave a level where somebody else said "not applicable".
        given: What was given, highest level first; whose it was is not told.
        own: Whether a label of whoever reads the queue is among them.
    """

    unit: GoldKey
    spread: int
    mixed: bool
    given: tuple[str, ...]
    own: bool = False

    @property
    def differs(self) -> bool:
        """Whether labellers differ at all."""
        return self.spread > 0 or self.mixed
