import pytest

from pawsona.domain.memory import TOPICS
from pawsona.errors import InputError
from pawsona.skills.topics import RETENTION, normalise_topic


def test_there_are_24_topics_and_each_is_its_own_variant() -> None:
    assert len(TOPICS) == len(set(TOPICS)) == 24
    assert [normalise_topic(topic) for topic in TOPICS] == list(TOPICS)


@pytest.mark.parametrize(
    ("written", "topic"),
    [
        ("Academic-related", "academic"),
        ("Hobbies and Interests", "hobbies"),
        ("Hobbies & Interests", "hobbies"),
        ("Relatives/Friends", "relatives_and_friends"),
        ("MBTI", "mbti"),
        ("Emotional State", "emotional_state"),
        ("Love Life", "emotional_life"),
        ("Fandom", "idol_chasing"),
        (" Sleep habits. ", "sleep_habits"),
        ("学业相关", "academic"),
        ("兴趣爱好", "hobbies"),
        ("【美食】", "food"),
        ("其他事件", "other_events"),
    ],
)
def test_free_variants_are_understood(written: str, topic: str) -> None:
    assert normalise_topic(written) == topic


def test_an_unknown_topic_is_named_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="'Quantum' is none of the 24 memory topics.*food"):
        normalise_topic("Quantum")


def test_importance_is_retention() -> None:
    assert RETENTION == {0: "short_term", 1: "long_term", 2: "permanent"}
