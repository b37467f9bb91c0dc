"""What a bare model is told of an instance, and what a judge is told of an answer: prompts of our own."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from types import MappingProxyType
from typing import Any

import yaml

from pawsona.bench.core.rubric import Chat, Rubric
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.instance import Instance, Json
from pawsona.domain.language import Language
from pawsona.domain.memory import TOPICS

OVERALL = "overall"
"""The judge's mark for an answer as a whole, beside one for each statement."""
NAME = "open-1"


def chat_of(instance: Instance) -> Chat:
    """Who the companion is and what to do, then the material."""
    texts, names = _prompts(instance.language), _names(instance)
    whole = "\n\n".join(
        (texts["person" if instance.is_person else "pet"], texts["skills"][instance.skill], texts["rules"])
    )
    return ("system", Template(whole).substitute(names)), ("user", _material(instance, texts["headings"], names))


def rubric_of(instance: Instance) -> Rubric:
    """The instance's statements, and a mark for the whole."""
    (_, told), (_, material) = chat_of(instance)
    keys = [str(number) for number in range(1, len(instance.rubric) + 1)]
    said = {
        "task": f"{told}\n\n{material}",
        "reference": form_of(instance.skill).write(instance.reference),
        "statements": "\n".join(f"{key}. {one}" for key, one in zip(keys, instance.rubric, strict=True)),
        "keys": ", ".join(f'"{key}": 0 or 1' for key in keys),
    }
    prompt = _content(f"judge_{instance.language}.txt")
    safe = {name: text.replace("{", "{{").replace("}", "}}") for name, text in said.items()}
    scale = {**dict.fromkeys(keys, (0, 1)), OVERALL: (1, 5)}
    labels = dict(zip(keys, instance.rubric, strict=True))
    return Rubric(name=NAME, prompt=Template(prompt).substitute(safe), scale=scale, labels=labels, mark=OVERALL)


def _names(instance: Instance) -> dict[str, str]:
    companion = instance.companion
    return {
        "name": companion["name"], "kind": companion["kind"], "personality": companion["personality"],
        "person": instance.person["name"], "topics": ", ".join(TOPICS),
    }  # fmt: skip


def _material(instance: Instance, headings: Mapping[str, str], names: Mapping[str, str]) -> str:
    told = {
        "outfit": instance.companion.get("outfit"), "about": instance.person.get("about"),
        "now": instance.now.strftime("%Y-%m-%d %H:%M"), **instance.input,
    }  # fmt: skip
    parts = [
        f"## {Template(heading).substitute(names)}\n{text}"
        for key, heading in headings.items()
        if (text := _told(key, told.get(key), instance))
    ]
    return "\n\n".join(parts)


def _told(key: str, value: Any, instance: Instance) -> str:
    if not value:
        return ""
    tell = _TELL.get(key)
    return tell(value, instance) if tell else str(value)


def _turns(value: Iterable[Json], instance: Instance) -> str:
    names = {"person": instance.person["name"], "companion": instance.companion["name"]}
    return "\n".join(f"{names[row['who']]}: {row['say']}" for row in value)


def _items(value: Iterable[Json], instance: Instance) -> str:
    marked = instance.input.get("index")
    return "\n".join(("> " if place == marked else "") + _item(row, instance) for place, row in enumerate(value))


def _item(value: Json, instance: Instance) -> str:
    return f"{value['at']} {value['label']}" + (f"\n  {value['detail']}" if value.get("detail") else "")


def _day(value: Json, instance: Instance) -> str:
    return f"{value.get('outline', '')}\n{_items(value['items'], instance)}".strip()


def _note(value: Json, instance: Instance) -> str:
    tags = " ".join(f"#{tag}" for tag in value.get("tags", ()))
    return f"{value['title']}\n{value['text']}\n{tags}".strip()


def _listed(value: Iterable[str], instance: Instance) -> str:
    return "\n".join(f"- {one}" for one in value)


def _friends(value: Iterable[Json], instance: Instance) -> str:
    return _listed((f"{row['name']}: {row.get('about', '')}" for row in value), instance)


def _passages(value: Iterable[Json], instance: Instance) -> str:
    return "\n".join(f"[{row['source']}] {row['text']}" for row in value)


_TELL: Mapping[str, Callable[[Any, Instance], str]] = MappingProxyType({
    "history": _turns, "dialogue": _turns, "items": _items, "item": _item, "day": _day, "note": _note,
    "memories": _listed, "points": _listed, "friends": _friends, "passages": _passages,
})  # fmt: skip


@cache
def _prompts(language: Language) -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load(_content(f"prompts_{language}.yaml"))
    return found


def _content(name: str) -> str:
    return (files(__package__) / "content" / name).read_text("utf-8")
