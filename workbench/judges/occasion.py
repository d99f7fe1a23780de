"""When a conversation took place, so that a judge takes no date in it for an invention."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from workbench.domain.transcript import Transcript

_KEYS = ("started_at", "created_at", "at", "timestamp", "date")
"""Of a transcript's metadata, the surest first."""


def occasion(transcript: Transcript) -> str | None:
    """Return when a conversation began, from its turns or else from its metadata.

    It is written anew from what it was read as, so that it can hold nothing but a date. It never
    is the time of asking: the same transcript is asked about in the same words at any time.
    """
    at = next((turn.at for turn in transcript.turns if turn.at is not None), None)
    if at is not None:
        return _shown(at)
    read = (_read(transcript.metadata, key) for key in _KEYS)
    return next((found for found in read if found is not None), None)


def _read(metadata: Mapping[str, Any], key: str) -> str | None:
    value = metadata.get(key)
    if not isinstance(value, str):
        return None
    for read in (date.fromisoformat, datetime.fromisoformat):
        try:
            return _shown(read(value.strip()))
        except ValueError:
            continue
    return None


def _shown(when: date) -> str:
    if not isinstance(when, datetime):
        return when.isoformat()
    written = when.isoformat(sep=" ", timespec="minutes")
    return written if when.tzinfo is not None else f"{written} (its time zone was not recorded)"
