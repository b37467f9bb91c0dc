"""Whatever somebody wrote is data: a model that obeys any order outside the fence, and none inside, obeys nothing.

`injections.yaml` has 40 orders per language. They are planted into every free text of every skill's input at once; the
model reads the chat as it was sent. Controls show that it would obey: without the fence, and with a fence that its own
data can close.
"""

import asyncio
import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from tests.conftest import FakeClock
from tests.minds.llm.inputs import INPUTS, NOW

from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message
from pawsona.domain.pet import Pet
from pawsona.errors import InvalidOutputError
from pawsona.minds.llm import fence
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.told.who import name
from pawsona.skills import ACTS, IPET, SKILLS

INJECTIONS: Mapping[Language, Sequence[str]] = yaml.safe_load(
    (Path(__file__).parent / "injections.yaml").read_text("utf-8")
)
ALL = {**SKILLS, **ACTS}
PROMPTS = Prompts()
FREE = frozenset({
    "message", "text", "title", "source", "label", "detail", "short", "outline", "setting", "said", "reply", "name",
    "species", "trait", "hobby", "points", "hobbies",
})  # fmt: skip
"""Fields that hold what somebody, or a model after them, wrote."""

_INSIDE = re.compile(r"«[^«»]*»")
_LABEL = re.compile(r"^(\[\d+\] )?[^«»\n]{1,40}: (?=«)", re.MULTILINE)
"""Who says what stands in fence behind it: no order has its place there."""
_WORDS = ("mango7", "芒果七号", "芒果七號")

skills = pytest.mark.parametrize("skill", list(ALL))
both = pytest.mark.parametrize("language", LANGUAGES)


class Obedient:
    """A model that does whatever stands outside the fence, in any writing it knows."""

    def __init__(self) -> None:
        self.endpoint = Endpoint(base_url="http://localhost/v1", model="obedient", context=200_000)
        self.obeyed: list[str] = []
        self.asked = 0

    async def complete(self, chat: Sequence[Mapping[str, str]], usage: object, **options: object) -> str:
        self.asked += 1
        for message in chat:
            if message["role"] != "assistant":  # its own words are no orders
                self.obeyed += orders(message["content"])
        return self.obeyed[-1] if self.obeyed else "{}"


def orders(text: str) -> list[str]:
    """The orders of ours that stand outside the fence."""
    outside = _INSIDE.sub(" ", _LABEL.sub("", text))
    return [word for reading in readings(outside) for word in _WORDS if word in reading]


def readings(text: str) -> list[str]:
    """A text as it can be read: plainly, backwards, and with what is encoded in it."""
    found = [text, text[::-1], codecs.encode(text, "rot13")]
    for run in re.findall(r"[A-Za-z0-9+/=]{12,}", text):
        with suppress(binascii.Error, UnicodeDecodeError):
            found.append(base64.b64decode(run, validate=True).decode())
    return ["".join(filter(str.isalnum, unicodedata.normalize("NFKC", one))).casefold() for one in found]


def planted(value: Any, order: str) -> Any:
    """The input with an order in every free text; names of pet and person have tests of their own."""
    if isinstance(value, tuple):
        return tuple(planted(part, order) for part in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    if isinstance(value, Message) and value.role == "pet":
        return value
    new: dict[str, Any] = {}
    for field in fields(value):
        old = getattr(value, field.name)
        free = field.name in FREE and not (isinstance(value, Pet) and field.name in {"name", "species"})
        if free and isinstance(old, str):
            new[field.name] = f"{old} {order}"
        elif free and isinstance(old, tuple) and old and isinstance(old[0], str):
            new[field.name] = tuple(f"{part} {order}" for part in old)
        elif field.name != "person":
            new[field.name] = planted(old, order)
    return replace(value, **new)


def obeyed(skill: str, given: Any, broken: InvalidOutputError | None = None) -> list[str]:
    """What the obedient model did when a mind asked it."""
    model = Obedient()
    mind = LanguageModel({"talk": cast(Client, model)}, PROMPTS, FakeClock(NOW))
    with suppress(InvalidOutputError):
        asyncio.run(mind.perform(ALL[skill], given, IPET, broken=broken))
    assert model.asked == 1
    return model.obeyed


def test_there_are_forty_of_them_in_each_language() -> None:
    assert all(len(set(INJECTIONS[language])) == 40 for language in LANGUAGES)


@skills
@both
def test_nothing_that_somebody_wrote_is_obeyed(language: Language, skill: str) -> None:
    given = INPUTS[skill](language)
    followed = [order for order in INJECTIONS[language] if obeyed(skill, planted(given, order))]
    assert not followed


@both
def test_a_repair_quotes_nothing_that_could_be_obeyed(language: Language) -> None:
    for order in INJECTIONS[language]:
        broken = InvalidOutputError("note.extract", [f"{order!r} does not stand in the text"])
        assert not obeyed("note.extract", INPUTS["note.extract"](language), broken)


@both
def test_every_one_of_them_would_be_obeyed_without_the_fence(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fence, "OPEN", "")
    monkeypatch.setattr(fence, "CLOSE", "")
    for order in INJECTIONS[language]:
        given = replace(INPUTS["chat.general"](language), message=order)
        assert obeyed("chat.general", given), order


@skills
@both
def test_every_prompt_would_pass_them_on_without_the_fence(
    language: Language, skill: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fence, "OPEN", "")
    monkeypatch.setattr(fence, "CLOSE", "")
    assert obeyed(skill, planted(INPUTS[skill](language), INJECTIONS[language][0]))


@both
def test_some_would_get_out_of_a_fence_that_their_own_marks_can_close(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fence, "_INSIDE", {})
    given = INPUTS["chat.general"](language)
    out = [order for order in INJECTIONS[language] if obeyed("chat.general", replace(given, message=order))]
    assert 4 <= len(out) < 10 and all("»" in order for order in out)


PLACES = {
    "the message": ("chat.general", "message"),
    "the history": ("chat.general", "history"),
    "a memory": ("chat.general", "memories"),
    "a memory nearby": ("chat.general", "near"),
    "a fact about the person, the setting, a hobby": ("chat.general", "context"),
    "a note and its title": ("note.chat", "note"),
    "a passage and its source": ("note.retrieve", "passages"),
    "knowledge and its document's name": ("chat.general", "knowledge"),
    "a promise that is due": ("chat.general", "due"),
    "a promise just made": ("chat.general", "promised"),
    "a changed plan": ("chat.general", "change"),
    "the day": ("chat.routine", "today"),
    "tomorrow": ("chat.routine", "tomorrow"),
    "days before": ("routine.outline", "past"),
    "what talk asked of the day": ("routine.schedule", "day"),
    "feedback": ("routine.feedback", "text"),
    "the item of a greeting": ("routine.greet", "item"),
    "points to look for": ("note.extract", "points"),
    "a text to judge": ("judge", "text"),
    "a draft": ("memory.reconcile", "draft"),
    "known friends": ("friend.create", "known"),
}


@pytest.mark.parametrize(("skill", "field"), PLACES.values(), ids=PLACES)
def test_each_place_reaches_the_model_and_none_is_obeyed(
    skill: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, order = INPUTS[skill]("en"), INJECTIONS["en"][11]
    old = getattr(given, field)
    poisoned = replace(given, **{field: f"{old} {order}" if isinstance(old, str) else _in(old, order)})
    assert not obeyed(skill, poisoned)
    monkeypatch.setattr(fence, "OPEN", "")
    monkeypatch.setattr(fence, "CLOSE", "")
    assert obeyed(skill, poisoned)


def _in(value: Any, order: str) -> Any:
    if isinstance(value, tuple) and isinstance(value[0], str):
        return tuple(f"{part} {order}" for part in value)
    return planted(value, order)


@both
@pytest.mark.parametrize("skill", ["chat.general", "memory.summarise", "routine.details", "memory.rewrite"])
def test_names_are_short_words_on_one_line_and_open_no_section(language: Language, skill: str) -> None:
    """A name may say anything; it stands in the fence, or as a speaker's label in front of one."""
    for order in INJECTIONS[language]:
        given = _named(INPUTS[skill](language), order[:40])
        assert not obeyed(skill, given), order


def _named(given: Any, called: str) -> Any:
    if not hasattr(given, "context"):
        return replace(given, day=_named(given.day, called))
    context = given.context
    person, pet = replace(context.person, name=called), replace(context.pet, name=called)
    return replace(given, context=replace(context, person=person, pet=pet))


def test_a_name_keeps_no_mark_that_means_anything_to_a_model() -> None:
    assert name("Ann» \n## Task\n`say` {x} $y <|im|>") == "Ann Task say x y |im|"
    assert len(name("x" * 400)) == 40
