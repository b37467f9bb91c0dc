"""Who lives these days: six bodies and eight manners, in the diary and in talk."""

from collections import Counter

import pytest

from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import PERSONALITIES, SPECIES, Species
from pawsona.errors import ContentError
from pawsona.minds.storybook.bodies import body_of
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.life import Life
from pawsona.minds.storybook.talk.lines import line
from pawsona.minds.storybook.telling import VOICED

BODIES = [
    ("It spreads both wings and hops.", "en", {"bird", "dragon"}),
    ("It lays a paw on the sill.", "en", set(SPECIES) - {"bird", "dragon"}),
    ("It leans on the sill.", "en", None),
    ("它抖了抖翅膀。", "zh", {"bird", "dragon"}),
    ("它甩了甩尾巴。", "zh", set(SPECIES) - {"capybara"}),
    ("它眼泪汪汪地坐着。", "zh", set(SPECIES)),
]


@pytest.mark.parametrize(("text", "language", "species"), BODIES)
def test_words_for_a_body_say_whose_text_it_is(text: str, language: Language, species: set[str] | None) -> None:
    assert body_of(text, language) == species


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("species", SPECIES)
def test_no_day_speaks_of_a_body_that_the_pet_has_not(language: Language, species: Species) -> None:
    book = library(language)
    for day in Life(language=language, species=species, personality="proud", seed=3).days(20):
        for item in day.items:
            scenes = [book.vignette[line] for line in item.trace.lines if line in book.vignette]
            assert all(not scene.guard.species or species in scene.guard.species for scene in scenes)
        told = [day.outline, *(item.label for item in day.items)]
        assert all(species in (body_of(text, language) or SPECIES) for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_closes_at_most_one_scene_in_the_pets_own_manner(language: Language) -> None:
    book = library(language)
    for personality in PERSONALITIES:
        voiced: Counter[int] = Counter()
        for n, day in enumerate(Life(language=language, personality=personality).days(8)):
            for item in day.items:
                for scene in (book.vignette[name] for name in item.trace.lines if name in book.vignette):
                    voiced[n] += bool(scene.voice) and (item.detail or "").endswith(scene.voice[personality][-6:])
        assert 1 <= max(voiced.values()) <= VOICED


def test_a_line_may_be_for_some_pets_only() -> None:
    own = line("x.1", {"say": "Hm.", "for": ["gruff", "dragon"]})
    assert own.suits("gruff", "dragon")
    assert not own.suits("gruff", "cat") and not own.suits("sunny", "dragon")
    assert line("x.2", "Hello.").suits("sunny", "cat")
    with pytest.raises(ContentError, match="who are nobody"):
        line("x.3", {"say": "Hm.", "for": ["grumpy"]})
