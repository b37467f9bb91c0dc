"""Which of the 24 topics a message is about, by the words that people use, and signs that it is worth keeping."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pawsona.domain.language import Language
from pawsona.domain.memory import TOPICS, Topic
from pawsona.errors import ContentError
from pawsona.minds.storybook import source
from pawsona.minds.storybook.talk.book import CONTENT
from pawsona.minds.storybook.talk.entries import Cues, Words

STRONG, WEAK = 2.0, 1.0
"""What a word counts that nearly tells the fact, and one that only leans to its topic."""


@dataclass(frozen=True)
class Sign:
    """Something that speaks for keeping a message, or against it."""

    name: str
    points: float
    cues: Cues


@dataclass(frozen=True)
class Topics:
    """The words and cues of each topic in one language, and the signs."""

    words: Words
    topics_of: Mapping[str, tuple[tuple[Topic, float], ...]]
    cues: Mapping[Topic, Cues]
    signs: tuple[Sign, ...]

    def found(self, folded: str) -> Counter[Topic]:
        """How strongly each topic shows in a case-folded text; a word counts once."""
        points: Counter[Topic] = Counter()
        for word in {hit.word for hit in self.words.every(folded)}:
            for topic, weight in self.topics_of[word]:
                points[topic] += weight  # type: ignore[assignment]
        for topic, cues in self.cues.items():
            if cues and cues.find(folded):
                points[topic] += STRONG  # type: ignore[assignment]
        return points

    def shown(self, text: str) -> frozenset[str]:
        """The signs that stand in a text."""
        return frozenset(sign.name for sign in self.signs if sign.cues.find(text))


@lru_cache(maxsize=2)
def topics_of(language: Language) -> Topics:
    """A language's topics, read once.

    Raises:
        ContentError: the file is wrong.
    """
    path = CONTENT / language / "talk" / "topics.yaml"
    data = source.read(path, CONTENT)
    place = f"{language}/talk/{path.name}"
    rows = data["topics"]
    if set(rows) != set(TOPICS):
        raise ContentError(f"{place}: {sorted(set(rows) ^ set(TOPICS))} are missing or are no topics")
    index: dict[str, list[tuple[Topic, float]]] = {}
    for topic, row in rows.items():
        for key, weight in (("strong", STRONG), ("words", WEAK)):
            for word in _forms(str(row.get(key) or "").split(","), language):
                index.setdefault(word, []).append((topic, weight))
    cues = {topic: Cues(row.get("cues") or ()) for topic, row in rows.items()}
    words = {word: tuple(found) for word, found in index.items()}
    return Topics(Words(words), words, cues, tuple(_sign(place, row) for row in data["signs"]))


def _forms(words: Iterable[str], language: Language) -> set[str]:
    """Each word, in English also with the plural s."""
    found = {word.strip().casefold() for word in words} - {""}
    return found | {f"{word}s" for word in found if language == "en" and not word.endswith("s")}


def _sign(place: str, row: Mapping[str, Any]) -> Sign:
    if not {"sign", "points", "cue"} <= set(row):
        raise ContentError(f"{place}: a sign needs sign, points and cue: {dict(row)!r}")
    return Sign(str(row["sign"]), float(row["points"]), Cues(row["cue"]))
