"""Keys: read from the environment at the moment of sending, and hidden in whatever is said.

What looks like a key is taken more widely here than in transcripts: providers repeat keys half
masked, and a word too many hidden in a message does no harm.
"""

import os
import re

from workbench.judges.call import CallFailedError

HIDDEN = "[key]"
_SECRET_NAME = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)(_|$)", re.IGNORECASE)
_SHORTEST = 8
"""Characters; hiding shorter values would eat ordinary words."""
_SHAPES = re.compile(
    r"""
    (?<![A-Za-z0-9])
    (?: (?:sk|pk|rk)-(?:[\w*-]|\.(?=[\w.])){6,}  # OpenAI, Anthropic, DeepSeek; also masked
      | (?:gsk|xai|hf|r8|pplx|nvapi|tgp|fw|csk|ghp|github_pat|glpat)[_-][\w*-]{6,}
      | AIza[\w*-]{10,}                       # Google
      | (?:AKIA|ASIA)[A-Z0-9]{8,}             # AWS
      | eyJ[\w-]{8,}(?:\.[\w-]+)+              # JSON web tokens
    )
    | (?<=bearer\ )[^\s"',;]{6,}
    """,
    re.IGNORECASE | re.VERBOSE,
)


def read_key(variable: str) -> str:
    """Return the key that an environment variable holds.

    Raises:
        CallFailedError: It is not set; the action is to stop the run.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise missing_key([variable])
    return key


def missing_key(variables: list[str]) -> CallFailedError:
    """Say which variable to set; any one of several will do."""
    names = " or ".join(variables)
    return CallFailedError(
        "key_missing", f"there is no key: set {names} in the environment", action="stop"
    )


def hide_keys(text: str, *variables: str | None) -> str:
    """Return a text without the values of secret environment variables or anything key-shaped.

    Args:
        text: What is about to be shown, logged or recorded.
        variables: Names whose values are secret whatever they are called.
    """
    for secret in sorted(_secrets(set(variables)), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return _SHAPES.sub(HIDDEN, text)


def _secrets(named: set[str | None]) -> set[str]:
    values = {
        value.strip()
        for name, value in os.environ.items()
        if name in named or _SECRET_NAME.search(name)
    }
    return {value for value in values if len(value) >= _SHORTEST}
