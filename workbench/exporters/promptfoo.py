"""promptfoo: a configuration whose Python assertions ask the judges, and pass at the pass level."""

from collections.abc import Sequence
from io import StringIO

from ruamel.yaml import YAML

from workbench.exporters.addresses import chat_entry
from workbench.exporters.modules import modules, no_pass_level, unreachable
from workbench.exporters.pair import Pair, identifiers
from workbench.exporters.python import NO_ADDRESS

CONFIG = "promptfooconfig.yaml"


def files(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return the files of an export, text by path."""
    return {CONFIG: _config(pairs), **modules(pairs, "promptfoo", chat_entry)}


def refusal(pair: Pair) -> str | None:
    """Return why a pair cannot be exported, or None where it can."""
    return no_pass_level(pair) or unreachable(pair, chat_entry, NO_ADDRESS)


def usage(pairs: Sequence[Pair]) -> str:
    """Return how the files are used, in Markdown."""
    del pairs
    return (
        "Python 3.11 or newer beside promptfoo (`PROMPTFOO_PYTHON` names it). The judge reads the "
        "variable `transcript` of a test, a transcript in the workbench's format as an object or "
        "as JSON, and where there is none the prompt and the output. A reply that is no verdict "
        "fails the assertion and says so: promptfoo has no third state. It has no named score.\n\n"
        f"    promptfoo eval -c yours.yaml -c {CONFIG}\n"
    )


def _config(pairs: Sequence[Pair]) -> str:
    """Return a configuration that promptfoo lays over one's own.

    It holds names of ours only: promptfoo fills templates in whatever text stands there.
    """
    asserted = [
        {"type": "python", "value": f"file://{name}.py", "metric": name}
        for name in identifiers(pairs)
    ]
    text = StringIO()
    YAML().dump({"defaultTest": {"assert": asserted}}, text)
    return text.getvalue()
