"""A workspace in which every text that others write tries to get out of the page.

All of its addresses lead to one server on this machine, so that whatever is fetched is noticed.
"""

import json
from pathlib import Path
from typing import Any

from tests.workflows.building import Desk, desk

ARABIC = "مرحبا، أريد إلغاء الطلب رقم 12345 من فضلك."
HEBREW = "הזמנה 12345 עדיין לא הגיעה, תודה!"
EMOJI = "👩‍👩‍👧‍👦 🏳️‍🌈 ✅ 🧑🏽‍🚀"
TURNED = "total \u202e00.1 $\u202c to pay"
"""A sign in it turns the digits round for whoever reads them."""
TURNS = 60


def beacon(sink: str, place: str) -> str:
    """Return a Markdown image that calls out when it is rendered."""
    return f"![beacon]({sink}/{place}.png)"


def markup(sink: str, place: str) -> str:
    """Return text that calls out, runs or restyles the page wherever it is rendered."""
    return "\n".join(
        (
            f"{beacon(sink, place)} [link]({sink}/{place}-link) :material/home: :red[red] $x^2$",
            f"<img src='{sink}/{place}-img' onerror=\"fetch('{sink}/{place}-onerror')\">",
            f"<script>fetch('{sink}/{place}-script'); document.title = 'taken over'</script>",
            f"<style>@import url({sink}/{place}-css); * {{ display: none }}</style>",
            f"<iframe src='{sink}/{place}-frame'></iframe><svg onload=\"fetch('{sink}/svg')\">",
            "# A heading",
            f"| a | b |\n|---|---|\n| {beacon(sink, place + '-cell')} | </div></section> |",
        )
    )


def transcript(sink: str, name: str) -> dict[str, Any]:
    """Return a conversation of 60 turns, each of which misbehaves in its own way."""
    turns: list[dict[str, Any]] = [
        {"role": "system", "content": markup(sink, "system")},
        {"role": "user", "content": ARABIC},
        {"role": "assistant", "content": HEBREW, "name": beacon(sink, "name")},
        {"role": "user", "content": f"{EMOJI} {TURNED}"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call-1",
                    "name": beacon(sink, "tool"),
                    "arguments": {"html": markup(sink, "argument"), "text": ARABIC},
                },
                {"id": "call-2", "name": "broken", "arguments_raw": '{"cut": "o'},
            ],
        },
        {"role": "tool", "tool_call_id": "call-1", "content": markup(sink, "result") * 20},
        {"role": "tool", "tool_call_id": "no-such-call", "content": "{}", "is_error": True},
        {"role": "user", "content": "no spaces " + "x" * 3000},
        {"role": "assistant", "content": markup(sink, "answer")},
        {"role": "user", "content": ""},
    ]
    while len(turns) < TURNS:
        speaker = ("user", "assistant")[len(turns) % 2]
        turns.append({"role": speaker, "content": f"{ARABIC} {EMOJI} {beacon(sink, 'later')}"})
    return {
        "id": name,
        "turns": [{"index": index, **turn} for index, turn in enumerate(turns)],
        "outcome": markup(sink, "outcome"),
        "metadata": {beacon(sink, "metadata"): markup(sink, "metadata")},
    }


def workspace(root: Path, sink: str) -> Desk:
    """Make a workspace whose transcripts, rubric, notes, names and verdicts are all hostile."""
    fields = {name: markup(sink, name) for name in ("question", "not_applicable", "guidance")}
    rubric = "\n".join(
        (
            'dimension: tone\nversion: "1.0"\npass_at: 3\nanchors:',
            *(f"  {level}: {json.dumps(markup(sink, f'anchor-{level}'))}" for level in range(1, 5)),
            *(f"{name}: {json.dumps(text)}" for name, text in fields.items()),
        )
    )
    made = desk(root, rubric=rubric, policy="overlap: 3\n")
    names = [f"t{number:03}" for number in range(4)]
    lines = [json.dumps(transcript(sink, name), ensure_ascii=False) for name in names]
    made.write("transcripts/support.jsonl", "".join(f"{line}\n" for line in lines))
    made.label([1, 2, 3], labeller=beacon(sink, "labeller"), note=markup(sink, "note"))
    made.label([4, 3, 3], labeller="labeller B", note=markup(sink, "other-note"), evidence=(1, 5))
    made.judge([4, 1, 2], justification=markup(sink, "justification"))
    return made
