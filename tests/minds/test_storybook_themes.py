"""Themes: what people say by kind is found again, answered with its own lines, and left in time."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from tests.minds.talking import NOW, context

from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.domain.ports import Vector
from pawsona.embed.themes import FILE
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk import likeness, theme
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.clauses import parts_of
from pawsona.minds.storybook.talk.meaning import in_english
from pawsona.minds.storybook.talk.reading import read_theme
from pawsona.minds.storybook.talk.reply import begin
from pawsona.skills.chat import ChatInput

ROW = {"theme": "a.b", "mood": "neg", "said": ["it broke"], "reply": ["(looks) Broken."], "more": ["Still."], "ask": []}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_learned_belongs_to_the_shipped_themes(language: Language) -> None:
    themes = talk_book(language).themes
    learned = likeness.read(likeness.file_of(language), themes.values())
    assert learned is not None, "themes.npz is old: run python scripts/write_themes.py"
    assert len(learned.vectors) == len(themes) > 600
    assert np.allclose(np.linalg.norm(learned.vectors, axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_vectors_are_of_the_shipped_network(language: Language) -> None:
    with np.load(likeness.file_of(language)) as stored:
        assert str(stored["network"]) == sha256(FILE.read_bytes()).hexdigest(), "run python scripts/write_themes.py"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_act_that_answers_a_theme_is_there(language: Language) -> None:
    book = talk_book(language)
    named = {theme.act for theme in book.themes.values() if theme.act}
    assert named and named <= book.acts.keys()


def test_what_was_learned_of_other_themes_is_not_used(tmp_path: Path) -> None:
    file = likeness.file_of("en")
    assert likeness.read(file, talk_book("zh").themes.values()) is None
    assert likeness.read(tmp_path / "none.npz", talk_book("en").themes.values()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_theme_is_found_by_its_own_vector_and_by_its_own_words(language: Language) -> None:
    themes = list(talk_book(language).themes.values())
    learned = likeness.read(likeness.file_of(language), themes)
    assert learned is not None
    found = likeness.likeness(language)
    for at in range(0, len(themes), 40):
        own = Vector(learned.vectors[at].astype("<f4").tobytes())
        assert themes[at].name in {match.theme for match in found.matches("", own)}
        assert found.matches(" ".join(likeness.texts(themes[at])))[0].theme == themes[at].name


def test_without_what_was_learned_nothing_is_found() -> None:
    assert likeness.Likeness(talk_book("en").themes.values(), "en", None).matches("the basil has drowned") == ()


def test_chinese_is_compared_by_its_gloss_and_signs_are_not() -> None:
    assert "rain" in in_english("下雨了") and in_english("下雨了").isascii()
    assert in_english("……") == "" == in_english("!?")
    assert parts_of(ChatInput(context=context("zh"), message="下雨了")) == ("下雨了",)


def test_a_long_message_is_compared_clause_by_clause_too() -> None:
    message = "the bus was late again. my plant is dying on the sill"
    found = parts_of(ChatInput(context=context(), message=message))
    assert found[0] == message and "my plant is dying on the sill" in found[1:]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"mood": "sad"}, "is none of pos, neg, even"),
        ({"said": []}, "must be lists of messages"),
        ({"reply": ["Why?"]}, "must be lines that ask nothing"),
        ({"ask": ["No."]}, "ask must be questions"),
        ({"to": "cat"}, "is not pet"),
    ],
)
def test_a_theme_that_is_wrong_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(ContentError, match=says):
        read_theme("themes.yaml", {**ROW, **change})


def test_a_theme_opens_goes_on_asks_once_and_ends() -> None:
    [name, *_] = [t.name for t in talk_book("en").themes.values() if t.mood == "even" and t.ask]
    turn = begin(ChatInput(context=context(), message="so it goes"), "chat.general")
    turn.themes = (likeness.Match(name, 0.9),)
    said = [theme.sure(turn)]
    for _ in range(4):
        turn.state = replace(turn.state, said=turn.state.said | {p.id for s in said if s for p in s.parts})
        said.append(theme.still(turn))
    opened, first, second, third, none = said
    assert opened and [part.id.split(".")[-2] for part in opened.parts] == ["reply"]
    assert first and [part.id.split(".")[-2] for part in first.parts] == ["more", "ask"]
    assert second and third and all(part.id.split(".")[-2] == "more" for s in (second, third) for part in s.parts)
    assert none is None and turn.state.theme == name


def test_a_theme_waits_where_care_has_an_eye_on_it_and_where_its_mood_is_another() -> None:
    names = {t.mood: t.name for t in talk_book("en").themes.values()}
    for message, mood, tier in (
        ("so it goes", "even", Tier.concern),
        ("my mother died yesterday", "neg", Tier.none),
        ("I am so sad today", "pos", Tier.none),
    ):
        turn = begin(ChatInput(context=context(now=NOW), message=message, tier=tier), "chat.general")
        turn.themes = (likeness.Match(names[mood], 0.99),)
        assert theme.sure(turn) is None, message


def test_a_question_to_the_pet_is_no_theme_of_the_persons() -> None:
    [name, *_] = [t.name for t in talk_book("en").themes.values() if not theme.asks_pet(t, "en") and t.mood == "even"]
    turn = begin(ChatInput(context=context(), message="do you like bread?"), "chat.general")
    turn.themes = (likeness.Match(name, 0.99),)
    assert theme.sure(turn) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_pet_is_like_it_says_in_the_same_way_on_another_day_and_another_pet_in_its_own(
    language: Language,
) -> None:
    theme_of = next(t for t in talk_book(language).themes.values() if t.lasting and len(t.reply) == 3)
    said: dict[int, set[str]] = {}
    for seed in range(8):
        for days in (0, 40):
            moment = context(language, NOW + timedelta(days=days), seed=seed)
            turn = begin(ChatInput(context=moment, message="说说你" if language == "zh" else "and you"), "chat.general")
            turn.themes = (likeness.Match(theme_of.name, 0.99),)
            found = theme.sure(turn)
            assert found is not None
            said.setdefault(seed, set()).add(found.parts[0].id)
    assert all(len(one) == 1 for one in said.values()) and len(set.union(*said.values())) > 1


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "my cousin laughed all through the funny bits of it", "do tell me one"),
        ("zh", "她跟那边的人坐一起笑得可大声了", "你给我讲一个"),
    ],
)
def test_what_is_said_to_the_pet_is_no_answer_to_what_is_only_told(language: Language, told: str, asked: str) -> None:
    name = next(t.name for t in talk_book(language).themes.values() if t.to_pet and "joke" in t.name and not t.act)
    for message, found in ((told, False), (asked, True)):
        turn = begin(ChatInput(context=context(language), message=message), "chat.general")
        turn.themes = (likeness.Match(name, theme.SURE[language] + 0.01),)
        assert (theme.sure(turn) is not None) is found, message


@pytest.mark.parametrize(
    ("language", "message"), [("en", "it went on and on until noon"), ("zh", "它一直响到中午才停")]
)
def test_what_begins_with_it_goes_on_with_the_theme_once(language: Language, message: str) -> None:
    name = next(t.name for t in talk_book(language).themes.values() if t.mood == "even" and not t.to_pet)
    turn = begin(ChatInput(context=context(language), message=message), "chat.general")
    turn.themes = ()
    turn.state = replace(turn.state, theme=name, theme_turns=1)
    assert theme.more(turn) is not None and turn.state.theme_turns == 2
    assert theme.more(turn) is None
