"""Bullets: a block of text as the list that its author meant."""

import re

_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+")


def bullets(block: str) -> list[str]:
    """Return the items of a block: one a bullet with its wrapped lines, else one a line.

    Lines before the first bullet are an item of their own each; empty lines end an item.
    """
    found: list[str] = []
    bulleted = any(_BULLET.match(line) for line in block.splitlines())
    wraps = False
    for line in block.splitlines():
        text = _BULLET.sub("", line).strip()
        if not text:
            wraps = False
        elif wraps and bulleted and not _BULLET.match(line):
            found[-1] += f" {text}"
        else:
            found.append(text)
            wraps = bulleted and _BULLET.match(line) is not None
    return found
