"""What OpenAI's clients meet when something is wrong: errors in their form, and nothing heard twice or lost."""

import asyncio
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI
from tests.server.client import HELLO, messages, talking
from tests.server.conftest import Serve, Served
from tests.server.test_turns import Slow

from pawsona.errors import StorageError


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "status", "code", "says"),
    [
        ({"model": "gpt-4"}, 404, "model_not_found", "there is 'Mikan'"),
        ({"messages": []}, 400, None, "messages"),
        ({"messages": [{"role": "assistant", "content": "Hi"}]}, 400, None, "`user`"),
        ({"messages": [{"role": "user", "content": " \u200b"}]}, 400, None, "empty"),
        ({"messages": [{"role": "user", "content": None}]}, 400, None, "empty"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, 400, None, "empty"),
        ({"messages": [{"role": "user", "content": 7}]}, 400, None, "messages.0.content"),
        ({"messages": [{"role": "user", "content": "x" * 5000}]}, 400, None, "characters over"),
        ({"n": 2}, 400, None, "n: "),
        ({"stream": "perhaps"}, 400, None, "stream"),
    ],
)
def test_what_cant_be_is_said_in_openais_form_and_nothing_is_stored(
    served: Serve, asked: dict[str, Any], status: int, code: str | None, says: str
) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        request = {"model": "Mikan", "messages": HELLO, "stream": True} | asked
        answer = await it.http.post("/v1/chat/completions", json=request)
        assert answer.status_code == status
        error = answer.json()["error"]
        assert (error["type"], error["code"]) == ("invalid_request_error", code)
        assert says in error["message"]
        assert await messages(it) == []

    served(body)


def test_a_body_that_is_no_json_is_a_bad_request(served: Serve) -> None:
    async def body(it: Served) -> None:
        headers = {"content-type": "application/json"}
        answer = await it.http.post("/v1/chat/completions", content=b"{", headers=headers)
        assert answer.status_code == 400
        assert answer.json()["error"]["type"] == "invalid_request_error"

    served(body)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_mind_that_is_away_is_an_error_once_and_what_was_said_is_kept_once(served: Serve, streamed: bool) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        await client.chat.completions.create(model="Mikan", messages=HELLO)
        it.home.dialogue.mind = Slow(it.home.mind, breaks=True)
        said: Any = [{"role": "user", "content": "Hello again"}]
        with pytest.raises(openai.InternalServerError, match="the mind is away") as caught:
            await client.chat.completions.create(model="Mikan", messages=said, stream=streamed)
        assert caught.value.status_code == 503
        assert [m.text for m in await messages(it)].count("Hello again") == 1

    talking(served, body)


def test_an_error_after_the_first_words_ends_the_stream_in_openais_form(served: Serve) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        it.home.dialogue.mind = Slow(it.home.mind, breaks=True)  # the notice is said, then the mind is away
        stream = await client.chat.completions.create(model="Mikan", messages=HELLO, stream=True)
        with pytest.raises(openai.APIError, match="the mind is away"):
            async for _ in stream:
                pass

    talking(served, body)


def test_a_full_disk_is_a_503(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StorageError("the disk is full; free some space and try again")

    async def body(it: Served, client: AsyncOpenAI) -> None:
        monkeypatch.setattr(it.home.store.talk, "add", full)
        with pytest.raises(openai.InternalServerError, match="the disk is full"):
            await client.chat.completions.create(model="Mikan", messages=HELLO)

    talking(served, body)


def test_who_hangs_up_loses_no_reply(served: Serve) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        it.home.dialogue.mind = Slow(it.home.mind)
        async with await client.chat.completions.create(model="Mikan", messages=HELLO, stream=True) as stream:
            await anext(stream)
        assert [m.role for m in await messages(it)] == ["person"]
        for _ in range(200):
            if len(await messages(it)) == 2:
                break
            await asyncio.sleep(0.02)
        assert [m.role for m in await messages(it)] == ["person", "pet"]

    talking(served, body)


@pytest.mark.parametrize("text", ["I had soup for lunch", "I want to kill myself tonight"])
def test_a_client_that_waited_too_long_and_repeats_itself_is_heard_once(served: Serve, text: str) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind)
        request = {"model": "Mikan", "messages": [{"role": "user", "content": text}]}

        async def ask(count: int) -> httpx.Response:
            headers = {"x-stainless-retry-count": str(count)}
            return await it.http.post("/v1/chat/completions", json=request, headers=headers)

        first = asyncio.create_task(ask(0))
        while not await messages(it):
            await asyncio.sleep(0.005)
        second, third = await ask(1), await ask(2)
        reply = (await messages(it))[-1].text
        for answer in (await first, second, third):
            assert answer.json()["choices"][0]["message"]["content"].endswith(reply)
        assert [m.role for m in await messages(it)] == ["person", "pet"]
        assert (await ask(0)).status_code == 200
        assert [m.role for m in await messages(it)] == ["person", "pet"] * 2

    served(body)
