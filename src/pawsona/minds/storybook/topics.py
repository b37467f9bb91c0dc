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

    def weight(self, text: str) -> float:
        """What the signs in a text speak for keeping it, all together."""
        return sum(sign.points for sign in self.signs if sign.cues.find(text))

    def speaks_to_pet(self, text: str) -> bool:
        """Whether a text has the pet in it."""
        return self._shows("pet", text)

    def asks(self, text: str) -> bool:
        """Whether a text is a question."""
        return self._shows("asked", text)

    def _shows(self, name: str, text: str) -> bool:
        return any(sign.name == name and sign.cues.find(text) for sign in self.signs)


@lru_cache(maxsize=2)
def topics_of(language: Language) -> Topics:
    """A language's topics, read once.

    Raises:
        ContentError: the file is wrong.
    """
    folder = CONTENT / language / "talk"
    index: dict[str, dict[Topic, float]] = {}
    cues: dict[Topic, list[str]] = {}
    signs: list[Sign] = []
    for path in sorted(folder.glob("topics*.yaml")):
        place, data = f"{language}/talk/{path.name}", source.read(path, CONTENT)
        signs.extend(_sign(place, row) for row in data.get("signs") or ())
        for topic, row in data["topics"].items():
            cues.setdefault(topic, []).extend(row.get("cues") or ())
            _index(index, topic, row, language)
    if set(cues) != set(TOPICS):
        raise ContentError(f"{language}/talk/topics.yaml: {sorted(set(cues) ^ set(TOPICS))} are missing or no topics")
    words = {word: tuple(found.items()) for word, found in index.items()}
    return Topics(Words(words), words, {topic: Cues(rows) for topic, rows in cues.items()}, tuple(signs))


def _index(index: dict[str, dict[Topic, float]], topic: Topic, row: Mapping[str, Any], language: Language) -> None:
    for key, weight in (("words", WEAK), ("strong", STRONG)):
        for word in _forms(str(row.get(key) or "").split(","), language):
            index.setdefault(word, {})[topic] = weight


def _forms(words: Iterable[str], language: Language) -> set[str]:
    """Each word, in English also with the plural s."""
    found = {word.strip().casefold() for word in words} - {""}
    return found | {f"{word}s" for word in found if language == "en" and not word.endswith("s")}


def _sign(place: str, row: Mapping[str, Any]) -> Sign:
    if not {"sign", "points", "cue"} <= set(row):
        raise ContentError(f"{place}: a sign needs sign, points and cue: {dict(row)!r}")
    return Sign(str(row["sign"]), float(row["points"]), Cues(row["cue"]))
