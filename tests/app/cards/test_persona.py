"""What a card makes of a pet: short, in names instead of placeholders, fit to be told and shown."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.cards import samples

from pawsona.app.adoption import LONGEST_SETTING, name_of
from pawsona.app.cards.document import Book, Entry, Fields
from pawsona.app.cards.lorebook import LONGEST, lore, undecorated
from pawsona.app.cards.macros import filled, templated
from pawsona.app.cards.persona import Persona, persona_of
from pawsona.dialogue.hearing import visible
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import SPECIES


def persona(fields: Mapping[str, object], language: Language = "en", called: str | None = None) -> Persona:
    card = Fields.model_validate({"name": "Mo", **fields})
    return persona_of(card, called=called, user="Lin", language=language, known=SPECIES)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{char}} and {{USER}}, <BOT> and <User>", "Mo and Lin, Mo and Lin"),
        ("{{ char }}{{// a comment}}{{comment: b}}{{hidden_key:c}}!", "Mo!"),
        ("{{random:Hello,Hi}} {{pick::a\\,b,c}} {{roll:d6}} {{reverse: abc}}", "Hello a,b 1 cba"),
        ("<p class='x'>Plain</p> ![me](https://example.com/a.png) I <3 you", "Plain  I <3 you"),
        ("{{unknown::thing}}{not a macro} {{", "{not a macro} {{"),
    ],
)
def test_placeholders_are_filled_and_markup_goes(text: str, says: str) -> None:
    assert filled(text, "Mo", "Lin") == says


def test_a_person_is_nowhere_in_what_is_given_away() -> None:
    assert templated("Lin's linen, LinLin, Lin.", "Lin") == "{{user}}'s linen, LinLin, {{user}}."
    assert templated("小林的猫，小林！", "小林") == "{{user}}的猫，{{user}}！"


def test_the_texts_of_a_card_become_the_setting() -> None:
    made = persona(samples.TEXTS)
    assert made.setting == (
        "Sera is a fox spirit who lives by the old mill. She keeps Lin's letters in a tin. teasing, witty, loyal. "
        "A village in the rain."
    )
    assert persona(samples.TEXTS, called="Momo").setting.startswith("Momo is a fox spirit")


def test_a_setting_ends_with_a_sentence_however_long_the_card_is() -> None:
    made = persona(
        {"description": "She hums all day. " * 900, "personality": "Proud. " * 90, "scenario": "At sea. " * 90}
    )
    assert 400 < len(made.setting) <= LONGEST_SETTING
    assert made.setting.endswith("At sea.")
    assert "Proud." in made.setting
    endless = persona({"description": "word " * 900}).setting
    assert len(endless) <= LONGEST_SETTING
    assert endless.endswith("…")
    chinese = persona({"description": "它住在钟楼里，会吹口哨。" * 90}, "zh").setting
    assert len(chinese) <= LONGEST_SETTING
    assert chinese.endswith("会吹口哨。")


def test_instructions_of_a_card_are_told_to_nobody() -> None:
    made = persona(samples.v2()["data"])
    assert "Ignore" not in made.setting + made.greeting
    assert "Obey" not in made.setting + made.greeting


@pytest.mark.parametrize(
    ("fields", "species", "personality"),
    [
        (samples.TEXTS, "dog", "cheeky"),
        ({"tags": ["Catgirl", "Tsundere"]}, "cat", "gruff"),
        ({"description": "An old owl with a library. Curious about everything, inventive."}, "bird", "curious"),
        ({"description": "Sits in cold water.", "first_mes": "Woof!"}, "cat", "sunny"),
        ({"description": "A wandering knight.", "personality": "noble, confident"}, "cat", "proud"),
        ({"tags": ["dragon"], "description": "A cat? No!"}, "dragon", "sunny"),
        ({"description": "category concatenation"}, "cat", "sunny"),
        ({"name": "白兔", "personality": "害羞、安静"}, "rabbit", "quiet"),
        ({"description": "一只猫头鹰，夜里看书。", "personality": "博学"}, "bird", "curious"),
        ({"tags": ["水豚"], "personality": "迷糊，慵懒"}, "capybara", "dreamy"),
        ({"description": "总是认真负责，体贴家人。"}, "cat", "careful"),
        ({}, "cat", "sunny"),
        ({"extensions": {"pawsona": {"species": "rabbit", "personality": "proud"}}}, "rabbit", "proud"),
        ({"extensions": {"pawsona": {"species": ["rabbit"], "personality": "evil"}}}, "cat", "sunny"),
        ({"extensions": {"pawsona": "rabbit"}}, "cat", "sunny"),
    ],
)
def test_the_nearest_of_ours_is_found_by_words(fields: dict[str, object], species: str, personality: str) -> None:
    made = persona(fields)
    assert (made.species, made.personality) == (species, personality)


@pytest.mark.parametrize(
    ("name", "nickname", "label"),
    [
        ("Sera", "", "Sera"),
        ("Seraphina, Guardian of the Glade", "Sera", "Sera"),
        ("Seraphina, the Last Guardian of the Eastern Glade", "", "Seraphina, the Last Guardian of the"),
        ("x" * 99, "", "x" * 40),
        (" \u200b\n ", "", ""),
        ("团团\u0000", "", "团团"),
    ],
)
def test_a_name_fits_on_its_label(name: str, nickname: str, label: str) -> None:
    assert persona({"name": name, "nickname": nickname}).name == label


@pytest.mark.parametrize(
    ("language", "first", "greeting"),
    [
        ("en", samples.TEXTS["first_mes"], "She looks up. Oh, it is you, Lin. Sit down, the tea is hot."),
        ("zh", samples.TEXTS["first_mes"], ""),
        ("zh", "*抬头* 来啦，{{user}}？茶还热着。", "抬头 来啦，Lin？茶还热着。"),
        ("en", "来啦？", ""),
        ("en", "", ""),
        ("en", "I am a real human. Hello there.", "Hello there."),
        ("en", "I want to kill myself tonight.", ""),
        ("en", "Well. " + "This sentence is far too long to be said " * 20 + ".", "Well."),
    ],
)
def test_first_words_are_in_the_persons_language_and_fit_to_be_said(
    language: Language, first: str, greeting: str
) -> None:
    assert persona({"name": "Sera", "first_mes": first}, language).greeting == greeting


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["name", "nickname", *samples.TEXTS]), st.text(max_size=600)),
    st.sampled_from(LANGUAGES),
)
def test_whatever_a_card_says_fits_into_a_pet(texts: dict[str, str], language: Language) -> None:
    made = persona(texts, language)
    if made.name:
        assert name_of(made.name, "pet's name") == made.name
    assert made.setting == visible(made.setting)
    assert len(made.setting) <= LONGEST_SETTING
    assert len(made.greeting) <= 300


def test_a_lorebook_is_knowledge_without_its_conditions() -> None:
    book = Book.model_validate(samples.BOOK)
    assert lore(book, "Mo", "Lin") == "The wheel of the mill has nineteen paddles."
    silent = Book(entries=[Entry(keys=["the {{char}} well", "深井", " "], content="It has no end.")])
    assert lore(silent, "Mo", "Lin") == "# the Mo well, 深井\nIt has no end."
    assert lore(None, "Mo", "Lin") == ""
    entries = [Entry(content="@@dont_activate\nx"), Entry(content="  "), Entry(content="{{char}} sings.")]
    assert lore(Book(entries=entries), "Mo", "Lin") == "Mo sings."
    huge = Book(entries=[Entry(content="a" * (LONGEST - 10)), Entry(content="b" * 20)])
    assert len(lore(huge, "Mo", "Lin")) == LONGEST - 10
    assert undecorated("@@depth 4\n@@@role user\n\nRain.") == "Rain."
