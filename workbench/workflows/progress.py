"""How far one labeller and the team are, from what is kept up to date anyway."""

from workbench.domain.level import Level
from workbench.store.person import Person
from workbench.workflows.finishing import Finished
from workbench.workflows.queueing import Rules, Standings
from workbench.workflows.tasks import Mode, Progress

RARE = 5
"""A level given less often tells little of how well a judge knows it."""
TIMED_FROM = 5
"""Timed transcripts before there is an estimate: fewer are the first, slow ones."""
RARE_FROM = 10
"""Labels of a dimension before any level is called rare."""


def progress_of(standings: Standings, person: Person, labeller: str, mode: Mode) -> Progress:
    """Return how far a labeller and the team are; others' levels are no part of it."""
    tally = standings.tally(mode)
    mine = tally.of(labeller)
    return Progress(
        mine_done=len(mine),
        mine_apart=_apart(standings.rules, person, mine, mode),
        mine_left=standings.left(labeller, mode),
        team_done=tally.places,
        team_needed=standings.places(),
        overlap=standings.rules.policy.overlap,
        seconds_each=mine.pace if mine.timed >= TIMED_FROM else None,
        untimed=max(TIMED_FROM - mine.timed, 0),
        rare=_rare(standings.rules, person, mode),
        undoable=bool(person.last_submitted()),
    )


def _apart(rules: Rules, person: Person, mine: Finished, mode: Mode) -> int:
    names = rules.dimensions(mode)
    return sum(
        one in mine and not all(person.is_blind(one, name) for name in names)
        for one in person.apart
    )


def _rare(rules: Rules, person: Person, mode: Mode) -> tuple[tuple[str, Level, int], ...]:
    found = []
    for name in rules.dimensions(mode):
        rubric = rules.rubrics[name]
        given = dict.fromkeys(rubric.scale_levels, 0)
        for (dimension, version), levels in person.levels.items():
            if dimension == name and rubric.counts(version):
                for level, times in levels.items():
                    given[level] = given.get(level, 0) + times
        if sum(given.values()) >= RARE_FROM:
            found += [(name, level, times) for level, times in given.items() if times < RARE]
    return tuple(sorted(found, key=lambda one: one[2]))
