"""What is wrong with the open set: form, frames that two instances share, and what a skill's 25 must cover together."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pawsona.bench.open.forms import form_of, topic_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.open.suite import EACH
from pawsona.bench.open.worth import in_order
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import TOPICS
from pawsona.domain.pet import SPECIES
from pawsona.skills import SKILLS

FRAME: Mapping[Language, int] = MappingProxyType({"en": 6, "zh": 10})
"""Words (English) or characters (Chinese) in a row that no two instances may share."""
RUBRIC = range(3, 6)
AGES = frozenset({"teen", "young", "middle", "old"})
SEASONS = frozenset({"spring", "summer", "autumn", "winter"})
PERSONS, MOODS, CULTURES = 8, 12, 8
"""Of a skill's 25 at least so many person-like companions, moods, places."""
INTENTS = {"active": 10, "direct": 10, "shift": 5}
NOTHING_TO_KEEP = 8
"""Dialogues of which no memory should be made."""
WITH_MEMORIES = 12
"""Outlines in memory mode."""
_NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "chat.general": ("message", "history"), "chat.support": ("message", "history"),
    "chat.routine": ("message", "history", "day"), "note.chat": ("message", "history", "note"),
    "note.retrieve": ("message", "history", "passages"), "note.extract": ("dialogue", "points"),
    "note.intent": ("message", "history"), "note.greet": ("passages",), "memory.summarise": ("dialogue",),
    "memory.rewrite": ("memory",), "memory.greet": ("memories",), "routine.outline": ("hobbies", "friends"),
    "routine.schedule": ("outline",), "routine.detail": ("outline", "items", "index"),
    "routine.feedback": ("item", "feedback"), "routine.greet": ("item",),
})  # fmt: skip


def problems(instances: Sequence[Instance]) -> list[str]:
    """Everything that is wrong, one sentence each."""
    found = [f"{one.id}: {problem}" for one in instances for problem in _form(one)]
    found += [
        f"{id_} is there {count} times" for id_, count in Counter(one.id for one in instances).items() if count > 1
    ]
    for language in LANGUAGES:
        found += _shared([one for one in instances if one.language == language], language)
        for skill in SKILLS:
            mine = [one for one in instances if one.language == language and one.skill == skill]
            found += [f"{language}, {skill}: {problem}" for problem in _cover(mine, skill)]
    return found


def words(text: str, language: Language) -> list[str]:
    """What frames are counted over."""
    return re.findall(r"[\u4e00-\u9fff]", text) if language == "zh" else re.findall(r"[a-z0-9']+", text.casefold())


def texts(instance: Instance) -> list[str]:
    """What an instance is made of, without its reference."""
    return [*_strings(instance.input), instance.companion["personality"]]


def _form(one: Instance) -> Iterator[str]:
    if missing := [key for key in _NEEDED[one.skill] if key not in one.input]:
        yield f"its input lacks {', '.join(missing)}"
    if len(one.rubric) not in RUBRIC or len(set(one.rubric)) < len(one.rubric):
        yield "its rubric should have three to five statements"
    if one.companion["kind"] not in (*SPECIES, "friend"):
        yield f"its companion is a {one.companion['kind']!r}"
    if one.is_person != (one.tags.get("companion") == "person"):
        yield "its tag and its companion disagree"
    yield from _reference(one)


def _reference(one: Instance) -> Iterator[str]:
    """What a reference must be beside worth 1."""
    reference: Any = one.reference
    if form_of(one.skill).read(form_of(one.skill).write(reference)) != _plain(one):
        yield "its reference is in another form"
    if one.skill == "note.extract":
        said = " ".join(row["say"] for row in one.input["dialogue"] if row["who"] == "person").casefold()
        yield from (
            f"it has the point {point!r}, which is not asked" for point in reference if point not in one.input["points"]
        )
        yield from (
            f"{v!r} is not in the person's words" for vs in reference.values() for v in vs if v.casefold() not in said
        )
    if one.skill == "note.intent" and bool(reference.get("query")) != (reference["kind"] == "active"):
        yield "only a search has a query"
    if one.skill == "memory.summarise":
        yield from (f"{row['topic']!r} is no topic" for row in reference if topic_of(row["topic"]) not in TOPICS)
    if one.skill == "routine.schedule" and not in_order([row["at"] for row in reference]):
        yield "its schedule is out of order"


def _plain(one: Instance) -> Any:
    """A reference as reading gives it back: trimmed, topics by their long names."""
    if isinstance(one.reference, str):
        return one.reference.strip()
    if one.skill == "memory.summarise":
        return [{**row, "topic": topic_of(row["topic"])} for row in one.reference]
    return {"query": "", **one.reference} if one.skill == "note.intent" else one.reference


def _shared(instances: Sequence[Instance], language: Language) -> Iterator[str]:
    """Each pair is named once."""
    size, first = FRAME[language], dict[tuple[str, ...], str]()
    told: set[tuple[str, str]] = set()
    for one in instances:
        for text in texts(one):
            row = words(text, language)
            for frame in zip(*(row[at:] for at in range(size)), strict=False):
                other = first.setdefault(frame, one.id)
                if other != one.id and (other, one.id) not in told:
                    told.add((other, one.id))
                    yield f"{one.id} shares with {other}: {('' if language == 'zh' else ' ').join(frame)}"


def _cover(mine: Sequence[Instance], skill: str) -> Iterator[str]:
    """What the instances of a skill in one language must have among them."""
    if len(mine) != EACH:
        yield f"there are {len(mine)} instances, not {EACH}"
        return
    tags: dict[str, set[str]] = defaultdict(set)
    for one in mine:
        for key, value in one.tags.items():
            tags[key].add(str(value).casefold())
    if sum(one.is_person for one in mine) < PERSONS:
        yield f"fewer than {PERSONS} companions are like persons"
    yield from (f"no {what}" for what in sorted((AGES - tags["age"]) | (SEASONS - tags["season"])))
    if len(tags["mood"]) < MOODS or len(tags["culture"]) < CULTURES:
        yield f"{len(tags['mood'])} moods and {len(tags['culture'])} places, not {MOODS} and {CULTURES}"
    if skill in _EXTRA:
        yield from _EXTRA[skill](mine)


def _intents(mine: Sequence[Instance]) -> Iterator[str]:
    if (kinds := Counter(one.reference["kind"] for one in mine)) != INTENTS:
        yield f"its kinds are {dict(kinds)}, not {INTENTS}"


def _empty(mine: Sequence[Instance]) -> Iterator[str]:
    if (count := sum(not one.reference for one in mine)) != NOTHING_TO_KEEP:
        yield f"{count} dialogues have nothing to keep, not {NOTHING_TO_KEEP}"


def _modes(mine: Sequence[Instance]) -> Iterator[str]:
    if (count := sum(bool(one.input.get("memories")) for one in mine)) != WITH_MEMORIES:
        yield f"{count} are in memory mode, not {WITH_MEMORIES}"


_EXTRA: Mapping[str, Callable[[Sequence[Instance]], Iterator[str]]] = MappingProxyType(
    {"note.intent": _intents, "memory.summarise": _empty, "routine.outline": _modes}
)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in ("at", "who", "tags"):
                yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
