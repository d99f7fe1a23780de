"""Prompt: a Markdown file a pair, with all that is sent and the transcript's place marked."""

from collections.abc import Sequence

from workbench.domain.judge import Panel
from workbench.exporters.markdown import code_block, plain, proof_lines
from workbench.exporters.pair import Pair, Seat, identifiers

_PLACES = """\
In the prompt these places, in double braces, are filled for each transcript:

- `{{turns}}`: each message, tool call and tool result, in order: a line
  `[{{mark}}] turn N, ROLE`, then its text as it is. Turns count from 0.
- `{{mark}}`: twelve hex digits that stand nowhere else in the prompt, other ones for each
  transcript, so that no text in it can close the fence or pass for a heading.
- `{{last_turn}}`: the number of the last turn."""
_READING = """\
A reply counts only where its object says one level of the scale at `level`, gives a justification,
and cites turns that exist{quotes}. Anything else is no verdict: not the lowest level, and not left
out unseen. It may be asked to mend its reply once."""
_QUOTES = ", with at least one quote that stands in the turn it cites"


def files(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return the files of an export, text by path."""
    return {f"{name}.md": _page(pair) for name, pair in zip(identifiers(pairs), pairs, strict=True)}


def refusal(_pair: Pair) -> str | None:
    """Return why a pair cannot be exported: a prompt can always be written down."""
    return None


def usage(_pairs: Sequence[Pair]) -> str:
    """Return how the files are used, in Markdown."""
    return "One file a judge: what is sent to the model, and how a reply is read.\n"


def _page(pair: Pair) -> str:
    certificate = pair.certificate
    lines = [
        f"# {plain(certificate.dimension)}, judged by {plain(certificate.judge)}",
        "",
        *proof_lines(pair.proof),
        "",
        _PLACES,
        "",
    ]
    if pair.panel is not None:
        lines += [_rule(pair.panel), ""]
    for seat in pair.seats:
        lines += _sent(seat)
    rubric = pair.rubric
    passing = ", ".join(str(level) for level in rubric.scale_levels if level in rubric.passing)
    lines += ["## Levels that pass", "", plain(passing) or "The rubric names none."]
    return "\n".join(lines) + "\n"


def _rule(panel: Panel) -> str:
    """Return a panel's rule in words."""
    size = len(panel.members)
    majority = size // 2 + 1
    return (
        f"This is a panel of {size}. Each member is asked on its own. A vote is a level or not "
        f"applicable; a reply that is no verdict is none. With fewer than "
        f"{panel.quorum or majority} votes the panel gives an error. The answer that at least "
        f"{majority} of the {size} members give is the panel's; where there is none there is no "
        "majority and no level, and people should look."
    )


def _sent(seat: Seat) -> list[str]:
    """Return what is sent to one model."""
    entry = seat.entry
    parameters = [
        f"- {plain(name)}: {plain(str(value))}" for name, value in entry.parameters.items()
    ]
    return [
        f"## {plain(seat.name)}",
        "",
        f"Model {plain(entry.model or '')}",
        "",
        *parameters,
        "",
        "### System",
        "",
        code_block(seat.system),
        "",
        "### Prompt",
        "",
        code_block(seat.form),
        "",
        "### Reply",
        "",
        _READING.format(quotes=_QUOTES if seat.evidence == "required" else ""),
        "",
    ]
