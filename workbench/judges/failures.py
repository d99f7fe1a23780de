"""Failures: what an exception of a model call means, and what to do about it.

litellm's exceptions are known by class name, status and wording, because litellm itself is loaded
only where it is called. Behind the order of the rules: a missing key arrives as a server error, a
content filter as a plain bad request, and an exhausted account as "too many requests".
"""

import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final

from workbench.judges.call import Action, CallFailedError
from workbench.judges.keys import hide_keys

_LONGEST_MESSAGE = 300
_TRACEBACK = "Traceback (most recent call last)"
_CLASS_NAMES = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Timeout): ?)*(?:\w+Exception - )?")
"""litellm puts up to three of them before what the provider said."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """One row of the table: it applies where the class, the status or the wording is met."""

    kind: str
    action: Action
    classes: frozenset[str] = frozenset()
    statuses: frozenset[int] = frozenset()
    wording: re.Pattern[str] | None = None

    def applies(self, classes: set[str], status: int | None, text: str) -> bool:
        return bool(
            self.classes & classes
            or status in self.statuses
            or (self.wording and self.wording.search(text))
        )


def _rule(
    kind: str, action: Action, *classes: str, status: tuple[int, ...] = (), wording: str = ""
) -> _Rule:
    pattern = re.compile(wording, re.IGNORECASE) if wording else None
    return _Rule(kind, action, frozenset(classes), frozenset(status), pattern)


_RULES: Final = (
    _rule("key_missing", "stop", wording=r"missing credentials|missing .{0,30}api.?key"),
    _rule(
        "no_credit",
        "stop",
        "PaymentRequiredError",
        "BudgetExceededError",
        status=(402,),
        wording=r"insufficient_quota|(insufficient|not enough|no) (credit|balance|fund)"
        r"|credit balance is too low|billing.{0,20}(not active|hard limit)",
    ),
    _rule("key_refused", "stop", "AuthenticationError", "PermissionDeniedError", status=(401, 403)),
    _rule("unsupported_parameter", "stop", "UnsupportedParamsError"),
    _rule(
        "unknown_model",
        "stop",
        "NotFoundError",
        "LiteLLMUnknownProvider",
        status=(404,),
        wording=r"llm provider not provided|model.{0,80}(does not exist|not found)",
    ),
    _rule(
        "context_overflow",
        "give_up",
        "ContextWindowExceededError",
        status=(413,),
        wording=r"context.?(length|window)|maximum.{0,20}tokens|prompt is too long",
    ),
    _rule(
        "content_filter",
        "give_up",
        "ContentPolicyViolationError",
        wording=r"content.?(filter|policy|management)|flagged as potentially violating"
        r"|safety (system|settings)",
    ),
    _rule("rate_limited", "retry", "RateLimitError", status=(429,)),
    _rule("timeout", "retry", "Timeout", "TimeoutError", "APITimeoutError", status=(408, 504)),
    _rule(
        "bad_body",
        "retry",
        "APIResponseValidationError",
        "JSONDecodeError",
        wording=r"payload is not completed|expecting value|invalid json|unable to parse"
        r"|can.?t parse|not valid json|invalid response|not enough data",
    ),
    _rule("bad_request", "give_up", "BadRequestError", status=(400, 409, 422)),
    _rule("connection", "retry", wording=r"connection|connect call|disconnected|name resolution"),
)
_OTHERWISE: Final = _rule("provider_down", "retry")
"""5xx, and whatever has no name: worth another attempt, and bounded like every one."""

_ADVICE: Final = {
    "key_missing": "set {key} in the environment",
    "key_refused": "check the key in {key}",
    "no_credit": "the provider says that the account has no credit left",
    "unknown_model": "check `model` and `api_base` in judges.yaml",
    "unsupported_parameter": "check `parameters` in judges.yaml",
}


def classified(error: BaseException) -> tuple[str, Action]:
    """Return the kind of an exception of a model call, and what to do about it."""
    classes = {cls.__name__ for cls in type(error).__mro__}
    status = _status(error)
    text = f"{_said(error)} {_code(error)}"
    for rule in _RULES:
        if rule.applies(classes, status, text):
            return rule.kind, rule.action
    return _OTHERWISE.kind, _OTHERWISE.action


def failure(error: BaseException, *, model: str, key_variable: str | None) -> CallFailedError:
    """Return the failure that an exception of a model call stands for, without any key in it.

    Args:
        error: What the call raised.
        model: What was called; named in the message.
        key_variable: The environment variable that holds its key, where one is named.
    """
    kind, action = classified(error)
    message = f"{model}: {_shortened(hide_keys(_said(error), key_variable))}"
    if kind in _ADVICE:
        named = key_variable or "the provider's variable (or the one that `api_key_env` names)"
        message = f"{message} ({_ADVICE[kind].format(key=named)})"
    wait = retry_after(_headers(error)) if action == "retry" else None
    return CallFailedError(kind, message, action=action, retry_after=wait)


def refuses_schema(error: BaseException) -> bool:
    """Tell whether a provider refused the request for structured output, not the question."""
    if classified(error)[0] not in {"bad_request", "unsupported_parameter"}:
        return False
    return bool(re.search(r"response_format|json_schema|structured output", str(error)))


def retry_after(headers: Any) -> float | None:
    """Return the seconds that a reply asks to wait; None where it says nothing usable."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after")
    seconds = _number(stated)
    if seconds is not None or not isinstance(stated, str):
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(stated).timestamp() - time.time())
    except ValueError:
        return None


def _number(text: object) -> float | None:
    try:
        number = float(str(text))
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _headers(error: BaseException) -> Any:
    response = getattr(error, "response", None)
    return getattr(response, "headers", None) or {}


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _code(error: BaseException) -> str:
    body = getattr(error, "body", None)
    return str(body.get("code", "")) if isinstance(body, dict) else ""


def _said(error: BaseException) -> str:
    """Return what went wrong, on one line, without litellm's class names and traceback."""
    said = _CLASS_NAMES.sub("", str(error).partition(_TRACEBACK)[0])
    return " ".join(said.split()) or type(error).__name__


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}…"
