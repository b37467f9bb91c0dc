"""Names may be in another language than the days: given so, or kept when the person's language changes."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.dialogue.conftest import NOON

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.language import Language, is_chinese

NIGHTS = 6
LATIN = ("Bartholomew Featherstonehaugh of Wensley", "Persephone Anastasia Wolkenstein")
ASKED = {"en": "What did you do today?", "zh": "你今天做什么了？"}
HAN = ("阿里阿德涅奥菲利亚科迪莉亚罗莎琳德埃斯特莱拉", "欧阳娜娜阿依古丽迪丽热巴")


@pytest.mark.parametrize(
    ("first", "then", "pet", "person"),
    [("zh", "zh", *LATIN), ("en", "en", *HAN), ("en", "zh", "Mikan", "Lin"), ("zh", "en", "团团", "小林")],
)
def test_days_are_told_in_the_persons_language_whoever_is_in_them(
    tmp_path: Path, first: Language, then: Language, pet: str, person: str
) -> None:
    async def life() -> None:
        clock = SimulatedClock(NOON)
        settings = load(home=tmp_path, language=first, embedder="hashing", mind="storybook")
        async with aclosing(await open_home(settings, clock=clock)) as home:
            who, mine = await home.adopt(PetForm(name=pet), PersonForm(name=person, language=first, time_zone="UTC"))
            await home.store.people.update_person(who := replace(who, language=then))
            companion = Companion(home, who, mine)
            for _ in range(NIGHTS):
                day = await companion.night()
                told = " ".join(item.detail or "" for item in day.items).replace(pet, "").replace(person, "")
                assert is_chinese(told) == (then == "zh")
                clock.moment += timedelta(days=1)
                await companion.greet()
                assert (await companion.say(ASKED[then])).reply

    asyncio.run(life())
