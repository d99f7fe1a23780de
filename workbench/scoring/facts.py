"""Facts: numbers that the answer must state, in digits or in words, with their direction."""

import re

from workbench.domain.expectation import FactExpectation
from workbench.scoring.checks import Look, Miss
from workbench.scoring.clauses import Clause, clauses, direction, says_less
from workbench.scoring.numbers import Stated, stated, unit_of
from workbench.scoring.reading import Reading, folded
from workbench.scoring.values import close

_MOST_SHOWN = 8


def fact_look(fact: FactExpectation) -> Look:
    """Return the look for a number in what the agent said.

    A number without a unit may stand for the fact, one with another unit may not. A negative
    fact needs a minus, or a falling word in its own clause; a positive one must not have one.
    """
    near = [folded(word) for word in fact.near]

    def look(reading: Reading) -> Miss | None:
        others: list[str] = []
        for reply in reading.replies:
            numbers = stated(reply.text)
            for clause in clauses(reply.text, [number.start for number in numbers]):
                if near and not _is_near(clause, near):
                    continue
                for number in _within(clause, numbers):
                    if _states(fact, clause, number):
                        return None
                    others.append(_shown(clause, number))
        return _not_stated(fact, others, spoke=bool(reading.replies))

    return look


def _not_stated(fact: FactExpectation, others: list[str], *, spoke: bool) -> Miss:
    within = f" ± {fact.tolerance:g}" if fact.tolerance else ""
    unit = f" {fact.unit}" if fact.unit else ""
    near = f" near {' or '.join(map(repr, fact.near))}" if fact.near else ""
    listed = ", ".join(others[:_MOST_SHOWN]) + ("…" if len(others) > _MOST_SHOWN else "")
    got = listed or ("no number there" if spoke else "no text")
    return Miss(f"the fact {fact.value:.12g}{unit}{within}{near}", got, vacuous=not spoke)


def _is_near(clause: Clause, near: list[str]) -> bool:
    around = folded(clause.lead + clause.text)
    return any(re.search(rf"(?<!\w){re.escape(word)}", around) for word in near)


def _within(clause: Clause, numbers: list[Stated]) -> list[Stated]:
    end = clause.start + len(clause.text)
    return [number for number in numbers if clause.start <= number.start < end]


def _states(fact: FactExpectation, clause: Clause, number: Stated) -> bool:
    if not _unit_fits(fact, number):
        return False
    start, end = number.start - clause.start, number.end - clause.start
    signed = number.sign or _direction(clause, start, end, negative=fact.value < 0) or 1
    return close(fact.value, signed * number.value, fact.tolerance)


def _direction(clause: Clause, start: int, end: int, *, negative: bool) -> int:
    found = direction(clause.text, start, end)
    return -1 if negative and not found and says_less(clause.text, start) else found


def _unit_fits(fact: FactExpectation, number: Stated) -> bool:
    if fact.unit is None or number.unit is None:
        return True
    own = {unit_of(word) for word in (fact.unit, *fact.unit.split())}
    return number.unit in own or folded(number.follows).startswith(unit_of(fact.unit))


def _shown(clause: Clause, number: Stated) -> str:
    start, end = number.start - clause.start, number.end - clause.start
    signed = number.sign or direction(clause.text, start, end) or 1
    return f"{signed * number.value:.12g}{number.unit or ''}"
