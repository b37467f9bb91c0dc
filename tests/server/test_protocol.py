"""The protocol page is there for everybody, needs no script and no login, and asks nobody else for anything."""

import re

import pytest
from tests.server.conftest import Serve, Served


@pytest.mark.parametrize(
    ("language", "title"), [("en", "How Pawsona keeps people safe"), ("zh", "Pawsona 怎样保护使用者的安全")]
)
def test_the_page_stands_before_anybody_adopted(served: Serve, language: str, title: str) -> None:
    async def body(it: Served) -> None:
        answer = await it.http.get("/care/protocol", params={"language": language})
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
        assert title in answer.text
        assert '<html lang="zh-Hans">' in answer.text if language == "zh" else '<html lang="en">' in answer.text
        assert "<script" not in answer.text and "style=" not in answer.text and "<style" not in answer.text
        assert re.findall(r'(?:src|href)="(https?://[^"]+)"', answer.text) == ["https://findahelpline.com"]
        [sheet] = re.findall(r'rel="stylesheet" href="([^"]+)"', answer.text)
        style = await it.http.get(sheet)
        assert style.headers["content-type"].startswith("text/css") and "@media print" in style.text
        assert (await it.http.head("/care/protocol")).status_code == 200

    served(body)


def test_the_page_speaks_the_persons_language_and_tells_last_years_count(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt("zh")
        it.clock.moment = it.clock.moment.replace(year=2025)
        for _ in range(6):
            await it.say(pet, "我想自杀")
        it.clock.moment = it.clock.moment.replace(year=2026)
        page = (await it.http.get("/care/protocol")).text
        assert "2025 年共给出求助热线 6 次" in page
        assert (await it.http.get("/care/protocol", params={"language": "fr"})).status_code == 422

    served(body)


def test_what_a_setting_says_is_text_and_nothing_else(served: Serve) -> None:
    async def body(it: Served) -> None:
        asked = it.home.settings.care.model_copy(update={"operator": "<b>Pets</b>", "contact": '"><script>'})
        it.home.settings = it.home.settings.model_copy(update={"care": asked})
        page = (await it.http.get("/care/protocol")).text
        assert "<script" not in page and "<b>Pets" not in page and "&lt;b&gt;Pets" in page

    served(body)
