"""Digests: what a record was made under, as sha-256 over canonical JSON."""

import hashlib
import json

SHOWN = 12
"""How many hex digits of a digest people are shown."""


def canonical(value: object) -> bytes:
    """Write a JSON value as its canonical bytes: sorted keys, UTF-8, no spaces.

    Raises:
        ValueError: The value holds NaN or an infinity, which JSON has no word for.
    """
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return text.encode("utf-8", "backslashreplace")


def digest(value: object) -> str:
    """Return the 64 hex digits that stand for a JSON value."""
    return hashlib.sha256(canonical(value)).hexdigest()


def shown(full: str) -> str:
    """Shorten a digest to the form that people read."""
    return full[:SHOWN]
