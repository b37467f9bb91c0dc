"""Act `promise.find`, its other half: which promises a message settles.

Two ways lead there: the person tells how it went (words of the promise, and that something is over), or says that it
need not be brought up. Of an event that is still to come nothing can have been told yet.
"""

from collections.abc import Iterator
from datetime import timedelta

from pawsona.domain.ids import PromiseId
from pawsona.domain.promise import Promise
from pawsona.minds.storybook.talk.book import TalkBook
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.matching import terms
from pawsona.skills.acts import PromiseInput

_SHARE = {"en": 0.6, "zh": 0.4}
"""Part of a promise's words that a message must have to be about it."""
_STEM = 3
_JUST = timedelta(minutes=10)
"""A bare "never mind" is about what was promised or asked so shortly before."""


def dropped(given: PromiseInput, book: TalkBook) -> bool:
    """Whether the message takes a wish back; then it holds no new one either."""
    return book.promise["dropped"].find(given.message) is not None or _bare(given, book)


def settled(given: PromiseInput, book: TalkBook) -> tuple[PromiseId, ...]:
    """The owed promises that the message settles."""
    if not given.owed:
        return ()
    if dropped(given, book):
        return tuple(promise.id for promise in _unwanted(given, book))
    cues = engine_cues(book.language)
    over = cues.has("done", given.message) and not book.promise["undone"].find(given.message)
    if not over or cues.has("question", given.message) or _is_planned(given, book):
        return ()
    return tuple(p.id for p in given.owed if _due(p, given) and _share(p, given, book) >= _SHARE[book.language])


def _bare(given: PromiseInput, book: TalkBook) -> bool:
    return bool(_fresh(given)) and book.promise["never_mind"].find(given.message.strip()) is not None


def _fresh(given: PromiseInput) -> list[Promise]:
    now = given.context.now
    return [p for p in given.owed if abs(now - (p.asked_at or p.made_at)) <= _JUST]


def _unwanted(given: PromiseInput, book: TalkBook) -> Iterator[Promise]:
    """Those that the message names, else the one just spoken of, else the only one there is."""
    named = [p for p in given.owed if _share(p, given, book) >= _SHARE[book.language]]
    if named:
        yield from named
    elif fresh := _fresh(given):
        yield max(fresh, key=lambda p: p.asked_at or p.made_at)
    elif len(given.owed) == 1 and not _bare(given, book):
        yield given.owed[0]


def _share(promise: Promise, given: PromiseInput, book: TalkBook) -> float:
    wanted, said = terms(promise.text, book.language), terms(given.message, book.language)
    return sum(any(_alike(word, other) for other in said) for word in wanted) / len(wanted) if wanted else 0.0


def _alike(one: str, other: str) -> bool:
    """Whether one is the other with an ending: stems of "call" and "called" differ by a letter."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _STEM and long.startswith(short))


def _due(promise: Promise, given: PromiseInput) -> bool:
    """A thing to do may be done early; an event is over on its day at the earliest."""
    return promise.kind != "ask" or promise.due.astimezone(given.context.now.tzinfo).date() <= given.context.now.date()


def _is_planned(given: PromiseInput, book: TalkBook) -> bool:
    return book.promise["planned"].find(given.message) is not None
