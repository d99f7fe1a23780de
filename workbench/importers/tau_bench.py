"""tau-bench results (a list of trajectories) and tau2-bench results (a document of simulations)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.domain.transcript import Agent, JsonObject, Termination, Transcript
from workbench.errors import DataError
from workbench.importers.conversations import (
    Reading,
    Recorded,
    Unpacked,
    listed,
    merged,
    objects,
    transcripts,
    usage,
    without,
)
from workbench.importers.found import Options, Remark
from workbench.importers.parts import text_or_none

_NOT_EVALUABLE = ("infrastructure_error", "context_window_exceeded")
"""tau2's own list of endings that leave its denominators."""
_FIRST_KEYS = {"task_id", "reward", "traj"}
_SIMULATION_KEYS = ("reward_info", "termination_reason")
_RUN = ("tasks", "simulations")
_CONSUMED = ("id", "messages", "trial")


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a result of tau-bench or tau2-bench."""
    first = head[0] if isinstance(head, list) and head else head
    return isinstance(first, dict) and (_is_run(first) or _is_first(first) or _is_second(first))


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read trajectories; one that cannot be read is skipped with its reason.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    return transcripts(path, Reading(format="tau-bench", unpack=_unpack, read=_read))


def _is_run(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("simulations"), list) and "info" in value


def _is_first(value: Mapping[str, Any]) -> bool:
    return value.keys() >= _FIRST_KEYS


def _is_second(value: Mapping[str, Any]) -> bool:
    return "task_id" in value and any(key in value for key in _SIMULATION_KEYS)


def _unpack(value: Any) -> Unpacked:
    if not isinstance(value, dict) or not _is_run(value):
        return Unpacked(records=value if isinstance(value, list) else [value])
    tasks = {
        text_or_none(task.get("id")): task
        for task in listed(value.get("tasks"))
        if isinstance(task, dict)
    }
    run = without(value, *_RUN)
    records = [_with_run(simulation, run, tasks) for simulation in value["simulations"]]
    if records:
        return Unpacked(records=records)
    return Unpacked(
        records=[],
        notes=("holds no simulations: where they are files of their own, import those",),
    )


def _with_run(simulation: Any, run: JsonObject, tasks: Mapping[str | None, Any]) -> Any:
    """Give a simulation the task and the settings that the document states once."""
    if not isinstance(simulation, dict):
        return simulation
    return {**simulation, "task": tasks.get(text_or_none(simulation.get("task_id"))), "run": run}


def _read(record: Any) -> Recorded:
    if isinstance(record, dict) and _is_first(record):
        return _trajectory(record)
    if isinstance(record, dict) and _is_second(record):
        return _simulation(record)
    raise DataError("must be a trajectory (`traj`) or a simulation (`termination_reason`)")


def _trajectory(record: JsonObject) -> Recorded:
    failure = objects(record.get("info")).get("error")
    return Recorded(
        id=_name(record),
        case=record["task_id"],
        trial=record.get("trial"),
        messages=_list(record["traj"], "traj"),
        termination=Termination(reason="error", evaluable=False) if failure else None,
        metadata=without(record, "traj", "trial"),
    )


def _simulation(record: JsonObject) -> Recorded:
    info = objects(objects(record.get("run")).get("info"))
    agent = objects(info.get("agent_info"))
    reason = text_or_none(record.get("termination_reason"))
    metadata = without(record, *_CONSUMED)
    return Recorded(
        id=text_or_none(record.get("id")) or _name(record),
        case=record["task_id"],
        trial=record.get("trial"),
        messages=[each for message in _said(record) for each in _by_requestor(message)],
        agent=Agent(
            name=text_or_none(agent.get("implementation")), model=text_or_none(agent.get("llm"))
        ),
        usage=usage(cost_usd=record.get("agent_cost"), latency_ms=_milliseconds(record)),
        termination=Termination(reason=reason, evaluable=reason not in _NOT_EVALUABLE),
        metadata=merged(metadata, _slices(record, info)),
    )


def _name(record: Mapping[str, Any]) -> str:
    trial = text_or_none(record.get("trial"))
    return f"task-{text_or_none(record['task_id'])}" + (f"-trial-{trial}" if trial else "")


def _slices(record: JsonObject, info: JsonObject) -> JsonObject:
    """Return plain values to slice by that stand deeper in the document."""
    return {
        "domain": objects(info.get("environment_info")).get("domain_name"),
        "reward": objects(record.get("reward_info")).get("reward"),
    }


def _milliseconds(record: JsonObject) -> Any:
    seconds = record.get("duration")
    return seconds * 1000 if isinstance(seconds, int | float) else None


def _said(record: JsonObject) -> list[Any]:
    messages = record.get("messages")
    if messages is None and record.get("ticks"):
        raise DataError("has `ticks` in place of messages: a voice simulation is not read")
    return _list(messages or [], "messages")


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise DataError(f"`{field}` must be a list, got {type(value).__name__}")
    return value


def _by_requestor(message: Any) -> Iterator[Any]:
    """Write a message so that a call by the simulated user stands in a turn of the user."""
    if not isinstance(message, dict):
        yield message
        return
    if isinstance(message.get("tool_messages"), list):
        for each in message["tool_messages"]:
            yield from _by_requestor(each)
        return
    if message.get("role") == "tool":
        yield _result(message)
        return
    own: list[Any] = []
    others: dict[str, list[Any]] = {}
    for call in listed(message.get("tool_calls")):
        requestor = text_or_none(objects(call).get("requestor")) or str(message.get("role"))
        bare = without(call, "requestor") if isinstance(call, dict) else call
        (own if requestor == message.get("role") else others.setdefault(requestor, [])).append(bare)
    if own or not others or message.get("content"):
        yield {**message, "tool_calls": own}
    for requestor, calls in others.items():
        yield {"role": requestor, "content": None, "tool_calls": calls}


def _result(message: JsonObject) -> JsonObject:
    """Return a result under the id of its call; the agent's own needs no requestor."""
    kept = without(message, "id")
    if kept.get("requestor") == "assistant":
        del kept["requestor"]
    return {**kept, "tool_call_id": message.get("tool_call_id", message.get("id"))}
