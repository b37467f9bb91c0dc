"""What is in a suite, by language: lengths have no mean over words and characters, and pairs are verbs with nouns."""

from pawsona.bench.core.suite import Dataset, Item
from pawsona.bench.describe import describe
from pawsona.bench.suites import suite_of
from pawsona.domain.language import Language


def items(language: Language, *references: str) -> list[Item]:
    return [
        Item(id=f"{language}-{n}", task="implicit", reference=text, prompt=text, language=language)
        for n, text in enumerate(references)
    ]


def test_a_verb_stands_with_its_noun() -> None:
    said = items(
        "en", "I enjoy a hearty breakfast.", "She read quietly.", "We watch the lake shimmering.", "Play games with me!"
    )
    english = describe(suite_of("instruct"), Dataset(tuple(said)))[-1]
    assert {row["verb and noun"] for row in english.plain()} - {None} == {
        "enjoy breakfast", "watch lake", "play games",
    }  # fmt: skip


def test_lengths_are_by_language() -> None:
    both = Dataset((*items("en", "one two three"), *items("zh", "一二三四五六七")))
    rows = {(row[""], row["language"]): row for row in describe(suite_of("instruct"), both)[0].plain()}
    assert rows["implicit", "en"]["reference mean"] == "3.0"
    assert rows["implicit", "zh"]["reference mean"] == "7.0"
    assert rows["all", "both"]["reference mean"] is None
    assert rows["all", "both"]["items"] == 2


def test_what_has_no_reference_says_nothing_of_words() -> None:
    tables = describe(suite_of("instruct"), Dataset(tuple(items("en", ""))))
    assert len(tables) == 1
    assert tables[0].plain()[0]["reference longest"] is None
