"""The formats that trusted judges are exported to, by name, and the page in front of an export."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.exporters import deepeval, inspect_scorer, prompt, promptfoo, python
from workbench.exporters.markdown import plain, proof_lines
from workbench.exporters.pair import Pair, identifiers

COVER: Final = "README.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format.

    Attributes:
        files: The files of an export, text by path.
        refusal: Why a pair cannot be exported, None where it can.
        usage: How the files are used, in Markdown.
    """

    files: Callable[[Sequence[Pair]], dict[str, str]]
    refusal: Callable[[Pair], str | None]
    usage: Callable[[Sequence[Pair]], str]


FORMATS: Final[Mapping[str, Format]] = {
    "prompt": Format(files=prompt.files, refusal=prompt.refusal, usage=prompt.usage),
    "promptfoo": Format(files=promptfoo.files, refusal=promptfoo.refusal, usage=promptfoo.usage),
    "inspect": Format(
        files=inspect_scorer.files, refusal=inspect_scorer.refusal, usage=inspect_scorer.usage
    ),
    "deepeval": Format(files=deepeval.files, refusal=deepeval.refusal, usage=deepeval.usage),
    "python": Format(files=python.files, refusal=python.refusal, usage=python.usage),
}


def export_files(name: str, pairs: Sequence[Pair], left_out: Sequence[str]) -> dict[str, str]:
    """Return all files of an export, text by path, with the page in front.

    Args:
        name: The format.
        pairs: What is exported; the format refuses none of them.
        left_out: What is not, a sentence each.
    """
    chosen = FORMATS[name]
    return {COVER: _cover(name, pairs, left_out), **chosen.files(pairs)}


def _cover(name: str, pairs: Sequence[Pair], left_out: Sequence[str]) -> str:
    lines = [f"# Certified judges for {name}", "", FORMATS[name].usage(pairs)]
    for identifier, pair in zip(identifiers(pairs), pairs, strict=True):
        certificate = pair.certificate
        heading = f"## {plain(certificate.dimension)}, judged by {plain(certificate.judge)}"
        lines += [heading, "", f"In `{identifier}`.", "", *proof_lines(pair.proof), ""]
    if left_out:
        lines += ["## Left out", "", *(f"- {plain(one)}" for one in left_out), ""]
    return "\n".join(lines)
