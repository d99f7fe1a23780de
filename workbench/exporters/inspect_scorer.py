"""Inspect: a module a pair with a scorer that asks through Inspect's own model interface."""

from collections.abc import Sequence

from workbench.exporters.addresses import inspect_entry
from workbench.exporters.modules import modules, unreachable
from workbench.exporters.pair import Pair, identifiers


def files(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return the files of an export, text by path."""
    return modules(pairs, "inspect", inspect_entry)


def refusal(pair: Pair) -> str | None:
    """Return why a pair cannot be exported, or None where it can."""
    return unreachable(
        pair,
        inspect_entry,
        "and neither is its provider one of Inspect's nor its address an OpenAI-compatible one",
    )


def usage(pairs: Sequence[Pair]) -> str:
    """Return how the files are used, in Markdown."""
    name = identifiers(pairs)[0]
    return (
        "The scorer reads the messages of a sample and gives the level, with the claim and the "
        "digests in the metadata of the score. What is no verdict is left unscored, with its "
        "reason: Inspect keeps it out of its metrics and counts it.\n\n"
        f"    inspect score LOG.eval --scorer {name}.py@{name}\n"
    )
