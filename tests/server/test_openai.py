"""Any OpenAI client can talk to a pet: tried with the SDK itself, over TCP, both of its clients, streaming and not."""

import asyncio
import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI, OpenAI
from tests.server.client import HELLO, listening, messages, talking
from tests.server.conftest import Serve, Served


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


def test_the_example_of_the_page_runs(served: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2] / "docs/openai-api.md"
    [example] = re.findall(r"```\n(from openai.+?)```", page.read_text("utf-8"), re.DOTALL)

    async def body(it: Served, client: AsyncOpenAI) -> None:
        here = example.replace("http://127.0.0.1:8717/v1", str(client.base_url))
        await asyncio.to_thread(exec, here + "\nclient.close()", {})
        assert (await messages(it))[-1].text in capsys.readouterr().out

    talking(served, body)


def test_only_the_last_words_of_the_person_are_said_and_the_pet_remembers_by_itself(served: Serve) -> None:
    async def body(it: Served, client: AsyncOpenAI) -> None:
        await client.chat.completions.create(model="Mikan", messages=HELLO)
        history: Any = [
            {"role": "user", "content": "My brother is called Thelonius."},
            {"role": "assistant", "content": "Thelonius it is."},
            {"role": "user", "content": "What is my sister called?"},
            {"role": "assistant", "content": "Hm"},
        ]
        answer = await client.chat.completions.create(model="Mikan", messages=history)
        assert "Mei" in (answer.choices[0].message.content or "")
        assert [m.text for m in await messages(it) if m.role == "person"][1:] == ["What is my sister called?"]
        assert "Thelonius" not in json.dumps(await it.home.store.export((await it.home.store.people.persons())[0].id))

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
        it.clock.moment += timedelta(minutes=1)
        second = (await it.adopt()).rpartition("/")[2]
        [person] = await it.home.store.people.persons()
        mikan, twin = await it.home.store.people.pets(person.id)
        assert twin.id == second
        assert [model.id async for model in client.models.list()] == [mikan.id, twin.id]
        found = await client.models.retrieve(twin.id)
        assert (found.id, found.owned_by, found.created) == (twin.id, "pawsona", int(twin.adopted_at.timestamp()))
        with pytest.raises(openai.NotFoundError, match=mikan.id):
            await client.models.retrieve("Mikan")
        await client.chat.completions.create(model=twin.id, messages=HELLO)
        assert await messages(it) == []
        await it.http.patch(f"/api/v1/pets/{mikan.id}", json={"name": "团团 1/2"})
        assert [model.id async for model in client.models.list()] == ["团团 1/2", "Mikan"]
        assert (await client.models.retrieve("团团 1/2")).id == "团团 1/2"
        await client.chat.completions.create(model="团团 1/2", messages=HELLO)
        assert len(await messages(it)) == 2

    talking(served, body)


def test_an_empty_home_has_no_models(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with listening(it) as url, AsyncOpenAI(base_url=url, api_key="none") as client:
            assert [model async for model in client.models.list()] == []
            with pytest.raises(openai.NotFoundError, match="none yet"):
                await client.chat.completions.create(model="Mikan", messages=HELLO)

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


@pytest.mark.long
def test_a_server_starts_without_the_sdk_and_without_the_readers_of_cards() -> None:
    program = "import sys, pawsona.server.app; sys.exit(any(name in sys.modules for name in ('openai', 'png')))"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
