"""What a reply is said into: the person's turn, how they feel, what was said before, and what is forbidden here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pawsona.care.after import NEAR, still_grave
from pawsona.care.categories import look_up
from pawsona.care.marks import marks, turn_marks
from pawsona.care.screen import Reading
from pawsona.domain.affect import Affect
from pawsona.domain.message import Message, Tier

_TOPICS = frozenset({
    "eating", "substance", "medicine", "abuse", "money", "sleepless", "delusion", "luring", "dependency", "dark",
    "baby",
})  # fmt: skip
_STAYS = _TOPICS | {"minor"}
_OF_CATEGORY = {
    "violence.threat": "harm_others", "psychosis": "delusion", "mania": "sleepless", "eating": "eating",
    "medication": "medicine", "medical": "medicine", "substance": "substance", "ruin": "money",
    "dependency": "dependency", "companion": "dependency", "jailbreak": "wish_of_harm", "violence": "abuse",
    "abuse": "abuse", "assault": "abuse", "bullying": "abuse", "stalking": "abuse", "trafficking": "abuse",
    "grooming": "luring", "minor": "luring", "postpartum": "baby", "panic": "aroused", "suicide": "dark",
    "self_harm": "dark",
}  # fmt: skip
"""What a category of the screen's says about the turn; by its whole name, else by its part before the dot."""
_OF_FIELD = {"despair": ("dark",), "by_others": ("abuse",), "body": ("medicine",), "state": ("aroused",), "": ()}
"""The same of what a guess is surely about; the support for it must fit all of the field."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One turn, as care sees it. The empty scene is any talk with somebody whose age nobody knows."""

    said: str = ""
    reading: Reading = Reading()
    affect: Affect = Affect()
    before: Sequence[Message] = ()
    """This session's messages, oldest first."""
    minor: bool = True
    """They are not known to be of age."""
    promised: bool = False
    """A reminder is stored for what this reply promises."""
    asked_if_ai: bool = False
    unasked: bool = False
    """The pet speaks on its own initiative."""
    forbidden: frozenset[str] = frozenset()
    """Marks that a place, or minors' mode, forbids on top."""
    attachment: bool = True
    """The persona is on; False is for research alone, and what is hard is checked all the same."""

    @cached_property
    def triggers(self) -> frozenset[str]:
        """What holds here: the marks of the turn, and what the reading, the person's age and the talk so far add."""
        near = [message for message in self.before if message.role == "person"][-NEAR:]
        earlier = frozenset().union(*(turn_marks(message.text) & _STAYS for message in near))
        found = {"always", *turn_marks(self.said), *earlier, *self._of_reading(), *self._of_person()}
        if "wish_of_harm" in found and not found & (_TOPICS | {"grave", "minor"}):
            found.discard("wish_of_harm")
        if self.affect.valence > 0 and "grave" not in found:
            found.discard("distress")  # who laughs about a death in a game is not consoled for it
        if found & {"grave", "distress"} and self.reading.tier > Tier.none:
            found.discard("farewell")  # a goodbye with a risk in it is answered for the risk
        return frozenset(found)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """What the turn is about, gravest first: as the screen reads it unless it guesses, then by its own words."""
        leaning = (self.reading.leaning,) if self.reading.leaning else ()
        read = dict.fromkeys(_topic(category) for category in (*self.reading.categories, *leaning))
        if self.reading.vague:
            own = _OF_FIELD[self.reading.field]
            return (*sorted(_TOPICS & (self.triggers - read.keys() | marks(self.said))), *own, "other")
        return (*read, *sorted((_TOPICS & self.triggers) - read.keys()))

    def _of_reading(self) -> set[str]:
        found = {_topic(category) for category in self.reading.categories}
        if self.reading.tier > Tier.none or still_grave(self.before):
            found |= {"grave", "distress"}
        if self.affect.valence < 0 and self.affect.intensity > 2:
            found |= {"distress", "aroused"} if {"fear", "anger"}.intersection(self.affect.families) else {"distress"}
        return found

    def _of_person(self) -> set[str]:
        flags = {
            "minor": self.minor, "careful": self.reading.careful, "asked_if_ai": self.asked_if_ai,
            "unasked": self.unasked, "forbidden": bool(self.forbidden),
        }  # fmt: skip
        return {name for name, holds in flags.items() if holds}


def _topic(category: str) -> str:
    return look_up(_OF_CATEGORY, category, "distress")
