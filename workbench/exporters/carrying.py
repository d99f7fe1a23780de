"""The code that goes with an exported judge: our own modules, copied with all that they need.

A second implementation of prompt and reply would be a second judge. So an export carries the very
text of the modules that asked when the judge was certified. Only the names of imports differ, and
the records of `workbench.domain` are replaced by `records`, which needs nothing.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

PACKAGE = "calibrated_judges"
"""The package that an export holds."""
_ENTRY_POINTS = ("judges.standalone", "judges.endpoint")
_RECORDS = frozenset(
    {
        "domain.citation",
        "domain.judge",
        "domain.level",
        "domain.policy",
        "domain.rating",
        "domain.rubric",
        "domain.transcript",
    }
)
_STAND_IN = "exporters.records"
_IMPORT = re.compile(r"^from workbench\.([\w.]+) import ", re.M)
_INIT = (
    '"""The code that asks judges, as the judge-calibration workbench certified them with it."""\n'
)


@cache
def carried() -> dict[str, str]:
    """Return the package's files: text by path, relative to the folder that it is put in."""
    found: dict[str, str] = {}
    waiting = list(_ENTRY_POINTS)
    while waiting:
        module = _stand_in(waiting.pop())
        if module not in found:
            found[module] = _source(module)
            waiting += _imported(found[module])
    package = {f"{PACKAGE}/{_name(name)}.py": _renamed(text) for name, text in found.items()}
    return {f"{PACKAGE}/__init__.py": _INIT, **dict(sorted(package.items()))}


def _stand_in(module: str) -> str:
    return _STAND_IN if module in _RECORDS else module


def _source(module: str) -> str:
    *folders, name = module.split(".")
    return files("workbench").joinpath(*folders, f"{name}.py").read_text(encoding="utf-8")


def _imported(text: str) -> Iterator[str]:
    return (found[1] for found in _IMPORT.finditer(text))


def _renamed(text: str) -> str:
    return _IMPORT.sub(lambda found: f"from {PACKAGE}.{_name(_stand_in(found[1]))} import ", text)


def _name(module: str) -> str:
    return module.rpartition(".")[2]
