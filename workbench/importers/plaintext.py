"""Conversations shown as text (tau-bench's `messages_display`): what was called is not in them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.domain.transcript import JsonObject, Transcript
from workbench.errors import DataError
from workbench.importers.conversations import Reading, Recorded, Unpacked, transcripts, without
from workbench.importers.found import Options, Remark

_FIELD = "messages_display"
_SPEAKER = re.compile(r"^(system|user|assistant|tool): ?", re.MULTILINE)
_NOTHING = "None"
"""What the display writes for an assistant's message that only calls a tool."""


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file holds conversations shown as text."""
    first = head[0] if isinstance(head, list) and head else head
    return isinstance(first, dict) and isinstance(first.get(_FIELD), str)


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read conversations, saying of each how many calls the display has left out.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    return transcripts(path, Reading(format="plaintext", unpack=_unpack, read=_read))


def _unpack(value: Any) -> Unpacked:
    return Unpacked(records=value if isinstance(value, list) else [value])


def _read(record: Any) -> Recorded:
    shown = record.get(_FIELD) if isinstance(record, dict) else None
    if not isinstance(shown, str):
        raise DataError(f"must be an object with the text `{_FIELD}`")
    messages = _messages(shown)
    results = sum(message["role"] == "tool" for message in messages)
    loss = f"{results} tool calls are known by their results only, names and arguments are gone"
    return Recorded(
        id=record.get("id"),
        messages=messages,
        metadata=without(record, "id", _FIELD),
        dropped=(loss,) if results else (),
        paired=False,
    )


def _messages(shown: str) -> list[JsonObject]:
    speakers = list(_SPEAKER.finditer(shown))
    if not speakers or shown[: speakers[0].start()].strip():
        raise DataError(f"`{_FIELD}` must begin with a speaker, such as `user:`")
    ends = [speaker.start() for speaker in speakers[1:]] + [len(shown)]
    return [
        {"role": speaker[1], "content": _said(shown[speaker.end() : end])}
        for speaker, end in zip(speakers, ends, strict=True)
    ]


def _said(text: str) -> str | None:
    content = text.removesuffix("\n")
    return None if content == _NOTHING else content
