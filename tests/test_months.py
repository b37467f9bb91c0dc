"""Five months in one home, day by day on a simulated clock: over a clock change, a new year and a 29th of February.

The person talks on a few days and is away for weeks; the machine is on early and late on many of them (days that are
lived cost time), and off for ten in a row. What was said has its time, what was promised its moment, and nothing is told twice.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.dialogue.conftest import Scene, scene

from pawsona.domain.language import Language

FIRST = date(2027, 10, 1)
OFF = (date(2027, 12, 20), date(2027, 12, 29))
SAID = {
    "en": {
        "headache": "I have a headache today.", "dentist": "I have a dentist appointment on November 5.",
        "birthday": "My birthday is February 29.", "exam": "I have an exam on Friday. Ask me how the exam went!",
        "late": "Remind me on December 22 to call my sister", "plain": "Rain again.",
    },
    "zh": {
        "headache": "我今天头疼。", "dentist": "我11月5号要去看牙医。", "birthday": "我生日是二月二十九号。",
        "exam": "我周五考试，考完问问我", "late": "12月22号提醒我给妹妹打电话", "plain": "又下雨了。",
    },
}  # fmt: skip
WORDS = {
    "en": {"headache": "headache", "dentist": "dentist", "birthday": "birthda", "exam": "exam", "late": "sister"},
    "zh": {"headache": "头疼", "dentist": "牙", "birthday": "生日", "exam": "考", "late": "妹妹"},
}


@dataclass
class Diary:
    """What was there on each day, and what the pet brought up."""

    language: Language
    known: dict[str, list[date]] = field(default_factory=dict)
    rows: dict[str, list[date]] = field(default_factory=dict)
    brought: dict[str, list[date]] = field(default_factory=dict)

    async def note(self, it: Scene, on: date) -> None:
        texts = [memory.text for memory in await it.companion.memories()]
        stored = [memory.text for memory in await it.store.memories.all(it.bond)]
        for name, word in WORDS[self.language].items():
            if any(word in text for text in texts):
                self.known.setdefault(name, []).append(on)
            if any(word in text for text in stored):
                self.rows.setdefault(name, []).append(on)

    def hear(self, text: str, on: date) -> None:
        for name, word in WORDS[self.language].items():
            if word in text.casefold():
                self.brought.setdefault(name, []).append(on)


async def live(it: Scene, language: Language, days: int) -> Diary:
    diary, said = Diary(language), SAID[language]
    visits = {0: ["headache", "dentist", "birthday"], 3: ["exam"], 8: ["plain"], 60: ["late"]}
    visits |= {35: ["plain"], 90: ["plain"], 151: ["plain"], 152: ["plain"]}
    for n in range(days):
        on = FIRST + timedelta(days=n)
        for hour in (4, 10):
            it.clock.moment = datetime.combine(on, time(hour), ZoneInfo("Europe/London")).astimezone(UTC)
            asleep = all(n - visit > 7 for visit in visits if visit <= n)
            if (asleep or n % 3 == 0) and not OFF[0] <= on <= OFF[1]:
                await it.home.tick()
        await diary.note(it, on)
        if n in visits:
            diary.hear((await it.companion.greet()).say, on)
        for name in visits.get(n, ()):
            reply = (await it.say(said[name])).message.text
            if name == "plain":
                diary.hear(reply, on)
    return diary


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_five_months_keep_and_forget_what_they_should(tmp_path: Path, language: Language) -> None:
    async def whole() -> None:
        start = datetime(2027, 9, 30, 12, tzinfo=UTC)
        async with scene(tmp_path, language=language, zone="Europe/London", start=start) as it:
            diary = await live(it, language, 155)
            assert diary.known["headache"][-1] == date(2027, 10, 31), "a month, to the day"
            assert diary.rows["headache"][-1] == date(2027, 10, 31), "the row goes in the same night, asleep or not"
            assert diary.known["dentist"][-1] >= date(2027, 11, 11), "a week longer than its date, whatever its term"
            late = diary.rows["dentist"][-1] - diary.known["dentist"][-1]
            assert late <= timedelta(days=2), "the machine's next night"
            assert diary.known["birthday"][-1] == FIRST + timedelta(days=154)
            assert diary.brought["exam"] == [date(2027, 10, 9)], (
                "due on the 8th in the evening, asked on the next visit"
            )
            assert diary.brought["late"] == [date(2027, 12, 30)], "the machine was off on its day"
            assert diary.brought["birthday"] == [date(2028, 2, 29)]
            assert all(promise.closed_at for promise in await it.companion.promises())
            gone = [row for row in await it.companion.departures() if row.kind == "memory"]
            assert {row.on for row in gone} >= {date(2027, 11, 1), diary.rows["dentist"][-1] + timedelta(days=1)}
            assert all(row.cause == "expired" and row.topic for row in gone)

    asyncio.run(whole())
