"""Label: each person's next transcript, drafts that come back, and labels that are never lost."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from workbench.domain.draft import Draft
from workbench.domain.rating import Label, Sampled
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.workflows.answering import (
    Sitting,
    answer_of,
    new_labels,
    require_answers,
)
from workbench.workflows.books import Books, require_name
from workbench.workflows.progress import progress_of
from workbench.workflows.queueing import Standings
from workbench.workflows.remembering import remembered
from workbench.workflows.revealing import said_by_judges, said_by_labellers
from workbench.workflows.tasks import Done, Mode, Other, Progress, Submitted, Task, Undone
from workbench.workflows.undoing import restored, said_again, withdrawn

__all__ = ["Desk", "Done", "Mode", "Other", "Progress", "Submitted", "Task", "Undone"]


class Desk:
    """Where people label; one for a workspace and process, shared by all tabs and threads.

    What it knows stands in the ledgers, whose ends it follows: other processes write to them too.
    """

    def __init__(self, root: Path, clock: Callable[[], datetime]) -> None:
        """Open a workspace; raises DataError where the folder is none."""
        self._books = Books(root, clock)

    def dimensions(self) -> tuple[str, ...]:
        """Return the dimensions that are labelled; none where there is no rubric to label by."""
        with self._books.reading():
            return tuple(self._books.labelled())

    def task(self, labeller: str, mode: Mode = None) -> Task | None:
        """Return the transcript in hand, else take the next one; None where nothing is left.

        Raises:
            DataError: There is nothing to label by, or the transcript cannot be read.
        """
        require_name(labeller)
        with self._books.writing() as standings:
            self._books.rubrics(mode)
            found = standings.next(labeller, mode)
            if found is None:
                return None
            transcript = self._books.transcript(found[0])
            if not self._books.person(labeller).holds(*found):
                self._books.assign(labeller, found, "taken")
            return self._task(labeller, transcript, found[1], mode)

    def open(self, labeller: str, transcript_id: str, mode: Mode = None) -> Task:
        """Go back to a transcript of one's own, or take one by choice.

        While its repeat is in hand that is what opens: the first label must not be seen.

        Raises:
            DataError: It is not the labeller's, and as many people as are wanted have it.
        """
        require_name(labeller)
        with self._books.writing() as standings:
            self._books.rubrics(mode)
            transcript = self._books.transcript(transcript_id)
            hand = standings.hand(labeller, mode)
            if hand is not None and hand[0] == transcript_id:
                return self._task(labeller, transcript, hand[1], mode)
            self._take_by_choice(standings, labeller, transcript_id, mode)
            return self._task(labeller, transcript, 0, mode)

    def resume(self, labeller: str, unit: tuple[str, int], mode: Mode = None) -> bool:
        """Take in hand again a transcript, or its repeat, that was left unfinished for another.

        Returns:
            Whether it is in hand; what is finished or was given back by now is not.
        """
        require_name(labeller)
        with self._books.writing() as standings:
            person = self._books.person(labeller)
            is_there = person.holds(*unit) and standings.is_open(labeller, unit[0], mode, unit[1])
            if is_there and not person.took_last(*unit):
                self._books.assign(labeller, unit, "taken")
            return is_there

    def keep(self, draft: Draft) -> None:
        """Keep a form as far as it is filled in, durably; raises DataError where it is not kept."""
        require_name(draft.labeller)
        self._books.keep(draft)

    def submit(self, task: Task, draft: Draft) -> Submitted:
        """Write the labels, then drop the draft.

        Raises:
            DataError: An answer is missing or breaks a rule, no place is left, or the ledger
                cannot be written. Nothing counts as saved then, and the draft is kept.
        """
        require_answers(task, draft)
        try:
            with self._books.writing() as standings:
                return self._submitted(standings, task, draft)
        except DataError:
            with suppress(DataError):
                self.keep(draft)
            raise

    def undo(self, labeller: str, mode: Mode = None) -> Undone | None:
        """Take back what the last submit wrote; what it corrected stands again.

        Its form comes back: filled in with what is taken back, or with what stands in its place.

        Returns:
            None where there is nothing to take back.
        """
        require_name(labeller)
        with self._books.writing():
            unit, labels = self._books.last_submitted(labeller)
            if not labels:
                return None
            asked = mode if mode in labels else None
            transcript = self._books.transcript(unit[0])
            draft = self._task(labeller, transcript, unit[1], asked).draft
            at = self._books.moment(labeller, unit[0])
            lines, again = self._taken_back(labels, at)
            self._books.drafts.keep(restored(draft, labels, again))
            if again.keys() != labels.keys() and not self._books.person(labeller).took_last(*unit):
                self._books.assign(labeller, unit, "taken")
            self._books.write(lines)
            task = self._task(labeller, transcript, unit[1], asked)
            return Undone(task=task, again=tuple(sorted(again)))

    def skip(self, task: Task, reason: str) -> None:
        """Give a transcript back, with a reason; it does not come again by itself."""
        unit = (task.transcript.id, task.repeat)
        if not reason.strip():
            raise DataError(f"transcript {unit[0]!r}: skipping needs a reason, write what it is")
        with self._books.writing():
            if not self._books.person(task.labeller).gave_back(*unit):
                self._books.assign(task.labeller, unit, "skipped", reason.strip())

    def flag(self, task: Task, note: str, dimension: str | None = None) -> None:
        """Ask for somebody to look at a transcript, and say why."""
        if not note.strip():
            raise DataError(f"transcript {task.transcript.id!r}: a flag needs a note, say why")
        with self._books.writing():
            self._books.flag(task, note.strip(), dimension)

    def done(self, labeller: str, offset: int = 0, limit: int = 20) -> list[Done]:
        """Return what a labeller labelled, took back or skipped, newest first.

        While the repeat of a transcript is open, the transcript is left out.
        """
        with self._books.reading() as standings:
            return remembered(self._books, standings, labeller, offset, limit)

    def progress(self, labeller: str, mode: Mode = None) -> Progress:
        """Return how far the labeller and the team are."""
        with self._books.reading() as standings:
            self._books.rubrics(mode)
            return progress_of(standings, self._books.person(labeller), labeller, mode)

    def others(self, task: Task) -> tuple[Other, ...]:
        """Return what others say, and put on record that the labeller has seen it.

        Raises:
            DataError: The policy does not allow it, or not all of the labeller's labels are in.
        """
        name = task.transcript.id
        with self._books.writing() as standings:
            self._require_revealable(standings, task)
            rubrics = self._books.rubrics(None)
            if name not in self._books.person(task.labeller).revealed:
                self._books.assign(task.labeller, (name, 0), "revealed")
            labels = self._books.labels_of_others(task.labeller, name)
            policy, root = self._books.policy.labelling, self._books.workspace.root
        return (
            *said_by_labellers(labels, hide_names=policy.hide_names),
            *said_by_judges(root, name, rubrics),
        )

    def _task(self, labeller: str, transcript: Transcript, repeat: int, mode: Mode) -> Task:
        rubrics = self._books.rubrics(mode)
        person = self._books.person(labeller)
        own = {} if repeat else self._books.own(labeller, transcript.id, rubrics)
        blank = Draft(labeller=labeller, transcript=transcript.id, repeat=repeat, mode=mode)
        return Task(
            labeller=labeller,
            transcript=transcript,
            repeat=repeat,
            rubrics=rubrics,
            own=own,
            draft=_filled(blank, self._books.drafts.like(blank), own, rubrics),
            revealed=transcript.id in person.revealed,
            taken_back=any(
                person.took_back(transcript.id, rubric.dimension, repeat) for rubric in rubrics
            ),
            mode=mode,
            flags=self._books.flags(labeller, transcript.id, repeat),
        )

    def _taken_back(
        self, labels: Mapping[str, Label], at: datetime
    ) -> tuple[list[Label], dict[str, Label]]:
        """Return the lines that take labels back, and what counts again then, by dimension."""
        rubrics = self._books.labelled()
        lines, again = [], {}
        for name, label in labels.items():
            lines.append(withdrawn(label, at))
            before = self._books.beneath(label)
            if before is None:
                continue
            if before.after_reveal == label.after_reveal:
                before = said_again(before, at)
                lines.append(before)
            if name in rubrics and rubrics[name].counts(before.rubric_version):
                again[name] = before
        return lines, again

    def _take_by_choice(
        self, standings: Standings, labeller: str, transcript: str, mode: Mode
    ) -> None:
        """Take a transcript that the queue did not bring, unless it is only gone back to."""
        person = self._books.person(labeller)
        if standings.rules.finished(person, transcript, mode):
            return
        self._require_place(standings, labeller, transcript)
        known = standings.has_place(labeller, transcript) or transcript in person.holdings
        chosen = "flagged" if self._books.roll.is_flagged(transcript) else "chosen"
        self._books.assign(labeller, (transcript, 0), "taken", None if known else chosen)

    def _require_place(self, standings: Standings, labeller: str, transcript: str) -> None:
        if standings.has_place(labeller, transcript) or standings.is_free(transcript):
            return
        raise DataError(
            f"transcript {transcript!r}: as many people have it as are to label it "
            f"(`overlap: {self._books.policy.overlap}` in workbench.yaml), and "
            f"{labeller!r} is none of them; go on with your own queue"
        )

    def _submitted(self, standings: Standings, task: Task, draft: Draft) -> Submitted:
        labeller, name = task.labeller, task.transcript.id
        self._require_place(standings, labeller, name)
        if not standings.has_place(labeller, name):
            self._books.assign(labeller, (name, 0), "taken")
        person = self._books.person(labeller)
        before = self._books.own(labeller, name, task.rubrics, task.repeat)
        sitting = Sitting(
            at=self._books.moment(labeller, name),
            sampled=_sampled(person.reason(name)),
            after_reveal=name in person.revealed,
        )
        new = new_labels(task, draft, before, sitting)
        self._books.write(new.values())
        with suppress(DataError):  # one that stays is out of date by what it was based on
            self._books.drafts.drop(draft)
        stands = before | new
        labels = tuple(stands[rubric.dimension] for rubric in task.rubrics)
        return Submitted(labels=labels, written=len(new))

    def _require_revealable(self, standings: Standings, task: Task) -> None:
        name = task.transcript.id
        if self._books.policy.labelling.reveal != "after_submit":
            raise DataError(
                f"transcript {name!r}: other ratings are not shown (`labelling.reveal: never` in "
                "workbench.yaml)"
            )
        if not standings.rules.finished(self._books.person(task.labeller), name, None):
            raise DataError(
                f"transcript {name!r}: other ratings are shown once all of your own are in"
            )


def _filled(
    blank: Draft, kept: Draft | None, own: Mapping[str, Label], rubrics: Sequence[Rubric]
) -> Draft:
    """Return the form as it was kept, but of an answer that was overtaken the label that stands."""
    based_on = {name: label.id for name, label in own.items()}
    answers = {name: answer_of(label) for name, label in own.items()}
    if kept is None:
        return blank.model_copy(update={"answers": answers, "based_on": based_on})
    names = {rubric.dimension for rubric in rubrics}
    answers |= {
        name: answer
        for name, answer in kept.answers.items()
        if name in names and kept.based_on.get(name) == based_on.get(name)
    }
    return kept.model_copy(
        update={
            "answers": answers,
            "based_on": based_on,
            "dimension": kept.dimension if kept.dimension in names else None,
        }
    )


def _sampled(reason: str | None) -> Sampled:
    """Return how a transcript came to be labelled; from the queue it came at random."""
    if reason == "flagged":
        return "flagged"
    return "chosen" if reason == "chosen" else "random"
