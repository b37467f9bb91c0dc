"""The rung that says back what was said: where nothing particular is known, being heard is on the topic.

Now and then, and only a clause that can be said back whole: short, the person's own, and no question.
"""

import re
from collections.abc import Mapping

from pawsona.domain.language import Language
from pawsona.minds.storybook.remembering import addressed
from pawsona.minds.storybook.talk.clauses import is_order, size
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.theme import leaning
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.wording import paused

_FEWEST: Mapping[Language, int] = {"en": 3, "zh": 5}
_MOST: Mapping[Language, int] = {"en": 9, "zh": 12}
_APART = 3
"""Replies that lie between two that say something back."""
_TERMS: Mapping[Language, int] = {"en": 2, "zh": 4}
"""Words of a topic, or characters and their pairs: "there we are" has nothing to say back."""
_LEAD = {
    "en": re.compile(
        r"^(?:(?:and|but|so|ok|okay|well|honestly|lol|haha|oh|anyway|then|also|yeah|yes|no(?=[,.!])|nah|lma+o+|ugh|hm+|like|because|"
        r"i mean|i think|you know|it's just that|the thing is)\b[ ,.]*)+",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?:(?:然后|但是|可是|不过|就是|其实|反正|哎呀?|唉|对了|哈哈+|嗯|那个?(?=[，,、 ])|我跟你说|"
        r"你知道吗|话说|因为|所以|而且|今天|"
        r"刚才|刚刚?|感觉|我觉得)[，,、 ]*)+"
    ),
}
_TAIL = {
    "en": re.compile(
        r"(?:[ ,]+(?:lol|haha\w*|though|anyway|too|tbh|honestly|again lol|ok|xx?))+$|[\s.!,…~]+$", re.IGNORECASE
    ),
    "zh": re.compile(r"(?:[啊呀吧呢嘛哈哦噢啦呗哎唉]|[\s。！，…~～、])+$"),
}
_BE = (
    r"(?:am|'m|was|have|'ve|had|'d|'ll|will|can|can't|could|couldn't|did|didn't|do|don't|never|just|still|also|really)"
)
_WHOLE = {
    "en": re.compile(
        rf"^(?:i|we)\b ?{_BE}? ?[a-z']+\b(?! (?:said|says|think|thought|guess|hope|wish)\b)"
        r"|^(?:my|our|the|his|her|their|it|he|she|they) ?(?:[a-z-]+ ){0,3}"
        r"(?:is|'s|was|are|were|has|had|won't|can't|didn't|doesn't|wouldn't|came|went|got|said|keeps|kept|looks|smells|left)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^(?:我|咱|俺)"),
}
"""A clause with its subject and something said of it; what lacks one is no sentence when it is turned."""
_FOREIGN = {
    "en": re.compile(
        r"\b(?:lol|haha\w*|omg|wow|but|which|who|because|if|than|god|lma+o+)\b|[\"“”()]|['(]\s|\?", re.IGNORECASE
    ),
    "zh": re.compile(r"[吗呢啥谁咋\"“”]|什么|怎么|有没有|是不是|要不要|妈呀|一看$"),
}
"""What a clause that is said back may not hold."""
_YOU = re.compile(
    r"\b(?:you|your|yours|u|here|these)\b|^(?:yesterday|today|tonight|tomorrow|at|on)(?: [\w']+){0,3}$", re.IGNORECASE
)
"""What is about the pet, points, or is only a time: said back by another it says nothing or something else."""
_SHARED = re.compile(r"\btogether\b|\bwe (?:really )?did\b|我们一起|咱们?一起|咱俩|我俩", re.IGNORECASE)
"""What may be meant of the pet: to say it back would be to own a past that never was."""
_AGREE = (
    (re.compile(r"\byou was\b", re.IGNORECASE), "you were"),
    (re.compile(r"\byou am\b", re.IGNORECASE), "you are"),
)


def mirror(turn: Turn) -> Said | None:
    """What the person said, said back in a few words, with something done rather than asked."""
    if turn.asks or turn.state.presence or _lately(turn):
        return None
    mood = _mood(turn)
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        bank, said = turn.book.bank("mirror", mood), said_back(clause.text, turn)
        # A Chinese reader found a clause without its subject, put into a frame, no more on the topic than a guess.
        if not said and turn.language == "en":
            bank, said = turn.book.bank("mirror", "plain", mood), as_it_is(clause.text, turn)
        line = turn.pick(bank, f"mirror.{mood}", {"mirror": said}) if said else None
        if line is not None:
            turn.slots["mirror"] = said
            return Said("mirror", (line,), "soothing" if mood == "neg" else "chit-chat")
    return None


def _lately(turn: Turn) -> bool:
    """Whether one of the last replies said something back: more often it would be an echo."""
    rungs = [m.trace.state.get("rung") for m in turn.given.history if m.role == "pet"]
    return "mirror" in rungs[-_APART:]


def _mood(turn: Turn) -> str:
    """Of the message by itself; who laughs is not always glad, and what is like sad things is said low."""
    if turn.mood == "neg" or leaning(turn) == "neg":
        return "neg"
    return "pos" if turn.said > 0 else "even"


def said_back(clause: str, turn: Turn) -> str:
    """A clause turned to the person; empty where it can't be said back whole."""
    language = turn.language
    text = _fit(clause, turn)
    if not text or not _WHOLE[language].search(text):
        return ""
    if language == "zh":
        return _there(addressed(re.sub(r"^(?:我们?|俺|咱)(?!的)", "", text), language))
    return _turned(text)


def as_it_is(clause: str, turn: Turn) -> str:
    """An English clause that is no sentence of their own: it is said back like a heading, hardly turned."""
    text = _fit(clause, turn)
    return "" if not text or is_order(text, "en") or _YOU.search(text) else _turned(text)


def _turned(text: str) -> str:
    turned = addressed(text, "en")
    for wrong, right in _AGREE:
        turned = wrong.sub(right, turned)
    return turned


def _fit(clause: str, turn: Turn) -> str:
    """A clause without what only opens or ends it; empty where it asks, is for the pet, or is too short or too long."""
    language = turn.language
    text = paused(_TAIL[language].sub("", _LEAD[language].sub("", clause.strip())), language)
    unfit = turn.cues.has("question", text) or turn.cues.has("to_pet", text) or not any(c.isalpha() for c in text)
    unfit = unfit or _SHARED.search(text) is not None or _FOREIGN[language].search(text) is not None
    thin = len(terms(text, language)) < _TERMS[language]
    return "" if unfit or thin or not _FEWEST[language] <= size(text, language) <= _MOST[language] else text


def _there(text: str) -> str:
    """What is here for them is there for the pet."""
    return re.sub(r"这([儿边里])", r"那\1", text)


_OWN = {
    "en": re.compile(r"\b(?:i|i'm|i've|i'd|i'll|you|you're|me|my|we|us|our|am|your)\b", re.IGNORECASE),
    "zh": re.compile(r"[我你咱俺]"),
}


def scrap(text: str, language: Language) -> str:
    """A few words that can be said back as they are: none of them turns with the one who speaks."""
    plain = _TAIL[language].sub("", text.strip()).strip(" \"'“”.,!…")
    if (
        len(plain) < _SCRAP
        or _STOPPED.search(plain)
        or _OWN[language].search(plain)
        or not any(c.isalpha() for c in plain)
    ):
        return ""
    return plain.lower() if plain.isupper() else plain


_STOPPED = re.compile(
    r"[.!?。！？\"“”]|^(?:no|not|yes|ok|so|and|but|well|oh|ah|man|ooh|hm)\b|^[嗯哦啊唉哎]", re.IGNORECASE
)
"""More than one sentence, or only a sound."""
_SCRAP = 2
"""Signs of a scrap that says something."""
