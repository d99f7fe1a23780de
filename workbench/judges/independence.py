"""Independence: whether a judge grades an agent of its own model or family."""

import re

from workbench.domain.judge import Judge

_NOT_THE_NAME = re.compile(r"[^a-z0-9.]+")


def related(judge: Judge, agent_model: str | None) -> str | None:
    """Return how a judge and the model behind an agent are related, None where they are not.

    The same model (providers and punctuation left out), or a `family` of the judge that the
    agent's model begins with.
    """
    if agent_model is None or judge.model is None:
        return None
    own, theirs = _name(judge.model), _name(agent_model)
    if own == theirs:
        return f"judge and agent are the same model, {agent_model}"
    if judge.family is not None and theirs.startswith(_name(judge.family)):
        return f"judge and agent are of one family, {judge.family}"
    return None


def _name(model: str) -> str:
    return _NOT_THE_NAME.sub("", model.rsplit("/", 1)[-1].lower())
