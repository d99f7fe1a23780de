"""Times as foreign files write them: ISO 8601, dates of mail, seconds since 1970."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

_LATEST_SECOND = 1e11
"""A larger Unix time counts milliseconds."""
_OF_MAIL = re.compile(r"(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})?\b.*")
"""RFC 5322, as in `Sat, 21 Feb 2026 08:06:00 +0100`."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant, and whether the file named no zone for it, so that UTC was assumed."""

    at: datetime
    zoneless: bool


def read_moment(value: Any) -> Moment | None:
    """Read a time; one without a zone is taken for UTC. None: it is no time."""
    try:
        if isinstance(value, str):
            found = _written(value.strip())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if value > _LATEST_SECOND else value
            found = datetime.fromtimestamp(seconds, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    if found.tzinfo is not None:
        return Moment(found, zoneless=False)
    return Moment(found.replace(tzinfo=UTC), zoneless=True)


def _written(text: str) -> datetime:
    return parsedate_to_datetime(text) if _OF_MAIL.fullmatch(text) else datetime.fromisoformat(text)
