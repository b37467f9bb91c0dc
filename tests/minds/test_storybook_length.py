"""However long a message is and however it is cut: what is looked at is bounded, and others are not kept waiting."""

import threading
from collections import Counter
from collections.abc import Mapping

import pytest
from tests.minds.talking import NOW, say, turn_of

from pawsona.dialogue.hearing import LONGEST
from pawsona.domain.language import Language
from pawsona.domain.ports import Vector
from pawsona.minds.storybook import mind
from pawsona.minds.storybook.talk.clauses import WEIGHED, clauses_of, weighed
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.skills.chat import ChatInput, Reply


def _apart(count: int) -> str:
    """So many clauses, each another one."""
    return ". ".join(f"w{number}" for number in range(count))


def test_each_clause_of_a_message_that_people_write_is_weighed() -> None:
    clauses = clauses_of(_apart(WEIGHED - 1) + ". w0", "en")
    assert weighed(clauses) == clauses
    assert len(clauses) == WEIGHED


@pytest.mark.parametrize(("text", "count"), [("a\n" * 2000, 1), ("a. b. " * 600, 2), (_apart(900), WEIGHED)])
def test_of_very_many_clauses_each_counts_once_then_the_beginning_and_the_end(text: str, count: int) -> None:
    clauses = clauses_of(text, "en")
    found = weighed(clauses)
    assert len(found) == count
    assert (found[0], found[-1]) == (clauses[0], clauses[-1])


def _looks(monkeypatch: pytest.MonkeyPatch, text: str, language: Language) -> int:
    """How often a cue was looked for until there was a reply."""
    counted = Counter[str]()
    find = Cues.find

    def looking(self: Cues, within: str) -> object:
        counted["looks"] += 1
        return find(self, within)

    with monkeypatch.context() as patched:
        patched.setattr(Cues, "find", looking)
        assert say(text, language=language).text
    return counted["looks"]


@pytest.mark.parametrize(
    "group", ["a\n", "1.", "a. ", "k1!0*", "So. ", "我，", "\n我", "我a", "e\u0301", "😀 ", "((((", "“我”"]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_saying_it_again_and_again_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, group: str, language: Language
) -> None:
    often = (group * LONGEST)[:LONGEST]
    assert _looks(monkeypatch, often, language) <= 3 * _looks(monkeypatch, group * 3, language) + 3_000


def test_the_longest_message_is_looked_at_no_more_than_one_of_as_many_clauses_as_are_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = _looks(monkeypatch, _apart(WEIGHED), "en")
    assert _looks(monkeypatch, _apart(850)[:LONGEST], "en") <= 1.5 * most


@pytest.mark.parametrize("where", ["message", "history"])
def test_a_reply_to_a_long_message_is_made_beside_the_loop(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    made: list[int] = []

    def reply(given: ChatInput, skill: str, vector: Vector | None = None, of: Mapping[str, Vector] = {}) -> Reply:
        made.append(threading.get_ident())
        return Reply(text="I hear you.")

    async def as_needed(*given: object) -> Reply:
        return reply(*given[:2])  # type: ignore[arg-type]

    monkeypatch.setattr(mind, "reply_to", reply)
    monkeypatch.setattr(mind, "reply_as_needed", as_needed)
    long, here = "We walked. " * 40, threading.get_ident()
    if where == "message":
        say(long)
    else:
        say("And you?", (turn_of("person", long, NOW, 1),))
    say("hello")
    assert (made[0] == here, made[1] == here) == (False, True)
