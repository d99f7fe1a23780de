"""Fill a labelling form: what every key does to a draft."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.domain.draft import Answer, Draft
from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.errors import DataError

_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Form:
    """A draft beside the rubrics that it answers; every step returns the draft that follows."""

    rubrics: Sequence[Rubric]
    draft: Draft

    @property
    def current(self) -> Rubric:
        """The dimension in hand: where the labeller left, else the first without an answer."""
        named = [rubric for rubric in self.rubrics if rubric.dimension == self.draft.dimension]
        return (named or self.unanswered or list(self.rubrics))[0]

    @property
    def unanswered(self) -> list[Rubric]:
        """The dimensions to which nothing was answered yet."""
        return [one for one in self.rubrics if self.answer(one.dimension).status is None]

    def answer(self, dimension: str) -> Answer:
        """Return what the draft says of a dimension."""
        return self.draft.answers.get(dimension, Answer())

    def rated(self, dimension: str, level: Level) -> Draft:
        """Give a level and move on to the next dimension without an answer."""
        return self._settled(dimension, {"status": "rated", "level": level})

    def unrated(self, dimension: str, status: Literal["not_applicable", "cannot_tell"]) -> Draft:
        """Answer without a level and move on."""
        return self._settled(dimension, {"status": status, "level": None})

    def noted(self, dimension: str, text: str) -> Draft:
        """Put a note beside an answer; an empty one takes it back."""
        return self._changed(dimension, {"note": text.strip() or None})

    def cited(self, dimension: str, turns: Sequence[int]) -> Draft:
        """Cite turns, each of them once and in order."""
        evidence = {*self.answer(dimension).evidence, *turns}
        return self._changed(dimension, {"evidence": tuple(sorted(evidence))})

    def uncited(self, dimension: str, turn: int) -> Draft:
        """Take a citation back."""
        evidence = [one for one in self.answer(dimension).evidence if one != turn]
        return self._changed(dimension, {"evidence": tuple(evidence)})

    def turned(self, turn: int) -> Draft:
        """Put the cursor on a turn."""
        return self.draft.model_copy(update={"turn": turn})

    def onto(self, dimension: str) -> Draft:
        """Take a dimension in hand."""
        return self.draft.model_copy(update={"dimension": dimension})

    def beside(self, step: int) -> str:
        """Return the dimension that many steps from the one in hand; the ends meet."""
        names = [rubric.dimension for rubric in self.rubrics]
        return names[(names.index(self.current.dimension) + step) % len(names)]

    def worked(self, seconds: float) -> Draft:
        """Add time to the dimension in hand."""
        dimension = self.current.dimension
        spent = self.answer(dimension).seconds + max(seconds, 0)
        return self._changed(dimension, {"seconds": round(spent, 3)})

    def _settled(self, dimension: str, said: dict[str, object]) -> Draft:
        draft = self._changed(dimension, said)
        left = [one.dimension for one in Form(self.rubrics, draft).unanswered]
        names = [rubric.dimension for rubric in self.rubrics]
        later = [name for name in left if names.index(name) > names.index(dimension)]
        following = (later or left or [dimension])[0]
        return draft.model_copy(update={"dimension": following})

    def _changed(self, dimension: str, change: dict[str, object]) -> Draft:
        answer = self.answer(dimension).model_copy(update=change)
        return self.draft.model_copy(update={"answers": {**self.draft.answers, dimension: answer}})


def is_same_form(first: Draft, second: Draft) -> bool:
    """Whether two drafts fill in one form: of one reading, in one mode, over the same labels."""
    fields = ("labeller", "transcript", "repeat", "mode", "based_on")
    return all(getattr(first, field) == getattr(second, field) for field in fields)


def turn_numbers(text: str, count: int) -> tuple[int, ...]:
    """Return the turns that a text names, as in ``3, 12 15``.

    Raises:
        DataError: Something in it is no turn of a conversation with that many.
    """
    words = text.replace(",", " ").split()
    for word in words:
        if not (_NUMBER.fullmatch(word) and int(word) < count):
            raise DataError(
                f"turn numbers: must be from 0 to {count - 1}, as in '3, 12', got {word!r}"
            )
    return tuple(map(int, words))
