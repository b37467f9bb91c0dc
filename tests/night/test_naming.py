"""What was remembered before somebody said their name is told with it afterwards."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.language import Language
from pawsona.domain.person import UNNAMED


@pytest.mark.parametrize(
    ("language", "first", "then", "kept"),
    [
        (
            "en", ("I live in Leeds", "my brother Karl plays the cello"), "hi! I'm Robin",
            {"Robin lives in Leeds", "Robin's brother Karl plays the cello"},
        ),
        ("zh", ("我住在成都", "我弟弟阿凯拉大提琴"), "我叫小林", {"小林住在成都", "小林的弟弟阿凯拉大提琴"}),
    ],
)  # fmt: skip
def test_a_name_that_comes_later_is_put_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, first: tuple[str, ...], then: str,
    kept: set[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")

    async def story() -> None:
        clock = FakeClock(datetime(2026, 11, 23, 9, 0, tzinfo=UTC))
        home = await open_home(load(home=tmp_path), clock=clock, rng=CountingRng())
        person = PersonForm(name=UNNAMED[language], language=language)
        owner, pet = await home.adopt(PetForm(name="Miso", species="cat", personality="sunny"), person)
        async with Companion(home, owner, pet, owns_home=True) as companion:
            for said in first:
                await companion.say(said)
            await companion.night()
            assert all(UNNAMED[language] in memory.text for memory in await companion.memories())
            clock.moment += timedelta(days=1)
            await companion.say(then)
            await companion.night()
            texts = {memory.text for memory in await companion.memories()}
            assert kept <= texts and not any(UNNAMED[language] in text for text in texts), texts
            facts = {fact.text for fact in await home.store.people.facts(pet.bond)}
            assert kept <= facts

    asyncio.run(story())
