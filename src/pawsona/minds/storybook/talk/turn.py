"""One message under way to its reply: what it says, what is known, and the choice of lines for it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import Language
from pawsona.domain.ports import Vector
from pawsona.minds.storybook.bodies import can_say
from pawsona.minds.storybook.deck import draw, roll
from pawsona.minds.storybook.feelings import Feeling, feeling_of
from pawsona.minds.storybook.talk.book import TalkBook
from pawsona.minds.storybook.talk.clauses import clauses_of, parts_of, said_to, size, weighed
from pawsona.minds.storybook.talk.cues import EngineCues, engine_cues
from pawsona.minds.storybook.talk.entries import Cues, Situation
from pawsona.minds.storybook.talk.gist import held, laughing
from pawsona.minds.storybook.talk.hours import fits_hour
from pawsona.minds.storybook.talk.likeness import Match, ThemesWanted, likeness
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.matters import hurts, is_grave, situation_in
from pawsona.minds.storybook.talk.meaning import Meanings, meanings
from pawsona.minds.storybook.talk.naming import names_in
from pawsona.minds.storybook.talk.phrases import taken
from pawsona.minds.storybook.talk.state import State
from pawsona.minds.storybook.talk.story import Story
from pawsona.skills.chat import ChatInput

Valence = Literal["neg", "pos", "even"]
_OF_CLAUSE, _THEMES = 0.85, 5
"""What a clause counts beside the whole message, and how many themes are looked at."""
_FEW = 3
"""Words (characters) that can only go on with what was said."""
_SHOUT = re.compile(r"[!！]")


@dataclass(frozen=True)
class Clause:
    """A clause of the message, and what weighs in it."""

    text: str
    feeling: Feeling
    situation: Situation | None
    weight: float
    trouble: bool
    """Something goes wrong in it, without a word of feeling."""


@dataclass
class Said:
    """What one rung found to say: parts in order, and what to note of it."""

    rung: str
    parts: tuple[Line, ...]
    strategy: str = ""
    marks: dict[str, str] = field(default_factory=dict)
    echo: bool = False
    """A generic line, that an echo of the person's own word makes particular."""


@dataclass
class Turn:
    """Everything a rung may look at."""

    given: ChatInput
    book: TalkBook
    state: State
    story: Story
    slots: dict[str, str]
    skill: str = "chat.general"
    starved: int = 0
    vector: Vector | None = None
    """Of the message; None where meaning can't be compared."""
    of_themes: Mapping[str, Vector] | None = field(default_factory=dict)
    """Of the message and its clauses, by their text, as themes are found by them; None while nobody needed them."""
    climbed: int = 0
    """Rungs of the ladder that had nothing to say."""
    waits: bool = False
    """Whether the loss that was spoken of waits: this message has a matter of its own."""

    @property
    def language(self) -> Language:
        return self.book.language

    @cached_property
    def cues(self) -> EngineCues:
        return engine_cues(self.language)

    @cached_property
    def text(self) -> str:
        return said_to(self.given)

    @cached_property
    def laughs(self) -> bool:
        """Whether the person laughs in it, and nothing hurts."""
        return laughing(self.text, self.language) and not self.heavy

    @cached_property
    def names(self) -> frozenset[str]:
        """Names that memories hold, for people who type in lower case."""
        found = (r.memory.text if r.memory else r.text for r in (*self.given.memories, *self.given.near))
        own = {self.given.context.person.name.casefold(), self.given.context.pet.name.casefold()}
        return frozenset(n for text in found for n in names_in(text)) - own if self.language == "en" else frozenset()

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(self._clause(text) for text in weighed(clauses_of(self.text, self.language)))

    @cached_property
    def focus(self) -> Clause:
        """The heaviest clause; among equals the last, where people put what matters."""
        return max(enumerate(self.clauses), key=lambda row: (row[1].weight, row[0]))[1]

    @cached_property
    def heavy(self) -> bool:
        """Whether something in it hurts: then politeness and play wait."""
        return any(
            c.feeling.whose != "pet"
            and ((c.feeling.affect.valence < 0 and c.feeling.affect.intensity >= 2) or hurts(c.situation))
            for c in self.clauses
        )

    @cached_property
    def size(self) -> int:
        return size(self.text, self.language)

    @cached_property
    def asks(self) -> bool:
        return self.cues.has("question", self.text)

    def captured(self, cues: Cues, text: str = "", *, loose: bool = False) -> dict[str, str]:
        """What the named places of a cue hold of the person's own words, for the lines that give it back.

        In Chinese a cue may hold more than a thing; what is no thing for sure is not given back as one, except where
        the cue itself is sure of it (`loose`).
        """
        found = cues.find(text or self.text)
        named = {k: v.strip() for k, v in found.groupdict().items() if v} if found else {}
        if self.language == "en":
            return named
        return {k: taken(v, "zh") if k == "v" or loose else held(v) for k, v in named.items()}

    @cached_property
    def _meant(self) -> tuple[Meanings, NDArray[np.float32]] | None:
        """What the message is compared with, and how near it comes to each; compared once."""
        known = meanings() if self.vector is not None and self.language == "en" else None
        return (known, known.scores(self.vector)) if known is not None and self.vector is not None else None

    @cached_property
    def themes(self) -> tuple[Match, ...]:
        """What the message or a clause of it may be about, the likeliest first; raises `ThemesWanted`."""
        if self.of_themes is None:
            raise ThemesWanted
        known, best = likeness(self.language), dict[str, float]()
        for text in parts_of(self.given):
            weight = 1.0 if text == self.text else _OF_CLAUSE
            for match in known.matches(text, self.of_themes.get(text)):
                best[match.theme] = max(best.get(match.theme, 0.0), weight * match.chance)
        return tuple(Match(*row) for row in sorted(best.items(), key=lambda row: -row[1])[:_THEMES])

    def nearest(self, kind: str) -> tuple[str, float]:
        """The entry of a kind that the message means most, and the cosine; nothing without vectors."""
        return self._meant[0].best(kind, self._meant[1]) if self._meant else ("", 0.0)

    def near(self, target: str) -> float | None:
        """How near the message comes to an entry ("hook:cat"); None where meaning can't be compared."""
        return self._meant[0].near(target, self._meant[1]) if self._meant else None

    @cached_property
    def asks_for_answer(self) -> bool:
        """Whether it asks the pet, or for a fact: then a word in it is not what it is about."""
        return self.asks and (self.cues.has("to_pet", self.text) or self.cues.has("factual", self.text))

    @property
    def valence(self) -> Valence:
        """How it feels now; an even message inside a heavy conversation is still heavy."""
        if self.grave and not (self.given.affect.valence > 0 and self.given.affect.intensity >= 2):
            return "neg"
        if self.laughs and self.said >= 0:
            return "even" if self.troubled else "pos"
        if self.state.valence < 0 and self.given.affect.valence > 0 and self.given.affect.intensity <= 1:
            return "even"
        if self.said <= 0 and self.troubled:
            return "neg"
        return "neg" if self.felt < 0 else "pos" if self.felt > 0 else "even"

    @property
    def mood(self) -> Valence:
        """How this message feels by itself, whatever was before."""
        return "neg" if self.said < 0 else "pos" if self.said > 0 or self.laughs else "even"

    @cached_property
    def felt(self) -> int:
        """The valence that words of feeling, the situation and the conversation give, without guesses."""
        return self.said or (0 if self.waits else self.state.valence)

    @cached_property
    def said(self) -> int:
        """The valence of this message alone, by words of feeling, else by what happened."""
        felt = self.focus.feeling
        # That he says it is fine does not make it fine for me; that she cries is heavy for both.
        affect: int = self.given.affect.valence or (
            felt.affect.valence if felt.whose == "me" else min(0, felt.affect.valence)
        )
        if affect == 0 and self.focus.situation is not None:
            affect = {"neg": -1, "pos": 1}.get(self.focus.situation.valence, 0)
        if affect == 0 and len(_SHOUT.findall(self.text)) > 1 and not self.troubled:
            return 1
        return affect

    @property
    def grave(self) -> bool:
        """Whether it would hurt to be funny: a loss, an illness, or care has or had an eye on it."""
        near = self.given.tier > 0 or self.state.near_crisis
        # A loss stays what this is about; an illness or a low day does where the message goes with it.
        lasts = self.state.frame.startswith(("grief", "breakup")) and not self.state.frame.endswith(".low")
        goes_on = not self.waits and (lasts or self.said < 0 or self.size <= _FEW)
        return near or self.speaks_of_grave or (goes_on and is_grave(self.state.frame))

    @cached_property
    def speaks_of_grave(self) -> bool:
        """Whether a clause of this message does."""
        return any(c.situation is not None and is_grave(c.situation.name) for c in self.clauses)

    @cached_property
    def troubled(self) -> bool:
        """Whether something goes wrong in any clause."""
        return any(c.trouble for c in self.clauses)

    @property
    def may_ask(self) -> bool:
        """The question budget: none after two in a row, none in presence."""
        return self.state.questions < 2 and not self.state.presence

    def _clause(self, text: str) -> Clause:
        feeling = feeling_of(text, self.language, played=bool(self.state.performed))
        trouble = self.cues.has("trouble", text)
        found = situation_in(self.book, text, feeling, trouble)
        if found is not None and not is_grave(found.name) and self.cues.has("unreal", self.text):
            found = None  # supposed or said in jest: it did not happen
        weight = min(2.0, 0.4 * len(terms(text, self.language)))
        if self.cues.has("phatic", text):
            weight -= 2
        if feeling.whose != "pet":
            weight += feeling.affect.intensity * (1.5 if feeling.affect.valence < 0 else 0.8)
        if found is not None:
            weight += 3 if found.valence == "neg" else 2
        return Clause(text, feeling, found, weight + (1 if trouble else 0), trouble)

    def pick(
        self, bank: Iterable[Line], purpose: str, extra: Mapping[str, str] | None = None, *, least: int = 0
    ) -> Line | None:
        """The line of a bank whose turn it is, among those that can be said now.

        Places must be fillable and the question budget kept; gestures of the last turns are avoided where
        the bank allows; a used line rests 30 days, and when all rest, the oldest comes back, counted, but not
        before `least` days: a line that one recognises yields to another rung.
        """
        slots = {**self.slots, **(extra or {})}
        fitting = [line for line in bank if self._may_say(line, slots)]
        fitting = [line for line in fitting if line.id not in self.state.said] or fitting
        fresh = [line for line in fitting if not line.gesture or line.gesture not in self.state.gestures] or fitting
        own = [line for line in fresh if line.only] if self.alternates(purpose) else []
        found = self._draw(own, purpose, 30) or self._draw(fresh, purpose, 30) or self._draw(fitting, purpose, 30)
        if found is None:
            found = self._draw(fresh, purpose, least)
            self.starved += found is not None
        return found

    def _may_say(self, line: Line, slots: Mapping[str, str]) -> bool:
        pet = self.given.context.pet
        return (
            line.fits(slots)
            and (self.may_ask or not line.asks)
            and line.suits(pet.personality, pet.species)
            and can_say(line.text, pet, self.language)
            and fits_hour(line.text, self.given.context.now.hour)
        )

    def alternates(self, purpose: str) -> bool:
        """Every other time a pet's own manner comes before what any pet might say."""
        context = self.given.context
        return roll(context.pet.seed, context.now.date(), self.state.turns, purpose, "own") % 2 == 0

    def _draw(self, options: Iterable[Line], purpose: str, cooldown: int) -> Line | None:
        now = self.given.context.now
        return draw(
            options,
            key=f"{now:%Y-%m-%d}/{self.state.turns}/{purpose}",
            seed=self.given.context.pet.seed,
            today=now.date(),
            ledger=self.state.ledger,
            cooldown=cooldown,
        )
