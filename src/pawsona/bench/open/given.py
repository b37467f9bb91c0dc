"""An instance as the typed input of its skill: how a mind is asked."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, time, timedelta
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from pawsona.bench.open.away import hours
from pawsona.bench.open.instance import Instance, Json
from pawsona.domain.day import Day, Item, Weather
from pawsona.domain.ids import Bond, MemoryId, MessageId, NoteId, PersonId, PetId, SessionId
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message
from pawsona.domain.note import Note, Passage
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import OUTFITS, SPECIES, Friend, Outfit, Personality, Pet, Species
from pawsona.minds.llm.activities import kind_of, place_of
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context
from pawsona.skills.memory import MemoryGreetInput, RewriteInput, SummariseInput
from pawsona.skills.note import ExtractInput, IntentInput, NoteGreetInput
from pawsona.skills.routine import (
    DayInput,
    DetailInput,
    FeedbackInput,
    Outline,
    RoutineGreetInput,
    ScheduleInput,
)
from pawsona.world.season import season_of

BOND = Bond(PersonId("person"), PetId("pet"))
TURN = timedelta(minutes=1)
"""Between one message and the next."""
_WEATHERS: Mapping[str, Weather] = MappingProxyType({
    "snow": "snow", "雪": "snow", "rain": "rain", "drizzle": "rain", "shower": "rain", "storm": "rain", "雨": "rain",
    "fog": "fog", "mist": "fog", "雾": "fog", "wind": "wind", "breez": "wind", "风": "wind", "sun": "sun",
    "clear": "sun", "晴": "sun", "阳": "sun",
})  # fmt: skip
"""What a free description of the weather comes to; the first that is in it."""


_LIKE: Mapping[Personality, tuple[str, ...]] = MappingProxyType({
    "gruff": ("grum", "gruff", "unimpressed", "dry", "sour", "嘴硬", "别扭", "凶", "嘴快", "毒舌"),
    "quiet": ("quiet", "few words", "shy", "calm", "soft", "rations", "话少", "话不多", "安静", "文静", "慢", "害羞"),
    "curious": ("curious", "asks", "wants to know", "好奇", "问到底", "爱问"),
    "dreamy": ("dream", "slow", "sleep", "drift", "做梦", "发呆", "迷糊", "懒"),
    "cheeky": ("cheek", "teas", "trick", "mischie", "wry", "joke", "调皮", "爱逗", "坏", "贫", "开玩笑"),
    "proud": ("proud", "vain", "command", "serious", "dignif", "ceremon", "骄傲", "严肃", "架子", "讲究", "装酷"),
    "careful": ("careful", "anxious", "neat", "precise", "exact", "nervous", "细心", "紧张", "爱干净", "胆小", "认真"),
    "sunny": ("cheer", "happy", "joy", "sunny", "warm", "excited", "开朗", "热情", "活泼", "乐观", "高兴"),
})  # fmt: skip
"""Words of a description that lean to a built-in personality."""


def given_of(instance: Instance) -> Any:
    """The input of the instance's skill."""
    return _GIVEN[instance.skill](instance)


def person_of(instance: Instance) -> Person:
    """U."""
    return Person(
        id=BOND.person, name=instance.person["name"], language=instance.language, time_zone="UTC",
        created_at=instance.now - timedelta(days=60),
        age_band="teen" if instance.tags.get("age") == "teen" else "adult",
    )  # fmt: skip


def pet_of(instance: Instance) -> Pet:
    """The companion; who is like a person comes as a cat with that setting, for minds know pets."""
    kind, outfit = instance.companion["kind"], str(instance.companion.get("outfit", ""))
    species: list[Species] = [one for one in SPECIES if one == kind]
    worn: list[Outfit] = [one for one in OUTFITS if one in outfit]
    return Pet(
        id=BOND.pet, person=BOND.person, name=instance.companion["name"], species=species[0] if species else "cat",
        personality=personality_of(instance.companion["personality"]), seed=seed_of(instance),
        adopted_at=instance.now - timedelta(days=60), outfit=tuple(worn), hobbies=_hobbies(instance),
        setting=instance.companion["personality"],
    )  # fmt: skip


def personality_of(text: str) -> Personality:
    """The nearest of the built-in ones; the text itself is the setting."""
    folded = text.casefold()
    counts = {name: sum(word in folded for word in words) for name, words in _LIKE.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else "sunny"


def seed_of(instance: Instance) -> int:
    """Another for each instance, the same in every run."""
    return int(sha256(instance.id.encode()).hexdigest()[:7], 16)


def context_of(instance: Instance, now: datetime | None = None) -> Context:
    """P, U, F and the moment."""
    about = str(instance.person.get("about", ""))
    return Context(
        pet=pet_of(instance), person=person_of(instance), now=now or instance.now,
        facts=(Fact(MemoryId("about"), about),) if about else (),
        friends=tuple(friend_of(row) for row in instance.input.get("friends", ())),
    )  # fmt: skip


def friend_of(row: Json) -> Friend:
    """What is told about a friend is its trait."""
    return Friend(name=row["name"], species="", trait=str(row.get("about", "")), hobby="")


def messages_of(instance: Instance, turns: Iterable[Json]) -> tuple[Message, ...]:
    """Turns as messages that end a minute before now."""
    rows = list(turns)
    begin = instance.now - TURN * len(rows)
    return tuple(
        Message(
            id=MessageId(f"message-{place:04}"), bond=BOND, session=SessionId("session"),
            role="person" if row["who"] == "person" else "pet", text=row["say"], at=begin + TURN * place,
        )
        for place, row in enumerate(rows)
    )  # fmt: skip


def memories_of(instance: Instance) -> tuple[Memory, ...]:
    """M, each a day older than the one before."""
    texts = instance.input.get("memories") or []
    texts = [*texts, instance.input["memory"]] if "memory" in instance.input else texts
    days = ((text, instance.now - timedelta(days=place)) for place, text in enumerate(texts, 1))
    return tuple(
        Memory(
            id=MemoryId(f"memory-{place:04}"), bond=BOND, text=text, topic="other_events", importance=1,
            retention="long_term", origin="said", sources=(), created_at=at, renewed_at=at, expires_on=None,
        )
        for place, (text, at) in enumerate(days)
    )  # fmt: skip


def item_of(row: Json, instance: Instance) -> Item:
    """An item; its kind is read from its label."""
    kind = kind_of(row["label"], instance.language, "")
    return Item(
        at=time.fromisoformat(row["at"].zfill(5)), label=row["label"], kind=kind, place=place_of(kind),
        detail=row.get("detail") or None,
    )  # fmt: skip


def day_of(instance: Instance) -> Day | None:
    """The companion's day, where there is one."""
    row = instance.input.get("day")
    if not row:
        return None
    made = day_input_of(instance)
    return Day(
        bond=BOND, on=instance.now.date(), mode=made.mode, method="world", outline=row.get("outline", ""),
        items=tuple(item_of(item, instance) for item in row["items"]), season=made.season, weather=made.weather,
        mind="", made_at=instance.now,
    )  # fmt: skip


def note_of(instance: Instance) -> Note | None:
    """The note at hand."""
    row = instance.input.get("note")
    return Note(id=NoteId("note"), bond=BOND, title=row["title"], text=row["text"], at=instance.now) if row else None


def passages_of(instance: Instance) -> tuple[Passage, ...]:
    """What a search found."""
    return tuple(Passage(row["source"], row["text"], 1.0) for row in instance.input.get("passages") or ())


def weather_of(text: str) -> Weather:
    """What a free description comes to."""
    found = [weather for word, weather in _WEATHERS.items() if word in text.casefold()]
    return found[0] if found else "cloud"


def _hobbies(instance: Instance) -> tuple[str, ...]:
    text = str(instance.input.get("hobbies", "")).replace("、", ",").replace("，", ",")
    return tuple(part.strip(" .。") for part in text.split(",") if part.strip(" .。"))


def _chat(instance: Instance) -> ChatInput:
    asked = instance.input
    recalled = tuple(Recalled(one.text, 1.0, one.created_at, one) for one in memories_of(instance))
    return ChatInput(
        context=context_of(instance), message=asked["message"], history=messages_of(instance, asked["history"]),
        today=day_of(instance), memories=recalled, note=note_of(instance), passages=passages_of(instance),
    )  # fmt: skip


def _extract(instance: Instance) -> ExtractInput:
    dialogue = messages_of(instance, instance.input["dialogue"])
    return ExtractInput(context=context_of(instance), dialogue=dialogue, points=tuple(instance.input["points"]))


def _intent(instance: Instance) -> IntentInput:
    history = messages_of(instance, instance.input["history"])
    return IntentInput(context=context_of(instance), message=instance.input["message"], history=history)


def day_input_of(instance: Instance) -> DayInput:
    """What a day is made from."""
    memories, zone = memories_of(instance), person_of(instance).time_zone
    return DayInput(
        context=context_of(instance, instance.now.replace(hour=7, minute=0)),
        mode="memory" if memories else "normal",
        season=instance.tags.get("season") or season_of(instance.now.date(), zone),
        weather=weather_of(str(instance.input.get("weather", ""))), memories=memories,
    )  # fmt: skip


def _detail(instance: Instance) -> DetailInput:
    items = tuple(item_of(row, instance) for row in instance.input["items"])
    outline = Outline(text=instance.input["outline"])
    return DetailInput(day=day_input_of(instance), outline=outline, schedule=items, index=instance.input["index"])


def _feedback(instance: Instance) -> FeedbackInput:
    item = item_of(instance.input["item"], instance)
    return FeedbackInput(context=context_of(instance), item=item, reaction=None, text=instance.input["feedback"])


_GIVEN: Mapping[str, Callable[[Instance], Any]] = MappingProxyType({
    **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), _chat),
    "note.extract": _extract,
    "note.intent": _intent,
    "note.greet": lambda one: NoteGreetInput(context=context_of(one), passages=passages_of(one)),
    "memory.summarise": lambda one: SummariseInput(
        context=context_of(one), dialogue=messages_of(one, one.input["dialogue"])
    ),
    "memory.rewrite": lambda one: RewriteInput(context=context_of(one), memories=memories_of(one)),
    "memory.greet": lambda one: MemoryGreetInput(
        context=context_of(one), memories=memories_of(one), away_hours=hours(str(one.input.get("away", "")))
    ),
    "routine.outline": day_input_of,
    "routine.schedule": lambda one: ScheduleInput(day=day_input_of(one), outline=Outline(text=one.input["outline"])),
    "routine.detail": _detail,
    "routine.feedback": _feedback,
    "routine.greet": lambda one: RoutineGreetInput(context=context_of(one), item=item_of(one.input["item"], one)),
})  # fmt: skip
