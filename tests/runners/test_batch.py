"""A model that answers in batches: whatever order it answers in, each night gets its own answers."""

import asyncio
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lives import lives, move_in
from nightfolk import MORNING

from pawsona.app.opening import assemble
from pawsona.app.time import SimulatedClock, SystemRng
from pawsona.config.settings import load
from pawsona.embed import Hashing
from pawsona.errors import MindBusyError, MindError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.client import Usage
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.night.pace import Pace, Paced
from pawsona.runners.batch import BatchClient, Row, sampling, vllm_engine
from pawsona.storage import open_store

ENDPOINT = Endpoint(base_url="http://nowhere.invalid/v1", model="pet-model")


class Engine:
    """Answers as the lives would, mixed up; knows what it was given."""

    def __init__(self, forget: float = 0.0) -> None:
        self.batches: list[list[Row]] = []
        self.chance = random.Random(7)
        self.forget = forget
        self.script = [(one["match"], one["text"]) for life in (lives()[0],) for one in life.script()]

    async def __call__(self, rows: Sequence[Row]) -> Sequence[Row]:
        self.batches.append(list(rows))
        answers = [
            {
                "number": row["number"],
                "generated_text": self.text(row),
                "num_input_tokens": 9,
                "num_generated_tokens": 3,
            }
            for row in rows
            if self.chance.random() >= self.forget
        ]
        self.chance.shuffle(answers)
        return answers

    def text(self, row: Row) -> str:
        said = "\n".join(message["content"] for message in row["messages"])
        return next(str(text) for match, text in self.script if match in said)


def test_questions_of_many_become_a_batch_and_go_back_to_who_asked() -> None:
    async def echo(rows: Sequence[Row]) -> Sequence[Row]:
        seen.append(len(rows))
        return [{"number": row["number"], "generated_text": row["messages"][0]["content"]} for row in reversed(rows)]

    async def story() -> None:
        client = BatchClient(ENDPOINT, echo, 40, quiet=0.05)
        chats = [[{"role": "user", "content": f"question {n}"}] for n in range(100)]
        answers = await asyncio.gather(*(client.complete(chat, Usage(), max_tokens=9) for chat in chats))
        assert answers == [f"question {n}" for n in range(100)] and seen == [40, 40, 20]

    seen: list[int] = []
    asyncio.run(story())


def test_what_is_left_out_or_fails_is_told_to_its_own_asker_only() -> None:
    async def half(rows: Sequence[Row]) -> Sequence[Row]:
        [first, second, third] = rows
        return [
            {"number": third["number"], "generated_text": "", "__inference_error__": "too long"},
            {"number": first["number"], "generated_text": "fine"},
        ]

    async def broken(rows: Sequence[Row]) -> Sequence[Row]:
        raise ValueError("no graphics card")

    async def story() -> None:
        for engine, kinds in ((half, (str, MindBusyError, MindBusyError)), (broken, (MindError,) * 3)):
            client = BatchClient(ENDPOINT, engine, 3)
            asked = (client.complete([{"role": "user", "content": "?"}], Usage()) for _ in range(3))
            assert tuple(map(type, await asyncio.gather(*asked, return_exceptions=True))) == kinds

    asyncio.run(story())


def test_a_request_becomes_sampling_parameters() -> None:
    schema = {"type": "object"}
    asked = {
        "max_tokens": 5,
        "temperature": 0.0,
        "response_format": {"type": "json_schema", "json_schema": {"schema": schema}},
    }
    assert sampling(asked) == {
        "max_tokens": 5,
        "temperature": 0.0,
        "structured_outputs": {"json": '{"type": "object"}'},
    }
    assert sampling({"response_format": {"type": "json_object"}}) == {"structured_outputs": {"json_object": True}}


EXTRA = {
    "temperature": 0.3, "top_p": 0.8, "chat_template_kwargs": {"enable_thinking": False}, "reasoning_effort": "none"
}  # fmt: skip


def test_further_fields_of_the_settings_reach_the_engine_and_a_strange_one_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def answers(rows: Sequence[Row]) -> Sequence[Row]:
        [row] = rows
        assert row["sampling_params"] == {"max_tokens": 9, "temperature": 0.3, "top_p": 0.8}
        assert row["template"] == {"enable_thinking": False}
        return [{"number": row["number"], "generated_text": "fine"}]

    client = BatchClient(replace(ENDPOINT, extra=EXTRA), answers, 1)
    assert "reasoning_effort, which vLLM" in caplog.text and "top_p" not in caplog.text
    chat = [{"role": "user", "content": "?"}]
    assert asyncio.run(client.complete(chat, Usage(), max_tokens=9, temperature=0.9)) == "fine"


@pytest.mark.parametrize(("tokens", "finish"), [(9, "length"), (8, "stop"), (None, "stop")])
def test_an_answer_that_was_cut_says_so(tokens: int | None, finish: str) -> None:
    async def answers(rows: Sequence[Row]) -> Sequence[Row]:
        return [{"number": rows[0]["number"], "generated_text": "fine", "num_generated_tokens": tokens}]

    usage = Usage()
    asyncio.run(BatchClient(ENDPOINT, answers, 1).complete([{"role": "user", "content": "?"}], usage, max_tokens=9))
    assert usage.finish == finish


@pytest.mark.long
def test_what_an_engine_cannot_be_made_of_is_told_before_any_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(config: object) -> None:
        raise ValueError("no model there")

    llm = SimpleNamespace(build_processor=refuses, vLLMEngineProcessorConfig=dict)
    monkeypatch.setitem(sys.modules, "ray.data", SimpleNamespace(from_items=list))
    monkeypatch.setitem(sys.modules, "ray.data.llm", llm)
    with pytest.raises(ValueError, match="no model there"):
        vllm_engine("/models/none", 1)


@pytest.mark.parametrize("forget", [0.0, 0.3])
def test_whole_nights_are_lived_stage_by_stage_on_a_stub_engine(tmp_path: Path, forget: float) -> None:
    async def story() -> None:
        engine, settings = Engine(forget), load(home=tmp_path)
        store, clock = await open_store(settings.database_url), SimulatedClock(MORNING)

        async def soon(seconds: float) -> None:
            await asyncio.sleep(0)

        model = LanguageModel({"talk": BatchClient(ENDPOINT, engine, 6, quiet=0.05)}, Prompts(), clock)
        mind = Checked(Paced(model, Pace(6, sleep=soon)))
        home = assemble(settings, store, mind, "a test says so", Hashing(), clock, SystemRng())
        life: Any = lives()[0]
        them = [await move_in(home, life, Silent(), number) for number in range(6)]  # type: ignore[arg-type]
        home.runner.at_once = 6
        days = await home.runner.run_due()
        assert {day.bond for day in days} == {pet.bond for _, pet in them}
        assert all(day.mind == "llm:pet-model" and len(day.items) == len(life.told) for day in days)
        assert max(map(len, engine.batches)) > 2, "questions of several pets go in one batch"
        await home.aclose()

    asyncio.run(story())


class Silent:
    """Stands for the server that the lives would tell their answers to."""

    def reset(self) -> None: ...
    def script(self, *given: Any) -> None: ...
