"""Talking with the storybook, turn by turn."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pawsona.domain.affect import Affect
from pawsona.domain.day import Day, Item
from pawsona.domain.ids import MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Role
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import ACTS, IPET, SKILLS
from pawsona.skills.acts import AffectInput
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context

NOW = datetime(2026, 4, 12, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))
MIND = Storybook()


def context(language: Language = "en", now: datetime = NOW, seed: int = 7) -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Europe/Berlin", created_at=NOW)
    pet = Pet(
        id=PetId("p"), person=person.id, name="Miso", species="cat", personality="sunny", seed=seed, adopted_at=NOW
    )
    return Context(pet=pet, person=person, now=now)


def today() -> Day:
    from datetime import time

    rows = [(7, "Breakfast in slippers", "breakfast"), (16, "Sort the buttons", "tidy"), (21, "Curl up", "sleep")]
    items = tuple(Item(at=time(hour), label=label, kind=kind) for hour, label, kind in rows)
    return Day(
        bond=context().pet.bond, on=NOW.date(), mode="normal", method="world", outline="A day.", items=items,
        season="spring", weather="cloud", mind="llm:x", made_at=NOW,
    )  # fmt: skip


def memory(text: str, **slots: str) -> Memory:
    return Memory(
        id=MemoryId("m1"), bond=context().pet.bond, text=text, topic="relatives_and_friends", importance=1,
        retention="long_term", origin="said", sources=(MessageId("s"),), created_at=NOW - timedelta(days=3),
        renewed_at=NOW - timedelta(days=3), expires_on=None, slots=slots,
    )  # fmt: skip


def say(message: str, history: tuple[Message, ...] = (), skill: str = "chat.general", **more: object) -> Reply:
    language = more.pop("language", "en")
    now = NOW + timedelta(minutes=len(history))
    given = ChatInput(
        context=context(language, now),  # type: ignore[arg-type]
        message=message,
        history=history,
        **more,  # type: ignore[arg-type]
    )
    reply = asyncio.run(MIND.perform(SKILLS[skill], given, IPET))
    SKILLS[skill].validate(given, reply, IPET)
    assert isinstance(reply, Reply)
    return reply


def turn_of(role: Role, text: str, at: datetime, n: int) -> Message:
    ident = MessageId(f"{n:04}")
    return Message(id=ident, bond=context().pet.bond, session=SessionId("s"), role=role, text=text, at=at)


def talk(messages: list[str], language: Language = "en") -> list[Reply]:
    history: tuple[Message, ...] = ()
    replies: list[Reply] = []
    for message in messages:
        now = NOW + timedelta(minutes=len(history))
        felt = asyncio.run(
            MIND.perform(
                ACTS["affect.read"], AffectInput(context=context(language), message=message, history=history), IPET
            )
        )
        assert isinstance(felt, Affect)
        reply = say(message, history, language=language, affect=felt)
        replies.append(reply)
        history += (turn_of("person", message, now, len(history)),)
        history += (replace(turn_of("pet", reply.text, now, len(history)), trace=reply.trace),)
    return replies


def rung(reply: Reply) -> str:
    return reply.trace.state["rung"]
