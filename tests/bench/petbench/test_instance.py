"""A filled template read back: the slots, not the rules around them. The prompts here are ours."""

import pytest

from pawsona.bench.core.suite import Item
from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.petbench.instance import instance_of
from pawsona.bench.petbench.written import written
from pawsona.skills import SKILLS

WHO = "Pet Basic Information\nPet's Name: Fig; Pet's Species: Rabbit ;Owner's Name: Ada\n"


def made(task: str, prompt: str) -> Instance:
    row = instance_of(Item(id=f"{task}:0", task=task, prompt=prompt))
    assert isinstance(given_of(Instance.of(row, "en")), SKILLS[row["skill"]].input)
    return Instance.of(row, "en")


def test_talk_has_its_last_words_history_memories_and_day() -> None:
    found = made(
        "chat_routine",
        f"{WHO}\nPersonality Traits\nA dry wit.\n\nToday's Schedule\n06:30 Water the beans\n\nCurrent Schedule\n"
        "1. 06:30 Fig fills the can.\n\nHistorical Memories with Owner\nAda grows beans.\n\nHistorical Conversation\n"
        "Ada: Morning!\nFig: Morning, early bird.\nAda: What are you at?\n\nOutput Requirements\n1. Be short.",
    )
    assert (found.companion["kind"], found.companion["personality"]) == ("rabbit", "A dry wit.")
    assert found.input["message"] == "What are you at?"
    assert [row["who"] for row in found.input["history"]] == ["person", "companion"]
    assert found.input["memories"] == ["Ada grows beans."]
    assert found.input["day"]["items"] == [{"at": "06:30", "label": "Water the beans", "detail": "Fig fills the can."}]
    assert found.now.hour == 6


def test_what_stands_in_the_examples_is_not_taken() -> None:
    found = made(
        "memory_rewrite",
        "Original Memory: Somebody likes rain.\nRewritten Memory: I know who likes rain.\n\n"
        "Now, you need generate the output:\nOriginal Memory:\nAda likes fog.\n\nRewritten Memory:",
    )
    assert found.input["memory"] == "Ada likes fog."


@pytest.mark.parametrize(
    ("skill", "plain", "text"),
    [
        ("note.extract", {"place": ["Ghent", "Bruges"]}, "place: Ghent、Bruges"),
        ("note.intent", {"kind": "direct", "query": ""}, "Intent: Direct Response\nQuery: "),
        ("memory.summarise", [], "No key information extracted."),
        ("routine.schedule", [{"at": "07:30", "label": "Wake up"}], "07:30 Wake up"),
        ("chat.general", "Hello.", "Hello."),
    ],
)
def test_a_minds_answer_takes_the_templates_form(skill: str, plain: object, text: str) -> None:
    assert written(skill, plain) == text
