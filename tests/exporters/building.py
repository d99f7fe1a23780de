"""Workspaces with a trusted judge that can be asked, and their exports run in other processes."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.workflows.building import Desk, close, desk, filled
from workbench.workflows.bench import Asked
from workbench.workflows.exporting import Exported, Wanted, export

TALK: Final[Mapping[str, Any]] = {
    "turns": [
        {"index": 0, "role": "user", "content": "I want my money back."},
        {"index": 1, "role": "assistant", "content": "Certainly. It is on its way."},
    ]
}

_LEVELS: Final = [1, 2, 3, 4] * 25


def reply(level: object = 4, *, quote: str = "Certainly.") -> str:
    """Return a reply that cites the agent's turn of TALK."""
    evidence = [{"turn": 1, "quote": quote}]
    said = {"evidence": evidence, "justification": "It agrees at once.", "level": level}
    return json.dumps(said)


def entry(url: str, model: str = "openai/stub-1", **fields: object) -> str:
    """Return a judge's entry in judges.yaml."""
    return json.dumps(
        {"model": model, "api_base": url, "parameters": {"temperature": 0, "max_tokens": 300}}
        | fields
    )


def certified(root: Path, url: str = "http://127.0.0.1:9/v1", **fields: Any) -> Desk:
    """Make a workspace in which `strict`, a model at an address, is trusted on tone."""
    made = filled(root, **({"judges": f"judges:\n  strict: {entry(url)}\n"} | fields))
    made.certify()
    return made


def panelled(root: Path, url: str) -> Desk:
    """Make a workspace in which the panel `board` of three models is trusted on tone."""
    names = ("first", "second", "third")
    members = "".join(f"  {name}: {entry(url, f'openai/{name}')}\n" for name in names)
    panel = f"panels:\n  board: {{members: [{', '.join(names)}]}}\n"
    made = desk(root, judges=f"judges:\n{members}{panel}")
    made.label(_LEVELS)
    made.judge(close(_LEVELS), judge="board")
    made.certify()
    return made


def exported(made: Desk, to: str, **asked: tuple[str, ...]) -> Exported:
    """Export a workspace to a folder beside it."""
    folder = made.root.parent / f"for-{to}"
    return export(made.root, Wanted(format=to, asked=Asked(**asked)), folder)


def alone(folder: Path, code: str, given: object = None, **environment: str) -> Any:
    """Run code in a folder where Python has its standard library and nothing else.

    Args:
        folder: What is on the path.
        code: Python that reads `given` and prints one JSON value.
        given: Handed over as `given`.
        environment: Further variables.
    """
    begin = f"import json, sys; sys.path.insert(0, {str(folder)!r}); given = json.load(sys.stdin)\n"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", begin + code],
        input=json.dumps(given),
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def judged(folder: Path, transcript: Mapping[str, Any] = TALK, **environment: str) -> Any:
    """Ask the judge of a Python export about a transcript."""
    (module,) = folder.glob("judge_*.py")
    code = f"import {module.stem}; print(json.dumps({module.stem}.judge(given)))"
    return alone(folder, code, transcript, **environment)
