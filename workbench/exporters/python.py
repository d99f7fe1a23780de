"""Python: a module a pair that asks an OpenAI-compatible address with the standard library."""

from collections.abc import Sequence

from workbench.exporters.addresses import chat_entry
from workbench.exporters.modules import modules, unreachable
from workbench.exporters.pair import Pair, identifiers

NO_ADDRESS = (
    "for which no OpenAI-compatible address is known: give the judge an `api_base` that is one, "
    "or export it to inspect or prompt"
)


def files(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return the files of an export, text by path."""
    return modules(pairs, "python", chat_entry)


def refusal(pair: Pair) -> str | None:
    """Return why a pair cannot be exported, or None where it can."""
    return unreachable(pair, chat_entry, NO_ADDRESS)


def usage(pairs: Sequence[Pair]) -> str:
    """Return how the files are used, in Markdown."""
    name = identifiers(pairs)[0]
    return (
        "Python 3.11 or newer, and nothing else. `judge(transcript)` takes a transcript in the "
        "workbench's format and returns the verdict; its `status` is `rated`, `not_applicable`, "
        "`no_majority` or `error`, and only `rated` has a level.\n\n"
        f"    python {name}.py < transcript.json\n"
    )
