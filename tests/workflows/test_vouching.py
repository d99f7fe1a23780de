"""Vouching: trusted.json is told apart by what certify had decided when something changes."""

from pathlib import Path

from tests.workflows.building import Desk, desk
from workbench.store.workspace import Workspace
from workbench.workflows.vouching import trust_findings


def told(made: Desk) -> list[tuple[str, str, str]]:
    """Return code, severity and message of every finding."""
    found = trust_findings(Workspace(made.root))
    return [(one.code, one.severity, one.message) for one in found]


def certified(root: Path, verdicts: list[int]) -> Desk:
    """Certify a judge that gave these levels to people's 1, 2, 3, 4."""
    made = desk(root)
    made.label([1, 2, 3, 4] * 25)
    made.judge(verdicts * 25)
    made.certify()
    assert told(made) == []
    made.write("judges.yaml", "judges:\n  strict: {model: a/other}\n")
    return made


def test_what_granted_trust_goes_stale(tmp_path: Path) -> None:
    ((code, severity, message),) = told(certified(tmp_path, [1, 2, 3, 4]))

    assert (code, severity) == ("stale", "warning")
    assert message.startswith("tone, judge 'strict' is stale: the judge is another since")


def test_what_granted_none_is_outdated_and_never_said_to_be_stale(tmp_path: Path) -> None:
    ((code, severity, message),) = told(certified(tmp_path, [4, 3, 2, 1]))

    assert (code, severity) == ("outdated", "warning")
    assert message.startswith(
        "tone, judge 'strict' is outdated (it was untrusted, so no trust is lost): "
        "the judge is another since"
    )
    assert "stale" not in message


def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.write("trusted.json", "{")

    ((_, severity, message),) = told(made)

    assert severity == "error"
    assert message.endswith("delete it and run `workbench certify` again")
