"""Instruction following (H2HTalk's figure 7), with items of ours: what does somebody want who does not quite say it?"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from pawsona.bench.core.records import Score
from pawsona.bench.core.rubric import Chat, Role, Rubric
from pawsona.bench.core.suite import Dataset, Item, Suite, Task
from pawsona.bench.core.tree import Node, leaf, node
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

EMOTIONS = ("depression", "anxiety", "anger")
STYLES = ("command", "request", "hint", "unsaid")
TASKS = {"implicit": "Implicit help", "ambiguous": "Ambiguous or contradictory", "context": "Context-aware"}
EACH = 30
"""Items of a task in one language."""
RUBRIC = "instruct-1"
_NOW = "2026-06-15T20:30"
_NAME: Mapping[Language, re.Pattern[str]] = {"en": re.compile(r"([^,:]+?)(?:,| is |:)"), "zh": re.compile("“(.+?)”")}
_PEOPLE: Mapping[Language, tuple[str, str]] = {"en": ("it does: ", "it avoids: "), "zh": ("做到了：", "避开了：")}
"""How raters are asked whether a reply keeps to a statement."""
_EITHER: Mapping[Language, str] = {"en": "0 or 1", "zh": "0 或 1"}


def load(folder: Path | None = None) -> Dataset:
    """All items, an English and a Chinese one in turn.

    Args:
        folder: with `en.jsonl` and `zh.jsonl`; None is what Pawsona ships.

    Raises:
        ContentError: a line can't be read.
    """
    by_language = [[item_of(row, language) for row in rows(language, folder)] for language in LANGUAGES]
    return Dataset(tuple(chain(*zip(*by_language, strict=True))))


def rows(language: Language, folder: Path | None = None) -> Iterator[Mapping[str, Any]]:
    """The lines of one language as they were written: docs/bench-h2htalk.md says what is in them.

    Raises:
        ContentError: one can't be read.
    """
    path = (folder or files(__package__) / "content") / f"{language}.jsonl"
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            row: Mapping[str, Any] = json.loads(line)
            yield {**row, "must": tuple(row["must"]), "must_not": tuple(row["must_not"])}
        except (ValueError, KeyError, TypeError) as error:
            raise ContentError(f"{path.name}, line {number} is no item ({type(error).__name__} {error}).") from None


def item_of(row: Mapping[str, Any], language: Language) -> Item:
    """A line as an item."""
    chat = _chat(row, language)
    given = {
        "chat": chat, "rubric": rubric_of(row, language), "instance": _instance(row, language), "poor": row["poor"],
        "tags": {"emotion": row["emotion"], "style": row["style"], "language": language},
    }  # fmt: skip
    prompt = "\n".join(text for _, text in chat)
    return Item(
        id=row["id"], task=row["task"], reference=row["reference"], prompt=prompt, language=language, given=given
    )


def _chat(row: Mapping[str, Any], language: Language) -> Chat:
    said: list[tuple[Role, str]] = [
        ("user" if turn["who"] == "person" else "assistant", turn["say"]) for turn in row["history"]
    ]
    told = _content(f"told_{language}.txt").strip().format(companion=row["companion"])
    return [("system", told), *said, ("user", row["message"])]


def rubric_of(row: Mapping[str, Any], language: Language) -> Rubric:
    """What was written with the item, and a mark for the whole."""
    kept = [f"+ {one}" for one in row["must"]] + [f"- {one}" for one in row["must_not"]]
    keys = [str(number) for number in range(1, len(kept) + 1)]
    turns = [*row["history"], {"who": "person", "say": row["message"]}]
    said = {
        "companion": row["companion"], "need": row["need"], "reply": "{answer}",
        "talk": "\n".join(f"{turn['who']}: {turn['say']}" for turn in turns),
        "statements": "\n".join(f"{key}. {one}" for key, one in zip(keys, kept, strict=True)),
        "keys": ", ".join(f'"{key}": {_EITHER[language]}' for key in keys),
    }  # fmt: skip
    prompt = _kept(_content(f"judge_{language}.txt").format(**said))
    does, avoids = _PEOPLE[language]
    asked = [f"{does}{one}" for one in row["must"]] + [f"{avoids}{one}" for one in row["must_not"]]
    labels = dict(zip(keys, asked, strict=True))
    return Rubric(name=RUBRIC, prompt=prompt, scale={**dict.fromkeys(keys, (0, 1)), "overall": (1, 5)}, labels=labels)


@cache
def _content(name: str) -> str:
    return (files(__package__) / "content" / name).read_text("utf-8")


def _kept(prompt: str) -> str:
    """Braces doubled but for the answer's: the prompt is filled in once more."""
    return prompt.replace("{", "{{").replace("}", "}}").replace("{{answer}}", "{answer}")


def _instance(row: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """In the open set's form: a companion that is no person comes as a pet with that setting."""
    named = _NAME[language].search(row["companion"])
    friend = "person-like" in row["companion"] or row["companion"].startswith("像")
    return {
        "id": row["id"], "skill": "chat.support", "language": language, "now": _NOW, "tags": {},
        "companion": {"name": named[1] if named else "", "kind": "friend" if friend else "pet",
                      "personality": row["companion"]},
        "person": {"name": "", "about": ""},
        "input": {"message": row["message"], "history": row["history"], "memories": []},
    }  # fmt: skip


def tree(scores: Sequence[Score]) -> Node | None:
    """The mean of the three tasks, each the mean of its languages: a judge's marks; without one, people's."""
    whose = "judge" if any("judge" in row.scores for row in scores) else "human"
    tasks = [_task(name, [row for row in scores if row.category == name], whose) for name in TASKS]
    return node("judged" if whose == "judge" else "rated", tasks)


def _task(name: str, mine: Sequence[Score], whose: str) -> Node | None:
    parts = {language: [row for row in mine if row.id.startswith(language)] for language in LANGUAGES}
    return node(name, [node(language, [leaf(whose, some, whose)]) for language, some in parts.items()])


SUITE = Suite(
    name="instruct",
    title="Instruction following in distress",
    paper="H2HTalk, figure 7 (its items were not released; these are ours)",
    tasks=tuple(
        Task(name=name, title=title, n=EACH * len(LANGUAGES), skill="chat.support", metrics=("judge", "human"))
        for name, title in TASKS.items()
    ),
    profile="open",
    languages=LANGUAGES,
    source="part of Pawsona",
    licence="Apache-2.0",
    load=load,
    columns=("judge", "human", "statements"),
    tree=tree,
)
