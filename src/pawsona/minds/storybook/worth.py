"""What of a conversation is worth keeping where no rule knows it: topic words, signs that something lasts, and size.

A message is weighed against those beside it: in a few minutes of chat there is seldom more than one thing to keep.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language, length
from pawsona.domain.memory import Topic
from pawsona.domain.message import Message
from pawsona.minds.storybook.keeping import keeping
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.clauses import clauses_of
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.minds.storybook.talk.entrusting import entrusted, unwrapped
from pawsona.minds.storybook.talk.spelling import spelled
from pawsona.minds.storybook.topics import topics_of
from pawsona.minds.storybook.wording import MOST, WHOLE, gathered, paused, speaks, trimmed

KEPT = 2048
"""Texts whose weight is known: whoever asks what they told has all of the day weighed again."""
SURE, MAYBE = {"en": 4.5, "zh": 5.0}, 3.2
"""Points from which something is kept, and from which it is kept as said."""
_CROWDED = 1.2
"""What more a message needs that is not the weightiest of its neighbourhood."""
_NEAR = 2
"""Messages of the person on either side that make the neighbourhood."""
_CLEAR = 1.5
"""Points of a topic without which nothing is sure."""
_OUTWEIGHS = 5.0
"""Points of a topic from which a feeling beside it is only how it was told."""
_STEPS = {"en": (5, 8, 12), "zh": (8, 12, 17)}
"""Words (characters) from which a message says a little more, each step worth something."""
_STEP = 0.65
_WHOLE = 0.3
"""What a clause carries that is more than a word or two."""
_TELLING = 0.8
"""Share of the weightiest clause that one with a subject must carry to stand for the message."""
_LEAST = {"en": 6, "zh": 8}
_ASKED = 6.2
"""What it weighs that somebody asked to have it kept: they were told that it is."""
_MOST_POINTS = 4.0
_SECOND = 0.15
_BESIDE = ((-2, 0.3), (-1, 0.3), (1, 0.2), (2, 0.3))
"""How far a message before or after tells what this one is about: "of beer" answers "a drop of water?"."""
_QUOTED = re.compile(r'"[^"]{9,}"|“[^”]{4,}”|「[^」]{4,}」')
"""Somebody else's words, or a song's."""
_WHOLLY = ("fiction", "orders")
"""What one clause of a message says, and the whole message is."""
_UNREAL = ("hypothetical", "wish", "joke")
_APART = {"en": ". ", "zh": "。"}
_FIRST_OF_EQUALS: tuple[Topic, ...] = (
    "mbti", "zodiac", "age", "birthday", "gender", "name", "emotional_life", "relatives_and_friends",
    "health_status", "academic", "sleep_habits", "idol_chasing", "travel", "location", "occupation", "work", "hobbies",
    "food", "personality", "entertainment", "emotional_state", "other_events", "virtual_interaction", "mood",
)  # fmt: skip


@dataclass(frozen=True)
class Worth:
    """A message and how much speaks for keeping it."""

    message: Message
    points: float
    topic: Topic
    text: str
    """The clauses of it that carry the most, as many as can be said back."""
    whole: str
    """As much of it as can be remembered: two things are often told in one breath."""
    sure: bool
    own: bool
    """Whether nobody else was spoken of before it in the message."""


def worths(dialogue: Sequence[Message], language: Language, ruled: Collection[MessageId] = ()) -> list[Worth]:
    """The messages of the person that are worth keeping, in order.

    Args:
        dialogue: a session.
        language: the person's.
        ruled: messages of which a rule knows something already: they push no other aside.
    """
    texts = [earnest(message.text, language) for message in dialogue]
    topics = [_found(text.casefold(), language) for text in texts]
    mine = [n for n, message in enumerate(dialogue) if message.role == "person"]
    asked = {n for n in mine if entrusted(spelled(paused(dialogue[n].text, language), language), language)}
    points = {n: _points(texts[n], topics[n], language) + (n in asked) * _ASKED for n in mine}
    passed = [n in asked or dialogue[n].id in ruled for n in mine]
    return [
        _worth(dialogue[n], texts[n], points[n], _topics(n, topics), language)
        for at, n in enumerate(mine)
        if points[n] >= MAYBE
        and _stands_out(at, mine, points, language, passed)
        and length(texts[n], language) >= (1 if n in asked else _LEAST[language])
    ]


def plain(message: Message, topic: Topic, language: Language) -> Worth:
    """A message that is kept whatever it weighs, because of what it does to something known."""
    text = earnest(message.text, language)
    kept, whole = _kept(text, topic, language), _whole(text, topic, language)
    return Worth(message, SURE[language], topic, kept, whole, sure=True, own=True)


def forget_texts() -> None:
    """Keep no text that was weighed, spelled out or cut in memory."""
    for kept in (earnest, _found, _weight, spelled, clauses_of):
        kept.cache_clear()


@lru_cache(maxsize=KEPT)
def _found(folded: str, language: Language) -> Counter[Topic]:
    """For reading only."""
    return topics_of(language).found(folded)


@lru_cache(maxsize=KEPT)
def _weight(text: str, language: Language) -> float:
    return topics_of(language).weight(text)


@lru_cache(maxsize=KEPT)
def earnest(said: str, language: Language) -> str:
    """A message without the clauses that ask, are imagined, wished for or in jest; nothing of a dream or a story."""
    own, guards = topics_of(language), talk_book(language).guards
    text = _QUOTED.sub(" ", unwrapped(spelled(paused(said, language), language), language)).strip()
    if any(guards[name].find(text) for name in _WHOLLY if name in guards):
        return ""
    vetoes = [guards[name] for name in _UNREAL if name in guards]
    clauses = _before_imagined(clauses_of(text, language), guards)
    meant = [c for c in clauses if not own.asks(c) and not any(cues.find(c) for cues in vetoes)]
    return text if len(meant) == len(clauses_of(text, language)) else _APART[language].join(meant)


def _before_imagined(clauses: Sequence[str], guards: Mapping[str, Cues]) -> Sequence[str]:
    """What follows an "if I had ..." is imagined as well."""
    imagined = guards.get("imagined")
    end = next((n for n, clause in enumerate(clauses) if imagined and imagined.find(clause)), len(clauses))
    return clauses[:end]


def _points(text: str, topics: Counter[Topic], language: Language) -> float:
    first, second = [*(min(p, _MOST_POINTS) for _, p in topics.most_common(2)), 0.0, 0.0][:2]
    size = length(text, language)
    steps = sum(_STEP for step in _STEPS[language] if size >= step)
    return _weight(text, language) + first + _SECOND * second + steps


def _stands_out(at: int, mine: list[int], points: dict[int, float], language: Language, ruled: Sequence[bool]) -> bool:
    here = points[mine[at]]
    beside = range(max(0, at - _NEAR), min(at + _NEAR + 1, len(mine)))
    near = [points[mine[n]] for n in beside if n != at and not ruled[n]]
    return here >= SURE[language] + _CROWDED or here >= max(near, default=here)


def _topics(n: int, topics: list[Counter[Topic]]) -> dict[Topic, float]:
    found: dict[Topic, float] = {topic: float(points) for topic, points in topics[n].items()}
    for step, share in _BESIDE:
        if 0 <= n + step < len(topics):
            for topic, points in topics[n + step].items():
                found[topic] = found.get(topic, 0.0) + share * min(points, 2)
    return found


def _worth(message: Message, text: str, points: float, topics: dict[Topic, float], language: Language) -> Worth:
    topic = max(_FIRST_OF_EQUALS, key=lambda name: topics.get(name, 0.0))
    clear = topics.get(topic, 0.0)
    felt = keeping(language).feeling(text)
    if felt is not None and clear < _OUTWEIGHS and topic not in _FIRST_OF_EQUALS[:6]:
        topic, clear = felt, max(clear, _CLEAR)
    sure = points >= SURE[language] and clear >= _CLEAR
    kept = _kept(text, topic, language)
    own_ = not _of_others(text, kept, language)
    whole = _whole(text, topic, language) if sure else kept
    return Worth(message, points, topic if clear else "other_events", kept, whole, sure, own_)


def _of_others(text: str, kept: str, language: Language) -> bool:
    """Whether the message speaks of somebody else before it comes to what is kept."""
    other = talk_book(language).guards.get("other")
    for clause in clauses_of(text, language):
        part = trimmed(clause, language)
        if part and kept.startswith(part):
            return False
        if other and other.find(clause):
            return True
    return False


def _kept(text: str, topic: Topic, language: Language) -> str:
    """The clause that tells it, where it can be said of the person; else as much of the message as fits."""
    weights = _weights(text, topic, language)
    best = max((weight for _, weight in weights), default=0.0)
    telling = [(weight, part) for part, weight in weights if speaks(part, language) and weight >= _TELLING * best]
    kept = max(telling)[1] if telling and language == "en" else ""
    return kept if kept and length(kept, language) <= MOST[language] else gathered(weights, language)


def _whole(text: str, topic: Topic, language: Language) -> str:
    return gathered(_weights(text, topic, language), language, WHOLE[language])


def _weights(text: str, topic: Topic, language: Language) -> list[tuple[str, float]]:
    parts = [trimmed(clause, language) for clause in clauses_of(text, language)]
    return [(part, _carries(part, topic, language)) for part in parts if part]


def _carries(clause: str, topic: Topic, language: Language) -> float:
    found = _found(clause.casefold(), language)
    whole = _WHOLE if length(clause, language) >= _STEPS[language][0] - 1 else 0.0
    return whole + max(0.0, _weight(clause, language)) + sum(found.values()) / 2 + found[topic]
