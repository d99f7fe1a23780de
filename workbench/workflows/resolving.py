"""Resolve: the functions and schemas that the cases of a suite name, each looked for once."""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.scoring.compiling import Resources, needs

Function = Callable[[Transcript], bool | str | None]


class Resolver:
    """Finds what cases need; functions are imported from the suite's folder or its workspace."""

    def __init__(self, suite: Path, root: Path, free_text: frozenset[str]) -> None:
        self._folder = suite.parent
        self._root = root
        self._functions: dict[str, Function] = {}
        self._schemas: dict[str, Any] = {}
        self.resources = Resources(
            functions=self._functions, schemas=self._schemas, free_text=free_text
        )

    def require(self, case: Case) -> None:
        """Find what a case needs; raises DataError where it is not there, naming the case."""
        wanted = needs(case)
        try:
            for name in wanted.functions - self._functions.keys():
                self._functions[name] = self._function(name)
            for name in wanted.schemas - self._schemas.keys():
                self._schemas[name] = self._schema(name)
        except DataError as error:
            raise DataError(f"case {case.id!r}: {error}") from error

    def _function(self, name: str) -> Function:
        module, _, attribute = name.partition(":")
        for place in (str(self._root), str(self._folder)):
            if place not in sys.path:
                sys.path.insert(0, place)
        try:
            found = getattr(importlib.import_module(module), attribute)
        except ImportError as error:
            raise DataError(
                f"invariant {name!r}: module {module!r} cannot be imported ({error}); it is looked "
                f"for beside the suite, in {self._root}, and among what is installed"
            ) from error
        except AttributeError as error:
            raise DataError(f"invariant {name!r}: {module!r} has no {attribute!r}") from error
        if not callable(found):
            raise DataError(f"invariant {name!r}: must be a function of one transcript")
        function: Function = found
        return function

    def _schema(self, name: str) -> Any:
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._root.resolve()):
            raise DataError(f"json_schema {name!r}: must stay inside the workspace")
        try:
            return json.loads(path.read_bytes())
        except OSError as error:
            raise DataError(
                f"json_schema {name!r}: cannot be read ({error.strerror}); it is looked for beside "
                "the suite"
            ) from error
        except ValueError as error:
            raise DataError(f"json_schema {name!r}: is no JSON ({error})") from error
