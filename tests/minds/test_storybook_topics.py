import pytest

from pawsona.domain.language import LANGUAGES, Language
from pawsona.minds.storybook.topics import topics_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_topic_is_found_as_itself(language: Language) -> None:
    """A sign in a word ("%s") once made of it the word "s", which no topic has, and a session could not be closed."""
    topics = topics_of(language)
    for word in topics.topics_of:
        assert word in {found.word for found in topics.words.every(word)}
