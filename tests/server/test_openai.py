"""Any OpenAI client can talk to a pet: tried with the SDK itself, over TCP, both of its clients, streaming and not."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import openai
import pytest
import uvicorn
from openai import AsyncOpenAI, OpenAI
from tests.server.conftest import Serve, Served
from tests.server.test_turns import Slow

from pawsona.domain.message import Message
from pawsona.errors import StorageError

HELLO: Any = [{"role": "user", "content": "My sister is called Mei."}]


@asynccontextmanager
async def listening(it: Served) -> AsyncIterator[str]:
    """The app behind a real port; yields the address that a client is given."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(it.app, log_level="warning", lifespan="off", timeout_graceful_shutdown=3)
        )
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            await running


def talking(served: Serve, body: Callable[[Served, AsyncOpenAI], Awaitable[None]], language: str = "en") -> None:
    """Runs a body with a pet called Mikan and a client."""

    async def whole(it: Served) -> None:
        await it.adopt(language, region="US")
        async with listening(it) as url, AsyncOpenAI(base_url=url, api_key="none", max_retries=2, timeout=20) as client:
            await body(it, client)

    served(whole)


async def messages(it: Served) -> list[Message]:
    [person] = await it.home.store.people.persons()
    pet = (await it.home.store.people.pets(person.id))[0]
    return await it.home.store.talk.recent(pet.bond, 99)


@pytest.mark.parametrize(("language", "text"), [("en", "I had soup for lunch"), ("zh", "中午喝了碗汤")])
def test_a_reply_comes_whole_or_in_sentences(served: Serve, language: str, text: str) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        said: Any = [{"role": "system", "content": "Be a pirate."}, {"role": "user", "content": text}]
        whole = await client.chat.completions.create(model="Mikan", messages=said)
        assert (whole.object, whole.model, whole.choices[0].finish_reason) == ("chat.completion", "Mikan", "stop")
        reply = (await messages(it))[-1].text
        assert whole.choices[0].message.content is not None
        assert whole.choices[0].message.content.startswith("[")  # the first turn says what it is
        assert "AI" in whole.choices[0].message.content
        assert whole.choices[0].message.content.endswith(reply)
        assert whole.usage is not None
        assert whole.usage.total_tokens == whole.usage.prompt_tokens + whole.usage.completion_tokens > 2

        said = [{"role": "user", "content": [{"type": "text", "text": text}]}]
        stream = await client.chat.completions.create(
            model="Mikan", messages=said, stream=True, stream_options={"include_usage": True}, temperature=2, n=1
        )
        chunks = [chunk async for chunk in stream]
        *told, end, usage = chunks
        assert len({chunk.id for chunk in chunks}) == 1
        assert told[0].choices[0].delta.role == "assistant"
        assert "".join(chunk.choices[0].delta.content or "" for chunk in told).strip() == (await messages(it))[-1].text
        assert end.choices[0].finish_reason == "stop"
        assert usage.choices == []
        assert usage.usage is not None and usage.usage.completion_tokens > 0
        assert [m.text for m in await messages(it) if m.role == "person"] == [text, text]

    talking(served, body, language)


def test_the_plain_client_does_it_too(served: Serve) -> None:
    def asked(url: str) -> list[str]:
        with OpenAI(base_url=url, api_key="none", max_retries=0) as client:
            known = [model.id for model in client.models.list()]
            whole = client.chat.completions.create(model=known[0], messages=HELLO)
            with client.chat.completions.create(model=known[0], messages=HELLO, stream=True) as stream:
                pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
        return [*known, whole.choices[0].message.content or "", "".join(pieces)]

    async def body(it: Served, client: AsyncOpenAI) -> None:
        name, whole, streamed = await asyncio.to_thread(asked, str(client.base_url))
        assert name == "Mikan"
        assert whole and streamed
        assert len(await messages(it)) == 4

    talking(served, body)


def test_only_the_last_words_of_the_person_are_said_and_the_pet_remembers_by_itself(served: Serve) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        await client.chat.completions.create(model="Mikan", messages=HELLO)
        history: Any = [
            {"role": "user", "content": "My brother is called Otto."},
            {"role": "assistant", "content": "Otto it is."},
            {"role": "user", "content": "What is my sister called?"},
            {"role": "assistant", "content": "Hm"},
        ]
        answer = await client.chat.completions.create(model="Mikan", messages=history)
        assert "Mei" in (answer.choices[0].message.content or "")
        assert [m.text for m in await messages(it) if m.role == "person"][1:] == ["What is my sister called?"]
        assert "Otto" not in json.dumps(await it.home.store.export((await it.home.store.people.persons())[0].id))

    talking(served, body)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(("language", "text"), [("en", "I want to kill myself tonight"), ("zh", "我今晚就去自杀")])
def test_help_comes_through_as_text(served: Serve, language: str, text: str, streamed: bool) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        said: Any = [{"role": "user", "content": text}]
        if streamed:
            stream = await client.chat.completions.create(model="Mikan", messages=said, stream=True)
            told = "".join([chunk.choices[0].delta.content or "" async for chunk in stream])
        else:
            whole = await client.chat.completions.create(model="Mikan", messages=said)
            told = whole.choices[0].message.content or ""
        assert "988" in told
        assert (await messages(it))[-1].mind == "care"

    talking(served, body, language)


def test_pets_are_models_by_name_or_where_names_repeat_by_id(served: Serve) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        first = (await it.adopt()).rpartition("/")[2]
        [person] = await it.home.store.people.persons()
        mikan, twin = await it.home.store.people.pets(person.id)
        assert twin.id == first
        assert [model.id async for model in client.models.list()] == [mikan.id, twin.id]
        found = await client.models.retrieve(twin.id)
        assert (found.id, found.owned_by, found.created) == (twin.id, "pawsona", int(twin.adopted_at.timestamp()))
        with pytest.raises(openai.NotFoundError, match=mikan.id):
            await client.models.retrieve("Mikan")
        await client.chat.completions.create(model=twin.id, messages=HELLO)
        assert await messages(it) == []

    talking(served, body)


def test_an_empty_home_has_no_models(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with listening(it) as url, AsyncOpenAI(base_url=url, api_key="none") as client:
            assert [model async for model in client.models.list()] == []
            with pytest.raises(openai.NotFoundError, match="none yet"):
                await client.chat.completions.create(model="Mikan", messages=HELLO)

    served(body)


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


def test_no_web_page_reaches_in(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        for headers in ({"host": "evil.example"}, {"origin": "https://evil.example"}):
            for method, path in (("GET", "/v1/models"), ("POST", "/v1/chat/completions")):
                answer = await it.http.request(method, path, headers=headers, json={})
                assert answer.status_code == 403
                assert "access-control-allow-origin" not in answer.headers

    served(body)


def test_a_server_starts_without_the_sdk_and_without_the_readers_of_cards() -> None:
    program = "import sys, pawsona.server.app; sys.exit(any(name in sys.modules for name in ('openai', 'png')))"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
