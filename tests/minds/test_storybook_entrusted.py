"""What the pet is asked to remember is given to it, and no question about what it remembers."""

import pytest
from tests.minds.talking import talk
from tests.minds.test_storybook_memory import kept, said

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.entrusting import entrusted
from pawsona.minds.storybook.talk.inquiry import inquiries

GIVEN: list[tuple[Language, str, str, str]] = [
    ("en", "can you remember that I like tea?", "what do I like?", "tea"),
    ("en", "Could you please remember my birthday is on 3 May?", "when is my birthday?", "3 May"),
    ("en", "Hi! Will you remember that my sister is called Mei? Thanks", "what is my sister called?", "Mei"),
    ("en", "I'd like you to keep in mind that I'm allergic to nuts.", "what am I allergic to?", "nuts"),
    ("en", "remember my sister is called Mei, ok?", "what is my sister called?", "Mei"),
    ("zh", "你能记住我喜欢喝茶吗", "我喜欢喝什么？", "茶"),
    ("zh", "你可以记住我对花生过敏吗？", "我对什么过敏？", "花生"),
    ("zh", "能不能帮我记住我妹妹叫小美？", "我妹妹叫什么？", "小美"),
    ("zh", "对了，你要记得我的生日是5月3号哦", "我的生日是哪天？", "5月3"),
]
ASKED: list[tuple[Language, str]] = [
    ("en", "do you remember that I like tea?"),
    ("en", "can you still remember that I like tea?"),
    ("en", "can you remember what I like?"),
    ("en", "can you remember if I like tea?"),
    ("en", "can you remember my name?"),
    ("en", "can you remember that song I like?"),
    ("en", "can you remember I told you about Mei?"),
    ("en", "remember when I was ill?"),
    ("en", "Remember I was sick last week?"),
    ("en", "so remember we went to the beach?"),
    ("en", "can you remember I've been telling you about my job?"),
    ("en", "I can't remember that I said so"),
    ("zh", "你记得我喜欢喝茶吗？"),
    ("zh", "你还记得我喜欢喝茶吗"),
    ("zh", "你记住我喜欢喝茶了吗"),
    ("zh", "你能记住我说的话吗"),
    ("zh", "你能记住我的名字吗"),
    ("zh", "你会记得我喜欢什么吗"),
    ("zh", "你会一直记得我吗"),
    ("zh", "你会记得我们吗？"),
    ("zh", "要记得我，好吗"),
    ("zh", "你会记得我多久"),
    ("zh", "你能记住我几天？"),
    ("zh", "你能记住我每天说的话吗"),
    ("zh", "你能记住我们聊过的内容吗"),
    ("zh", "你会记住我喜欢的歌吗"),
]


@pytest.mark.parametrize(("language", "text", "asked", "word"), GIVEN)
def test_it_says_that_it_is_kept_knows_it_at_once_and_keeps_it(
    language: Language, text: str, asked: str, word: str
) -> None:
    first, then = talk([text, asked], language)
    assert first.trace.lines[0].startswith("memory.kept") and word in first.text
    assert word in then.text
    drafts = kept(said(text), language=language)
    assert any(draft.confident and word in draft.text for draft in drafts)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "you can remember I guess"),
        ("en", "you can remember I think"),
        ("en", "well you can remember, I don't mind"),
        ("en", "please remember I do"),
        ("zh", "你可以记住我觉得吧"),
        ("zh", "你可以记住我无所谓"),
        ("zh", "你能记住，我没意见"),
    ],
)
def test_what_is_only_said_along_is_nothing_to_keep(language: Language, text: str) -> None:
    assert entrusted(text, language) == ""
    assert kept(said(text), language=language) == ()


@pytest.mark.parametrize(("language", "text"), ASKED)
def test_a_question_about_memory_stays_one(language: Language, text: str) -> None:
    assert entrusted(text, language) == ""


def test_of_whose_making_it_is_makes_it_no_name_of_a_thing() -> None:
    assert entrusted("你能记住我喜欢吃妈妈做的饭吗", "zh") == "我喜欢吃妈妈做的饭"


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "can you remember I parked on level three?", "level three"),
        ("en", "please remember I have a spare key under the blue pot", "blue pot"),
        ("zh", "请记住我的备用钥匙在蓝色花盆下面", "花盆"),
        ("zh", "记住我讨厌早起", "早起"),
    ],
)
def test_what_it_says_that_it_keeps_is_kept_though_it_weighs_little(language: Language, text: str, word: str) -> None:
    [reply] = talk([text], language)
    assert reply.trace.lines[0].startswith("memory.kept") and word in reply.text
    assert any(word in draft.text for draft in kept(said(text), language=language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can you remember my wifi password is hunter2?"),
        ("en", "can you remember my card number is 4111?"),
        ("zh", "你能记住我的密码是1234吗"),
    ],
)
def test_it_does_not_say_that_it_keeps_a_secret(language: Language, text: str) -> None:
    [reply] = talk([text], language)
    assert not reply.trace.lines[0].startswith("memory.kept")
    assert not any(number in reply.text for number in ("hunter2", "4111", "1234"))


@pytest.mark.parametrize(("language", "text"), [("en", "remember I love you"), ("zh", "你要记得我爱你")])
def test_what_is_said_of_the_pet_is_not_told_back_as_theirs(language: Language, text: str) -> None:
    [reply] = talk([text], language)
    assert not reply.trace.lines[0].startswith("memory.kept")


def test_a_medicine_is_no_taste_to_be_looked_up() -> None:
    [manner] = [facet for facet in inquiries("en").facets if facet.name == "manner"]
    assert manner.asks.find("how do i take my tea?")
    assert not manner.asks.find("how do i take my blood pressure pills?")
