"""Resolve: the functions and schemas that the cases of a suite name, each looked for once."""

import json
from pathlib import Path
from typing import Any

from workbench.domain.suite import Case
from workbench.errors import DataError
from workbench.scoring.compiling import Resources, needs
from workbench.workflows.suite_functions import Function, SuiteFunctions


class Resolver:
    """Finds what cases need; functions are imported from the suite's folder or its workspace.

    Args:
        suite: The suite's file.
        root: The workspace.
        free_text: Paths whose bare values are parts of the text there.
        seconds: How long a function may take on one transcript.
    """

    def __init__(self, suite: Path, root: Path, free_text: frozenset[str], seconds: float) -> None:
        self._folder = suite.parent
        self._root = root
        self._found = SuiteFunctions([suite.parent, root], seconds)
        self._functions: dict[str, Function] = {}
        self._schemas: dict[str, Any] = {}
        self.resources = Resources(
            functions=self._functions, schemas=self._schemas, free_text=free_text
        )

    def require(self, case: Case) -> None:
        """Find what a case needs; raises DataError where it is not there, naming the case."""
        if not case.expect.invariants and case.expect.json_schema is None:
            return
        wanted = needs(case)
        try:
            for name in wanted.functions - self._functions.keys():
                self._functions[name] = self._found.find(name)
            for name in wanted.schemas - self._schemas.keys():
                self._schemas[name] = self._schema(name)
        except DataError as error:
            raise DataError(f"case {case.id!r}: {error}") from error

    def _schema(self, name: str) -> Any:
        path = (self._folder / name).resolve()
        if not any(path.is_relative_to(one.resolve()) for one in (self._folder, self._root)):
            raise DataError(
                f"json_schema {name!r}: must be a file beside the suite or below it, or inside "
                "the workspace"
            )
        try:
            return json.loads(path.read_bytes())
        except OSError as error:
            raise DataError(
                f"json_schema {name!r}: cannot be read ({error.strerror}); it is looked for beside "
                "the suite"
            ) from error
        except ValueError as error:
            raise DataError(f"json_schema {name!r}: is no JSON ({error})") from error
