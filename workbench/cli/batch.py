"""What commands that ask models have in common: estimate, meter, what was spent, how it ended."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.main import BROKEN, INCONCLUSIVE
from workbench.cli.progress import Progress

if TYPE_CHECKING:
    from workbench.judges.batch import Ended
    from workbench.judges.spending import Spent
    from workbench.judges.tally import Snapshot
    from workbench.workflows.estimating import Estimate


def print_estimates(found: "Sequence[Estimate]", *, as_json: bool) -> None:
    """Print what asking would take, for machines or for people."""
    from workbench.cli.render import to_json

    if as_json:
        judges = [asdict(one) for one in found]
        click.echo(to_json({"schema": "workbench.estimate/1", "judges": judges}))
        return
    for one in found:
        click.echo(_estimate_line(one))
    if not found:
        click.echo("Nobody with a model is asked.")


def _estimate_line(one: "Estimate") -> str:
    cost = (
        "cost unknown, no price is listed"
        if one.cost_usd is None
        else f"at most {one.cost_usd:.4f} USD where no reply needs a repair"
    )
    line = (
        f"{one.judge}: {one.calls:,} calls ({one.already:,} answered already), about "
        f"{one.input_tokens:,} tokens in, {cost}"
    )
    if one.replaced:
        counts = ", ".join(f"{count:,} {kind}" for kind, count in one.replaced.items())
        line += f"; replaced in {one.looked_at:,} prompts looked at: {counts}"
    if one.cut or one.too_long:
        line += f"; shortened to fit {one.cut}, too long at any rate {one.too_long}"
    return line


class Meter:
    """Draws a batch: how far, how fast, what it cost so far and how long it will take."""

    def __init__(self) -> None:
        self._line = Progress()
        self.clear = self._line.clear

    def __call__(self, snapshot: "Snapshot[Any]") -> None:
        """Draw how things stand."""
        done = snapshot.done + snapshot.failed
        rate = f", {snapshot.a_second:.1f}/s" if snapshot.a_second else ""
        left = f", {snapshot.seconds_left:.0f} s left" if snapshot.seconds_left else ""
        cost = f", {snapshot.spent.known_usd:.4f} USD" if snapshot.spent.known_usd else ""
        self._line(f"asking{rate}{cost}{left}:", done, snapshot.total)


def spent_line(spent: "Spent") -> str:
    """Say what calls took; a cost that is unknown is never said to be nothing."""
    cost = f"{spent.known_usd:.4f} USD"
    if spent.unpriced:
        cost = f"cost unknown for {spent.unpriced:,} of {spent.calls:,} calls"
    if 0 < spent.unpriced < spent.calls:
        cost += f", {spent.known_usd:.4f} USD for the others"
    return (
        f"{spent.calls:,} calls, {spent.input_tokens:,} tokens in and {spent.output_tokens:,} "
        f"out, {cost}"
    )


def ended_json(ended: "Ended") -> dict[str, Any]:
    """Return how a batch ended and what it took."""
    return {
        "ended": ended.reason,
        "message": ended.message,
        "left": ended.left,
        "calls": ended.spent.calls,
        "unpriced_calls": ended.spent.unpriced,
        "input_tokens": ended.spent.input_tokens,
        "output_tokens": ended.spent.output_tokens,
        "cost_usd": ended.spent.cost_usd,
    }


def leave_unfinished(ctx: click.Context, ended: "Ended") -> None:
    """Say what is left of a batch that did not finish, and leave with the exit code for it."""
    left = ended.left + ended.failed
    if not left:
        return
    why = ended.message or "some calls got no reply"
    click.echo(
        f"not finished: {why} ({left:,} questions are left; run the same command to go on)",
        err=True,
    )
    ctx.exit(BROKEN if ended.reason == "stopped" else INCONCLUSIVE)
