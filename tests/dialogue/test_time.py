"""The pet knows the day and the hour where the person is, how long they were away, and which days mean something."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pawsona.domain.language import Language

Play = Callable[..., None]
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
BIRTHDAY = {
    "en": ("My birthday is May 3rd.", "birthda", "When is my birthday?", ("3", "May")),
    "zh": ("我生日是五月三号。", "生日", "我的生日是什么时候？", ("五月三",)),
}
PLAIN = {"en": "Rain again", "zh": "嗯"}


def go(it: Any, year: int, month: int, day: int, hour: int = 10) -> None:
    zone = ZoneInfo(it.companion.person.time_zone)
    it.clock.moment = datetime(year, month, day, hour, tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "en", "zh"),
    [
        ("Asia/Shanghai", "Monday, 13 April", "4月13日，星期一"),
        ("America/Los_Angeles", "Sunday, 12 April", "4月12日，星期日"),
    ],
)
@BOTH
def test_it_says_what_day_and_hour_it_is_where_the_person_is(
    play: Play, language: Language, zone: str, en: str, zh: str
) -> None:
    async def story(it: Any) -> None:
        day, hour = {"en": ("What day is it?", "What time is it?"), "zh": ("今天星期几？", "几点了？")}[language]
        assert {"en": en, "zh": zh}[language] in (await it.say(day)).message.text
        local = it.companion.person.local(it.clock.now() + timedelta(minutes=1))
        spoken = {"en": f"{local.hour % 12 or 12}:{local:%M}", "zh": f"{local.hour}点{local.minute}分"}[language]
        assert spoken in (await it.say(hour)).message.text

    play(story, language=language, zone=zone, start=datetime(2026, 4, 12, 17, 3, tzinfo=UTC))


@BOTH
def test_it_says_how_long_the_person_was_away(play: Play, language: Language) -> None:
    asks = {"en": "How long was I gone?", "zh": "我离开多久了？"}[language]
    said = {"en": ["about three hours", "about five days", "about four weeks", "about seven months"],
            "zh": ["大概3个钟头", "大概5天", "大概4个星期", "大概7个月"]}[language]  # fmt: skip

    async def story(it: Any) -> None:
        first = (await it.say(asks)).message.text
        assert not any(word in first for word in ("about", "大概"))
        for away, words in zip((3, 24 * 5, 24 * 28, 24 * 213), said, strict=True):
            it.clock.move(hours=away)
            assert words in (await it.say(PLAIN[language], asks)).message.text.casefold()
        it.clock.move(days=-1)
        assert (await it.say(asks)).message.text

    play(story, language=language)


@BOTH
def test_a_birthday_is_known_and_congratulated_once_a_year_on_its_day(play: Play, language: Language) -> None:
    says, word, asks, answer = BIRTHDAY[language]

    async def story(it: Any) -> None:
        await it.say(says)
        await it.sleep()
        told = (await it.say(asks)).message.text
        assert all(part in told for part in answer), told
        for year in (2026, 2027):
            go(it, year, 5, 2, 20)
            assert word not in (await it.say(PLAIN[language])).message.text
            go(it, year, 5, 3, 7)
            assert word not in (await it.companion.greet()).say, "not before eight"
            go(it, year, 5, 3, 9)
            assert word in (await it.companion.greet()).say.casefold()
            assert word not in (await it.companion.greet()).say
            assert word not in (await it.say(PLAIN[language])).message.text
            it.clock.move(days=-1)  # the clock goes back a day, and comes to the birthday again
            await it.say(PLAIN[language])
            it.clock.move(days=1)
            assert word not in (await it.say(PLAIN[language])).message.text
            go(it, year, 5, 4, 9)
            await it.companion.greet()
            assert len([p for p in await it.companion.promises() if p.due.year == year]) == 1
            await it.companion.night()

    play(story, language=language, zone="Asia/Shanghai")


@BOTH
def test_a_birthday_is_congratulated_in_talk_where_nobody_was_greeted(play: Play, language: Language) -> None:
    says, word, _, _ = BIRTHDAY[language]

    async def story(it: Any) -> None:
        await it.say(says)
        await it.sleep()
        go(it, 2026, 5, 3)
        assert word in (await it.say(PLAIN[language])).message.text.casefold()
        given = it.answered[1]
        assert given.due.kind == "congratulate"
        assert [one.kind for one in given.context.occasions] == ["birthday"]
        assert word not in (await it.say(PLAIN[language])).message.text

    play(story, language=language)


def test_the_29th_of_february_and_a_lunar_birthday_have_their_days(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("我的生日是农历八月十五。")
        await it.sleep()
        for on, there in [((2026, 9, 24), False), ((2026, 9, 25), True), ((2027, 8, 15), False), ((2027, 9, 15), True)]:
            go(it, *on)
            assert ("生日" in (await it.companion.greet()).say) is there, on

    play(story, language="zh", zone="Asia/Shanghai")

    async def leap(it: Any) -> None:
        await it.say("My birthday is February 29.")
        await it.sleep()
        for on, there in [((2027, 2, 28), True), ((2027, 3, 1), False), ((2028, 2, 28), False), ((2028, 2, 29), True)]:
            go(it, *on)
            assert ("birthda" in (await it.companion.greet()).say.casefold()) is there, on

    play(leap)


@BOTH
def test_a_memory_that_is_deleted_congratulates_nobody(play: Play, language: Language) -> None:
    says, word, _, _ = BIRTHDAY[language]

    async def story(it: Any) -> None:
        await it.say(says)
        await it.sleep()
        go(it, 2026, 5, 3)
        assert word in (await it.companion.greet()).say.casefold()
        [memory] = await it.companion.memories()
        await it.companion.forget(memory.id)
        assert await it.companion.promises() == []
        assert word not in (await it.companion.greet()).say

    play(story, language=language)


@BOTH
def test_what_has_a_date_ahead_is_known_until_it_has_passed(play: Play, language: Language) -> None:
    """Said five weeks ahead as a thing for a month, it is there on the day, and gone a week after."""
    says, word, asks = {
        "en": ("I have a dentist appointment on May 19.", "dentist", "What do I have coming up?"),
        "zh": ("我5月19号要去看牙医。", "牙", "我最近有什么安排？"),
    }[language]

    async def story(it: Any) -> None:
        await it.say(says)
        await it.sleep()
        [memory] = await it.companion.memories()
        assert memory.slots["on"] == "2026-05-19"
        go(it, 2026, 5, 16)
        await it.companion.night()
        reply = (await it.say(asks)).message.text
        assert word in reply, reply
        assert [one.text for one in it.answered[1].context.occasions]
        go(it, 2026, 5, 19)
        assert memory.id in {m.id for m in await it.companion.memories()}

    play(story, language=language)


def test_the_person_moves_to_another_time_zone(play: Play) -> None:
    """On the flight from Shanghai to Los Angeles the birthday begins twice, and is kept once."""

    async def story(it: Any) -> None:
        await it.say("My birthday is May 3rd.")
        await it.sleep()
        go(it, 2026, 5, 3, 9)
        assert "birthda" in (await it.companion.greet()).say.casefold()
        it.companion.person = await it.home.change_person(
            it.companion.person, name=None, language=None, time_zone="America/Los_Angeles", region=None
        )
        go(it, 2026, 5, 3, 9)
        assert "birthda" not in (await it.companion.greet()).say.casefold()
        assert "Sunday, 3 May" in (await it.say("What day is it?")).message.text

    play(story, zone="Asia/Shanghai")
