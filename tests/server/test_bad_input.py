"""What comes over the wire and can't be used, or comes twice: a clear answer, and nothing is lost."""

import json

import pytest
from tests.server.conftest import Serve, Served

SAYS = {
    "en": ("My sister is called Mei.", "changed elsewhere", "This memory is gone", "9700 characters over", "empty"),
    "zh": ("我妹妹叫小美。", "刚在别处改过", "这条记忆已经不在了", "超出 9700 个字", "不能是空的"),
}


async def known(it: Served, language: str) -> tuple[str, dict[str, str]]:
    """A memory: its path, and how it reads."""
    pet = await it.adopt(language)
    await it.say(pet, SAYS[language][0])
    await it.http.post(f"{pet}/night")
    [memory] = (await it.http.get(f"{pet}/memories")).json()["memories"]
    return f"{pet}/memories/{memory['id']}", memory


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_second_of_two_devices_hears_that_a_memory_was_changed(served: Serve, language: str) -> None:
    async def body(it: Served) -> None:
        path, memory = await known(it, language)
        seen = {"if-match": f'"{memory["version"]}"'}
        phone = await it.http.patch(path, json={"text": "Phone"}, headers=seen)
        assert phone.status_code == 200
        for late in (
            await it.http.patch(path, json={"text": "Laptop"}, headers=seen),
            await it.http.delete(path, headers=seen),
        ):
            assert (late.status_code, late.headers["content-type"]) == (412, "application/problem+json")
            assert SAYS[language][1] in late.json()["detail"]
        assert (await it.http.patch(path, json={"text": "Phone"}, headers=seen)).status_code == 200  # sent once more
        now = {"if-match": f'"{phone.json()["version"]}"'}
        assert (await it.http.patch(path, json={"text": "Laptop"}, headers=now)).json()["text"] == "Laptop"
        for careless in ({}, {"if-match": "*"}):
            assert (await it.http.patch(path, json={"text": f"Any {careless}"}, headers=careless)).status_code == 200
        assert (await it.http.delete(path)).status_code == 204
        gone = await it.http.patch(path, json={"text": "Late"}, headers=now)
        assert gone.status_code == 404
        assert SAYS[language][2] in gone.json()["detail"]

    served(body)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_memory_that_is_too_long_or_unseen_is_refused_in_the_persons_words(served: Serve, language: str) -> None:
    async def body(it: Served) -> None:
        path, memory = await known(it, language)
        for text, says in (("x" * 10_000, 3), ("\u200d", 4), ("\x00\x1b", 4), ("\ud800", 4)):
            sent = json.dumps({"text": text}).encode()
            answer = await it.http.patch(path, content=sent, headers={"content-type": "application/json"})
            assert answer.status_code == 422
            assert SAYS[language][says] in answer.json()["detail"]
        listed = (await it.http.get(path.rpartition("/")[0])).json()["memories"]
        assert listed == [memory]

    served(body)


@pytest.mark.parametrize(
    "sent",
    [b"{", b"", b"null", b'{"text": 5}', b'{"text": "\xff\xfe"}', b'{"text": "x", "bond": "another"}', b"[" * 10_000],
    ids=lambda sent: repr(sent[:12]),
)
def test_what_is_no_request_is_answered_in_a_sentence_without_its_words(served: Serve, sent: bytes) -> None:
    async def body(it: Served) -> None:
        path, memory = await known(it, "en")
        answer = await it.http.patch(path, content=sent, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
        assert answer.json()["detail"]
        assert "another" not in answer.text
        assert (await it.http.get(path.rpartition("/")[0])).json()["memories"] == [memory]

    served(body)


def test_json_that_is_not_called_json_is_answered_in_our_words(served: Serve) -> None:
    async def body(it: Served) -> None:
        path, _ = await known(it, "en")
        answer = await it.http.patch(path, content=b'{"text": "x"}')
        assert answer.status_code == 422 and "Content-Type: application/json" in answer.json()["detail"]

    served(body)


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["%00", "%ff", "' OR 1=1 --", '"NEAR(', "*", "a" * 5000, "%F0%9F%8E%89"])
def test_searching_memories_for_anything_finds_what_has_it(served: Serve, wanted: str) -> None:
    async def body(it: Served) -> None:
        path, _ = await known(it, "en")
        answer = await it.http.get(f"{path.rpartition('/')[0]}?q={wanted}")
        assert answer.status_code == 200
        assert answer.json()["memories"] == []

    served(body)


@pytest.mark.parametrize("on", ["2026-02-31", "2026-13-45", "0000-00-00", "tomorrow", "-1", "99999-01-01"])
def test_a_day_that_no_calendar_has_is_refused(served: Serve, on: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        answer = await it.http.get(f"{pet}/days/{on}")
        assert answer.status_code == 422
        assert "date" in answer.json()["detail"]

    served(body)
