"""Examiners of a workspace: a judge's entry with its template, evidence mode and redaction."""

from workbench.domain.judge import Judge
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.judges.examiner import Examiner
from workbench.judges.prompt import identity
from workbench.judges.question import EvidenceMode
from workbench.judges.redaction import Redactor
from workbench.judges.template import Template, criterion_template, default_template
from workbench.store.workspace import Workspace

DIMENSION = "{dimension}"
"""Stands in a judge's `prompt` for the dimension, where each has a template of its own."""


def template_of(workspace: Workspace, entry: Judge, dimension: str) -> Template:
    """Return the template that a judge is asked with.

    Raises:
        DataError: The file cannot be read, leads out of the workspace, or has a faulty slot.
    """
    if entry.prompt is None:
        return criterion_template() if dimension == CRITERIA else default_template()
    name = entry.prompt.replace(DIMENSION, dimension)
    try:
        text = workspace.inside(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: the prompt cannot be read ({error})") from error
    return Template.parse(text, name)


def evidence_of(workspace: Workspace, entry: Judge) -> EvidenceMode:
    """Return whether a judge must quote: as its entry says, else as the policy does."""
    if "evidence" in entry.model_fields_set:
        return entry.evidence
    return workspace.policy.evidence


def fingerprint_of(workspace: Workspace, name: str, entry: Judge, dimension: str) -> str:
    """Return the fingerprint under which a judge's verdicts on a dimension count."""
    if entry.model is None:
        return entry.fingerprint(name)
    effective = entry.model_copy(update={"evidence": evidence_of(workspace, entry)})
    template = template_of(workspace, entry, dimension)
    prompt = identity(template, of_criteria=dimension == CRITERIA)
    return effective.fingerprint(name, prompt=prompt)


def examiner_of(workspace: Workspace, entry: Judge, dimension: str) -> Examiner:
    """Return a judge ready to be asked about a dimension."""
    return Examiner(
        entry=entry,
        template=template_of(workspace, entry, dimension),
        evidence=evidence_of(workspace, entry),
        redactor=Redactor.under(workspace.policy.redaction),
        context_tokens=entry.limits.context_tokens,
    )
