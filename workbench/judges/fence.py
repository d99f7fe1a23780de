"""The fence round untrusted text: lines that only we can have written.

What is fenced stays as it is, byte for byte. It cannot close the fence or pass for a heading of
ours, because each of our lines carries a mark that was chosen so that the text does not hold it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from workbench.domain.digest import digest

_MARK_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Block:
    """One passage: a heading that is ours and a text that is not."""

    heading: str
    text: str = ""


def mark_for(texts: Iterable[str]) -> str:
    """Return a mark that stands in none of the texts, in either case.

    It is drawn from the texts' own digest: the same prompt is built each time, and whoever writes
    a text cannot know the mark, since to write it down changes it.
    """
    texts = list(texts)
    folded = [text.casefold() for text in texts]
    drawn = (digest([attempt, *texts])[:_MARK_DIGITS] for attempt in count())
    return next(mark for mark in drawn if not any(mark in text for text in folded))


def fenced(name: str, blocks: Sequence[Block], mark: str) -> str:
    """Return blocks between one opening and one closing line; a text follows its heading.

    Args:
        name: What is fenced, in capitals.
        blocks: The passages; one without a heading is text alone.
        mark: What `mark_for` found for all of them.
    """
    lines = [f"BEGIN {name} {mark}"]
    for block in blocks:
        lines += [f"[{mark}] {block.heading}"] if block.heading else []
        lines += [block.text] if block.text else []
    return "\n".join([*lines, f"END {name} {mark}"])
