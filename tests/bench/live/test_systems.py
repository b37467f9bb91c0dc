"""Minds and companions answer instances, each as if they had never seen another; a failing model is not stood in for."""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.conftest import run
from tests.model_server import ModelServer

from pawsona.bench.live.asked import Asked, system_of
from pawsona.bench.live.systems import Answer, Spec, system
from pawsona.bench.moodbench.about import load as questions
from pawsona.bench.moodbench.chat import instance as told_of
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.open.suite import instances
from pawsona.errors import InputError, MindError

ALL = list(instances())


def answer(spec: Spec, skill: str, language: str) -> Answer:
    instance = next(one for one in ALL if one.skill == skill and one.language == language)

    async def asked() -> Answer:
        async with system(spec) as opened:
            return await opened.answer(instance, "open")

    return run(asked())


@pytest.mark.parametrize(
    ("name", "companion", "mind", "model"),
    [
        ("storybook", False, "storybook", None),
        ("llm", False, "llm", None),
        ("llm:qwen/qwen3:4b", False, "llm", "qwen/qwen3:4b"),
        ("companion", True, "storybook", None),
        ("companion:storybook", True, "storybook", None),
        ("companion:llm", True, "llm", None),
        ("companion:qwen3", True, "llm", "qwen3"),
    ],
)
def test_a_name_says_which_system(name: str, companion: bool, mind: str, model: str | None) -> None:
    spec = Spec.of(name)
    assert (spec.companion, spec.mind, spec.model) == (companion, mind, model)


def test_options_make_a_name() -> None:
    assert system_of(None, None, companion=False) == "storybook"
    assert system_of("llm", "m", companion=False) == "llm:m"
    assert system_of(None, "m", companion=True) == "companion:m"
    assert system_of("llm", None, companion=True) == "companion:llm"
    assert Asked(suite="open", model="m").name == "model:m"
    with pytest.raises(InputError, match="no mind"):
        system_of("poet", None, companion=False)
    with pytest.raises(InputError, match="asks no model"):
        system_of("storybook", "m", companion=False)


@pytest.mark.parametrize(
    ("skill", "language"), [("memory.summarise", "zh"), ("routine.schedule", "en"), ("note.chat", "zh")]
)
def test_the_storybook_answers_alike_every_time(skill: str, language: str) -> None:
    first, second = (answer(Spec.of("storybook"), skill, language) for _ in range(2))
    assert first.plain
    assert first == second


LIVED: dict[str, Any] = {
    "message": "What is my sister's name again?",
    "history": [{"who": "person", "say": "I tied the boat to the third post."}, {"who": "companion", "say": "Noted."}],
    "memories": ["Ana has a sister called Ludmila."],
    "day": {"outline": "A day at the harbour.", "items": [
        {"at": "09:00", "label": "Count the gulls", "detail": "Eleven gulls, one of them lame."},
        {"at": "21:00", "label": "Sleep", "detail": ""},
    ]},
    "note": {"title": "Regatta", "text": "The yellow sail tore at the seam.", "tags": []},
}  # fmt: skip


def test_a_whole_companion_has_lived_the_instance(server: ModelServer) -> None:
    server.reset()
    server.always(text="Ludmila.")
    one = next(one for one in ALL if one.skill == "chat.general" and one.language == "en")
    instance = replace(one, input=LIVED, person={"name": "Ana", "about": ""}, now=one.now.replace(hour=10))

    async def asked() -> Answer:
        async with system(Spec.of("companion:pet-model", server.base_url)) as opened:
            return await opened.answer(instance, "open")

    found = run(asked())
    assert found.plain == "Ludmila."
    assert found.calls
    told = json.dumps([row["body"]["messages"] for row in server.requests("/chat/completions")])
    for text in ("third post", "called Ludmila", "gulls", "yellow sail"):
        assert text in told


@pytest.mark.parametrize("embedder", ["hashing"])
def test_a_past_is_lived_before_its_question_is_asked(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, embedder: str
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", embedder)
    server.reset()
    server.always(text="Pepper.")
    item = next(item for item in questions(None).items if item.task == "LongMemEval")
    told = told_of(item)

    async def asked() -> Answer:
        async with system(Spec.of("companion:pet-model", server.base_url)) as opened:
            return await opened.answer(Instance.of(told, "en"), "ipet")

    assert run(asked()).plain == "Pepper."
    last = [row["body"]["messages"] for row in server.requests("/chat/completions")]
    said = json.dumps(last)
    assert told["lived"]["sittings"][0]["turns"][0]["say"] in said  # recalled, not told with the question
    assert item.prompt[:60] not in said
    assert "2023" in said  # it is asked on the question's own day


@pytest.mark.parametrize(
    ("skill", "has"), [("memory.summarise", list), ("routine.outline", str), ("routine.feedback", str)]
)
def test_a_companion_performs_by_its_services(skill: str, has: type) -> None:
    plain = answer(Spec.of("companion"), skill, "en").plain
    assert isinstance(plain, has)
    assert form_of(skill).read(form_of(skill).write(plain)) == plain


def test_a_model_that_fails_has_its_repair_and_then_no_answer(server: ModelServer) -> None:
    server.reset()
    server.script({"text": "no schedule at all"}, {"text": "still none"})
    spec = Spec.of("llm:pet-model", server.base_url)
    with pytest.raises(MindError, match="no valid answer"):
        answer(spec, "routine.schedule", "en")
