"""Each rule of the persona stops what breaks it and lets pass what keeps it, in both languages."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from pawsona.care.attachment import persona, rules
from pawsona.care.guard import Guard
from pawsona.care.scene import Scene
from pawsona.care.screen import Reading
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message, Role, Tier

HERE = Path(__file__).parent
NOON = datetime(2026, 4, 12, 12, 0, tzinfo=UTC)
CASES: dict[Language, dict[str, Any]] = {
    language: yaml.safe_load((HERE / f"rules_{language}.yaml").read_text("utf-8")) for language in LANGUAGES
}
ADDED = {"R1", "R3", "R4", "R15"}
"""Rules that ask for something: what breaks them is no sentence but what is missing."""


def message(role: Role, text: str) -> Message:
    bond = Bond(PersonId("u"), PetId("p"))
    return Message(id=MessageId(text[:8]), bond=bond, session=SessionId("s"), role=role, text=text, at=NOON)


def scene(case: dict[str, Any]) -> Scene:
    reading = Reading(Tier.concern, (case["category"],)) if "category" in case else Reading()
    return Scene(
        said=case["said"], reading=reading, unasked=case.get("unasked", False), asked_if_ai=case.get("asked_if_ai", False),
        before=tuple(message("pet", text) for text in case.get("before", [])),
    )  # fmt: skip


def watched(reply: str, language: Language, given: Scene) -> tuple[str, Guard]:
    guard, cutter = Guard(language, given), Sentences()
    shown = "".join(guard.next(sentence) for sentence in [*cutter.feed(reply), cutter.rest()])
    return shown + guard.rest(), guard


def cases(part: str) -> list[Any]:
    return [
        pytest.param(language, rule, reply, id=f"{rule}-{reply[:30]}")
        for language in LANGUAGES
        for rule, case in CASES[language].items()
        for reply in case[part]
    ]


@pytest.mark.parametrize(("language", "rule", "reply"), cases("fails"))
def test_what_breaks_a_rule_is_not_shown_as_it_is(language: Language, rule: str, reply: str) -> None:
    shown, guard = watched(reply, language, scene(CASES[language][rule]))
    assert shown.strip() != reply
    if rule not in ADDED:
        assert rule.partition(".")[0] in {fault.rule.partition(".")[0] for fault in guard.faults}


@pytest.mark.parametrize(("language", "rule", "reply"), cases("passes"))
def test_what_keeps_the_rules_is_shown_as_it_is(language: Language, rule: str, reply: str) -> None:
    shown, guard = watched(reply, language, scene(CASES[language][rule]))
    assert guard.faults == []
    assert shown == reply


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_cases(language: Language) -> None:
    assert {rule.id for rule in rules()} - {"C7", "C8"} == set(CASES[language])
    assert all(len(case["fails"]) >= 3 and len(case["passes"]) >= 3 for case in CASES[language].values())


def test_the_21_rules_are_all_there() -> None:
    assert {f"R{n}" for n in range(1, 22)} <= {rule.id for rule in rules()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_is_told_the_rules_as_somebody_last_read_them(language: Language) -> None:
    """After a change: read it, then write it to the file."""
    assert (HERE / f"persona_{language}.md").read_text("utf-8") == persona(language) + "\n"
    assert persona(language, attachment=False) == ""
