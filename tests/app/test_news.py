"""News between processes."""

import asyncio
from pathlib import Path

from tests.app.test_order import two

from pawsona.app.news import News
from pawsona.domain.ids import PersonId


def test_pages_that_end_here_end_in_the_other_process_too(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        async with (
            other.home.news.subscribe(one.person.id) as page,
            other.home.news.subscribe(PersonId("x")) as foreign,
        ):
            one.home.news.end(one.person.id)
            await one.home.news.look()
            await other.home.news.look()
            assert [news async for news in page] == []
            other.home.news.close()
            assert [news async for news in foreign] == [], "only its own end was left to hear"
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_news_beside_those_of_somebody_erased_arrive(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        async with other.home.news.subscribe(one.person.id) as page:
            for person in (PersonId("erased"), one.person.id):
                one.home.news.tell(person, News("day", {"pet": one.pet.id, "date": "2026-04-01"}))
            await one.home.news.look()
            await other.home.news.look()
            assert (await asyncio.wait_for(anext(page), 1)).data["pet"] == one.pet.id
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_open_pages_hear_of_each_reply_and_of_the_same_one_again(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        async with one.home.news.subscribe(one.person.id) as page, other.home.news.subscribe(one.person.id) as far:
            turn = await one.say("My sister is called Mei.")
            [told] = [message for message in await one.home.store.talk.recent(one.pet.bond, 9) if message.answers]
            for _ in range(2):
                news = await asyncio.wait_for(anext(page), 1)
                assert (news.kind, news.data) == ("talk", {"pet": one.pet.id, "id": turn.message.id})
                assert told.answers is not None
                assert [event async for event in one.retry(told.answers)]
            await other.home.news.look()
            other.home.news.close()
            assert [news async for news in far] == [], "a turn is not written down for other processes"
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())
