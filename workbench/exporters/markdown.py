"""Text of others in Markdown: shown as it is, never read as Markdown."""

import re

_RUN = re.compile(r"`+")
_SPECIAL = re.compile(r"([\\`*_\[\]#|<>~&])")


def code_block(text: str) -> str:
    """Return a block of code that its text cannot close."""
    longest = max((len(run) for run in _RUN.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def plain(text: str) -> str:
    """Return a text on one line in which no character marks anything."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def proof_lines(proof: dict[str, object]) -> list[str]:
    """Return the lines of a proof: the claim, the digests and what makes them stale."""
    stale = proof["stale_when"]
    reasons = stale if isinstance(stale, list) else [stale]
    return [
        f"> {plain(str(proof['claim']))}",
        "",
        f"- rubric {plain(str(proof['rubric_version']))}, digest `{proof['rubric_digest']}`",
        f"- judge, fingerprint `{proof['judge_digest']}`",
        f"- trusted.json, digest `{proof['trusted_digest']}`",
        f"- certified at {proof['certified_at']}, exported by workbench {proof['workbench']}",
        "",
        "It is stale, and nothing here notices, when",
        "",
        *(f"- {plain(str(reason))}" for reason in reasons),
    ]
