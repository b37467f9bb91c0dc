"""Our systems as a model provider of Inspect AI: `pawsona/storybook`, `pawsona/llm`, `pawsona/companion`.

They are given no prompt but the instance, which rides on the last message; so Inspect AI's concurrency, cache, logs and
viewer are the same for them as for any model, and none of it needs a network.
"""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from pawsona.bench.live.costs import Prices, price_of, prices, whole
from pawsona.bench.live.systems import Answer, Spec, System, system
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.suites import suite_of
from pawsona.errors import SetupError

PROVIDER = "pawsona"
AT_ONCE = 4


class Ours(ModelAPI):
    """Opens its system when it is first asked, in the loop that asks."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - Inspect AI's signature
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._spec = Spec.of(model_name, base_url)
        self._stack = AsyncExitStack()
        self._opening: asyncio.Lock | None = None
        self._system: System | None = None
        self._prices = prices()

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """Answer the instance of the last message."""
        given = input[-1].metadata or {}
        if "instance" not in given:
            raise SetupError("A mind or companion can't be asked this: the suite says only what a bare model is told.")
        suite, row = suite_of(given["suite"]), given["instance"]
        instance = Instance.of(row, row["language"])
        answer = await (await self._opened()).answer(instance, suite.profile)
        write = partial(suite.written, instance.skill) if suite.written else form_of(instance.skill).write
        output = ModelOutput.from_content(self.model_name, write(answer.plain))
        output.usage = _usage(answer, self._prices)
        return output

    async def aclose(self) -> None:
        await self._stack.aclose()
        self._system = self._opening = None

    def max_connections(self) -> int:
        """One for the storybook, which thinks on this machine's processor."""
        return 1 if self._spec.mind == "storybook" else AT_ONCE

    def connection_key(self) -> str:
        return f"{PROVIDER}/{self.model_name}"

    def should_retry(self, ex: BaseException) -> bool:
        """Never: the client of a language model has retried by then, and the storybook would say the same."""
        return False

    async def _opened(self) -> System:
        self._opening = self._opening or asyncio.Lock()
        async with self._opening:
            if self._system is None:
                self._system = await self._stack.enter_async_context(system(self._spec))
        return self._system


def _usage(answer: Answer, known: Prices) -> ModelUsage:
    calls = answer.calls
    sent, came = sum(call.tokens_in for call in calls), sum(call.tokens_out for call in calls)
    paid = whole(price_of(known, call.model, call.tokens_in, call.tokens_out, call.tokens_cached) for call in calls)
    return ModelUsage(input_tokens=sent, output_tokens=came, total_tokens=sent + came, total_cost=paid)


@modelapi(name=PROVIDER)
def provider() -> type[ModelAPI]:
    """What is registered under `pawsona/`."""
    return Ours
