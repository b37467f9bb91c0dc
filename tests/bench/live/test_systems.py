"""Minds and companions answer instances, each as if they had never seen another; a failing model is not stood in for."""

from collections.abc import Iterator

import pytest
from tests.conftest import run
from tests.model_server import ModelServer

from pawsona.bench.live.asked import Asked, system_of
from pawsona.bench.live.systems import Answer, Spec, system
from pawsona.bench.open.suite import instances
from pawsona.errors import InputError, MindError

ALL = list(instances())


def answer(spec: Spec, skill: str, language: str) -> Answer:
    instance = next(one for one in ALL if one.skill == skill and one.language == language)

    async def asked() -> Answer:
        async with system(spec) as opened:
            return await opened.answer(instance, "open")

    return run(asked())


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer.start() as started:
        yield started


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


@pytest.mark.parametrize("skill", ["chat.general", "memory.summarise", "routine.outline", "routine.feedback"])
def test_a_whole_companion_lives_the_instance(skill: str) -> None:
    assert answer(Spec.of("companion"), skill, "en").plain != ""


def test_a_model_that_fails_has_its_repair_and_then_no_answer(server: ModelServer) -> None:
    server.reset()
    server.script({"text": "no schedule at all"}, {"text": "still none"})
    spec = Spec.of("llm:pet-model", server.base_url)
    with pytest.raises(MindError, match="no valid answer"):
        answer(spec, "routine.schedule", "en")
