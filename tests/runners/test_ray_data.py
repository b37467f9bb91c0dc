"""Batches through Ray Data LLM on a real cluster; a stub stands only where vLLM would run."""

import asyncio
import sys
from collections.abc import Iterator
from json import loads
from typing import Any

import pytest

from pawsona.errors import MindBusyError, SetupError
from pawsona.minds.llm.client import Usage
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.runners.batch import BatchClient, Engine, vllm_engine
from pawsona.runners.ray import join

# Ray Data LLM warns of what it does itself.
pytestmark = [pytest.mark.ray, pytest.mark.timeout(300), pytest.mark.filterwarnings("ignore")]
SCHEMAS: list[dict[str, Any]] = [
    {"type": "object", "properties": {"outline": {"type": "string", "enum": ["a", "b"]}}, "required": ["outline"]},
    {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1}}, "required": ["count", "why"]},
]


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The cluster has this machine's own address, which is not loopback."""


@pytest.fixture
def engine(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    import ray
    from ray.data import DataContext, llm
    from tests.runners import stub_stage

    monkeypatch.setattr(llm, "build_processor", stub_stage.build_processor)
    join(cluster.address)
    try:
        DataContext.get_current().enable_progress_bars = False
        stub_stage.CONFIGS.clear()
        yield vllm_engine("/models/night", 1)
    finally:
        ray.shutdown()


def shaped(number: int) -> dict[str, Any]:
    """What the questions of different stages ask for."""
    schema = {"type": "json_schema", "json_schema": {"name": "a", "schema": SCHEMAS[number % 2], "strict": True}}
    kinds: list[dict[str, Any]] = [schema, schema, {"type": "json_object"}]
    usual = {"max_tokens": 10 + number, "temperature": 0.5 * (number % 3)}
    return usual if number % 4 == 3 else {**usual, "response_format": kinds[number % 4]}


def test_of_a_mixed_batch_the_engine_hears_each_question_as_it_was_asked(engine: Engine) -> None:
    async def story() -> None:
        client = BatchClient(Endpoint(base_url="http://nowhere.invalid/v1", model="m"), engine, 9, quiet=0.2)
        texts = [*(f"question {n}" for n in range(8)), "break"]
        chats = [
            [{"role": "system", "content": "s"}] * (n % 2) + [{"role": "user", "content": t}]
            for n, t in enumerate(texts)
        ]
        answers = await asyncio.gather(
            *(client.complete(chat, Usage(), **shaped(n)) for n, chat in enumerate(chats)), return_exceptions=True
        )
        assert isinstance(answers.pop(), MindBusyError)
        for number, answer in enumerate(answers):
            told, asked = loads(str(answer)), shaped(number)
            shape = {3: [], 2: ["json_object"]}.get(number % 4, SCHEMAS[number % 2])
            assert told["text"] == f"question {number}"
            assert told["shape"] == shape
            assert (told["max_tokens"], told["temperature"]) == (asked["max_tokens"], asked["temperature"])

    asyncio.run(story())


def test_each_template_has_a_processor_of_its_own(engine: Engine) -> None:
    from tests.runners import stub_stage

    async def story() -> None:
        rows = [
            {"number": n, "messages": [{"role": "user", "content": f"question {n}"}], "template": template,
             "sampling_params": {"max_tokens": 9, "temperature": 0.5}}
            for n, template in enumerate([{}, {"enable_thinking": False}, {}])
        ]  # fmt: skip
        answers = await engine(rows)
        assert {row["number"]: loads(row["generated_text"])["text"] for row in answers} == {
            n: f"question {n}" for n in range(3)
        }

    asyncio.run(story())
    kept = [config.chat_template_stage for config in stub_stage.CONFIGS]
    assert sum(isinstance(stage, dict) and "chat_template_kwargs" in stage for stage in kept) == 1


def test_without_ray_data_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray.data.llm", None)
    with pytest.raises(SetupError, match=r"ray\[data,llm\]"):
        vllm_engine("/models/night", 1)
