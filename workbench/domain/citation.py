"""Citations: the turns that a judge rests its word on."""

from workbench.domain.lean import LeanRecord, TurnIndex


class Citation(LeanRecord, frozen=True, kw_only=True):
    """A turn that a judge cites, its quote, and whether the quote stands there."""

    turn: TurnIndex
    quote: str | None = None
    found: bool | None = None
