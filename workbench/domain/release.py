"""The release bar of a suite: what its results must reach for a version to go out."""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import field

from workbench.domain.lean import LeanRecord, Name, Share, Whole
from workbench.domain.shorthand import bare, settle


class DimensionBar(LeanRecord, frozen=True, kw_only=True):
    """The least that the mean of one dimension must be; naming a dimension takes a minimum."""

    minimum: float
    on: Literal["mean", "lower"] = "mean"
    """Which must reach it: the mean, or the lower end of its 95 % interval."""
    min_n: Whole = 1
    """On how many levels the mean must rest."""


if TYPE_CHECKING:
    Bar = DimensionBar
else:
    Bar = Annotated[DimensionBar | float, bare("minimum", DimensionBar, float)]


class Release(LeanRecord, frozen=True, kw_only=True):
    """The bars of a suite; hard gates hold beside them and are not for sale."""

    dimensions: dict[Name, Bar] = field(default_factory=dict)
    no_lowest: tuple[Name, ...] = ()
    """Dimensions on which no case may get the lowest level."""
    max_hard_fails: Whole = 0
    """How many cases may fail a hard check; never a critical case, and never a forbidden tool."""
    max_error_rate: Share = 0.0
    min_n: Whole = 1
    """How many cases must have been decided."""
    min_pass_rate: Share = 1.0
    """Errors count as not passed."""

    def __post_init__(self) -> None:
        """Put the full form in place of every short one."""
        settle(self)

    @property
    def named(self) -> tuple[str, ...]:
        """Every dimension that a bar is on, each once."""
        return tuple(dict.fromkeys((*self.dimensions, *self.no_lowest)))
