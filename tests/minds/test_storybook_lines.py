"""Every line a pet may say: fit for care, fit for the profile, and suggestions that read as a person's own words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from pawsona.care.check import check_sentence
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import all_lines
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context

NOW = datetime(2026, 4, 14, 17, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def given(language: Language, message: str = "hm") -> ChatInput:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Asia/Shanghai", created_at=NOW)
    pet = Pet(
        id=PetId("p"), person=person.id, name="Miso", species="cat", personality="gruff", seed=3, adopted_at=NOW
    )  # fmt: skip
    return ChatInput(context=Context(pet=pet, person=person, now=NOW), message=message)


def spoken(language: Language) -> dict[str, str]:
    """What the pet says: greetings have their own skill, suggestions are the person's, rewrites are for memories."""
    apart = ("suggest.", "rewrite.")
    return {line.id: line.text for line in all_lines(talk_book(language)) if not line.id.startswith(apart)}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_care_has_nothing_against_any_line(language: Language) -> None:
    faults = {ident: check_sentence(text, language) for ident, text in spoken(language).items()}
    assert {ident: found for ident, found in faults.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reply_without_places_keeps_to_the_profile(language: Language) -> None:
    skill, asked = SKILLS["chat.general"], given(language)
    lines = {i: t for i, t in spoken(language).items() if "{" not in t and not i.startswith("greet.")}
    problems = {ident: list(skill.problems(asked, Reply(text=text), IPET)) for ident, text in lines.items()}
    assert {ident: found for ident, found in problems.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_suggested_is_calm(language: Language) -> None:
    banks = talk_book(language).banks
    texts = [line.text for path, bank in banks.items() if path.startswith("suggest.") for line in bank]
    assert texts and not [text for text in texts if any(sign in text for sign in "*!！")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_somebody_grieves_no_act_is_playful(language: Language) -> None:
    book = talk_book(language)
    for name in ("agree", "thanks", "refuse", "bye", "good_night", "due"):
        assert len(book.acts[name].by_personality["grave"]) >= 2
