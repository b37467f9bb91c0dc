"""A small question with two answers in it: the pet picks one of them, and means it."""

import re

from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.talk.clauses import size
from pawsona.minds.storybook.talk.turn import Said, Turn

_ASKED = re.compile(
    r"(?:\b(?:should|shall|do|would|could) (?:i|we|you)(?: rather| prefer| have| go for| choose| pick| take| get)?"
    r"|\bwhich(?: one)?(?: is| do you (?:like|prefer))?(?: better| best)?[:,?]?|\bwhat'?s (?:better|worse|best)[:,]?"
    r"|^)\s*(?P<a>[a-z' -]{2,40}?),? or (?P<b>[a-z' -]{2,40}?)\W*$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:not|no|do|did|think|who|i|he|she|they|we|you|yes|is|are|what)\b"
    r"|^(?:so|something|is it|am i|are you|do you|does it|if|whatever|maybe|nothing|never)\b"
    r"|^(?:很|有点|没|不|那|会|得|这|老|挺|太|一样|难|忍|想|觉得|决定|再|别|算|今天|明天|现在|最近|真人|程序|机器)",
    re.IGNORECASE,
)
_EARNEST = re.compile(
    r"\b(?:quit|leave|resign|break up|divorce|marry|baby|doctor|hospital|pills?|job|school|move|ex|text|call|tell|him|"
    r"her|them|fight|forgive|die|kill|drink|smoke|house|loan|dead|stay)\b"
    r"|辞职|分手|离婚|结婚|复合|医院|手术|死|打胎|退学|告诉|原谅|真|假|人|机器|程序",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(
    r"(?:^|[，,。 ]|吃|喝|穿|去|买|选|用|看|要|该|点|做|是)"
    r"(?P<a>[^，,。！？!? 你我他她它了的]{1,7}?)"
    r"[，, ]?还是(?:吃|喝|穿|去|买|选|用|看|要|点|做)?"
    r"(?P<b>[^，,。！？!? 你我他她它了的]{1,7}?)(?:好|呢|啊|呀|吧|嘞)*[?？]?$"
)
"""Two things with 还是 between them; "还是雾蒙蒙的" has nothing before it."""
_MOST = {"en": 5, "zh": 7}
"""Words (characters) of an answer that can be said back."""
_MINE = {"my": "your", "i": "you", "me": "you", "mine": "yours", "myself": "yourself"}


def pick(turn: Turn) -> Said | None:
    """One of the two, by the pet's own chance; nothing where a life hangs on it."""
    bank = turn.book.bank("moves", "pick")
    if not bank or turn.given.knowledge or turn.heavy or turn.grave or not turn.asks or _EARNEST.search(turn.text):
        return None
    sentence = re.split(r"(?<=[.!。！])\s*", turn.text.strip().rstrip("。！!"))[-1]
    found = (_ASKED if turn.language == "en" else _ASKED_ZH).search(sentence)
    if found is None:
        return None
    options = [_said_back(found[name]) for name in ("a", "b")]
    if any(not o or size(o, turn.language) > _MOST[turn.language] or _EMPTY.search(o) for o in options):
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
