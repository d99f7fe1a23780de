"""Vouching: what keeps trusted.json from being relied on: damage, edits, and what has changed."""

from collections.abc import Iterator

from pydantic import ValidationError

from workbench.domain.certificate import Trusted
from workbench.domain.finding import Finding
from workbench.store import malformed
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.trusting import RENEW, Standing, standings


def trust_findings(workspace: Workspace) -> Iterator[Finding]:
    """Yield what is wrong with trusted.json and with each certificate in it."""
    path = workspace.trusted
    if not path.exists():
        return
    file = workspace.relative(path)
    try:
        Trusted.from_line(path.read_bytes())
    except OSError as error:
        yield _unusable(file, "unreadable", f"cannot be read ({error.strerror})")
    except ValidationError as error:
        yield _unusable(file, *malformed.describe(path.read_bytes(), error))
    else:
        yield from _standings(workspace, file)


def _unusable(file: str, code: str, message: str) -> Finding:
    message += f": delete it and {RENEW}"
    return Finding(file=file, line=0, code=code, message=message)


def _standings(workspace: Workspace, file: str) -> Iterator[Finding]:
    """Yield the certificates that the ledgers do not bear out, where the workspace can be read."""
    edited = (workspace.policy_read, workspace.judges_read, workspace.rubrics_read)
    if any(one.severity == "error" for _, findings in edited for one in findings):
        return
    for standing in standings(Bench(workspace.root)):
        one = standing.certificate
        about = f"{one.dimension}, judge {one.judge!r}"
        if standing.refused is not None:
            yield Finding(
                file=file, line=0, code="edited", message=f"{about}: {standing.refused}; {RENEW}"
            )
        elif one.status == "stale":
            code, since = _changed(standing)
            message = f"{about} {since}: {one.reasons[0].text}; {RENEW}"
            yield Finding(file=file, line=0, code=code, message=message, severity="warning")


def _changed(standing: Standing) -> tuple[str, str]:
    """Return code and words of a change: only what granted trust can go stale."""
    if standing.decided == "trusted":
        return "stale", "is stale"
    return "outdated", f"is outdated (it was {standing.decided}, so no trust is lost)"
