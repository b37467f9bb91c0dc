"""Asks a model server, through the `openai` SDK: retries with back-off on 429 and 5xx are the SDK's."""

import asyncio
from asyncio import sleep
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from pawsona.errors import MindError
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.chunks import chunks, joined
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.fields import Fields
from pawsona.minds.llm.later import asked_for, only_soon
from pawsona.minds.llm.trouble import Refused, sentence

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI, Timeout
    from openai._legacy_response import LegacyAPIResponse

RETRIES = 2
CONNECT_SECONDS = 5.0
SLOWEST = 4.0
"""Tokens a second of a large model on a small machine; slower ones lose the night to the storybook."""
HANDFUL = 0.1
"""Seconds for which an answer that nobody is eager for may gather: each read costs as much as several tokens in it."""
AT_ONCE = 0.001
"""Seconds within which a token comes that was there already."""
_ALIVE = (401, 403, 404)
"""A wrong key or name of one group's model; the server has answered, and other groups may ask it."""
_RAW = {"headers": {"X-Stainless-Raw-Response": "true"}}
"""Asks the SDK for its response with retries and bytes, as its `with_raw_response` does."""
Chat = Sequence[Mapping[str, str]]
"""Messages as the protocol has them: role and content."""


def _always() -> bool:
    return True


@dataclass
class Usage:
    """What an answer cost. Filled while it comes."""

    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    first_ms: float = 0.0
    ms: float = 0.0
    retries: int = 0
    finish: str = ""
    """`stop`, `length` (cut at the limit), `content_filter`, or nothing."""

    def count(self, usage: Mapping[str, Any] | None) -> None:
        """Take the server's counts, where it gave any."""
        if not usage:
            return
        self.tokens_in, self.tokens_out = usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0
        self.tokens_cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0


def unsaid(said: str, usage: Usage, endpoint: Endpoint) -> None:
    """Tell an answer that was thought and never begun from one that is empty.

    Raises:
        MindError: its tokens were used up before the first word.
    """
    if usage.finish == "length" and not said.strip():
        raise MindError(
            f"the model {endpoint.model!r} used up its tokens before its first word, as models do that think first: "
            "let it answer at once, with `extra` under [models.talk] (docs/models.md)"
        )


class Client:
    """One endpoint. Safe for concurrent use; opens no connection before the first call."""

    def __init__(self, endpoint: Endpoint, breaker: Breaker | None = None, *, retries: int = RETRIES) -> None:
        self.endpoint = endpoint
        self.retries = retries
        self.breaker = breaker or Breaker()
        self._counts_streams = True
        self._fields = Fields()

    def _made(self, http: "httpx2.AsyncClient | None" = None) -> "AsyncOpenAI":
        import openai  # half a second: only where a model is asked

        timeout = openai.Timeout(self.endpoint.timeout, connect=min(CONNECT_SECONDS, self.endpoint.timeout))
        # The SDK wants some key; servers at home look at none.
        key, where = self.endpoint.api_key or "none", self.endpoint.base_url
        return openai.AsyncOpenAI(
            base_url=where, api_key=key, timeout=timeout, max_retries=self.retries, http_client=http
        )

    @cached_property
    def _sdk(self) -> "AsyncOpenAI":
        return self._made()

    @cached_property
    def _hasty(self) -> "AsyncOpenAI":
        """Where a person waits: a server that wants to be asked much later is not waited for."""
        import openai

        # A token in a stream takes a third of the processor that the SDK's usual client takes.
        return self._made(openai.DefaultAioHttpClient(event_hooks={"response": [only_soon]}))

    @cached_property
    def _patient(self) -> "AsyncOpenAI":
        """For answers of which nothing is heard before their end; `_patience` bounds them."""
        return self._sdk.with_options(timeout=_unlimited())

    @cached_property
    def _awaited(self) -> "AsyncOpenAI":
        """The same for those that a person waits for."""
        return self._hasty.with_options(timeout=_unlimited())

    async def complete(self, chat: Chat, usage: Usage, *, awaited: bool = False, **options: Any) -> str:
        """One whole answer.

        Args:
            chat: the messages.
            usage: filled with what it cost.
            awaited: a person waits for it.
            options: further fields of the request (`max_tokens`, `response_format`).

        Raises:
            Refused: the request is wrong.
            MindError: there is no answer; the sentence says what to look at.
        """
        sdk, begun = self._awaited if awaited else self._patient, perf_counter()
        with self._told():
            async with asyncio.timeout(self._patience(options)):
                raw = await self._post(sdk, self._body(chat, options))
            answer = raw.http_response.json()
            usage.first_ms = usage.ms = (perf_counter() - begun) * 1000
            usage.retries = raw.retries_taken
            usage.count(answer.get("usage"))
            [choice, *_] = answer.get("choices") or [{}]
            usage.finish = choice.get("finish_reason") or ""
            return (choice.get("message") or {}).get("content") or ""

    async def stream(
        self, chat: Chat, usage: Usage, *, eager: Callable[[], bool] = _always, **options: Any
    ) -> AsyncGenerator[str]:
        """An answer piece by piece; closing the generator hangs up.

        Args:
            chat: the messages.
            usage: filled with what it cost.
            eager: whether the next piece is waited for; else it may come with those after it.
            options: further fields of the request.

        Raises:
            Refused: the request is wrong.
            MindError: it did not begin, or broke off.
        """
        try:
            async with aclosing(self._pieces(chat, usage, eager, options)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        except Refused as error:
            if "stream_options" not in error.about or not self._counts_streams:
                raise
        self._counts_streams = False  # an old server: tokens of streams are estimated from now on
        async with aclosing(self._pieces(chat, usage, eager, options)) as pieces:
            async for piece in pieces:
                yield piece

    async def _pieces(
        self, chat: Chat, usage: Usage, eager: Callable[[], bool], options: Mapping[str, Any]
    ) -> AsyncGenerator[str]:
        sdk, begun = self._hasty, perf_counter()
        counting = {"stream_options": {"include_usage": True}} if self._counts_streams else {}
        with self._told():
            body = self._body(chat, {**options, "stream": True, **counting})
            async with asyncio.timeout(self.endpoint.timeout):  # somebody waits: no retry after a long silence
                raw = await self._post(sdk, body)
            usage.retries = raw.retries_taken
            async with aclosing(chunks(raw.http_response)) as reads:
                asked = perf_counter()
                async for read in reads:
                    usage.ms, waited = (perf_counter() - begun) * 1000, perf_counter() - asked
                    for piece in joined(_piece(chunk, usage) for chunk in read):
                        usage.first_ms = usage.first_ms or usage.ms
                        yield piece
                    if waited > AT_ONCE and not eager():
                        await sleep(HANDFUL)
                    asked = perf_counter()

    def _patience(self, options: Mapping[str, Any]) -> float:
        """Seconds for a whole answer with its retries."""
        most: int = options.get("max_tokens", 0)
        return self.endpoint.timeout + most / SLOWEST

    async def models(self) -> list[str]:
        """The names of the models that the server has.

        Raises:
            MindError: it can't be reached, or refuses the key.
        """
        with self._told():
            return [model.id async for model in self._sdk.models.list()]

    async def aclose(self) -> None:
        for name in {"_sdk", "_hasty"} & self.__dict__.keys():
            await getattr(self, name).close()

    def _body(self, chat: Chat, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"model": self.endpoint.model, "messages": list(chat), **options, **self.endpoint.extra}

    async def _post(self, sdk: "AsyncOpenAI", body: Mapping[str, Any]) -> "LegacyAPIResponse[object]":
        """By the SDK's door for any path, and unparsed.

        Its own for chats compares each field with every type that it knows: a millisecond of processor a call.
        """
        import openai

        stream = bool(body.get("stream"))
        while True:
            sent = self._fields.taken(body)
            try:
                posted = await sdk.post("/chat/completions", cast_to=object, body=sent, options=_RAW, stream=stream)  # type: ignore[call-overload]
                return cast("LegacyAPIResponse[object]", posted)
            except openai.BadRequestError as error:
                if not self._fields.learn(sent, str(error.body or error.message).casefold()):
                    raise

    def _told(self) -> "_Told":
        self.breaker.check(self.endpoint.base_url)
        return _Told(self)


def _unlimited() -> "Timeout":
    import openai

    return openai.Timeout(None, connect=CONNECT_SECONDS)


def _piece(chunk: Mapping[str, Any], usage: Usage) -> str:
    """The words of a chunk; what it says of the whole answer is noted."""
    usage.count(chunk.get("usage"))
    [choice, *_] = chunk.get("choices") or [{}]
    usage.finish = choice.get("finish_reason") or usage.finish
    return (choice.get("delta") or {}).get("content") or ""


class _Told:
    """What goes wrong inside becomes one sentence, and the breaker hears of it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            self._client.breaker.answered()
            return
        if not isinstance(error, Exception) or isinstance(error, MindError):
            return
        told = sentence(error, self._client.endpoint)
        if isinstance(told, Refused) or getattr(error, "status_code", 0) in _ALIVE:
            self._client.breaker.answered()
        else:
            self._client.breaker.failed(asked_for(error))
        raise told from None
