"""A model that answers in batches: nights are lived as ever, and what they ask is gathered until there is a batch.

Each night waits for its own answer, so a batch holds the same stage of many pets, or different stages: rows are mapped
back by their number, not by their order. What an engine leaves unanswered is asked again with the next batch.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from functools import cache
from json import dumps, loads
from time import perf_counter
from typing import Any

from pawsona.errors import MindBusyError, MindError, SetupError
from pawsona.minds.llm.client import Chat, Client, Usage
from pawsona.minds.llm.endpoint import Endpoint

logger = logging.getLogger(__name__)

SAMPLED = frozenset({
    "temperature", "top_p", "top_k", "min_p", "presence_penalty", "frequency_penalty", "repetition_penalty", "seed",
    "stop", "stop_token_ids", "bad_words", "ignore_eos", "max_tokens", "min_tokens", "logit_bias", "allowed_token_ids",
    "skip_special_tokens", "spaces_between_special_tokens",
})  # fmt: skip
"""What vLLM's sampling parameters are called; any other name would break each question."""
TEMPLATE = "chat_template_kwargs"
"""What vLLM's server hands to the chat template; Qwen3's `enable_thinking` is one."""

Row = Mapping[str, Any]
Engine = Callable[[Sequence[Row]], Awaitable[Sequence[Row]]]
"""Rows with `number`, `messages`, `sampling_params` and `template` -> rows with `number` and `generated_text`, in any
order; what could not be answered has `__inference_error__`, or is not there (the columns are Ray Data LLM's)."""


class BatchClient(Client):
    """Asks an engine in the place of a server.

    Args:
        endpoint: the model's name and how it is asked; nothing is sent to its address.
        engine: answers a batch.
        most: questions in a batch at most.
        quiet: seconds without another question after which a batch goes as it is: who could ask is waiting.
    """

    def __init__(self, endpoint: Endpoint, engine: Engine, most: int, quiet: float = 0.5) -> None:
        super().__init__(endpoint)
        if strange := endpoint.extra.keys() - SAMPLED - {TEMPLATE}:
            logger.warning("`extra` names %s, which vLLM has no parameter for; not sent", ", ".join(sorted(strange)))
        self._engine = engine
        self._most = most
        self._quiet = quiet
        self._waiting: list[tuple[Row, asyncio.Future[Row]]] = []
        self._number = 0
        self._came = asyncio.Event()
        self._going: asyncio.Task[None] | None = None

    async def complete(self, chat: Chat, usage: Usage, *, awaited: bool = False, **options: Any) -> str:
        """See `Client.complete`.

        Raises:
            MindBusyError: the engine left it unanswered.
            MindError: the engine broke.
        """
        begun = perf_counter()
        found: asyncio.Future[Row] = asyncio.get_running_loop().create_future()
        self._number += 1
        asked, template = sampling(options, self.endpoint.extra), self.endpoint.extra.get(TEMPLATE, {})
        row = {
            "number": self._number, "messages": [dict(m) for m in chat], "sampling_params": asked, "template": template
        }  # fmt: skip
        self._waiting.append((row, found))
        self._came.set()
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go())
        answer = await found
        usage.first_ms = usage.ms = (perf_counter() - begun) * 1000
        usage.tokens_in = int(answer.get("num_input_tokens") or 0)
        usage.tokens_out = int(answer.get("num_generated_tokens") or 0)
        # Ray hands on no reason; what has all the tokens that it may have was cut.
        usage.finish = "length" if usage.tokens_out >= asked.get("max_tokens", usage.tokens_out + 1) else "stop"
        return str(answer["generated_text"])

    def stream(self, chat: Chat, usage: Usage, **options: Any) -> AsyncGenerator[str]:
        """Nobody waits for a batch to talk."""
        raise MindError("a model that answers in batches can't talk")

    async def _go(self) -> None:
        """One batch after the other, until nobody waits."""
        while self._waiting:
            await self._gathered()
            batch, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
            try:
                answers = {row["number"]: row for row in await self._engine([row for row, _ in batch])}
            except Exception as error:  # noqa: BLE001 - whatever an engine raises, the nights must hear of it
                _settle(batch, {}, MindError(f"the batch engine failed ({type(error).__name__})"))
                continue
            _settle(batch, answers, MindBusyError("the batch engine left a question unanswered"))

    async def _gathered(self) -> None:
        """Until there is a whole batch, or nobody comes any more."""
        while len(self._waiting) < self._most:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), self._quiet)
            except TimeoutError:
                return


def sampling(options: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The fields of a request as vLLM's sampling parameters, an endpoint's own over those.

    A schema goes as text: Ray Data keeps a block's rows in one table, where each would get the fields of all others.
    """
    params = {name: options[name] for name in ("max_tokens", "temperature", "stop") if name in options}
    shape = options.get("response_format", {})
    if shape.get("type") == "json_schema":
        params["structured_outputs"] = {"json": dumps(shape["json_schema"]["schema"], ensure_ascii=False)}
    elif shape.get("type") == "json_object":
        params["structured_outputs"] = {"json_object": True}
    return params | {name: value for name, value in (extra or {}).items() if name in SAMPLED}


def _settle(batch: Sequence[tuple[Row, asyncio.Future[Row]]], answers: Mapping[int, Row], otherwise: Exception) -> None:
    for row, found in batch:
        if found.done():  # whoever asked has gone
            continue
        answer = answers.get(row["number"], {})
        if "generated_text" not in answer or answer.get("__inference_error__"):
            found.set_exception(otherwise)
        else:
            found.set_result(answer)


def vllm_engine(source: str, replicas: int, **engine: Any) -> Engine:
    """VLLM on the cluster's GPUs, through Ray Data LLM; needs `ray[data,llm]` on every machine, and join() before.

    Each batch starts the engines anew, so batches should be large: thousands of questions.

    Args:
        source: a folder with the model, the same on every machine.
        replicas: engines at once.
        engine: vLLM's own arguments, as `max_model_len`.

    Raises:
        SetupError: Ray Data LLM is not installed here.
    """
    try:
        from ray.data import from_items
        from ray.data.llm import build_processor, vLLMEngineProcessorConfig
    except ImportError:
        raise SetupError("--batch needs Ray Data LLM on every machine: pip install 'ray[data,llm]'") from None

    @cache
    def processor(template: str) -> Callable[[Any], Any]:
        given = loads(template)
        shaped = {"chat_template_stage": {TEMPLATE: given}} if given else {}
        made: Callable[[Any], Any] = build_processor(
            vLLMEngineProcessorConfig(
                model_source=source,
                concurrency=replicas,
                engine_kwargs=engine,
                should_continue_on_error=True,
                **shaped,
            )
        )
        return made

    processor(dumps({}))  # what it can't be made of is told before the night, which would take it for a failed batch

    def answered(rows: Sequence[Row]) -> list[Row]:
        """With one processor for all that is asked by one template: nearly always it is one."""
        asked: dict[str, list[Row]] = {}
        for row in rows:
            question = {name: value for name, value in row.items() if name != "template"}
            asked.setdefault(dumps(row["template"], sort_keys=True), []).append(question)
        return [
            answer
            for template, questions in sorted(asked.items())
            for answer in processor(template)(from_items(questions)).take_all()
        ]

    async def answer(rows: Sequence[Row]) -> Sequence[Row]:
        return await asyncio.to_thread(answered, rows)

    return answer
