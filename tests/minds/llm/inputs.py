"""One input per skill and language, with everything in it that a prompt can be told."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from pawsona.domain.affect import Affect
from pawsona.domain.day import Change, Day, Item
from pawsona.domain.ids import Bond, MemoryId, MessageId, NoteId, PersonId, PetId, PromiseId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message, Tier
from pawsona.domain.note import Note, Passage
from pawsona.domain.occasion import Occasion
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.promise import Promise
from pawsona.skills import acts
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, MemoryGreetInput, RewriteInput, SummariseInput
from pawsona.skills.note import ExtractInput, IntentInput, NoteGreetInput
from pawsona.skills.routine import DayInput, DetailInput, FeedbackInput, Outline, RoutineGreetInput, ScheduleInput

NOW = datetime(2026, 4, 12, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))
BOND = Bond(PersonId("u"), PetId("p"))


@cache
def words(language: Language) -> Mapping[str, Any]:
    found: Mapping[str, Mapping[str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return found[language]


def context(language: Language) -> Context:
    told = words(language)
    person = Person(
        id=BOND.person, name=told["person"], language=language, time_zone="Europe/Berlin", created_at=NOW
    )  # fmt: skip
    pet = Pet(
        id=BOND.pet, person=person.id, name=told["pet"], species="cat", personality="curious", seed=7, adopted_at=NOW,
        hobbies=tuple(told["hobbies"]), setting=told["setting"],
    )  # fmt: skip
    return Context(
        pet=pet, person=person, now=NOW, friends=tuple(map(_friend, told["friends"])),
        facts=tuple(Fact(MemoryId(f"f{n}"), text) for n, text in enumerate(told["facts"])),
        occasions=(_occasion(0, told["due"]), _occasion(3, told["promised"])), away=timedelta(hours=50),
    )  # fmt: skip


def _occasion(days: int, text: str) -> Occasion:
    on = NOW.date() + timedelta(days)
    return Occasion(on=on, kind="day", text=text, own=False, memory=MemoryId("m0"))


def memories(language: Language) -> tuple[Memory, ...]:
    return tuple(
        Memory(
            id=MemoryId(f"m{n}"), bond=BOND, text=text, topic="other_events", importance=1, retention="long_term",
            origin="said", sources=(MessageId("d0"),), created_at=NOW, renewed_at=NOW, expires_on=None,
        )
        for n, text in enumerate(words(language)["memories"])
    )  # fmt: skip


def dialogue(language: Language) -> tuple[Message, ...]:
    return tuple(
        Message(id=MessageId(f"d{n}"), bond=BOND, session=SessionId("s"), role=role, text=text, at=NOW)
        for n, (role, text) in enumerate(words(language)["dialogue"])
    )


def items(language: Language, *, told: bool = True) -> tuple[Item, ...]:
    rows = words(language)["items"]
    return tuple(
        Item(at=time.fromisoformat(at), label=label, kind=kind, detail=detail if told else None)
        for at, label, kind, detail in rows
    )


def day(language: Language, on: date, outline: str, told: tuple[Item, ...]) -> Day:
    return Day(
        bond=BOND, on=on, mode="memory", method="world", outline=outline, items=told, season="spring", weather="cloud",
        mind="llm:any", made_at=NOW,
    )  # fmt: skip


def today(language: Language) -> Day:
    return day(language, NOW.date(), words(language)["outline"], items(language))


def change(language: Language) -> Change:
    return Change(on=NOW.date() + timedelta(1), at=time(15), kind="picnic", **words(language)["change"])


def a_day(language: Language) -> DayInput:
    """The night before: memory mode, three days past."""
    past = tuple(
        day(
            language,
            NOW.date() - timedelta(n),
            outline,
            tuple(Item(at=time(7), label=label, kind="x") for label in labels),
        )
        for n, (outline, labels) in enumerate(words(language)["past"], 1)
    )
    return DayInput(
        context=replace(context(language), now=NOW.replace(hour=6, minute=0)), mode="memory", season="spring",
        weather="cloud", memories=memories(language), past=past, tastes={"bake": 0.6, "run": -0.5},
        changes=(replace(change(language), on=NOW.date()),),
    )  # fmt: skip


def chat(language: Language) -> ChatInput:
    told = words(language)
    sure = tuple(Recalled(memory.text, 0.9, NOW, memory) for memory in memories(language))
    return ChatInput(
        context=context(language), message=told["message"], history=dialogue(language), today=today(language),
        tomorrow=day(language, NOW.date() + timedelta(1), told["tomorrow"], ()), memories=sure[1:4],
        near=(replace(sure[7], sure=False),), affect=Affect("anxiety", 2), strategy="soothing",
        knowledge=_passages(language)[1:], note=note(language), passages=_passages(language)[:1],
        due=_promise(told["due"]), promised=_promise(told["promised"]), change=change(language), asked_if_ai=True,
    )  # fmt: skip


def note(language: Language) -> Note:
    title, text = words(language)["note"]
    return Note(id=NoteId("n"), bond=BOND, title=title, text=text, at=NOW)


def _passages(language: Language) -> tuple[Passage, ...]:
    return tuple(Passage(source, text) for source, text in words(language)["passages"])


def _promise(text: str) -> Promise:
    return Promise(id=PromiseId("r"), bond=BOND, text=text, due=NOW, source=MessageId("d0"), made_at=NOW)


def _friend(row: list[str]) -> Friend:
    name, species, trait, hobby = row
    return Friend(name=name, species=species, trait=trait, hobby=hobby)


def _extract(language: Language) -> ExtractInput:
    told = words(language)
    return ExtractInput(
        context=context(language), text=told["note"][1], dialogue=dialogue(language)[:1], points=tuple(told["points"])
    )


def _intent(language: Language) -> IntentInput:
    return IntentInput(context=context(language), message=words(language)["message"], history=dialogue(language))


def _summarise(language: Language) -> SummariseInput:
    known = memories(language)[2:4]
    return SummariseInput(context=context(language), dialogue=dialogue(language), known=known)


def _reconcile(language: Language) -> acts.ReconcileInput:
    draft = Draft(text=words(language)["draft"], topic="location", importance=1, sources=(MessageId("d4"),))
    return acts.ReconcileInput(context=context(language), draft=draft, near=memories(language)[2:4])


def _schedule(language: Language) -> ScheduleInput:
    return ScheduleInput(day=a_day(language), outline=Outline(text=words(language)["outline"]))


def _details(language: Language) -> acts.DetailsInput:
    asked = _schedule(language)
    return acts.DetailsInput(day=asked.day, outline=asked.outline, schedule=items(language, told=False))


def _detail(language: Language) -> DetailInput:
    asked = _details(language)
    return DetailInput(day=asked.day, outline=asked.outline, schedule=asked.schedule, index=2)


def _feedback(language: Language) -> FeedbackInput:
    item = items(language)[2]
    return FeedbackInput(context=context(language), item=item, reaction="doting", text=words(language)["feedback"])


def _affect(language: Language) -> acts.AffectInput:
    given, before = chat(language), Affect("interest", 1)
    return acts.AffectInput(context=given.context, message=given.message, history=given.history, before=before)


def _strategy(language: Language) -> acts.StrategyInput:
    given = chat(language)
    return acts.StrategyInput(
        context=given.context, message=given.message, history=given.history, affect=given.affect, has_knowledge=True,
        has_due=True,
    )  # fmt: skip


def _judge(language: Language) -> acts.JudgeInput:
    told = words(language)
    return acts.JudgeInput(context=context(language), text=told["outline"], criteria=told["criteria"])


INPUTS: Mapping[str, Callable[[Language], Any]] = {
    **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), chat),
    "note.extract": _extract,
    "note.intent": _intent,
    "note.greet": lambda lang: NoteGreetInput(context=context(lang), passages=_passages(lang)),
    "memory.summarise": _summarise,
    "memory.rewrite": lambda lang: RewriteInput(context=context(lang), memories=memories(lang)[:3]),
    "memory.greet": lambda lang: MemoryGreetInput(
        context=context(lang), memories=memories(lang)[:2], away_hours=30, due=_promise(words(lang)["due"])
    ),
    "memory.reconcile": _reconcile,
    "routine.outline": a_day,
    "routine.schedule": _schedule,
    "routine.detail": _detail,
    "routine.details": _details,
    "day.direct": a_day,
    "routine.feedback": _feedback,
    "routine.greet": lambda lang: RoutineGreetInput(context=context(lang), item=items(lang)[2], away_hours=30),
    "judge": _judge,
    "affect.read": _affect,
    "strategy.choose": _strategy,
    "promise.find": lambda lang: acts.PromiseInput(
        context=context(lang),
        message=words(lang)["message"],
        reply=words(lang)["dialogue"][1][1],
        owed=(_promise(words(lang)["due"]), _promise(words(lang)["promised"])),
    ),  # fmt: skip
    "plan.change": lambda lang: acts.PlanInput(
        context=context(lang), message=words(lang)["change"]["said"], today=today(lang)
    ),
    "friend.create": lambda lang: acts.FriendInput(context=context(lang), known=context(lang).friends),
    "care.classify": lambda lang: acts.CareInput(context=context(lang), message=words(lang)["message"], tier=Tier.none),
}
"""Skill or act -> its input, in a language."""
