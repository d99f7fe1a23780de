"""The labelling page under a test's hands: a workspace to label in, keys, and what was sent."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.workflows.building import Desk, desk, tone
from workbench.domain.rating import Label
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import Workspace

FACTS = (
    (
        'dimension: facts\nversion: "1.0"\nquestion: Is it true?\n'
        "anchors:\n  1: false\n  2: half false\n  3: nearly true\n  4: true\n"
        "not_applicable: Nothing is claimed.\nguidance: Check the tool's answer.\n"
    )
    .replace("1: false", '1: "false"')
    .replace("4: true", '4: "true"')
)
TALK = (
    {"role": "user", "content": "Where is my order KX-2041?"},
    {
        "role": "assistant",
        "tool_calls": [{"id": "c1", "name": "lookup", "arguments": {"order": "KX-2041"}}],
    },
    {"role": "tool", "content": '{"status": "sent"}', "tool_call_id": "c1"},
    {"role": "assistant", "content": "It was sent yesterday."},
)


def workspace(root: Path, talks: Iterable[Iterable[dict[str, Any]]], policy: str = "") -> Desk:
    """Make a workspace with two dimensions, facts and tone, and one transcript a talk."""
    made = desk(root, rubric=tone(), policy=policy)
    made.write("rubrics/facts.yaml", FACTS)
    lines = []
    for number, talk in enumerate(talks):
        turns = [{"index": index} | turn for index, turn in enumerate(talk)]
        one = Transcript.from_line(json.dumps({"id": f"t{number:03}", "turns": turns}))
        lines.append(one.line())
    ledger.append(Workspace(root).collection("calls"), lines)
    return made


def press(app: AppTest, shortcut: str) -> AppTest:
    """Press a key: click the button that has it, then draw the whole page again."""
    (button,) = [one for one in app.button if one.proto.shortcut == shortcut.lower()]
    button.click().run()
    return app.run()


def field(fields: Iterable[Any], name: str) -> Any:
    """Return the field on the page whose key begins so."""
    (found,) = [one for one in fields if str(one.key).startswith(f"w_{name}_")]
    return found


def chosen(app: AppTest) -> list[str]:
    """Return the keys of the answers that stand chosen in the form."""
    answers = [one for one in app.button if str(one.key).startswith(("w_level_", "w_status_"))]
    return [str(one.key) for one in answers if one.proto.type == "primary"]


def here(app: AppTest) -> int:
    """Return the turn under the cursor."""
    (label,) = [one.label for one in app.button if "you are here" in one.label]
    return int(label.partition(" ")[0])


def protos(app: AppTest) -> Iterator[Any]:
    """Return every message that drew the page."""
    for node in app._tree:  # the one place that keeps what the server sent
        if getattr(node, "proto", None) is not None:
            yield node.proto


def sent(app: AppTest) -> bytes:
    """Return all that the server sent to draw the page."""
    return b"\n".join(one.SerializeToString(deterministic=True) for one in protos(app))


def labels(root: Path, labeller: str = "labeller A") -> list[Label]:
    """Return what stands in a labeller's ledger."""
    return [Label.from_line(line.data) for line in ledger.read(Workspace(root).labels(labeller))]
