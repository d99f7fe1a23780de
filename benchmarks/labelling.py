"""Rows 7 and 8: one interaction on the labelling page, as the workspace or the transcript grows."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import workbench
from benchmarks.effort import Effort
from benchmarks.figures import Row, times
from benchmarks.runs import median_ratio, seconds
from workbench.domain.digest import digest
from workbench.domain.rating import Label
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import POLICY, Workspace

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest  # noqa: TID251  # a page is measured as it is tested

ENTRY = Path(workbench.__file__).parent / "app" / "main.py"
LABELLER = "labeller 0"
LABELLERS = 5
DIMENSIONS = tuple(f"dimension_{number}" for number in range(1, 6))
_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
_SAID = "The customer says what was booked, when, and what should be done about it instead. " * 3
_LEVEL, _SAVE = ("w_level_", "_3"), ("w_save_", "")
"""How the keys of the buttons begin and end."""


@dataclass(frozen=True, slots=True)
class Page:
    """The labelling page of one workspace, in this process."""

    root: Path
    app: "AppTest"

    @classmethod
    def opened(cls, root: Path) -> "Page":
        """Open the page; what is read once is read now."""
        from streamlit import logger  # noqa: TID251
        from streamlit.testing.v1 import AppTest  # noqa: TID251

        logger.set_log_level("ERROR")  # it warns that no browser is there
        page = cls(root, AppTest.from_file(str(ENTRY), default_timeout=300))
        page.app.session_state["d_labeller"] = LABELLER
        page.draw()
        return page

    def draw(self) -> float:
        """Let the server answer, and return the seconds that it took.

        After the press of a key that draws a part of the page anew, that part is all there is.
        """
        return seconds(self._run)

    def _run(self) -> None:
        sys.argv = [str(ENTRY), str(self.root)]
        self.app.run()
        if self.app.exception:
            raise RuntimeError(f"the page failed: {self.app.exception[0].value}")

    def press(self, key: tuple[str, str]) -> float:
        """Press a button and return the seconds that the server took."""
        first, last = key
        button = next(
            one
            for one in self.app.button
            if one.key and one.key.startswith(first) and one.key.endswith(last)
        )
        button.click()
        return self.draw()


def many_transcripts(effort: Effort, scratch: Path) -> Row:
    """Label in a small and a large workspace by turns."""
    few, many = effort.page_transcripts
    roots = [_workspace(scratch / f"label-{count}", count, 20) for count in (few, many)]
    pairs = _pairs(roots, effort.page_rounds)
    return _row(
        f"labelling page: server time of one interaction at {many:,} transcripts against {few:,}",
        1.5,
        pairs,
        facts=(
            f"{few * len(DIMENSIONS):,} and {many * len(DIMENSIONS):,} labels by {LABELLERS} "
            "labellers; transcripts of 20 turns",
        ),
    )


def long_transcript(effort: Effort, scratch: Path) -> Row:
    """Label short and long transcripts by turns."""
    short, long = effort.page_turns
    count = effort.page_transcripts[0]
    roots = [_workspace(scratch / f"turns-{turns}", count, turns) for turns in (short, long)]
    pairs = _pairs(roots, effort.page_rounds)
    return _row(
        f"labelling page: server time of one interaction on {long} turns against {short}",
        2.0,
        pairs,
        facts=(f"{count:,} transcripts each",),
    )


Pairs = dict[str, list[tuple[float, float]]]
"""Seconds in the small and in the large workspace, by what was pressed."""


def _pairs(roots: list[Path], rounds: int) -> Pairs:
    """Label on both pages by turns, after one transcript on each that is no figure."""
    pages = [Page.opened(root) for root in roots]
    _round(pages)
    found: Pairs = defaultdict(list)
    for _ in range(rounds):
        for name, pairs in _round(pages).items():
            found[name] += pairs
    return found


def _round(pages: list[Page]) -> Pairs:
    """Label one transcript on both pages."""
    return {
        "a level": [_both(pages, lambda page: page.press(_LEVEL)) for _ in DIMENSIONS],
        "the whole page": [_both(pages, Page.draw)],
        "save and next": [_both(pages, lambda page: page.press(_SAVE))],
    }


def _both(pages: list[Page], act: Callable[[Page], float]) -> tuple[float, float]:
    small, large = map(act, pages)
    return small, large


def _row(what: str, goal: float, pairs: Pairs, facts: tuple[str, ...]) -> Row:
    ratios = {name: median_ratio(found) for name, found in pairs.items()}
    worst = max(ratios.values())
    return Row(
        what=what,
        goal=f"at most {times(goal)}",
        measured=f"{times(worst)} the time, of what grows most",
        met=worst <= goal,
        facts=(*facts, *(_line(name, ratios[name], pairs[name]) for name in pairs)),
    )


def _line(name: str, ratio: float, pairs: list[tuple[float, float]]) -> str:
    small, large = (1e3 * median(pair[place] for pair in pairs) for place in (0, 1))
    return f"{name}: {times(ratio)}, {large:.0f} ms against {small:.0f} ms (n={len(pairs)})"


def _workspace(root: Path, transcripts: int, turns: int) -> Path:
    """Write a workspace in which every transcript has been labelled by one of the labellers."""
    (root / "rubrics").mkdir(parents=True)
    (root / POLICY).touch()
    for name in DIMENSIONS:
        _write_rubric(root, name)
    workspace = Workspace(root)
    names = [f"transcript-{number:06}" for number in range(transcripts)]
    ledger.append(workspace.collection("all"), (_transcript(one, turns) for one in names))
    rubrics = [workspace.rubrics[name].rubric for name in DIMENSIONS]
    for number in range(LABELLERS):
        who = f"labeller {number}"
        own = names[number::LABELLERS]
        ledger.append(workspace.labels(who), _labels(who, own, rubrics))
    return root


def _write_rubric(root: Path, name: str) -> None:
    anchors = "".join(f"  {level}: {_SAID}\n" for level in range(1, 5))
    text = f'dimension: {name}\nversion: "1.0"\nquestion: How well is it done?\nanchors:\n{anchors}'
    (root / "rubrics" / f"{name}.yaml").write_text(text, encoding="utf-8")


def _transcript(name: str, turns: int) -> str:
    spoken = tuple(
        {"index": index, "role": ("user", "assistant")[index % 2], "content": f"{index}: {_SAID}"}
        for index in range(turns)
    )
    return Transcript.of({"id": name, "turns": spoken}).line()


def _labels(who: str, transcripts: list[str], rubrics: list[Rubric]) -> Iterator[str]:
    for number, transcript in enumerate(transcripts):
        for place, rubric in enumerate(rubrics):
            yield Label(
                id=digest([who, transcript, rubric.dimension]),
                transcript=transcript,
                dimension=rubric.dimension,
                rubric_version=rubric.version,
                rubric_digest=rubric.digest,
                labeller=who,
                status="rated",
                level=1 + (number + place) % 4,
                seconds=10.0,
                at=_AT + timedelta(minutes=number),
            ).line()
