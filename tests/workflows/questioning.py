"""Workspaces whose judges are models of the loopback server, and ways to have them asked."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tests.cli.commanding import Ran, ran
from tests.judges.loopback import Act, Loopback, says
from tests.store.build import put
from tests.workflows.building import Desk, desk
from workbench.domain.rating import Verdict
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Asked
from workbench.workflows.docket import Wanted
from workbench.workflows.judging import Judging, judge

QUOTE = "my refund"
"""Stands in the first turn of every conversation here."""
PRICE = {"input": 1000.0, "output": 5000.0}
"""A call of 100 tokens in and 20 out, as the server counts them, costs 0.20 USD."""


def reply(level: Any = 3, **fields: Any) -> str:
    """Return a judge's reply with a quote that is found."""
    said: dict[str, Any] = {
        "evidence": [{"turn": 0, "quote": QUOTE}],
        "justification": "It is.",
        "level": level,
    }
    return json.dumps(said | fields)


def levelled(level: Any = 3, **more: Any) -> Act:
    """Answer with a level."""
    return says(reply(level), **more)


def conversation(name: str, *, amount: int = 50, **fields: Any) -> Transcript:
    """Return a conversation with a call of a tool; its name stands in the first turn."""
    turns: list[dict[str, Any]] = [
        {"role": "user", "content": f"Conversation <{name}>: where is my refund?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "name": "refund", "arguments": {"amount": amount}}],
        },
        {"role": "tool", "content": "It was sent.", "tool_call_id": "c1", "name": "refund"},
        {"role": "assistant", "content": "It is on its way."},
    ]
    numbered = [{"index": index, **turn} for index, turn in enumerate(turns)]
    return Transcript.from_line(json.dumps({"id": name, "turns": numbered, **fields}))


def entries(server: Loopback, *names: str, **fields: Any) -> dict[str, Any]:
    """Return judges by name, each the model of its name."""
    return {
        name: {"model": f"openai/{name}", "api_base": server.url, **fields}
        for name in names or ("strict",)
    }


def judges_text(judges: dict[str, Any], **panels: Any) -> str:
    """Return the text of judges.yaml, of which JSON is a part."""
    return json.dumps({"judges": judges, "panels": panels})


def office(
    root: Path, server: Loopback, *, transcripts: int = 4, policy: str = "", **fields: Any
) -> Desk:
    """Make a workspace with conversations t000, t001, ... and the judge `strict`."""
    server.otherwise = levelled()
    made = desk(root, judges=judges_text(entries(server, **fields)), policy=policy)
    conversations(made, transcripts)
    return made


def conversations(made: Desk, count: int, *, first: int = 0, **fields: Any) -> None:
    """Put so many more conversations into a workspace."""
    names = [f"t{number:03}" for number in range(first, first + count)]
    written = [conversation(name, **fields) for name in names]
    put(Workspace(made.root), "transcripts/c.jsonl", written)


def asking(made: Desk, *judges: str, **wanted: Any) -> Judging:
    """Ask, in this process."""
    asked = Asked(judges=judges, dimensions=wanted.pop("dimensions", ()))
    return judge(
        made.root,
        Wanted(asked=asked, **wanted),
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(1),
    )


def lines(made: Desk, name: str = "strict") -> list[Verdict]:
    """Return every line of a judge's ledger."""
    path = Workspace(made.root).verdicts(name)
    return [Verdict.from_line(line.data) for line in ledger.read(path)]


def units(made: Desk, name: str = "strict") -> Counter[tuple[str, str, int]]:
    """Count a judge's lines by the question they answer."""
    return Counter((one.transcript, one.dimension, one.repeat) for one in lines(made, name))


def command(made: Desk, *arguments: str) -> Ran:
    """Run the command line as the installed command does, in this process."""
    return ran(made.root, *arguments)


def started(made: Desk, *arguments: str) -> subprocess.Popen[str]:
    """Start `workbench judge` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", "-C", str(made.root), "judge", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
    )


def until(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited for too long"
        time.sleep(0.02)
