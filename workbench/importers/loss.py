"""Loss: what a foreign file says and our own form has no exact word for."""


class LossError(Exception):
    """Something cannot be carried over without changing what it means; the message says why."""
