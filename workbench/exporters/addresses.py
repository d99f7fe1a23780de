"""Where other tools reach the model behind a judge, or why they cannot."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from workbench.domain.judge import Judge


class _Provider(NamedTuple):
    """A provider that speaks the chat format of OpenAI: its address and the variable of its key."""

    api_base: str | None
    api_key_env: str | None


_COMPATIBLE: Final[Mapping[str, _Provider]] = {
    "deepseek": _Provider("https://api.deepseek.com/beta", "DEEPSEEK_API_KEY"),
    "groq": _Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    "hosted_vllm": _Provider(None, None),
    "litellm_proxy": _Provider(None, None),
    "lm_studio": _Provider(None, None),
    "mistral": _Provider("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    "openai": _Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "openrouter": _Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "xai": _Provider("https://api.x.ai/v1", "XAI_API_KEY"),
}
"""The addresses at which litellm reaches them too."""
_INSPECT: Final[Mapping[str, str]] = {
    "anthropic": "anthropic",
    "deepseek": "deepseek",
    "gemini": "google",
    "groq": "groq",
    "mistral": "mistral",
    "openai": "openai",
    "openrouter": "openrouter",
    "perplexity": "perplexity",
    "together_ai": "together",
    "xai": "grok",
}
"""What Inspect calls the providers."""


def chat_entry(entry: Judge) -> dict[str, Any] | None:
    """Return how a judge is reached over HTTP in the chat format of OpenAI; None where it is not.

    A judge with an address of its own and no named key is asked without one.
    """
    known = _COMPATIBLE.get((entry.model or "").partition("/")[0])
    if known is None or (entry.api_base is None and known.api_base is None):
        return None
    own = entry.api_base is not None
    return {
        "model": entry.model,
        "parameters": dict(entry.parameters),
        "api_base": entry.api_base if own else known.api_base,
        "api_key_env": entry.api_key_env if own else entry.api_key_env or known.api_key_env,
    }


def inspect_entry(entry: Judge) -> dict[str, Any] | None:
    """Return how a judge is reached through Inspect's model interface; None where it is not."""
    provider, _, name = (entry.model or "").partition("/")
    if entry.api_base is None:
        known = _INSPECT.get(provider)
        model = None if known is None else f"{known}/{name}"
    else:
        # Inspect's `openai` leaves parameters out where it takes a name for one of OpenAI's own.
        model = f"openai-api/judge/{name}" if provider in _COMPATIBLE else None
    if model is None:
        return None
    return {
        "model": model,
        "parameters": dict(entry.parameters),
        "api_base": entry.api_base,
        "api_key_env": entry.api_key_env,
    }
