from datetime import timedelta

import pytest
from tests.server.conftest import Serve, Served


@pytest.mark.parametrize(("language", "text"), [("en", "I had soup for lunch"), ("zh", "中午喝了碗汤")])
def test_a_turn_is_heard_then_told_sentence_by_sentence_then_done(served: Serve, language: str, text: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt(language)
        told = await it.say(pet, text)
        names = [name for name, _ in told]
        assert names[:2] == ["heard", "notice"]
        assert names[-1] == "done"
        assert set(names[2:-1]) == {"sentence"}
        done = told[-1][1]
        assert "".join(data["text"] for name, data in told if name == "sentence").strip() == done["message"]["text"]
        assert done["care"] == {"tier": "none"}
        assert done["mind"] == "storybook"
        stored = (await it.http.get(f"{pet}/messages")).json()["messages"]
        assert [m["text"] for m in stored] == [text, done["message"]["text"]]

    served(body)


def test_the_disclosure_comes_once_a_session_and_again_after_three_hours(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        assert [n for n, _ in await it.say(pet, "hello")].count("notice") == 1
        assert [n for n, _ in await it.say(pet, "hello again")].count("notice") == 0
        for _ in range(9):
            it.clock.moment += timedelta(minutes=20)
            await it.say(pet, "still here")
        assert "AI" in (await it.http.get(f"{pet}/now")).json()["disclosure"]

    served(body)


@pytest.mark.parametrize(("language", "text"), [("en", "I want to kill myself tonight"), ("zh", "我今晚就去自杀")])
def test_on_a_crisis_turn_the_persona_steps_aside(served: Serve, language: str, text: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt(language, region="US")
        told = dict(await it.say(pet, text))
        assert "crisis" in told
        assert "sentence" not in told
        assert "988" in told["crisis"]["message"]["text"]
        assert told["crisis"]["resources"]["lines"][0]["how"][0]["href"] == "tel:988"
        assert told["crisis"]["message"]["after"] is None
        after = dict(await it.say(pet, "lol I meant the game" if language == "en" else "开玩笑的，我说的是游戏"))
        assert after["crisis"]["message"]["after"] == "mistaken"
        shown = (await it.http.get(f"{pet}/messages")).json()["messages"]
        assert [m["after"] for m in shown] == [None, None, None, "mistaken"]
        await it.http.post(f"{pet}/night")
        assert (await it.http.get(f"{pet}/memories")).json()["counts"]["all"] == 0
        assert (await it.http.get(f"{pet}/now")).json()["care"]["pinned"]["lines"]

    served(body)


@pytest.mark.parametrize("text", ["", "  \n ", "\u0000\u0007", "x" * 100_000])
def test_a_message_that_cant_be_used_says_so_and_stores_nothing(served: Serve, text: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        answer = await it.http.post(f"{pet}/messages", json={"text": text})
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert len(answer.json()["detail"]) < 100
        assert (await it.http.get(f"{pet}/messages")).json()["messages"] == []

    served(body)


def test_help_is_found_in_a_message_that_is_far_too_long(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        told = await it.say(pet, "blah " * 10_000 + "I want to kill myself " + "blah " * 10_000)
        assert told[-1][0] == "crisis"

    served(body)


def test_older_messages_are_paged(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        for n in range(4):
            await it.say(pet, f"This is number {n}")
        newest = (await it.http.get(f"{pet}/messages", params={"limit": 3})).json()
        assert newest["more"] is True
        before = newest["messages"][0]["id"]
        older = (await it.http.get(f"{pet}/messages", params={"limit": 50, "before": before})).json()
        assert older["more"] is False
        assert len(older["messages"]) == 5

    served(body)


def test_a_stranger_pet_is_not_found(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        answer = await it.http.post("/api/v1/pets/nobody/messages", json={"text": "hello"})
        assert answer.status_code == 404

    served(body)
