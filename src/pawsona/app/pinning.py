"""A companion is not changed under its person: what each pet speaks with is written down, told, and can be undone."""

import logging
from dataclasses import dataclass, field, replace
from pathlib import Path

from pawsona.app.minds import STORYBOOK, Choice, Workshop, varied
from pawsona.config.models import NamedModel
from pawsona.config.offers import by_address
from pawsona.domain.ids import Bond
from pawsona.domain.language import Language
from pawsona.domain.pet import Pet
from pawsona.domain.pin import Pin
from pawsona.domain.ports import Clock, Store
from pawsona.errors import ContentError, NotFoundError
from pawsona.lab.varied import Lab, NoLab
from pawsona.minds.llm.prompts import Prompts
from pawsona.skills import Mind

logger = logging.getLogger(__name__)

_TOLD: dict[Language, dict[str, str]] = {
    "en": {
        "mind": "From now on {pet} speaks through {new}; before, it was {old}. "
        "To go back: Settings, Mind (or: pawsona mind undo)",
        "prompts": "{pet} has been given new instructions ({new}). To go back: Settings, Mind (or: pawsona mind undo)",
        STORYBOOK: "the small built-in mind",
    },
    "zh": {
        "mind": "从现在起，{pet}改用{new}说话，之前是{old}。想换回去：设置里的“谁在写”（或者 pawsona mind undo）",
        "prompts": "{pet}用上了新的提示词（{new}）。想换回去：设置里的“谁在写”（或者 pawsona mind undo）",
        STORYBOOK: "内置的小脑袋",
    },
}


@dataclass
class Pinning:
    """The pins of all pets in a home.

    Args:
        store: where they are kept.
        workshop: makes the minds that pets went back to.
        choice: what the home is set to.
        clock: the moment of a change.
        archive: where the prompts that pets were asked with are kept.
        lab: may have a new pet begin with another mind; it keeps that as long as the experiment runs.
    """

    store: Store
    workshop: Workshop
    choice: Choice
    clock: Clock
    archive: Path
    lab: Lab = field(default_factory=NoLab)
    kept: dict[Bond, Mind] = field(default_factory=dict)
    _untold: set[Bond] = field(default_factory=set)
    """Pets with news: every turn asks, and hardly ever is there any."""

    async def settle(self, pet: Pet) -> Pin:
        """The pin of a pet: as it stands, or moved on with the home unless the person holds it."""
        pins = await self.store.pins.all(pet.bond)
        last = pins[-1] if pins else None
        now = await self._wanted(pet, new=last is None)
        if last is None or (not last.held and _spec(last) != _spec(now)):
            last = replace(now, announced=last is None)
            self._archived()
            await self.store.pins.add(last)
        self._use(last)
        if not last.announced:
            self._untold.add(pet.bond)
        return last

    async def undo(self, pet: Pet) -> Pin:
        """Go back to the mind before, and stay there.

        Raises:
            NotFoundError: there is none.
        """
        before = await self.before(pet)
        return await self._put(replace(before, at=self.clock.now(), held=True, announced=True))

    async def before(self, pet: Pet) -> Pin:
        """The last mind that was another than the present one.

        Raises:
            NotFoundError: there is none.
        """
        pins = await self.store.pins.all(pet.bond)
        found = next((pin for pin in reversed(pins[:-1]) if _spec(pin) != _spec(pins[-1])), None)
        if found is None:
            raise NotFoundError(f"{pet.name} has spoken with one mind only, so there is none before it.")
        return found

    async def follow(self, pet: Pet) -> Pin:
        """Speak with what the home is set to, from now on."""
        self._archived()
        now = self._current(pet.bond)
        apart = _spec(now) != _spec(await self._wanted(pet, new=False))
        return await self._put(replace(now, announced=True, held=apart))

    async def news(self, pet: Pet, language: Language) -> str:
        """What the person has not been told yet; empty when there is nothing. Telling is noted by `told`."""
        if pet.bond not in self._untold:
            return ""
        pins = await self.store.pins.all(pet.bond)
        if len(pins) < 2 or pins[-1].announced:
            return ""
        old, new, words = pins[-2], pins[-1], _TOLD[language]
        if _model(old) == _model(new):
            return words["prompts"].format(pet=pet.name, new=new.prompts)
        names = {"new": _named(new, language), "old": _named(old, language)}
        return words["mind"].format(pet=pet.name, **names)

    async def told(self, pet: Pet) -> None:
        """The person has heard it."""
        await self.store.pins.announce(pet.bond)
        self._untold.discard(pet.bond)

    async def history(self, pet: Pet) -> list[Pin]:
        """Every mind it has spoken with, oldest first."""
        return await self.store.pins.all(pet.bond)

    def choice_of(self, pin: Pin) -> Choice:
        """What a pin stands for: the talking model it names, with the prompts of that time."""
        if pin.mind == STORYBOOK:
            return Choice("it is pinned")
        kept = self.archive / pin.prompts
        talk = self._talking(pin)
        return Choice("it is pinned", {**self.choice.models, "talk": talk}, kept if kept.is_dir() else None)

    def _talking(self, pin: Pin) -> NamedModel:
        """A key goes only to the server it belongs to."""
        now = self.choice.talk
        if now is not None and now.base_url == pin.base_url:
            return replace(now, model=pin.model)
        known = by_address(pin.base_url)
        variable = pin.key_variable or (known.key_variable if known else "")
        key = self.workshop.settings.secret(variable) if variable else None
        return NamedModel(group="talk", base_url=pin.base_url, model=pin.model, key=key, key_variable=variable)

    async def _put(self, pin: Pin) -> Pin:
        await self.store.pins.add(pin)
        self._use(pin)
        return pin

    def _use(self, pin: Pin) -> None:
        """From the next call on."""
        self.kept.pop(pin.bond, None)
        if _spec(pin) != _spec(self._current(pin.bond)):
            try:
                self.kept[pin.bond] = self.workshop.mind(self.choice_of(pin))
            except ContentError:  # kept by an earlier release, whose prompts were told other things
                logger.warning("the prompts %s of pet %s are too old to be used", pin.prompts, pin.bond.pet)

    async def _wanted(self, pet: Pet, *, new: bool) -> Pin:
        """What the home is set to, or what an experiment has this pet speak with."""
        mind, prompts = [await self.lab.of_pet(pet, name, new=new) for name in ("mind", "prompts")]
        return self._pin(pet.bond, varied(self.choice, self.archive, mind, prompts))

    def _current(self, bond: Bond) -> Pin:
        return self._pin(bond, self.choice)

    def _pin(self, bond: Bond, choice: Choice) -> Pin:
        talk, now = choice.talk, self.clock.now()
        if talk is None:
            return Pin(bond=bond, at=now, mind=STORYBOOK)
        return Pin(
            bond=bond,
            at=now,
            mind=f"llm:{talk.model}",
            base_url=talk.base_url,
            model=talk.model,
            prompts=choice.digest,
            key_variable=talk.key_variable,
        )

    def _archived(self) -> None:
        if self.choice.models:
            Prompts(self.choice.prompts).keep(self.archive)


def _model(pin: Pin) -> tuple[str, str]:
    return pin.mind, pin.base_url


def _spec(pin: Pin) -> tuple[str, str, str]:
    return pin.mind, pin.base_url, pin.prompts


def _named(pin: Pin, language: Language) -> str:
    return _TOLD[language][STORYBOOK] if pin.mind == STORYBOOK else f"{pin.model} ({pin.base_url})"
