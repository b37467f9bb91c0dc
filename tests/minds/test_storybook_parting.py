"""A goodbye behind a few words about the day is answered with one, in the mood of what stands before it."""

import pytest
from tests.minds.talking import talk

from pawsona.domain.language import Language


def line_of(language: Language, text: str) -> str:
    [reply] = talk([text], language)
    assert "?" not in reply.text and "？" not in reply.text
    [line] = reply.trace.lines
    return line


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("en", "I'm so tired, good night", "acts.good_night.grave"),
        ("en", "I failed my driving test. Good night", "acts.good_night.grave"),
        ("en", "We won the cup, I'm so happy! Good night", "acts.good_night."),
        ("en", "my boss yelled at me again. anyway, bye", "acts.bye.grave"),
        ("en", "my cat has to be put down tomorrow. gotta go, bye!", "acts.bye.grave"),
        ("zh", "好累，晚安", "acts.good_night.grave"),
        ("zh", "面试没过，先睡了", "acts.good_night.grave"),
        ("zh", "今天吃了火锅，太开心了，晚安", "acts.good_night."),
    ],
)
def test_whoever_leaves_is_said_goodbye_to(language: Language, text: str, lines: str) -> None:
    line = line_of(language, text)
    assert line.startswith(lines)
    assert ("grave" in line) == ("grave" in lines)


@pytest.mark.parametrize(("language", "text"), [("en", "My dad died today. Good night"), ("zh", "外婆今天走了，晚安")])
def test_a_loss_is_not_passed_over_by_a_goodbye(language: Language, text: str) -> None:
    assert line_of(language, text).startswith("acts.parting_sorry")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Can you sing me something? Good night"),
        ("en", "She said good night and then she moved to York with her brother, who I never liked, not one bit"),
        ("en", "ok gotta run, bye"),
        ("zh", "晚安，明天见"),
    ],
)
def test_what_is_no_goodbye_behind_news_goes_its_own_way(language: Language, text: str) -> None:
    [reply] = talk([text], language)
    assert all("grave" not in line and "sorry" not in line for line in reply.trace.lines)
