"""Tokens are counted by the model's own tokenizer where its server offers it, and nobody waits for that."""

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.conftest import FakeClock
from tests.minds.llm.inputs import INPUTS, NOW
from tests.model_server.process import ModelServer
from tests.model_server.tokens import tokens as true_tokens

from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokenizing import rates, samples
from pawsona.minds.llm.tokens import Rates, Tokens
from pawsona.skills import IPET, SKILLS

Run = Callable[[Coroutine[Any, Any, Any]], Any]
TEXTS = samples(Prompts())


@pytest.fixture(scope="module")
def counting_server() -> Iterator[ModelServer]:
    """As llama.cpp and vLLM: beside the protocol it counts tokens."""
    with ModelServer.start(tokenize=True, key="mine") as server:
        yield server


@pytest.fixture(scope="module")
def cutting_server() -> Iterator[ModelServer]:
    with ModelServer.start(context=4096, cuts=True) as server:
        yield server


Make = Callable[..., tuple[LanguageModel, Tokens]]


@pytest.fixture
def make(run: Run) -> Iterator[Make]:
    clients: list[Client] = []

    def made(server: ModelServer, context: int = 8192) -> tuple[LanguageModel, Tokens]:
        counter = Tokens(settled=False)
        asked = Endpoint(base_url=server.base_url, model="pet-model", api_key="mine", context=context)
        clients.append(Client(asked, retries=0))
        mind = LanguageModel({"talk": clients[-1]}, Prompts(), FakeClock(NOW), counter=lambda _: counter)
        return mind, counter

    yield made
    for client in clients:
        run(client.aclose())


async def talk(mind: LanguageModel, history: int = 6) -> None:
    given = INPUTS["chat.general"]("en")
    one: Message = given.history[0]
    long = "It rained on the garden all the way home, and the tea was cold when we came in at last."
    said = tuple(
        replace(one, id=MessageId(f"h{n}"), role="pet" if n % 2 else "person", text=long, at=NOW + timedelta(seconds=n))
        for n in range(history)
    )
    async for _ in mind.stream(SKILLS["chat.general"], replace(given, history=said), IPET):
        pass


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_estimate_is_that_of_the_models_own_tokenizer_once_its_server_has_counted(
    counting_server: ModelServer, make: Make, run: Run, language: Language
) -> None:
    counting_server.reset()
    counting_server.always(token_ms=30)
    mind, counter = make(counting_server)
    sample = Prompts().of("routine.outline", language).plain
    before, true = counter.count(sample), len(true_tokens(sample))
    run(talk(mind))
    counter._ratio = 1.0  # what its counts of whole prompts taught is another matter
    assert abs(counter.count(sample) - true) < 0.08 * true
    if language == "zh":  # a letter a token there, and more than was guessed
        assert abs(counter.count(sample) - true) < abs(before - true) / 2
    run(talk(mind))
    assert len(counting_server.requests("/tokenize")) == len(TEXTS), "once for a model"
    asked = [row["body"]["content"] for row in counting_server.requests("/tokenize")]
    assert asked == TEXTS, "it sees our own prompts, never what a person said"


def test_nobody_waits_for_a_count_and_the_next_call_gets_it(counting_server: ModelServer, make: Make, run: Run) -> None:
    counting_server.reset()
    counting_server.script({"path": "/tokenize", "stall": "first"})
    mind, counter = make(counting_server)
    run(talk(mind))
    settled: list[bool] = [counter.settled]
    counting_server.always(token_ms=30)
    run(talk(mind))
    assert [*settled, counter.settled] == [False, True]
    assert counter._rates != Rates()


@pytest.mark.parametrize(
    "behaviour", [{"status": 404}, {"status": 500}, {"garbage": True}, {"cut": "first"}], ids=lambda given: str(given)
)
def test_a_server_that_counts_nothing_is_bridged_by_the_estimate(
    counting_server: ModelServer, run: Run, behaviour: dict[str, Any]
) -> None:
    counting_server.reset()
    counting_server.script({"path": "/tokenize", **behaviour})
    asked = Endpoint(base_url=counting_server.base_url, model="pet-model", api_key="mine")
    assert run(rates(asked, TEXTS)) is None


def test_a_prompt_that_was_cut_without_a_word_is_noticed_and_teaches_nothing(
    cutting_server: ModelServer, make: Make, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    mind, counter = make(cutting_server, context=32_000)
    for _ in range(4):
        run(talk(mind))
    assert counter.cut_at == 0
    ratio = counter._ratio
    for _ in range(3):
        run(talk(mind, history=300))
    assert counter.cut_at == 4096 and counter._ratio == ratio
    assert caplog.text.count("read 4096 tokens of a longer prompt") == 1
