"""Watches over one reply, sentence by sentence: what breaks a rule is mended, what a rule asks for is added."""

import re
from collections.abc import Sequence

from pawsona.care.attachment import Rule, rules
from pawsona.care.check import Fault, faults, observed
from pawsona.care.ground import known_good, warm
from pawsona.care.instead import added_for, answer_to, careful_words, instead_of, support_for
from pawsona.care.marks import marks
from pawsona.care.plainly import plain_words
from pawsona.care.scene import Scene
from pawsona.care.situation import supported
from pawsona.domain.language import Language

_MUST = {
    "en": re.compile(
        r"\b(you)(?:'d better| had better|(?:'ve)? got to| gotta| must| should| ought to| have to| need to)\b(?! not)",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"(?<!不)(?:应该|必须|应当|务必|一定要|非得)"),
}
_MAY = {"en": r"\1 could", "zh": "可以"}


class Guard:
    """Feed it the sentences of one reply; say what it gives back.

    Args:
        language: the person's.
        scene: what the reply is said into.
    """

    def __init__(self, language: Language, scene: Scene) -> None:
        self._language = language
        self._scene = scene
        self._shown = ""
        self._done: set[str] = set()
        self._used: set[str] = set()
        self._over = False
        self._kept: list[str] = []
        self._dropped = 0
        self._unfit = False
        self._before = [message.text for message in scene.before if message.role == "pet"]
        bound = scene.attachment and not set(scene.topics) - {"dependency"}
        self._answer = answer_to(scene.triggers, language, self._before) if bound else ""
        self._named = plain_words(scene.said, scene.reading, language, self._before) if scene.attachment else ""
        topical = bool(scene.topics) and "farewell" not in scene.triggers
        self.waits = scene.attachment and (self._grave or self._careful or topical or bool(self._answer or self._named))
        """Nothing is shown before `rest`."""
        self.stood_in = False
        """All that is shown is a reviewed text, in place of what the mind said."""
        self.faults: list[Fault] = []
        """Every rule that a sentence broke, also where it was mended."""

    def next(self, sentence: str) -> str:
        """What is shown for a sentence: itself, other words, or nothing; where much is at stake, all waits."""
        if self._over or not sentence.strip():
            return ""
        if self.waits:
            self._weigh(sentence.rstrip())
            return ""
        said = self._checked(sentence.rstrip())
        if self._holds("farewell") and said:
            said, self._over = self._goodbye(said), True
        return self._said(self._felt(said) + sentence[len(sentence.rstrip()) :] if said else "")

    def rest(self) -> str:
        """What is added: what waited, what the rules ask for and the reply doesn't have."""
        added = [self._said(self._ended())]
        for mark in self._asked_for():
            added.append(added_for(mark, self._language, self._scene.said))
            self._done.add(mark)
        return self._joined(*added)

    def _ended(self) -> str:
        if self.waits:
            return self._waited()
        return "" if self._shown.strip() else self._instead(self._whole())

    def _checked(self, sentence: str) -> str:
        broken = faults(observed(sentence, self._scene), self._scene)
        self.faults += broken
        if not broken:
            return sentence
        # A mind that has said something of this kind is not listened to any further.
        self._over = self._over or any(fault.hard for fault in broken)
        return self._mended(sentence, broken[0])

    def _weigh(self, sentence: str) -> None:
        """A sentence is kept, mended or dropped; one gravely wrong makes the whole reply unfit."""
        broken = faults(observed(sentence, self._scene), self._scene)
        self.faults += broken
        self._unfit = self._unfit or any(fault.severity == "severe" for fault in broken)
        if (self._grave and (broken or not known_good(sentence))) or (self._careful and not warm(sentence)):
            self._dropped += 1
        elif said := self._mended(sentence, broken[0]) if broken else sentence:
            self._kept.append(said)

    def _waited(self) -> str:
        """What the mind said, if it is fit; else a reviewed text."""
        said = self._joined(*self._kept)
        fit = bool(said) and not self._unfit and len(self._kept) >= self._dropped
        if reviewed := self._named or self._answer:
            return said if fit and marks(said) & {"limits", "points_to_people"} else self._instead(reviewed)
        if self._careful and not (fit and all(known_good(sentence) for sentence in self._kept)):
            return self._instead(careful_words(self._scene.topics, self._language, self._before))
        if fit:
            return self._felt(said)
        about = supported(self._scene.topics, self._scene.said)
        return self._instead(support_for(about, self._language, self._before))

    def _instead(self, reviewed: str) -> str:
        self.stood_in = bool(reviewed)
        return reviewed

    def _mended(self, sentence: str, fault: Fault) -> str:
        if fault.mark == "command":
            softer = softened(sentence, self._language)
            if not faults(observed(softer, self._scene), self._scene):
                return softer
        leaves = fault.mark == "question" and self._holds("farewell")
        instead = self._closing() if leaves else instead_of(fault.mark, self._language, self._scene.said)
        if instead in self._used:
            return ""
        self._used.add(instead)
        return instead

    def _goodbye(self, said: str) -> str:
        own = marks(said)
        if "closing" in own:
            return said
        # Nobody who tells of a death and says good night is sent off without the comfort that was ready.
        comforts = self._sad and bool(own & {"feeling", "feeling_touched"})
        return self._joined(said if comforts else "", self._closing())

    def _closing(self) -> str:
        return instead_of("closing_sad" if self._sad else "closing", self._language, self._scene.said)

    def _felt(self, said: str) -> str:
        """With the feeling named first, where this is the beginning of a reply to somebody in distress."""
        if not said or self._shown.strip() or not self._holds("distress") or self._over:
            return said
        near = {"credit", "presence", "points_to_people"} if self._grave else set()
        if marks(said) & {"feeling", "feeling_touched", *near}:
            return said
        return self._joined(added_for("feeling", self._language, self._scene.said), said)

    def _whole(self) -> str:
        if self._holds("farewell"):
            return self._closing()
        return added_for("feeling", self._language, self._scene.said) if self._holds("distress") else ""

    def _asked_for(self) -> Sequence[str]:
        """The marks that rules still ask for, in the rules' order."""
        return [
            next(mark for mark in rule.must if mark in _ADDED)
            for rule in rules()
            if self._scene.attachment or rule.hard
            if self._asks(rule)
        ]

    def _asks(self, rule: Rule) -> bool:
        if not _ADDED.intersection(rule.must) or self._done.intersection(rule.must) or self._holds("farewell"):
            return False
        advises = "advice" in self._done and not self._grave and self._scene.triggers & {"distress", "conflict"}
        if rule.triggers & {"advising", "conflict"}:
            return bool(advises) and ("advising" in rule.triggers or "conflict" in self._scene.triggers)
        return bool(rule.triggers & self._scene.triggers) and not self._over

    def _said(self, text: str) -> str:
        self._shown += text
        self._done |= marks(text)
        return text

    def _holds(self, trigger: str) -> bool:
        return self._scene.attachment and trigger in self._scene.triggers

    @property
    def _grave(self) -> bool:
        return "grave" in self._scene.triggers

    @property
    def _sad(self) -> bool:
        return "distress" in self._scene.triggers or self._scene.affect.valence < 0

    @property
    def _careful(self) -> bool:
        return not self._grave and "careful" in self._scene.triggers

    def _joined(self, *parts: str) -> str:
        return ("" if self._language == "zh" else " ").join(part for part in parts if part)


_ADDED = frozenset({"affirming", "interest", "another_option", "points_to_people"})
"""What can be added at the end; a feeling is named at the beginning, a goodbye replaced."""


def softened(sentence: str, language: Language) -> str:
    """The sentence with what one must become what one could."""
    return _MUST[language].sub(_MAY[language], sentence)
