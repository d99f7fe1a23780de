"""Blocks of labels that several transcripts share, times included: most likely copied."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from workbench.domain.rating import Label

_NAMED = 8


def repeated_blocks(labels: Iterable[Label]) -> Iterator[str]:
    """Name the transcripts whose labels, of all labellers, are identical to the second.

    Undated labels get a time each when they are imported, so they are never identical.
    """
    blocks: defaultdict[str, set[tuple[object, ...]]] = defaultdict(set)
    for label in labels:
        said = (label.labeller, label.dimension, label.criterion, label.status, label.level)
        blocks[label.transcript].add((*said, label.note, label.at))
    sharing: defaultdict[frozenset[tuple[object, ...]], list[str]] = defaultdict(list)
    for transcript, block in blocks.items():
        if len(block) > 1:  # two labels alone at one moment are no pattern
            sharing[frozenset(block)].append(transcript)
    for shared, transcripts in sharing.items():
        if len(transcripts) > 1:
            shown = ", ".join(transcripts[:_NAMED]) + (", …" if len(transcripts) > _NAMED else "")
            yield (
                f"{len(transcripts)} transcripts carry the same {len(shared)} labels with the same "
                f"times ({shown}): were they copied?"
            )
