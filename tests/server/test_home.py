import json
import re

import pytest
from tests.server.conftest import Serve, Served

from pawsona.app.words import age_names


def test_an_empty_home_shows_the_page(served: Serve) -> None:
    async def body(it: Served) -> None:
        page = await it.http.get("/")
        assert page.status_code == 200
        assert '<html lang="en">' in page.text
        assert "{{" not in page.text
        home = (await it.http.get("/api/v1/home")).json()
        assert home["person"] is None
        assert home["pets"] == []
        assert home["mind"]["name"] == "storybook"
        assert home["attachment"] is True

    served(body)


def test_assets_are_immutable_under_their_hash(served: Serve) -> None:
    async def body(it: Served) -> None:
        page = (await it.http.get("/")).text
        path = page.split('src="')[1].split('"')[0]
        answer = await it.http.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert (await it.http.get("/static/000000000000/js/app.js")).status_code == 404

    served(body)


def test_the_documentation_comes_from_installed_files(served: Serve) -> None:
    async def body(it: Served) -> None:
        page = await it.http.get("/api/docs")
        assert page.status_code == 200
        assert "://" not in page.text
        for path in [part.split('"')[0] for part in page.text.split('src="')[1:]]:
            assert (await it.http.get(path)).status_code == 200, path
        schema = (await it.http.get("/api/openapi.json")).json()
        assert "/api/v1/pets/{pet}/messages" in schema["paths"]

    served(body)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": " \u200b"}, "name is empty"),
        ({"name": "x" * 41}, "41 characters"),
        ({"person": {"name": "Lin", "time_zone": "Mars/Olympus"}}, "no time zone 'Mars/Olympus'"),
        ({"person": {"name": "Lin", "age_band": "child"}}, "13 and over"),
        ({"person": None}, "Say who you are"),
        ({"species": "snail"}, "species"),
        ({"colour": "blue"}, "colour"),
    ],
)
def test_a_form_that_cant_be_used_says_why_and_stores_nothing(
    served: Serve, change: dict[str, object], says: str
) -> None:
    form = {"name": "Mikan", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}}

    async def body(it: Served) -> None:
        answer = await it.http.post("/api/v1/pets", json={**form, **change})
        assert answer.status_code == 422
        assert says in answer.json()["detail"]
        assert (await it.http.get("/api/v1/home")).json()["person"] is None

    served(body)


def test_a_pet_may_be_named_with_emoji(served: Serve) -> None:
    async def body(it: Served) -> None:
        form = {"name": "🐾🍊", "species": "cat", "personality": "sunny", "person": {"name": "🧑‍🍳"}}
        assert (await it.http.post("/api/v1/pets", json=form)).json()["name"] == "🐾🍊"

    served(body)


def test_everything_can_be_taken_out_and_erased(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My sister is called Mei.")
        export = await it.http.get("/api/v1/export")
        assert "My sister is called Mei." in json.dumps(export.json(), ensure_ascii=False)
        assert (await it.http.delete("/api/v1/person", params={"confirm": "lin"})).status_code == 422
        assert (await it.http.delete("/api/v1/person", params={"confirm": "Lin"})).status_code == 204
        assert (await it.http.get("/api/v1/home")).json()["pets"] == []
        assert (await it.http.get(f"{pet}/now")).status_code == 404

    served(body)


def test_help_is_there_before_anybody_adopts(served: Serve) -> None:
    async def body(it: Served) -> None:
        us = (await it.http.get("/api/v1/care/resources", params={"region": "us"})).json()
        assert any(way["href"] == "tel:988" for line in us["lines"] for way in line["how"])
        assert us["emergency"]["numbers"] == ["911"]
        anywhere = (await it.http.get("/api/v1/care/resources")).json()
        assert [line["how"][0]["value"] for line in anywhere["lines"]] == ["findahelpline.com"]
        assert anywhere["emergency"]["numbers"] == []
        assert (await it.http.get("/api/v1/care/resources", params={"region": "USA"})).status_code == 422

    served(body)


def test_where_a_guardian_has_to_agree_the_age_says_so(served: Serve) -> None:
    async def body(it: Served) -> None:
        for language, told in (("en", "under 14 only with"), ("zh", "未满 14 岁")):
            bands = (await it.http.get("/api/v1/choices", params={"language": language})).json()["age_bands"]
            assert told in next(band["name"] for band in bands if band["id"] == "teen")
        assert age_names("en", 0)["teen"] == "13 to 17"

    served(body)


def test_assets_are_packed_for_who_can_unpack_and_named_in_advance(served: Serve) -> None:
    async def body(it: Served) -> None:
        page = (await it.http.get("/")).text
        entry = re.findall(r'src="(/static/\w+/js/app\.js)"', page)[0]
        packed = await it.http.get(entry)
        plain = await it.http.get(entry, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert packed.text == plain.text and plain.headers["content-type"].startswith("text/javascript")
        named = set(re.findall(r'modulepreload" href="([^"]+)"', page))
        for name in named:
            assert (await it.http.get(name)).status_code == 200
        for target in re.findall(r'from "\./([\w./-]+)"', plain.text):
            assert f"{entry.rpartition('/')[0]}/{target}" in named
        assert (await it.http.post(entry)).status_code == 405
        assert (await it.http.get(f"{entry.rpartition('/js/')[0]}/../guard.py")).status_code == 404

    served(body)


def test_the_worker_keeps_this_release_and_nothing_else(served: Serve) -> None:
    async def body(it: Served) -> None:
        answer = await it.http.get("/sw.js")
        assert answer.headers["cache-control"] == "no-cache" and "{{" not in answer.text
        prefix = re.findall(r'STATIC = "([^"]+)"', answer.text)[0]
        files = json.loads(re.findall(r"JSON\.parse\('(.+?)'\)", answer.text)[0])
        assert "js/pages/diary.js" in files and "sw.js" not in files
        for name in files:
            assert (await it.http.get(f"{prefix}/{name}")).status_code == 200

    served(body)


@pytest.mark.parametrize(("asked", "language"), [("zh-CN,zh;q=0.9", "zh"), ("en-GB", "en"), ("fr", "en"), ("", "en")])
def test_the_first_page_speaks_the_browsers_language(served: Serve, asked: str, language: str) -> None:
    async def body(it: Served) -> None:
        headers = {"accept-language": asked}
        assert (await it.http.get("/api/v1/home", headers=headers)).json()["language"] == "en"  # it is configured
        it.home.settings = it.home.settings.model_copy(update={"language": "auto"})
        assert (await it.http.get("/api/v1/home", headers=headers)).json()["language"] == language
        assert f'<html lang="{language}">' in (await it.http.get("/", headers=headers)).text
        await it.adopt("en")
        assert (await it.http.get("/api/v1/home", headers=headers)).json()["language"] == "en"

    served(body)


def test_whoever_changes_the_language_is_still_greeted(served: Serve) -> None:
    async def body(it: Served) -> None:
        it.clock.moment = it.clock.moment.replace(hour=16, minute=20)
        for _ in range(4):  # each pet has a day of its own
            await it.http.patch("/api/v1/person", json={"language": "en"})
            pet = await it.adopt()
            await it.say(pet, "I like tea.")
            await it.http.patch("/api/v1/person", json={"language": "zh"})
            answer = await it.http.get(f"{pet}/now")
            assert answer.status_code == 200, answer.text
            assert answer.json()["greeting"]["say"]

    served(body)
