"""What has been finished in one mode: by whom, in which order, at what pace."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from itertools import count


class Finished:
    """The transcripts that one labeller has finished, and the repeats that are to come."""

    def __init__(self) -> None:
        """Start with none."""
        self._numbers = count()
        self._number: dict[str, int] = {}
        self._order: list[int] = []
        self._awaited: dict[str, None] = {}
        self._seconds: dict[str, float] = {}
        self._paces: list[float] = []

    def __contains__(self, transcript: str) -> bool:
        return transcript in self._number

    def __len__(self) -> int:
        return len(self._number)

    def put(self, transcript: str, seconds: float | None) -> None:
        """Note that a transcript is finished, and what it took where that is known."""
        if transcript not in self._number:
            self._number[transcript] = next(self._numbers)
            self._order.append(self._number[transcript])
        self._forget_pace(transcript)
        if seconds is not None:
            self._seconds[transcript] = seconds
            insort(self._paces, seconds)

    def drop(self, transcript: str) -> None:
        """Note that a transcript is not finished after all."""
        number = self._number.pop(transcript)
        del self._order[bisect_left(self._order, number)]
        self._awaited.pop(transcript, None)
        self._forget_pace(transcript)

    def await_repeat(self, transcript: str, *, awaited: bool) -> None:
        """Note whether a finished transcript is to come back."""
        if awaited:
            self._awaited.setdefault(transcript)
        else:
            self._awaited.pop(transcript, None)

    def due(self, after: int) -> str | None:
        """Return the oldest transcript that is to come back, once so many others lie between."""
        oldest = next(iter(self._awaited), None)
        if oldest is None:
            return None
        since = len(self._order) - bisect_right(self._order, self._number[oldest])
        return oldest if since >= after else None

    @property
    def timed(self) -> int:
        """Of how many of them it is known what they took."""
        return len(self._paces)

    @property
    def pace(self) -> float | None:
        """The median of what a transcript took, in seconds; None where nothing is known."""
        if not self._paces:
            return None
        middle = len(self._paces) // 2
        if len(self._paces) % 2:
            return self._paces[middle]
        return (self._paces[middle - 1] + self._paces[middle]) / 2

    def _forget_pace(self, transcript: str) -> None:
        seconds = self._seconds.pop(transcript, None)
        if seconds is not None:
            del self._paces[bisect_left(self._paces, seconds)]


class Tally:
    """What everybody has finished; people beyond the overlap are not counted."""

    def __init__(self, overlap: int) -> None:
        """Take how many different people are wanted on each transcript."""
        self._overlap = overlap
        self._people: Counter[str] = Counter()
        self._of: defaultdict[str, Finished] = defaultdict(Finished)
        self.places = 0
        """How many places are filled, never more on a transcript than it has."""

    def of(self, labeller: str) -> Finished:
        """Return what one labeller has finished."""
        return self._of[labeller]

    def put(self, labeller: str, transcript: str, seconds: float | None) -> None:
        """Note that a labeller has finished a transcript."""
        finished = self._of[labeller]
        if transcript not in finished:
            self.places += self._people[transcript] < self._overlap
            self._people[transcript] += 1
        finished.put(transcript, seconds)

    def drop(self, labeller: str, transcript: str) -> None:
        """Note that a labeller has not finished a transcript."""
        finished = self._of[labeller]
        if transcript in finished:
            self._people[transcript] -= 1
            self.places -= self._people[transcript] < self._overlap
            finished.drop(transcript)
