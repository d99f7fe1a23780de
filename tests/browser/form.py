"""The labelling form, filled in by keyboard; each step waits for what a labeller would see."""

import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.browser import kept
from tests.browser.tab import Tab

DIMENSIONS = (
    "communication_quality",
    "elicitation_efficiency",
    "goal_completion",
    "groundedness",
    "safety_and_scope",
)
"""Those of the sample and of a new workspace, in the order in which the form asks."""


@dataclass(frozen=True)
class Form:
    """One labeller at one form."""

    tab: Tab
    labeller: str

    def is_on(self, dimension: str) -> None:
        """Wait until a dimension is in hand."""
        heading = self.tab.page.locator(".st-key-w_form h3")
        expect(heading).to_have_text(dimension.replace("_", " "))
        self.tab.settled()

    def shows(self, transcript: str) -> None:
        """Wait until the form for another transcript is on the screen."""
        self.tab.until(lambda: self.transcript == transcript, f"{transcript} is in hand")

    @property
    def transcript(self) -> str:
        """The transcript that the record says this labeller took last."""
        taken = [
            one
            for one in kept.journal(self.tab.served.root, "assignments")
            if one["labeller"] == self.labeller and one["action"] == "taken"
        ]
        return str(taken[-1]["transcript"]) if taken else ""

    def answer(self, dimension: str) -> dict[str, Any]:
        """Return what is kept on disk for a dimension of the form."""
        return kept.answer(self.tab.served.root, self.labeller, dimension)

    def kept(self, dimension: str, **expected: object) -> None:
        """Wait until the form on disk says so."""
        self.tab.until(
            lambda: expected.items() <= self.answer(dimension).items(),
            f"{dimension} {expected} is kept",
        )

    def rate(self, levels: str) -> list[float]:
        """Give every dimension its level by one key each; return the seconds that each took."""
        took = []
        for number, level in enumerate(levels):
            self.is_on(DIMENSIONS[number])
            began = time.monotonic()
            self.tab.press(level)
            if number + 1 < len(DIMENSIONS):
                self.is_on(DIMENSIONS[number + 1])
            self.kept(DIMENSIONS[number], level=int(level))
            took.append(time.monotonic() - began)
        return took

    def save(self, labels: int = len(DIMENSIONS)) -> float:
        """Save so many labels, wait until the page says so, and return the seconds it took."""
        before = self.transcript
        began = time.monotonic()
        self.tab.press("s")
        self.tab.sees(f"Saved: {labels} label{'s' if labels != 1 else ''} of {before}")
        self.tab.settled()
        return time.monotonic() - began
