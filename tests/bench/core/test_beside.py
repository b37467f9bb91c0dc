"""What no system answered: a constant is known by the whole set, an echo is a prompt's end in either language."""

from pawsona.bench.core.beside import ECHOED, beside
from pawsona.bench.core.suite import Item

USUAL, ECHO = "the task's most frequent reference", "the prompt's end again"


def test_of_a_part_the_most_frequent_reference_is_the_whole_sets() -> None:
    whole = [Item(id=str(n), task="chat", reference=text) for n, text in enumerate(("Hm.", "Yes.", "Yes."))]
    assert beside(whole[:1], whole)[USUAL] == {"0": "Yes."}
    others = [Item(id=str(n), task="chat", reference=text) for n, text in enumerate(("Hm.", "Yes.", "No."))]
    assert beside(others[:2], others)[USUAL] == {"0": "Yes.", "1": "Hm."}  # nobody is given an answer of their own
    assert beside(others[:1])[USUAL] == {"0": ""}


def test_an_echo_is_a_part_of_a_long_prompt() -> None:
    prompts = {"zh": "天" * 300 + "好吗？", "en": "sun " * 300 + "is it fine?"}
    zh, en = (Item(id=language, task="", prompt=prompts[language], language=language) for language in ("zh", "en"))
    said = beside([zh, en])[ECHO]
    assert len(said["zh"]) == ECHOED
    assert len(said["en"].split()) == ECHOED
    assert said["zh"].endswith("好吗？")
