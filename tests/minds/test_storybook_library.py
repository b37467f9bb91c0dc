"""The library: what ships loads quickly and whole, and a fault is refused with its file and place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.errors import ContentError
from pawsona.minds.storybook.figures import counts, stock
from pawsona.minds.storybook.library import library, load
from pawsona.minds.storybook.stock import PARTS, clock, minute_of, parts_at

pytestmark = pytest.mark.long


def spoil(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


Fault = tuple[str, str, str, str]
TOGETHER: list[list[Fault]] = [
    [
        ("en/vignettes/breakfast.yaml", "Porridge, level", "{X} porridge, level", "unknown slot {X}"),
        ("en/vignettes/breakfast.yaml", '  short: "A raisin is driving', '  shirt: "A raisin is driving', "facet 'short'"),
        ("en/vignettes/breakfast.yaml", "id: breakfast-two-eggs", "id: breakfast-raisin-road", "again"),
        ("en/vignettes/breakfast.yaml", "guard: {weather: [rain]}", "guard: {}", "says 'rain'"),
        ("en/vignettes/breakfast.yaml", 'tell: "I built a street', 'tell: "It built a street', "first person"),
        ("en/vignettes/supper.yaml", 'detail: "Pea soup', 'detail: "Pea soup."\n  was: "Pea', "length"),
        ("en/arcs/bean.yaml", "feel: hope", "feel: fine", "Plutchik"),
        ("en/arcs/bean.yaml", "sets: bean}", "sets: pea}", "no variable"),
        ("en/arcs/bean.yaml", "when: morning", "when: teatime", "'teatime'"),
        ("en/arcs/bean.yaml", '  - gap: 0\n    plan: "', '  - gap: 0\n    plam: "', "facet 'plan'"),
    ],
    [
        ("en/vignettes/breakfast.yaml", "guard: {weather: [rain]}", "guard: {wether: [rain]}", "unknown guard 'wether'"),
        ("en/vignettes/breakfast.yaml", "act: breakfast", "act: brunch", "unknown act 'brunch'"),
        ("en/world.yaml", "- \"{weather}, and {P} is up before the kettle.\"", '- "In the rain {P} is up."', "says 'rain'"),
        ("en/world.yaml", "  with_memory:", "  with_memories:", "lacks outline.with_memory"),
        ("en/labels.yaml", "nap: [Nap for a bit", "nap: [Nap", "length"),
        ("en/friends.yaml", "name: Marigold", "name: Bo", "the name 'Bo' twice"),
    ],
    [
        ("en/vignettes/breakfast.yaml", "guard: {weather: [rain]}", "guard: {weather: [hail]}", "'hail'"),
        ("en/labels.yaml", "\nnap: [", "\nnop: [", "lacks lines for 'label.nap'"),
    ],
    [
        ("activities.yaml", "id: supper", "id: breakfast", "stands there twice"),
    ],
    [
        ("activities.yaml", "minutes: 30, ", "", "lacks or garbles"),
    ],
]  # fmt: skip
"""File, what stands there, what is put in its place, what is said: faults that one reading finds together."""


@pytest.mark.parametrize("faults", TOGETHER, ids=[faults[0][3] for faults in TOGETHER])
def test_every_fault_is_refused_with_its_file(copy: Path, faults: list[Fault]) -> None:
    for file, old, new, _ in faults:
        spoil(copy, file, old, new)
    with pytest.raises(ContentError) as refused:
        load(copy, "en")
    for file, _, _, said in faults:
        assert file in str(refused.value)
        assert said in str(refused.value)


def test_a_file_that_is_no_yaml_is_refused(copy: Path) -> None:
    (copy / "en/world.yaml").write_text("outline: [", "utf-8")
    with pytest.raises(ContentError, match="en/world.yaml"):
        load(copy, "en")


def test_a_missing_file_is_refused(copy: Path) -> None:
    (copy / "en/guards.yaml").unlink()
    with pytest.raises(ContentError, match="en/guards.yaml"):
        load(copy, "en")


def test_a_sentence_that_stands_twice_is_refused(copy: Path) -> None:
    spoil(copy, "en/vignettes/supper.yaml", "Pea soup, thick enough", "Porridge, level and steaming. Pea soup, thick")
    with pytest.raises(ContentError, match="also stands in en/vignettes/breakfast.yaml"):
        load(copy, "en")


def test_the_copy_itself_is_sound(copy: Path) -> None:
    assert load(copy, "en") == library("en")


WANTED = {
    "activities": 60, "vignettes": 400, "storylines": 10, "one-shots": 24, "friends": 200, "situations": 80,
    "discourse forms": 40, "word hooks": 300, "listening moves": 150, "question-turners": 60, "openings": 30,
    "closings": 30, "memory topics with a rule": 24,
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_stock_is_enough_for_months(language: Language) -> None:
    plain = {act: min(row.values()) for act, row in stock(language).items()}
    assert plain["breakfast"] >= 45
    assert min(plain["supper"], plain["sleep"]) >= 24
    assert all(plain[act] >= 5 for act in ("watch", "read", "walk", "tea", "garden"))
    assert all(count >= 2 for count in plain.values())
    found = counts(language)
    assert {name: found[name] for name, wanted in WANTED.items() if found[name] < wanted} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pet_has_scenes_for_every_activity_of_its_own(language: Language) -> None:
    for act, row in stock(language).items():
        assert min(row.values()) >= 2, act


@pytest.mark.parametrize("language", LANGUAGES)
def test_pets_differ_by_species_and_personality(language: Language) -> None:
    book = library(language)
    for personality in PERSONALITIES:
        assert sum(personality in one.voice for one in book.vignette.values()) >= 150
    for species in SPECIES:
        own = [
            one for act in book.activities.values() if species in act.guard.species for one in book.vignettes[act.id]
        ]
        assert len(own) >= 8


def test_both_languages_have_the_same_activities_and_shapes() -> None:
    one, other = library("en"), library("zh")
    assert set(one.labels) == set(other.labels) == set(one.activities)
    assert set(one.words) == set(other.words)


TIMES: list[tuple[str, Callable[[], object], object]] = [
    ("early", lambda: parts_at(400), {"morning"}),
    ("noon", lambda: parts_at(700), {"noon"}),
    ("late", lambda: parts_at(1230), {"evening", "night"}),
    ("clock", lambda: minute_of(clock(615)), 615),
]


@pytest.mark.parametrize(("name", "value", "expected"), TIMES)
def test_minutes_and_parts_of_the_day(name: str, value: Callable[[], object], expected: object) -> None:
    assert value() == expected
    assert set(parts_at(1300)) <= set(PARTS)
