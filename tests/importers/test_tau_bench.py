"""tau-bench and tau2-bench results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.importers import native, openai, tau_bench

Read = Callable[..., Any]

MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "My phone is dead.", "turn_idx": 0},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "a1", "name": "get_line", "arguments": {"id": 3}, "requestor": "assistant"}
        ],
    },
    {"role": "tool", "id": "a1", "content": "on", "requestor": "assistant", "error": False},
    {
        "role": "user",
        "content": None,
        "tool_calls": [{"id": "u1", "name": "reboot", "arguments": {}, "requestor": "user"}],
    },
    {"role": "tool", "id": "u1", "content": "failed", "requestor": "user", "error": True},
]


def _run(**simulation: Any) -> dict[str, Any]:
    return {
        "timestamp": "2025-06-01T00:00:00",
        "info": {
            "agent_info": {"implementation": "llm_agent", "llm": "gpt-x"},
            "environment_info": {"domain_name": "telecom", "policy": "Be exact."},
        },
        "tasks": [{"id": "7", "user_scenario": "cross"}],
        "simulations": [
            {
                "id": "sim-1",
                "task_id": "7",
                "trial": 1,
                "duration": 2.5,
                "agent_cost": 0.01,
                "termination_reason": "user_stop",
                "reward_info": {"reward": 0.0},
                "messages": MESSAGES,
                **simulation,
            }
        ],
    }


def test_a_call_by_the_simulated_user_stands_in_a_turn_of_the_user(read: Read) -> None:
    transcript = read(tau_bench.read_transcripts, _run()).transcript

    by_role = [
        (turn.role, [call.name for call in turn.tool_calls], turn.tool_call_id, turn.is_error)
        for turn in transcript.turns
    ]
    assert by_role == [
        ("user", [], None, False),
        ("assistant", ["get_line"], None, False),
        ("tool", [], "a1", False),
        ("user", ["reboot"], None, False),
        ("tool", [], "u1", True),
    ]
    assert transcript.metadata["turns"]["4"] == {"requestor": "user"}
    assert "2" not in transcript.metadata["turns"]


def test_a_call_of_the_user_inside_a_message_of_the_agent_is_taken_out_of_it(read: Read) -> None:
    calls = [
        {"id": "a", "name": "look", "arguments": {}, "requestor": "assistant"},
        {"id": "u", "name": "press", "arguments": {}, "requestor": "user"},
    ]
    message = {"role": "assistant", "content": "Press it.", "tool_calls": calls}

    transcript = read(tau_bench.read_transcripts, _run(messages=[message])).transcript

    assert [(turn.role, [call.name for call in turn.tool_calls]) for turn in transcript.turns] == [
        ("assistant", ["look"]),
        ("user", ["press"]),
    ]


def test_several_results_in_one_message_are_a_turn_each(read: Read) -> None:
    results = [{"role": "tool", "id": name, "content": name} for name in ("x", "y")]
    message = {"role": "tool", "tool_messages": results}

    transcript = read(tau_bench.read_transcripts, _run(messages=[message])).transcript

    assert [turn.tool_call_id for turn in transcript.turns] == ["x", "y"]


def test_a_simulation_says_what_it_was_of_and_how_it_ended(read: Read) -> None:
    transcript = read(tau_bench.read_transcripts, _run()).transcript

    assert (transcript.id, transcript.case, transcript.trial) == ("sim-1", "7", 1)
    assert (transcript.agent.name, transcript.agent.model) == ("llm_agent", "gpt-x")
    assert (transcript.usage.cost_usd, transcript.usage.latency_ms) == (0.01, 2500.0)
    assert (transcript.termination.reason, transcript.termination.evaluable) == ("user_stop", True)
    assert (transcript.metadata["reward"], transcript.metadata["domain"]) == (0.0, "telecom")
    assert transcript.metadata["task"] == {"id": "7", "user_scenario": "cross"}
    assert transcript.metadata["run"]["info"]["environment_info"]["policy"] == "Be exact."


@pytest.mark.parametrize(
    ("reason", "evaluable"),
    [
        ("infrastructure_error", False),
        ("context_window_exceeded", False),
        ("max_steps", True),
        ("agent_error", True),
        ("unexpected_error", True),
    ],
)
def test_endings_by_infrastructure_are_not_evaluable(
    read: Read, reason: str, evaluable: bool
) -> None:
    transcript = read(tau_bench.read_transcripts, _run(termination_reason=reason)).transcript

    assert transcript.termination.evaluable is evaluable


def test_a_simulation_that_never_ran_is_a_note(read: Read) -> None:
    found = read(
        tau_bench.read_transcripts, _run(messages=None, termination_reason="infrastructure_error")
    )

    assert found.transcripts == []
    assert found.said("note") == ["sim-1: no content recorded, nothing to import"]


def test_ticks_of_a_voice_simulation_are_refused_by_name(read: Read) -> None:
    found = read(tau_bench.read_transcripts, _run(messages=None, ticks=[{"tick_id": 0}]))

    assert found.said("skipped") == [
        "has `ticks` in place of messages: a voice simulation is not read"
    ]


def test_results_whose_simulations_are_other_files_say_so(read: Read) -> None:
    found = read(tau_bench.read_transcripts, {**_run(), "simulations": []})

    assert found.said("note") == [
        "holds no simulations: where they are files of their own, import those"
    ]
    assert len(read(tau_bench.read_transcripts, _run()["simulations"][0]).transcripts) == 1


def test_first_trajectories_keep_reward_and_info(read: Read) -> None:
    good = {
        "task_id": 3,
        "reward": 1.0,
        "info": {"source": "user"},
        "traj": [{"role": "user", "content": "Hi"}],
        "trial": 0,
    }
    failed = {**good, "task_id": 4, "reward": 0.0, "info": {"error": "timeout", "traceback": "..."}}

    found = read(tau_bench.read_transcripts, [good, failed, {**good, "traj": "x"}])

    first, second = found.transcripts
    assert (first.id, first.case, first.trial) == ("task-3-trial-0", "3", 0)
    assert (first.metadata["reward"], first.metadata["info"]) == (1.0, {"source": "user"})
    assert first.termination is None
    assert (second.termination.reason, second.termination.evaluable) == ("error", False)
    assert found.said("skipped") == ["`traj` must be a list, got str"]


def test_it_recognises_its_own_only() -> None:
    assert tau_bench.recognises(_run())
    assert tau_bench.recognises(_run()["simulations"][0])
    assert tau_bench.recognises([{"task_id": 1, "reward": 1, "traj": []}])
    assert not tau_bench.recognises({"messages": MESSAGES})
    assert not tau_bench.recognises([])
    assert not openai.recognises(_run())
    assert not openai.recognises(_run()["simulations"][0])


@pytest.mark.realdata
@pytest.mark.parametrize(("trial", "calls"), [(0, 282), (1, 290)])
def test_real_airline_trajectories_come_back_from_the_shape_they_were_recorded_in(
    real_data: Path, read: Read, trial: int, calls: int
) -> None:
    path = real_data / f"tau_airline/transcripts_trial{trial}.jsonl"
    recorded = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    results = [
        {
            "task_id": each["metadata"]["task_id"],
            "trial": each["metadata"]["trial"],
            "reward": 0.0,
            "info": {},
            "traj": [_as_openai(turn) for turn in each["turns"]],
        }
        for each in recorded
    ]

    found = read(tau_bench.read_transcripts, results)

    turns = [turn for transcript in found.transcripts for turn in transcript.turns]
    assert len(found.transcripts) == 50
    assert sum(len(turn.tool_calls) for turn in turns) == calls
    assert all(isinstance(call.arguments, dict) for turn in turns for call in turn.tool_calls)
    assert not any(transcript.orphan_results for transcript in found.transcripts)
    assert not any(native.recognises(each) == tau_bench.recognises(each) for each in recorded)
    assert [turn.content for turn in turns] == [
        turn["content"] for each in recorded for turn in each["turns"]
    ]


def _as_openai(turn: dict[str, Any]) -> dict[str, Any]:
    message = {key: value for key, value in turn.items() if key != "index"}
    if "tool_calls" in turn:
        message["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": call["arguments"]},
            }
            for call in turn["tool_calls"]
        ]
    return message
