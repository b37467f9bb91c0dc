"""Domain data as wire models, in the words and on the clock of the person."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from pawsona.app.words import PERSONALITY_NAMES, TOPIC_NAMES, day_title
from pawsona.care.after import CARE
from pawsona.domain.day import Day, Feedback, Item
from pawsona.domain.departure import Departure
from pawsona.domain.ids import MemoryId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.promise import Promise
from pawsona.memory.edit import version
from pawsona.memory.retain import share_left
from pawsona.server import wire


def person(of: Person) -> wire.PersonWire:
    return wire.PersonWire(
        id=of.id,
        name=of.name,
        language=of.language,
        time_zone=of.time_zone,
        age_band=of.age_band,
        region=of.region,
    )


def pet(of: Pet, owner: Person) -> wire.PetWire:
    return wire.PetWire(
        id=of.id,
        name=of.name,
        species=of.species,
        personality=of.personality,
        personality_name=PERSONALITY_NAMES[owner.language][of.personality][0],
        outfit=list(of.outfit),
        adopted_on=owner.local(of.adopted_at).date(),
        hobbies=list(of.hobbies),
    )


def day(of: Day, language: Language, present: date, now: datetime, given: Sequence[Feedback]) -> wire.DayWire:
    """A day as a diary; `present` is the pet's day now, `now` the person's wall clock."""
    current = of.now(now.time()) if of.on == present else None
    return wire.DayWire(
        date=of.on,
        title=day_title(of.on, language),
        outline=of.outline,
        mode=of.mode,
        weather=of.weather,
        season=of.season,
        stopgap=of.stopgap,
        items=[_item(of, index, item, current, present, given) for index, item in enumerate(of.items)],
    )


def _item(
    of: Day, index: int, item: Item, current: Item | None, present: date, given: Sequence[Feedback]
) -> wire.ItemWire:
    past = of.on < present or (current is not None and item.at < current.at)
    return wire.ItemWire(
        index=index,
        at=f"{item.at:%H:%M}",
        label=item.label,
        kind=item.kind,
        short=item.short,
        detail=item.detail,
        state="now" if item is current else "past" if past else "later",
        feedback=[feedback(f) for f in given if f.on == of.on and f.item == index],
    )


def feedback(of: Feedback) -> wire.FeedbackWire:
    return wire.FeedbackWire(id=of.id, reaction=of.reaction, text=of.text, reply=of.reply)


def tastes(of: Mapping[str, float], labels: Mapping[str, str]) -> list[wire.TasteWire]:
    """What it has learned to seek or avoid, the strongest first."""
    ranked = sorted(of.items(), key=lambda pair: -abs(pair[1]))
    return [wire.TasteWire(kind=kind, label=labels.get(kind, kind), value=value) for kind, value in ranked if value]


def message(
    of: Message,
    known: Mapping[MemoryId, Memory],
    quotes: Mapping[MemoryId, Message],
    help_: wire.ResourcesWire | None = None,
) -> wire.MessageWire:
    """A message with what it remembered; memories that were forgotten since are left out."""
    used = [_used(known[m], quotes.get(m)) for m in of.memories if m in known]
    return wire.MessageWire(
        id=of.id,
        role=of.role,
        text=of.text,
        at=of.at,
        memories=used,
        crisis=of.mind == CARE,
        after=of.trace.state.get("after") if of.mind == CARE else None,
        resources=help_,
        stopped=of.trace.stopped,
    )


def _used(memory: Memory, source: Message | None) -> wire.UsedMemory:
    return wire.UsedMemory(
        id=memory.id,
        version=version(memory),
        text=memory.text,
        said_at=source.at if source else memory.created_at,
        source=source.id if source else None,
        quote=source.text if source else None,
    )


def memory(of: Memory, owner: Person, today: date) -> wire.MemoryWire:
    return wire.MemoryWire(
        id=of.id,
        version=version(of),
        text=of.text,
        voice=of.voice,
        topic=of.topic,
        topic_name=TOPIC_NAMES[owner.language][of.topic],
        retention=of.retention,
        pinned=of.pinned,
        said_at=of.created_at,
        renewed_at=of.renewed_at,
        expires_on=None if of.pinned else of.expires_on,
        left=share_left(of, today),
        origin=of.origin,
    )


def departure(of: Departure, language: Language) -> wire.DepartureWire:
    return wire.DepartureWire(
        date=of.on,
        cause=of.cause,
        kind=of.kind,
        count=of.count,
        topic=of.topic,
        topic_name=TOPIC_NAMES[language][of.topic] if of.topic else None,
        retention=of.retention,
    )


def promise(of: Promise) -> wire.PromiseWire:
    return wire.PromiseWire(
        id=of.id, text=of.text, due=of.due, asked=of.asked_at is not None, closed=of.closed_at is not None
    )
