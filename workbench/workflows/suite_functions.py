"""Suite functions: the Python rules that a suite names, each file loaded under a name of its own.

Two suites may each have a file `rules.py` beside them; what one process loads for the one is never
taken for the other.
"""

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from workbench.domain.suite import RULE_SECONDS
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.scoring.checks import UncheckableError
from workbench.workflows.rule_time import TooLongError, within

Function = Callable[[Transcript], bool | str | None]

_NUMBERS = count()
_IMPORT_SECONDS = 60.0
"""Seconds that importing a file of rules may take; what it imports in turn may be large."""


class SuiteFunctions:
    """Finds the functions that one suite names.

    Args:
        places: The folders that their files are looked for in, the first one first; what is in
            none of them is imported from what is installed.
        seconds: How long a rule may take on one transcript.
    """

    def __init__(self, places: Sequence[Path], seconds: float = RULE_SECONDS) -> None:
        self._seconds = seconds
        self._places = [place.resolve() for place in places]
        self._loaded: dict[str, str] = {}
        """The names that files are loaded under, by the names that the suite has for them."""

    def find(self, name: str) -> Function:
        """Return the function `module:function`; raises DataError where there is none."""
        module, _, attribute = name.partition(":")
        if not all(part.isidentifier() for part in (*module.split("."), attribute)):
            raise DataError(
                f"invariant {name!r}: must be `module:function`, the module named as in an import"
            )
        try:
            with self._importable(), _contained():
                loaded = within(_IMPORT_SECONDS, lambda: self._module(module))
                found = getattr(loaded, attribute, None)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # foreign code: its import may raise anything
            raise DataError(
                f"invariant {name!r}: module {module!r} cannot be imported ({_told(error)}); it is "
                f"looked for beside the suite, in {self._places[-1]}, and among what is installed"
            ) from error
        if found is None:
            raise DataError(f"invariant {name!r}: {module!r} has no {attribute!r}")
        if not callable(found):
            raise DataError(f"invariant {name!r}: must be a function of one transcript")
        return self._limited(name, self._importing(found))

    def _limited(self, name: str, function: Function) -> Function:
        """Return a function that cannot tell where it would take too long."""
        seconds = self._seconds

        def rule(transcript: Transcript) -> bool | str | None:
            try:
                return within(seconds, lambda: function(transcript))
            except TooLongError:
                raise UncheckableError(
                    f"the rule {name} took longer than {seconds:g} s on transcript "
                    f"{transcript.id!r} and was stopped: look for a loop without an end; "
                    "`rule_seconds` of the suite gives rules more time"
                ) from None

        return rule

    def _importing(self, function: Function) -> Function:
        """Return a function that finds the files beside it also where it imports when called."""

        def rule(transcript: Transcript) -> bool | str | None:
            with _contained():
                try:
                    return function(transcript)
                except ImportError:
                    with self._importable():
                        return function(transcript)

        return rule

    def _module(self, module: str) -> ModuleType:
        top, _, below = module.partition(".")
        if top not in self._loaded:
            spec = self._spec(top)
            if spec is None:
                return importlib.import_module(module)
            self._loaded[top] = _load(spec)
        own = self._loaded[top]
        return importlib.import_module(f"{own}.{below}" if below else own)

    def _spec(self, top: str) -> ModuleSpec | None:
        """Return how to load a module or package of that name from one of the places."""
        if top == __name__.partition(".")[0]:
            return None
        for place in self._places:
            own = f"_suite_{next(_NUMBERS)}_{top}"
            for file in (place / top / "__init__.py", place / f"{top}.py"):
                if file.is_file():
                    folders = [str(file.parent)] if file.name == "__init__.py" else None
                    return spec_from_file_location(own, file, submodule_search_locations=folders)
            if (place / top).is_dir() and top not in sys.modules:
                spec = ModuleSpec(own, None, is_package=True)
                spec.submodule_search_locations = [str(place / top)]
                return spec
        return None

    @contextmanager
    def _importable(self) -> Iterator[None]:
        """Let a rule import files beside it; what it imports so is not left for other suites."""
        before, places = set(sys.modules), [str(place) for place in self._places]
        sys.path[:0] = places
        importlib.invalidate_caches()
        try:
            yield
        finally:
            for place in places:
                sys.path.remove(place)
            new = set(sys.modules) - before
            beside = {name for name in new if self._is_beside(name)}
            for name in new:
                if name.partition(".")[0] in beside:
                    del sys.modules[name]

    def _is_beside(self, name: str) -> bool:
        """Whether a module stands in one of the places and is known by its plain name."""
        if "." in name or name in self._loaded.values():
            return False
        spec = getattr(sys.modules[name], "__spec__", None)
        if spec is None:
            return False
        found = spec.submodule_search_locations or [spec.origin or ""]
        return any(Path(one).parent in self._places for one in found)


@contextmanager
def _contained() -> Iterator[None]:
    """Keep a rule from a run's output, which machines read, and from its exit code.

    What it prints goes to where messages go. `os._exit`, which would end the run with a code of the
    rule's choice and nothing recorded, becomes an exit that can be told.
    """
    leave, own = os._exit, os.getpid()

    def told(status: int) -> NoReturn:
        if os.getpid() != own:  # a process that the rule started ends as it likes
            leave(status)
        raise SystemExit(status)

    os._exit = told
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os._exit = leave


def _told(error: BaseException) -> str:
    if isinstance(error, TooLongError):
        return f"it took longer than {_IMPORT_SECONDS:g} s"
    return str(error) if isinstance(error, ImportError) else f"{type(error).__name__}: {error}"


def _load(spec: ModuleSpec) -> str:
    """Load a module under the name of its spec, and return that."""
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        if spec.loader is not None:
            spec.loader.exec_module(module)
    except BaseException:  # whatever ends it, an interruption too: half a module is never found
        del sys.modules[spec.name]
        raise
    return spec.name
