"""What the rules of memory know of a clause.

A turn asks it of the same clause in several places, and whoever asks what they told has all of the day read again: so
it is kept for the clauses that were read lately.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.entries import Rule
from pawsona.minds.storybook.wording import clean

KEPT = 2048
"""Clauses."""
CLOSE = frozenset({"relatives_and_friends", "emotional_life"})
"""Topics that are of other people, and the person's business all the same."""
Match = tuple[Rule, Mapping[str, str]]
"""A rule and the places that the clause filled in it."""


def vetoed(clause: str, book: TalkBook, *, close: bool = False) -> bool:
    """Whether a guard forbids making a memory of a clause; people `close` to the person are their business."""
    return any(cues.find(clause) for name, cues in book.guards.items() if not (name == "other" and close))


def matches(clause: str, book: TalkBook) -> tuple[Match, ...]:
    """The rules that hold in a clause, with the places they filled."""
    ours = book is talk_book(book.language)
    return _known(clause, book.language) if ours else tuple(_matching(clause, book))


def forget_texts() -> None:
    """Keep no clause that was read in memory."""
    _known.cache_clear()


@lru_cache(maxsize=KEPT)
def _known(clause: str, language: Language) -> tuple[Match, ...]:
    return tuple(_matching(clause, talk_book(language)))


def _matching(clause: str, book: TalkBook) -> Iterator[Match]:
    for rule in book.rules:
        places = filled(rule, clause, book.language)
        if places is None or rule.never.find(places.get("v", "")) or vetoed(clause, book, close=rule.topic in CLOSE):
            continue
        if all(f"{{{name}}}" not in rule.text + rule.you or places.get(name) for name in ("v", "who")):
            yield rule, places


def filled(rule: Rule, clause: str, language: Language) -> Mapping[str, str] | None:
    """The places that a clause fills in a rule, whether or not it may; None where it holds not."""
    found = next((m for cue in rule.cues if (m := cue.find(clause))), None)
    return None if found is None else {k: clean(v, language) for k, v in found.groupdict().items() if v}


def denied(clause: str, topic: str, book: TalkBook) -> bool:
    """Whether a clause says something that only sounds like a topic: who moved to Linux lives where they did."""
    rules = (rule for rule in book.rules if rule.topic == topic and rule.never)
    return any(rule.never.find((filled(rule, clause, book.language) or {}).get("v", "")) for rule in rules)
