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
        "promptfoo, and Python 3.11 or newer beside it (`PROMPTFOO_PYTHON` names it). A test gives "
        "a recorded conversation in its variable `transcript`, in the workbench's format, as an "
        "object or as JSON; where there is none, prompt and output are judged. The level is the "
        "named score of the assertion. A reply that is no verdict fails it and says so, since "
        "promptfoo has no third state, and leaves no named score.\n\n"
        f"    promptfoo eval -c {CONFIG} -t tests.yaml\n"
        f"    promptfoo eval -c {CONFIG} -t tests.yaml -p prompts.txt -r PROVIDER\n\n"
        "In a configuration of your own, take the assertions over with the path to this folder.\n"
    )


def _config(pairs: Sequence[Pair]) -> str:
    """Return a configuration that judges recorded conversations, or whatever is prompted.

    It holds names of ours only: promptfoo fills templates in whatever text stands there. A metric
    is not named, since promptfoo would give it 0 where there is no verdict.
    """
    asserted = [{"type": "python", "value": f"file://{name}.py"} for name in identifiers(pairs)]
    text = StringIO()
    YAML().dump(
        {
            "prompts": ["{{transcript}}"],
            "providers": ["echo"],
            "defaultTest": {"assert": asserted},
        },
        text,
    )
    return text.getvalue()
