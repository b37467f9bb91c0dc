"""Gives back what is known: one thing, or a few in one breath; and notes which."""

from collections.abc import Sequence
from zlib import crc32

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.talk.known import Thing
from pawsona.minds.storybook.talk.turn import Said, Turn

_MOST = {"en": 46, "zh": 62}
"""Words (characters) of what is given back in one reply."""
_APART = {"en": "; ", "zh": "；"}
"""Set apart like sentences, so that care reads each for itself: "you can't eat nuts and you ..." is no despair."""


def mark(thing: Thing) -> str:
    """By what a conversation notes that a thing was told; none of its words, they may be forgotten."""
    return thing.memory.id if thing.memory is not None else f"said:{crc32(thing.clause.encode()):x}"


def given_back(turn: Turn, bank: str, found: Sequence[Thing], kind: str = "") -> Said | None:
    """A line of a bank of `memory` with the things in it, as many as fit.

    Args:
        turn: the message.
        bank: which.
        found: the best first; those of which only the words are known come alone.
        kind: of question, for what is asked next.
    """
    told = [thing for thing in found if thing.clause]
    if not told:
        return _quoted(turn, found[0]) if found else None
    told = _fitting(told, turn.language)
    line = turn.pick(turn.book.bank("memory", bank), bank, {"mem": "x"})
    if line is None:
        return None
    turn.slots["mem"] = joined([thing.clause for thing in told], turn.language)
    turn.state.woven = (*turn.state.woven, *map(mark, told))
    lines = [f"mem:{thing.memory.id}" for thing in told if thing.memory is not None]
    marks = {"memory": mark(told[0]), "inquiry": kind, "line": "|".join(lines)}
    return Said("memory", (line,), "chit-chat", {key: value for key, value in marks.items() if value})


def without(turn: Turn, bank: str, kind: str = "") -> Said | None:
    """A line of a bank that has nothing to give back."""
    line = turn.pick(turn.book.bank("memory", bank), bank)
    return Said("memory", (line,), "chit-chat", {"memory": "", "inquiry": kind}) if line else None


def _quoted(turn: Turn, thing: Thing) -> Said | None:
    line = turn.pick(turn.book.bank("memory", "said"), "said", {"quote": thing.quote})
    if line is None:
        return None
    turn.slots["quote"] = thing.quote
    return Said("memory", (line,), "chit-chat", {"memory": mark(thing)})


def joined(clauses: Sequence[str], language: Language) -> str:
    """Clauses as one: "you live in York; you play chess; your cat is called Nori"."""
    return _APART[language].join(clauses)


def _fitting(told: Sequence[Thing], language: Language) -> list[Thing]:
    kept = [told[0]]
    for thing in told[1:]:
        if length(joined([t.clause for t in (*kept, thing)], language), language) <= _MOST[language]:
            kept.append(thing)
    return kept
