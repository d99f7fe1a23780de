"""Every failure that a user may meet, in one tree; a message is a sentence that says what to do."""


class WorkbenchError(Exception):
    """The root: the two faces catch this and nothing else."""


class DataError(WorkbenchError):
    """A file, record or setting breaks a rule; the message names where, the rule and the value."""


class JudgeError(WorkbenchError):
    """A judge could not be asked, or what it answered is no verdict."""


class UndefinedStatisticError(WorkbenchError, ValueError):
    """The data at hand do not define the statistic; the message says which data would."""


class GateError(WorkbenchError):
    """Trust or a release was asked for and the evidence refuses it."""
