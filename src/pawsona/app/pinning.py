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
from pawsona.minds.llm.mind import Group
from pawsona.minds.llm.prompts import Prompts
from pawsona.skills import Mind

logger = logging.getLogger(__name__)

_TOLD: dict[Language, dict[str, str]] = {
    "en": {
        "mind": "From now on {pet} speaks through {new}; before, it was {old}. "
        "To go back: Settings, Mind (or: pawsona mind undo)",
        "prompts": "{pet} has been given new instructions ({new}). To go back: Settings, Mind (or: pawsona mind undo)",
        "night": "From now on {new} does {pet}'s nights, its memories and days; before, it was {old}. "
        "To go back: Settings, Mind (or: pawsona mind undo)",
        STORYBOOK: "the small built-in mind",
    },
    "zh": {
        "mind": "从现在起，{pet}改用{new}说话，之前是{old}。想换回去：设置里的“谁在写”（或者 pawsona mind undo）",
        "prompts": "{pet}用上了新的提示词（{new}）。想换回去：设置里的“谁在写”（或者 pawsona mind undo）",
        "night": "从现在起，{pet}的记忆和每天的生活，夜里改由{new}来写，之前是{old}。"
        "想换回去：设置里的“谁在写”（或者 pawsona mind undo）",
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
        last = await self._last(pet.bond)
        now = await self._wanted(pet, new=last is None)
        if _next(last, now) is not None:
            self._archived()
            async with self.store.transaction():  # another process may have noted the same meanwhile
                last = await self._last(pet.bond)
                if (fresh := _next(last, now)) is not None:
                    await self.store.pins.add(fresh)
                    last = fresh
        assert last is not None  # the first look found one, or there was a next
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
        found = next((pin for pin in reversed(pins[:-1]) if not pin.same(pins[-1])), None)
        if found is None:
            raise NotFoundError(f"{pet.name} has spoken with one mind only, so there is none before it.")
        return found

    async def follow(self, pet: Pet) -> Pin:
        """Speak with what the home is set to, from now on."""
        self._archived()
        now = self._current(pet.bond)
        apart = not now.same(await self._wanted(pet, new=False))
        return await self._put(replace(now, announced=True, held=apart))

    async def news(self, pet: Pet, language: Language) -> str:
        """What the person has not been told yet; empty when there is nothing. Telling is noted by `told`."""
        if pet.bond not in self._untold:
            return ""
        pins = await self.store.pins.all(pet.bond)
        new, words = pins[-1], _TOLD[language]
        old = next((pin for pin in reversed(pins[:-1]) if not pin.same(new)), None)
        if old is None or new.announced:
            return ""
        if old.talks != new.talks:
            names = {"new": _named(new.talks, language), "old": _named(old.talks, language)}
            return words["mind"].format(pet=pet.name, **names)
        if old.prompts != new.prompts:
            return words["prompts"].format(pet=pet.name, new=new.prompts)
        assert old.nights is not None and new.nights is not None  # else they were the same
        return words["night"].format(pet=pet.name, new=_named(new.nights, language), old=_named(old.nights, language))

    async def told(self, pet: Pet) -> None:
        """The person has heard it."""
        await self.store.pins.announce(pet.bond)
        self._untold.discard(pet.bond)

    async def history(self, pet: Pet) -> list[Pin]:
        """Every mind it has spoken with, oldest first; without entries that only noted what was so before."""
        pins = await self.store.pins.all(pet.bond)
        later = [*pins[1:], None]
        return [pin for pin, after in zip(pins, later, strict=True) if not (after and _noted(pin, after))]

    def choice_of(self, pin: Pin) -> Choice:
        """What a pin stands for: the models that it names, with the prompts of that time."""
        if pin.mind == STORYBOOK:
            return Choice("it is pinned")
        kept = self.archive / pin.prompts
        models = {**self.choice.models, "talk": self._model("talk", pin.base_url, pin.model, pin.key_variable)}
        if pin.night_model:
            models["night"] = self._model("night", pin.night_base_url, pin.night_model, pin.night_key_variable)
        elif pin.night_model is not None:
            models["night"] = self._model("night", pin.base_url, pin.model, pin.key_variable)
        return Choice("it is pinned", models, kept if kept.is_dir() else None)

    def _model(self, group: Group, base_url: str, model: str, key_variable: str) -> NamedModel:
        """A key goes only to the server it belongs to."""
        named = (self.choice.models.get(group), *self.choice.models.values())
        now = next((one for one in named if one is not None and one.base_url == base_url), None)
        if now is not None:
            return replace(now, group=group, model=model)
        known = by_address(base_url)
        variable = key_variable or (known.key_variable if known else "")
        key = self.workshop.settings.secret(variable) if variable else None
        return NamedModel(group=group, base_url=base_url, model=model, key=key, key_variable=variable)

    async def _last(self, bond: Bond) -> Pin | None:
        pins = await self.store.pins.all(bond)
        return pins[-1] if pins else None

    async def _put(self, pin: Pin) -> Pin:
        await self.store.pins.add(pin)
        self._use(pin)
        return pin

    def _use(self, pin: Pin) -> None:
        """From the next call on."""
        self.kept.pop(pin.bond, None)
        if not pin.same(self._current(pin.bond)):
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
            return Pin(bond=bond, at=now, mind=STORYBOOK, night_model="")
        night = choice.models.get("night", talk)
        apart = (night.base_url, night.model) != (talk.base_url, talk.model)
        return Pin(
            bond=bond,
            at=now,
            mind=f"llm:{talk.model}",
            base_url=talk.base_url,
            model=talk.model,
            prompts=choice.digest,
            key_variable=talk.key_variable,
            night_model=night.model if apart else "",
            night_base_url=night.base_url if apart else "",
            night_key_variable=night.key_variable if apart else "",
        )

    def _archived(self) -> None:
        if self.choice.models:
            Prompts(self.choice.prompts).keep(self.archive)


def _next(last: Pin | None, now: Pin) -> Pin | None:
    """What is to be written down after the last entry; nothing where that stands for what the home wants."""
    if last is None:
        return replace(now, announced=True)
    if last.held:
        return None
    if not last.same(now):
        return replace(now, announced=False)
    noted = last.nights is None and now.nights is not None
    return replace(now, announced=last.announced) if noted else None  # from now on, and nothing that changed


def _noted(pin: Pin, after: Pin) -> bool:
    return pin.nights is None and after.nights is not None and pin.same(after) and pin.held == after.held


def _named(who: tuple[str, str], language: Language) -> str:
    mind, base_url = who
    return _TOLD[language][STORYBOOK] if mind == STORYBOOK else f"{mind.removeprefix('llm:')} ({base_url})"
