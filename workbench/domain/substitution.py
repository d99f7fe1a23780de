"""Variables of a case: `${name}` in its texts, replaced before anything is checked."""

import re
from collections.abc import Mapping
from typing import Any

from workbench.domain.suite import Case
from workbench.errors import DataError

_NAME = re.compile(r"\$\{([^}]*)\}")
_UNTOUCHED = frozenset({"id", "vars", "transcript"})


class UnknownVariableError(DataError):
    """A text names a variable that its case does not define."""

    def __init__(self, message: str, path: tuple[str | int, ...]) -> None:
        super().__init__(message)
        self.path = path
        """Where the text stands in the case."""


def substituted(case: Case) -> Case:
    """Return a case whose texts have the values of its variables; keys and transcripts stay.

    A text that is nothing but one variable becomes its value, of whatever type.

    Raises:
        UnknownVariableError: A text names a variable that is not in `vars`.
        pydantic.ValidationError: A value does not fit where it was put.
    """
    written = case.changed(transcript=None, vars={}).to_json()
    written.pop("id")
    replaced = _Variables(case.id, case.vars).in_value(written, ())
    if replaced == written:
        return case
    ready = Case.of({"id": case.id, "vars": case.vars, **replaced})
    return ready.changed(transcript=case.transcript)


def put_in_whole(case: Any) -> Any:
    """Return a case that is yet to be read with each text that is one variable replaced.

    So a variable may stand where a number must; texts that hold more are left to `substituted`.

    Raises:
        UnknownVariableError: A text names a variable that is not in `vars`.
    """
    if not isinstance(case, dict) or not isinstance(case.get("vars"), dict):
        return case
    variables = _Variables(str(case.get("id")), case["vars"])
    return {
        key: value if key in _UNTOUCHED else variables.whole(value, (key,))
        for key, value in case.items()
    }


class _Variables:
    """The values of one case's variables."""

    def __init__(self, case: str, values: Mapping[str, Any]) -> None:
        self._case = case
        self._values = values

    def in_value(self, value: Any, path: tuple[str | int, ...]) -> Any:
        if isinstance(value, str):
            return self._in_text(value, path) if "${" in value else value
        if isinstance(value, dict):
            return {key: self.in_value(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.in_value(item, (*path, place)) for place, item in enumerate(value)]
        return value

    def whole(self, value: Any, path: tuple[str | int, ...]) -> Any:
        """Return a value in which each text that is one variable is replaced."""
        if isinstance(value, str):
            found = _NAME.fullmatch(value)
            meant = self._value(found[1], path) if found else value
            # What names variables in turn is left as it is, or they would be put in twice.
            return value if isinstance(meant, str) and "${" in meant else meant
        if isinstance(value, dict):
            return {key: self.whole(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self.whole(item, (*path, place)) for place, item in enumerate(value)]
        return value

    def _in_text(self, text: str, path: tuple[str | int, ...]) -> Any:
        whole = _NAME.fullmatch(text)
        if whole:
            return self._value(whole[1], path)
        return _NAME.sub(lambda found: _shown(self._value(found[1], path)), text)

    def _value(self, name: str, path: tuple[str | int, ...]) -> Any:
        if name in self._values:
            return self._values[name]
        known = ", ".join(sorted(self._values)) or "none"
        where = ".".join(map(str, path))
        raise UnknownVariableError(
            f"case {self._case!r}: `{where}` names ${{{name}}}, which `vars` does not define "
            f"(defined: {known})",
            path,
        )


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else str(value)
