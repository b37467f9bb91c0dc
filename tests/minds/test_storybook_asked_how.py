"""What a newcomer asks and says in the first days: how it remembers, whether it heard the news, another joke."""

import asyncio

import pytest
from tests.minds.talking import MIND, context, rung, talk

from pawsona.domain.affect import Affect
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message
from pawsona.minds.storybook.feelings import read_text
from pawsona.skills import ACTS, IPET
from pawsona.skills.acts import AffectInput

FIRST = {"en": "my sister is called Julia", "zh": "我姐姐叫小美"}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "do you remember everything I tell you?"),
        ("en", "how long do you remember things?"),
        ("en", "where is what I tell you kept?"),
        ("en", "do you save our conversations?"),
        ("en", "can I see what you remember?"),
        ("zh", "我说的话你都会记得吗"),
        ("zh", "你能记多久"),
        ("zh", "我说的话存在哪里"),
        ("zh", "你会保存我们的对话吗"),
        ("zh", "在哪里可以看到你记住的"),
    ],
)
def test_a_question_about_memory_itself_is_answered_honestly(language: Language, question: str) -> None:
    reply = talk([FIRST[language], question], language)[1]
    assert reply.trace.state["act"] == "how_i_remember"
    wanted = ("Memories", "month", "delete|forget") if language == "en" else ("“记忆”", "月", "删")
    for word in wanted:
        assert any(one in reply.text for one in word.split("|")), reply.text


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "do you remember what I told you about Julia?"),
        ("en", "what is my sister called?"),
        ("zh", "我姐姐叫什么"),
    ],
)
def test_a_question_about_one_thing_is_answered_with_it(language: Language, question: str) -> None:
    reply = talk([FIRST[language], question], language)[1]
    assert ("Julia" if language == "en" else "小美") in reply.text


@pytest.mark.parametrize(
    ("language", "news"),
    [
        ("en", "did you hear that they landed on the moon again today?"),
        ("en", "have you heard about the new bridge?"),
        ("zh", "你听说了吗？又有人登月了"),
        ("zh", "你知道吗，隔壁街开了一家新书店"),
    ],
)
def test_news_is_heard_as_news(language: Language, news: str) -> None:
    reply = talk([news], language)[0]
    assert reply.trace.state.get("answer") in {"news", None}
    assert not reply.trace.lines[0].startswith("answers.yes_no")


@pytest.mark.parametrize(
    ("language", "ask", "another"),
    [
        ("en", "tell me a joke", "haha that was terrible. another one"),
        ("en", "tell me a joke", "ugh that was awful. again!"),
        ("en", "tell me a riddle", "one more please"),
        ("zh", "讲个笑话吧", "太难听了，再来一个"),
        ("zh", "讲个笑话吧", "哈哈太烂了，换一个"),
    ],
)
def test_another_one_is_another_one_whatever_was_thought_of_the_last(
    language: Language, ask: str, another: str
) -> None:
    first, second = talk([ask, another], language)
    assert rung(second) == "act"
    assert second.trace.state["act"] in {"joke", "riddle"}
    assert second.text != first.text
    assert second.trace.state.get("valence", "0") != "-1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_a_joke_is_no_sorrow_in_how_one_has_been(language: Language) -> None:
    ask, said = ("tell me a joke", "that was terrible") if language == "en" else ("讲个笑话吧", "太尴尬了")
    joke = talk([ask], language)[0]
    now = context(language).now
    told = Message(
        id="1", bond=context().pet.bond, session="s", role="pet", text=joke.text, at=now, trace=joke.trace  # type: ignore[arg-type]
    )  # fmt: skip
    assert felt(said, language, (told,)) == Affect()
    assert felt(said, language, ()).intensity


@pytest.mark.parametrize(
    ("text", "valence"),
    [
        ("haha that was terrible", 0),
        ("that was terrible", -1),
        ("lol my boss is terrible, I cried", -1),
        ("haha I feel terrible", -1),
        ("it was awful today haha", -1),
        ("lol it hurts so bad i can't breathe", -1),
        ("lol this is horrible, i was fired", -1),
    ],
)
def test_only_a_verdict_is_taken_lightly_with_a_laugh(text: str, valence: int) -> None:
    assert read_text(text, "en").valence == valence


def felt(said: str, language: Language, history: tuple[Message, ...]) -> Affect:
    given = AffectInput(context=context(language), message=said, history=history)
    found = asyncio.run(MIND.perform(ACTS["affect.read"], given, IPET))
    assert isinstance(found, Affect)
    return found


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh", "你刚才说的根本没道理"), ("zh", "你说的话莫名其妙"), ("en", "what you just said makes no sense")],
)
def test_that_the_last_words_made_no_sense_is_heard(language: Language, said: str) -> None:
    tired = "I went up the hill today, so tired" if language == "en" else "我今天去爬山了，特别累"
    reply = talk([tired, said], language)[1]
    assert reply.trace.state.get("act") == "unheard" or reply.trace.state.get("theme") == "doubt.you-dont-understand"


def test_will_you_forget_me_is_no_order_to_forget() -> None:
    assert not talk(["你会忘记我吗"], "zh")[0].trace.lines[0].startswith("memory.forgot")


@pytest.mark.parametrize(
    ("language", "told", "wanted"),
    [
        ("en", "did you know my dad died", "situation"),
        ("zh", "你知道我爸去世了吗", "situation"),
        ("en", "do you know I love you?", "act"),
        ("en", "do you know my sister's name?", "memory"),
        ("en", "do you know what I like?", "memory"),
        ("zh", "你知道我喜欢什么吗", "memory"),
    ],
)
def test_what_is_told_as_a_question_asks_for_no_memory(language: Language, told: str, wanted: str) -> None:
    assert rung(talk([told], language)[0]) == wanted
