"""Exports, loaded and run by the tools that they are for, against a provider on this machine.

`make test-peers` installs what is missing into a temporary place and runs these.
"""

import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.exporters.building import certified, exported
from tests.judges.loopback import Loopback

pytestmark = pytest.mark.peers

CLAIM = "better than 0.40 with 95 % confidence (0.95, n=50, one variant tried)"
NAME = "judge_tone_strict"
SAID = ("Certainly. It is on its way.", "Never!", "Maybe.")
"""What the agent says: worth level 4, level 1, and a reply that is no verdict."""
INSPECT_TASK = f"""
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageAssistant
from inspect_ai.solver import solver

@solver
def recorded():
    async def solve(state, generate):
        state.messages.append(ChatMessageAssistant(content=state.metadata["said"]))
        return state
    return solve

@task
def refunds():
    said = {SAID!r}
    samples = [Sample(input="Money back!", metadata={{"said": text}}) for text in said]
    return Task(dataset=samples, solver=recorded())
"""
DEEPEVAL_RUN = f"""
import json, sys
sys.path.insert(0, sys.argv[1])
from deepeval import evaluate
from deepeval.test_case import ConversationalTestCase, LLMTestCase, Turn
from {NAME} import ConversationMetric, Metric

said = {SAID!r}
exchanges = [LLMTestCase(input="Money back!", actual_output=text) for text in said[:2]]
talks = [
    ConversationalTestCase(
        turns=[Turn(role="user", content="Money back!"), Turn(role="assistant", content=text)]
    )
    for text in said[:2]
]
found = [
    [one.metrics_data[0].name, one.metrics_data[0].score, one.success, one.metrics_data[0].reason]
    for cases, metric in ((exchanges, Metric()), (talks, ConversationMetric()))
    for one in sorted(evaluate(cases, [metric]).test_results, key=lambda one: one.name)
]
try:
    Metric().measure(LLMTestCase(input="Money back!", actual_output=said[2]))
except RuntimeError as error:
    found.append(str(error))
open(sys.argv[2], "w", encoding="utf-8").write(json.dumps(found))
"""


def run(command: list[str], cwd: Path, **environment: str) -> None:
    ran = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, 100), f"{ran.stdout}\n{ran.stderr}"  # 100: promptfoo, tests fail
    sys.stdout.write(f"$ {' '.join(command)}\n{ran.stdout}\n")


def test_inspect_scores_a_log_with_the_scorer(tmp_path: Path, loopback: Loopback) -> None:
    pytest.importorskip("inspect_ai", reason="needs inspect-ai")
    folder = exported(certified(tmp_path / "workspace", loopback.url), "inspect").directory
    (tmp_path / "refunds.py").write_text(INSPECT_TASK, encoding="utf-8")
    inspect = [sys.executable, "-m", "inspect_ai"]
    quiet = ["--display", "plain"]

    run([*inspect, "eval", "refunds.py", "--model", "mockllm/model", "--log-format", "json",
         "--log-dir", "logs", *quiet], tmp_path)  # fmt: skip
    (log,) = (tmp_path / "logs").glob("*.json")
    run([*inspect, "score", str(log), "--scorer", f"{folder / NAME}.py@{NAME}", "--action",
         "append", "--output-file", "scored.json", *quiet], tmp_path)  # fmt: skip

    scored = json.loads((tmp_path / "scored.json").read_text(encoding="utf-8"))
    (result,) = scored["results"]["scores"]
    scores = [sample["scores"][NAME] for sample in scored["samples"]]
    assert [score["value"] for score in scores[:2]] == [4, 1]
    assert math.isnan(scores[2]["value"])
    assert scores[2]["reason"] == "fractional"
    assert scores[0]["metadata"]["proof"]["claim"] == CLAIM
    assert (result["scored_samples"], result["unscored_samples"]) == (2, 1)
    assert result["metrics"]["mean"]["value"] == 2.5
    assert all(asked.body["temperature"] == 0 for asked in loopback.asked)
    assert all("response_format" in asked.body for asked in loopback.asked)


def test_promptfoo_passes_and_fails_at_the_pass_level(tmp_path: Path, loopback: Loopback) -> None:
    promptfoo = os.environ.get("WORKBENCH_PROMPTFOO") or shutil.which("promptfoo")
    if promptfoo is None:
        pytest.skip("needs promptfoo: `make test-peers` installs it")
    folder = exported(certified(tmp_path / "workspace", loopback.url), "promptfoo").directory
    tests = [{"vars": {"transcript": transcript(text)}} for text in SAID]
    (tmp_path / "tests.json").write_text(json.dumps(tests), encoding="utf-8")

    run(
        [promptfoo, "eval", "-c", str(folder / "promptfooconfig.yaml"), "-t", "tests.json",
         "--no-cache", "--no-table", "-o", "results.json"],
        tmp_path,
        PROMPTFOO_PYTHON=sys.executable,
        PROMPTFOO_CONFIG_DIR=str(tmp_path / "promptfoo"),
        PROMPTFOO_DISABLE_TELEMETRY="1",
        PROMPTFOO_DISABLE_UPDATE="1",
    )  # fmt: skip

    written = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    results = {said(each["vars"]["transcript"]): each for each in written["results"]["results"]}
    good, bad, none = (results[text] for text in SAID)
    assert (good["success"], good["namedScores"]) == (True, {NAME: 4})
    assert (bad["success"], bad["namedScores"]) == (False, {NAME: 1})
    assert (none["success"], none["namedScores"]) == (False, {})
    assert CLAIM in good["gradingResult"]["componentResults"][0]["reason"]
    assert "gave no verdict (fractional)" in none["gradingResult"]["reason"]


def test_deepeval_measures_exchanges_and_conversations(tmp_path: Path, loopback: Loopback) -> None:
    python = os.environ.get("WORKBENCH_DEEPEVAL_PYTHON")
    if python is None:
        pytest.skip("needs deepeval: `make test-peers` installs it")
    folder = exported(certified(tmp_path / "workspace", loopback.url), "deepeval").directory
    (tmp_path / "run.py").write_text(DEEPEVAL_RUN, encoding="utf-8")

    run([python, "run.py", str(folder), "found.json"], tmp_path, DEEPEVAL_TELEMETRY_OPT_OUT="YES")

    *found, none = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    reason = f"It agrees at once. ({CLAIM})"
    assert found == [[NAME, 1.0, True, reason], [NAME, 0.0, False, reason]] * 2
    assert none.startswith(f"{NAME} gave no verdict (fractional)")


def transcript(text: str) -> dict[str, Any]:
    said_by = (("user", "Money back!"), ("assistant", text))
    return {
        "turns": [
            {"index": index, "role": role, "content": content}
            for index, (role, content) in enumerate(said_by)
        ]
    }


def said(given: dict[str, Any]) -> str:
    text: str = given["turns"][-1]["content"]
    return text
