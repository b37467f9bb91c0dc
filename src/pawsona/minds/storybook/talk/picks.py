"""A small question with two answers in it: the pet picks one of them, and means it."""

import re

from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.talk.turn import Said, Turn

_ASKED = re.compile(
    r"(?:\b(?:should|shall|do|would|could) (?:i|we|you)(?: rather| prefer| have| go for| choose| pick| take| get)?"
    r"|\bwhich(?: one)?(?: is| do you (?:like|prefer))?(?: better| best)?[:,?]?|\bwhat'?s (?:better|worse|best)[:,]?"
    r"|^)\s*(?P<a>[a-z' -]{2,40}?),? or (?P<b>[a-z' -]{2,40}?)\W*$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:not|no|do|did|think|who|i|he|she|they|we|you|yes|is|are|what)\b"
    r"|^(?:so|something|is it|am i|are you|do you|does it|if|whatever|maybe|nothing|never)\b",
    re.IGNORECASE,
)
_EARNEST = re.compile(
    r"\b(?:quit|leave|resign|break up|divorce|marry|baby|doctor|hospital|pills?|job|school|move|ex|text|call|tell|him|"
    r"her|them|fight|forgive|die|kill|drink|smoke|house|loan|dead|stay)\b",
    re.IGNORECASE,
)
_MOST = 5
"""Words of an answer that can be said back."""
_MINE = {"my": "your", "i": "you", "me": "you", "mine": "yours", "myself": "yourself"}


def pick(turn: Turn) -> Said | None:
    """One of the two, by the pet's own chance; nothing where a life hangs on it."""
    bank = turn.book.bank("moves", "pick")
    if not bank or turn.given.knowledge or turn.heavy or turn.grave or not turn.asks or _EARNEST.search(turn.text):
        return None
    sentence = re.split(r"(?<=[.!])\s+", turn.text.strip())[-1]
    found = _ASKED.search(sentence)
    if found is None:
        return None
    options = [_said_back(found[name]) for name in ("a", "b")]
    if any(not o or len(o.split()) > _MOST or _EMPTY.search(o) for o in options):
        return None
    context = turn.given.context
    what = options[roll(context.pet.seed, context.now.date(), *sorted(options)) % 2]
    line = turn.pick(bank, "pick", {"what": what})
    if line is None:
        return None
    turn.slots["what"] = what
    return Said("act", (line,), "stance-taking", {"act": "pick"})


def _said_back(option: str) -> str:
    return " ".join(_MINE.get(word.casefold(), word) for word in option.strip(" -'").split())
