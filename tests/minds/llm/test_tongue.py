"""A reply that changes its language: what is in another one is not shown, unless it is a name, a quote or asked for."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.minds.llm.conftest import Bench, MakeBench
from tests.minds.llm.inputs import INPUTS

from pawsona.dialogue.sentences import sentences
from pawsona.domain.language import Language
from pawsona.errors import MindError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.tongue import strange, wanted
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput

Run = Callable[[Coroutine[Any, Any, Any]], Any]
MIXED = {
    "en": ("I like the rain. ", "It sounds like rice. ", "我今天去了湖边，看见两只鸭子。", " Then I slept."),
    "zh": ("我喜欢下雨。", "听着像撒米。", "I went to the lake and saw two ducks. ", "后来我睡着了。"),
}


def talk(language: Language, message: str = "") -> ChatInput:
    given = cast(ChatInput, INPUTS["chat.general"](language))
    return replace(given, message=message or given.message)


def shown(made: Bench, given: ChatInput, run: Run) -> tuple[str, str]:
    """What a turn shows of the reply, and why it broke off."""

    async def turn() -> tuple[str, str]:
        found: list[str] = []
        try:
            mind = Checked(made.mind, Storybook())
            async for text, _ in sentences(mind.stream(SKILLS["chat.general"], given, IPET)):
                found.append(text)
        except MindError as error:
            return "".join(found), str(error)
        return "".join(found), ""

    return cast("tuple[str, str]", run(turn()))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("last", [3, 4])
def test_a_later_sentence_in_another_language_is_not_shown_and_ends_the_reply(
    language: Language, last: int, bench: MakeBench, run: Run
) -> None:
    made = bench()
    made.server.script({"text": "".join(MIXED[language][:last])})
    text, why = shown(made, talk(language), run)
    assert text == "".join(MIXED[language][:2])
    assert "another language than" in why
    assert [call.outcome for call in made.calls] == ["language"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_first_sentence_that_changes_half_way_is_asked_for_again(
    language: Language, bench: MakeBench, run: Run
) -> None:
    made = bench()
    changing = {
        "en": "I like you so very much 我今天去了湖边，看见两只鸭子，后来下起了雨，我就跑回了家，睡了一个下午。",
        "zh": "我今天去了湖边了 and then it began to rain so I ran home and slept for the whole afternoon.",
    }
    well = "".join(MIXED[language][:2])
    made.server.script({"text": changing[language]}, {"text": well})
    assert shown(made, talk(language), run) == (well, "")
    assert [call.outcome for call in made.calls] == ["language", "ok"]


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("en", "My friend is called 欧阳娜娜. She plays the cello. 欧阳娜娜!"),
        ("en", "There is a saying for that. “塞翁失马，焉知非福。” It means that luck turns."),
        ("en", "I read a book today. It is called 《红楼梦》. I liked it."),
        ("zh", "我今天听了一首歌。Let It Be。真好听。"),
        ("zh", "我喜欢一个歌手。Taylor Swift！你听过吗？"),
        ("zh", "有句话说得好。“A friend in need is a friend indeed.” 就是患难见真情。"),
        ("zh", "OK。我们走吧。Bye bye!"),
        ("zh", "那家店在这里。https://www.example.org/shops/river 。你看看。"),
    ],
)
def test_names_and_quotes_are_in_nobodys_language(language: Language, reply: str, bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"text": reply})
    assert shown(made, talk(language), run) == (reply, "")
    assert [call.outcome for call in made.calls] == ["ok"]


@pytest.mark.parametrize(
    ("language", "message", "reply"),
    [
        ("en", "How do you say I miss you in Chinese?", "我很想你，我很想你。 That is how you say it."),
        ("en", "Can you translate this for me?", "Of course. 我今天去了湖边，看见两只鸭子。 There you are."),
        ("zh", "“我想喝水”用英语怎么说？", "I would like some water, please. 就这么说。"),
    ],
)
def test_what_was_asked_for_is_said(language: Language, message: str, reply: str, bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"text": reply})
    assert shown(made, talk(language, message), run) == (reply, "")


def test_it_was_asked_for_a_moment_ago() -> None:
    given = talk("en")
    asked = replace(given.history[0], role="person", text="Teach me some Chinese words.")
    answer = replace(asked, role="pet", text="Gladly.")
    other = replace(asked, text="And the next one?")
    assert wanted("One more, please.", [asked, answer, other], "en")
    assert not wanted("Good night.", [asked, answer, other, other, other], "en")
    assert not wanted("Good night.", [replace(answer, text="I know some Chinese.")], "en")


@pytest.mark.parametrize(
    ("sentence", "language", "is_strange"),
    [
        ("我今天去了湖边。", "en", True),
        ("I went to the lake.", "zh", True),
        ("I went to 西湖 today.", "en", False),
        ("我今天用Photoshop画了一张图。", "zh", False),
        ("我在。", "en", False),
        ("3.5!", "zh", False),
        ("", "en", False),
    ],
)
def test_a_sentence(sentence: str, language: Language, is_strange: bool) -> None:
    assert strange(sentence, language) is is_strange


def test_a_name_that_is_known_is_in_no_language() -> None:
    assert strange("Hi 林小雨!", "en") and not strange("Hi 林小雨!", "en", ["林小雨"])
    assert strange("我今天去找林小雨。", "en", ["林小雨"])


def test_nothing_waits_for_longer_than_the_sentence_it_is_in(bench: MakeBench, run: Run) -> None:
    """The first sentence is there with the first piece of the second, as without this check."""
    made = bench()
    made.server.script({"text": "I like the rain. It sounds like rice. " * 3, "stall": "middle"})

    async def first() -> str:
        said = sentences(made.mind.stream(SKILLS["chat.general"], talk("en"), IPET))
        try:
            return (await asyncio.wait_for(anext(said), 30))[0]
        finally:
            await said.aclose()

    assert run(first()) == "I like the rain. "
