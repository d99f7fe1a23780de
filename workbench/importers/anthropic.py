"""Anthropic messages, one document or JSON Lines; tool results inside user messages are tools'."""

from collections.abc import Iterator
from pathlib import Path

from workbench.domain.transcript import Transcript
from workbench.importers.chat import chats, is_anthropic, read, unpack
from workbench.importers.conversations import Reading, transcripts
from workbench.importers.found import Options, Remark

_READING = Reading(format="anthropic", unpack=unpack, read=read)


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file holds Anthropic messages."""
    return any(is_anthropic(chat) for chat in chats(head))


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read chats; one that cannot be read is skipped with its reason.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    return transcripts(path, _READING)
