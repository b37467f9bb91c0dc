"""A filled prompt of the release read back into what it was filled with: minds and companions are given that.

Where a slot is empty in the release it is empty here. The templates' rules are not read: a mind has its own.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pawsona.bench.core.suite import Item
from pawsona.bench.petbench.tasks import TASKS

NOW = "2026-05-14T18:00"
"""The release names no moment; where it names an hour, it is that one."""
_SKILLS = {task.name: task.skill for task in TASKS}
_KINDS = ("cat", "dog", "bird", "rabbit", "dragon", "capybara")
_SLOTS: Mapping[str, str] = MappingProxyType({
    "pet settings": "setting", "personality traits": "traits", "pet personality": "traits", "pet outfits": "outfit",
    "pet outfit": "outfit", "historical memories with owner": "memory", "historical memories": "memory",
    "historical memory": "memory", "historical conversation": "history", "historical dialogue": "history",
    "dialogue content": "dialogue", "conversation content": "dialogue", "today's schedule": "today",
    "current schedule": "current", "pet current schedule": "current", "owner's feedback": "feedback",
    "search information": "search", "article information": "article", "original memory": "memory",
    "itinerary overview": "outline", "information points to be extracted": "points", "pet hobbies": "hobbies",
    "specific itinerary arrangements for the current time period": "item", "relationship": "friends",
    "pet basic information": "", "output requirements": "", "output": "", "rewritten memory": "", "world overview": "",
    "example extraction result": "", "output format": "", "examples": "", "current time range": "", "input": "",
    "task objective": "", "world general settings": "", "example output when key information exists": "",
})  # fmt: skip
"""Headings of the templates, and what stands under them; nothing for those that end a slot only."""
_HEADING = re.compile(r"^[ \t]*(?P<name>[A-Z][\w' ]{3,60}?)[ \t]*(?::[ \t]*(?P<rest>.*))?$", re.MULTILINE)
_LAST = re.compile(r"Now, you need generate the output:?")
_NAME = re.compile(r"(?:Pet's )?\bName:[ \t]*([^;\n]*?)[ \t]*(?:;|Owner's|$)", re.MULTILINE)
_OWNER = re.compile(r"Owner's Name:[ \t]*([^;\n]*)")
_SPECIES = re.compile(r"Species:[ \t]*(\w+)")
_TIMED = re.compile(r"^\W*(?:\d+\.\s*)?(\d{1,2}:\d{2})[ \t]*[:,]?[ \t]*(.+)$", re.MULTILINE)
_FRIEND = re.compile(r"Name:[ \t]*([^;\n]+);([^\n]*)")

Slots = Mapping[str, str]


def instance_of(item: Item) -> dict[str, Any]:
    """An item in the open set's form."""
    slots, whole = _slots(item.prompt), _tail(item.prompt)
    pet = _named(_NAME, whole) or _named(_NAME, item.prompt) or "Pet"
    owner = _named(_OWNER, whole) or _named(_OWNER, item.prompt) or "Owner"
    species = (_named(_SPECIES, whole) or _named(_SPECIES, item.prompt)).casefold()
    skill = _SKILLS[item.task]
    return {
        "id": item.id, "skill": skill, "language": "en", "tags": {},
        "companion": {
            "name": pet, "kind": species if species in _KINDS else "cat", "outfit": slots.get("outfit", ""),
            "personality": " ".join(filter(None, (_told(slots.get("setting", "")), slots.get("traits")))),
        },
        "person": {"name": owner, "about": ""},
        "now": _moment(slots), "input": _INPUTS[skill](slots, pet),
    }  # fmt: skip


def _tail(prompt: str) -> str:
    """What stands behind the examples, where a template has some."""
    found = [match.end() for match in _LAST.finditer(prompt)]
    return prompt[found[-1] :] if found else prompt


def _slots(prompt: str) -> dict[str, str]:
    """By name; of a heading that comes again (in examples, then for real) the last holds."""
    heads = [match for match in _HEADING.finditer(prompt) if match["name"].casefold() in _SLOTS]
    found: dict[str, str] = {}
    for match, following in zip(heads, [*heads[1:], None], strict=True):
        text = f"{match['rest'] or ''}\n{prompt[match.end() : following.start() if following else None]}".strip()
        if name := _SLOTS[match["name"].casefold()]:
            found[name] = text
    return found


def _named(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1].strip() if found else ""


def _told(setting: str) -> str:
    """What the pet is like; some templates have its name there only."""
    return "" if _NAME.match(setting) else setting


def _moment(slots: Slots) -> str:
    timed = _TIMED.search(slots.get("current", "") or slots.get("item", ""))
    return f"{NOW[:11]}{timed[1].zfill(5)}" if timed else NOW


def _turns(text: str, pet: str) -> list[dict[str, str]]:
    """Lines of a talk; one without a name goes on with the line before."""
    rows: list[dict[str, str]] = []
    for line in filter(None, map(str.strip, text.partition("[query]")[0].splitlines())):
        name, colon, said = line.partition(":")
        if colon and len(name) < 30:
            rows.append({"who": "companion" if name.strip() in (pet, "Pet") else "person", "say": said.strip()})
        elif rows:
            rows[-1]["say"] += f" {line}"
        else:
            rows.append({"who": "person", "say": line})
    return [row for row in rows if row["say"]]


def _listed(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _chat(slots: Slots, pet: str) -> dict[str, Any]:
    """The last words of the person are the message; a template without any has the pet begin."""
    turns = _turns(slots.get("history") or slots.get("dialogue") or "", pet)
    last = next((at for at in range(len(turns) - 1, -1, -1) if turns[at]["who"] == "person"), None)
    given: dict[str, Any] = {
        "message": turns[last]["say"] if last is not None else "...",
        "history": turns[:last] if last is not None else turns,
        "memories": _listed(slots.get("memory", "")),
    }
    if slots.get("search"):
        given["passages"] = [{"source": "search", "text": slots["search"]}]
    if slots.get("article"):
        title, _, text = slots["article"].removeprefix("title:").partition("content:")
        given["note"] = {"title": title.strip(), "text": text.strip() or title.strip(), "tags": []}
        if last is None:  # nobody has spoken yet: the article is what was shown
            given["message"] = given["note"]["title"] or "..."
    if slots.get("today") or slots.get("current"):
        given["day"] = {"outline": "", "items": _items(slots)}
    return given


def _items(slots: Slots) -> list[dict[str, str]]:
    """The day's lines, and the present one told by what stands under it."""
    rows = [{"at": at.zfill(5), "label": label, "detail": ""} for at, label in _TIMED.findall(slots.get("today", ""))]
    told = " ".join(label for _, label in _TIMED.findall(slots.get("current", "")))
    if rows and told:
        rows[-1]["detail"] = told
    return rows or [_item(slots)]


def _item(slots: Slots) -> dict[str, str]:
    text = slots.get("item") or slots.get("current") or ""
    timed = _TIMED.search(text)
    at, told = (timed[1].zfill(5), timed[2]) if timed else (NOW[11:], text)
    return {"at": at, "label": " ".join(told.split()[:8]), "detail": told}


def _friends(slots: Slots) -> list[dict[str, str]]:
    return [{"name": name.strip(), "about": told.strip()} for name, told in _FRIEND.findall(slots.get("friends", ""))]


def _day(slots: Slots) -> dict[str, Any]:
    return {
        "hobbies": slots.get("hobbies", ""), "friends": _friends(slots), "memories": _listed(slots.get("memory", "")),
        "outline": slots.get("outline", ""),
    }  # fmt: skip


_INPUTS: Mapping[str, Callable[[Slots, str], dict[str, Any]]] = MappingProxyType({
    **dict.fromkeys(
        ("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve", "note.intent"), _chat
    ),
    "note.extract": lambda slots, pet: {
        "dialogue": _turns(slots.get("dialogue", ""), pet),
        "points": [point.strip() for point in slots.get("points", "").split("|") if point.strip()],
    },
    "note.greet": lambda slots, pet: {"passages": [{"source": "search", "text": slots.get("search", "")}]},
    "memory.summarise": lambda slots, pet: {"dialogue": _turns(slots.get("dialogue", ""), pet)},
    "memory.rewrite": lambda slots, pet: {"memory": slots.get("memory", "")},
    "memory.greet": lambda slots, pet: {"memories": _listed(slots.get("memory", "")), "away": ""},
    "routine.outline": lambda slots, pet: _day(slots),
    "routine.schedule": lambda slots, pet: _day(slots),
    "routine.detail": lambda slots, pet: {**_day(slots), "items": [_item(slots)], "index": 0},
    "routine.feedback": lambda slots, pet: {"item": _item(slots), "feedback": slots.get("feedback", "")},
    "routine.greet": lambda slots, pet: {"item": _item(slots)},
})  # fmt: skip
