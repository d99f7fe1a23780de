"""DeepEval: a module a pair with a metric for single exchanges and one for conversations."""

from collections.abc import Sequence

from workbench.exporters.addresses import chat_entry
from workbench.exporters.modules import modules, no_pass_level, unreachable
from workbench.exporters.pair import Pair, identifiers
from workbench.exporters.python import NO_ADDRESS


def files(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return the files of an export, text by path."""
    return modules(pairs, "deepeval", chat_entry)


def refusal(pair: Pair) -> str | None:
    """Return why a pair cannot be exported, or None where it can."""
    return no_pass_level(pair) or unreachable(pair, chat_entry, NO_ADDRESS)


def usage(pairs: Sequence[Pair]) -> str:
    """Return how the files are used, in Markdown."""
    name = identifiers(pairs)[0]
    return (
        "`Metric` rates an `LLMTestCase`, `ConversationMetric` a `ConversationalTestCase`. The "
        "score is the level's place between the lowest (0) and the highest (1), the threshold that "
        "of the lowest level that passes. A reply that is no verdict raises; not applicable is "
        "skipped.\n\n"
        f"    from {name} import ConversationMetric, Metric\n"
    )
