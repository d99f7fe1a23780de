"""Units: what one label or one verdict is about, and whose it is."""

from typing import Final

CRITERIA: Final = "criteria"
"""The dimension that all yes/no criteria are calibrated and trusted under."""
Unit = tuple[str, str, str | None]
"""Transcript, dimension and, of yes/no criteria, the criterion."""
UnitKey = tuple[str, str, str, str | None, int]
"""Rater, transcript, dimension, criterion and repeat: the newest record of a key counts."""
