"""Redaction: personal data and secrets replaced by placeholders before anything is sent.

Within one prompt a value has one placeholder wherever it stands, in whichever spelling, in
messages, arguments and results. JSON stays JSON: it is replaced inside its strings, and a number
that is replaced becomes a string.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from workbench.domain.policy import OWN_WORD, Redaction
from workbench.judges.identifiers import BUILT_IN, Rule

_JSON_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|-?\d[\d.eE+-]*')


class Redactor:
    """Rules for what is replaced; the same for every prompt of a run."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Take the rules; where two find stretches that overlap, the longer gives the kind."""
        self._rules = tuple(rules)

    @classmethod
    def under(cls, policy: Redaction) -> "Redactor | None":
        """Return the redactor that a policy asks for, None where redaction is off."""
        if policy.enabled == "off":
            return None
        own = [
            Rule(kind=name, pattern=re.compile(pattern))
            for name, pattern in policy.patterns.items()
        ]
        words = [_words(policy.words)] if policy.words else []
        return cls([*own, *words, *(rule for kind in policy.enabled for rule in BUILT_IN[kind])])

    def begin(self) -> "Replacements":
        """Return the replacements of one prompt, none made yet."""
        return Replacements(self._rules)


class Replacements:
    """What was replaced in one prompt so far: which value by which placeholder, and how often."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._placeholders: dict[tuple[str, str], str] = {}
        self._values: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        """Passages replaced, by kind."""

    def text(self, text: str) -> str:
        """Return a text with every value that a rule finds replaced, and else unchanged."""
        if not self._rules:
            return text
        return _JSON_TOKEN.sub(self._token, text) if _is_json(text) else self._prose(text)

    def _token(self, token: re.Match[str]) -> str:
        """Return a string or number of JSON, byte for byte where nothing in it is replaced."""
        written = token[0]
        if written[0] != '"':
            replaced = self._prose(written)
            return written if replaced == written else json.dumps(replaced)
        value = json.loads(written)
        replaced = self.text(value)
        if replaced == value:
            return written
        return json.dumps(replaced, ensure_ascii=r"\u" in written)

    def _prose(self, text: str) -> str:
        parts: list[str] = []
        end = 0
        for found in _joined(self._found(text)):
            parts += [text[end : found.start], self._placeholder(found)]
            end = found.end
        return "".join([*parts, text[end:]])

    def _found(self, text: str) -> Iterator["_Found"]:
        for rule in self._rules:
            group = "value" if "value" in rule.pattern.groupindex else 0
            for match in rule.pattern.finditer(text):
                if match[group] and rule.holds(match[group]):
                    yield _Found(*match.span(group), rule.kind, rule.same(match[group]))

    def _placeholder(self, found: "_Found") -> str:
        self.counts[found.kind] += 1
        key = (found.kind, found.value)
        if key not in self._placeholders:
            self._values[found.kind] += 1
            self._placeholders[key] = f"[{found.kind.upper()}_{self._values[found.kind]}]"
        return self._placeholders[key]


class _Found(NamedTuple):
    """A stretch of text to replace; `value` is what its spellings share."""

    start: int
    end: int
    kind: str
    value: str


def _joined(found: Iterable[_Found]) -> Iterator[_Found]:
    """Join stretches that overlap, so that nothing is left of either; the longer says what it is.

    Args:
        found: In the order of the rules, which decides between stretches of one length.
    """
    kept: _Found | None = None
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if kept is None or each.start >= kept.end:
            if kept is not None:
                yield kept
            kept = each
        elif each.end > kept.end:
            longer = each if each.end - each.start > kept.end - kept.start else kept
            kept = longer._replace(start=kept.start, end=each.end)
    if kept is not None:
        yield kept


def _is_json(text: str) -> bool:
    """Whether a text as a whole is JSON that has a string or a number inside."""
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _words(words: Sequence[str]) -> Rule:
    """Return the rule of the own word list; a phrase may be broken across lines."""
    longest_first = sorted(words, key=len, reverse=True)
    phrases = (r"\s+".join(map(re.escape, word.split())) for word in longest_first)
    return Rule(
        kind=OWN_WORD,
        pattern=re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE),
        same=lambda word: " ".join(word.casefold().split()),
    )
