"""What exactly a grave message speaks of, by its own words, and what is said of that to whom it concerns.

A family of texts fits many messages; a matter names one, and gives the step that can be taken in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from pawsona.care.categories import COMMON, FIELD_NAMES, FIELDS, family
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.kin import kin
from pawsona.care.patterns import Patterns, any_in, filled_in
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

Whom = Literal["self", "other", "doer"]
WHOM: tuple[Whom, ...] = ("self", "other", "doer")
FOLDER = CONTENT / "matters"


@dataclass(frozen=True)
class Said:
    """What it is, and what can be done; `{number}` stands for the emergency number."""

    names: str
    step: str


@dataclass(frozen=True)
class Matter:
    """One of those in `content/matters`."""

    name: str
    category: str
    alone: Tier
    """How urgent the words are by themselves; none where they only say which matter a found risk is."""
    now: bool
    """It may happen in these minutes: the emergency number is named without an if."""
    hears: Patterns
    said: Mapping[Whom, Mapping[Language, Said]]

    @property
    def family(self) -> str:
        """Whose texts go with it."""
        return family(self.category)


@lru_cache(maxsize=1)
def matters() -> Sequence[Matter]:
    """All of them, in the order in which they are looked for.

    Raises:
        ContentError: one is wrong; names file and place.
    """
    return tuple(
        _matter(name, mapping(row, name), f"{path.name}: {name}")
        for path in sorted(FOLDER.glob("*.yaml"))
        for name, row in mapping(read_yaml(path), path.name).items()
    )


def heard(plain: str, about: str = COMMON) -> Sequence[Matter]:
    """The matters that a text names, the likeliest first.

    Args:
        plain: the text, folded.
        about: the family or field that was read in it: what is of another counts only where its words stand alone.
    """
    found = [one for one in matters() if any_in(plain, one.hears)]
    wide = FIELDS.get(about, about) if about not in FIELD_NAMES else about
    own = [one for one in found if one.family == about]
    near = [one for one in found if one not in own and (about == COMMON or FIELDS.get(one.family) == wide)]
    plainly = [one for one in found if one not in own and one not in near and one.alone > Tier.none]
    return sorted([*own, *near, *plainly], key=lambda one: -one.alone if one in plainly else -one.alone - 1)


def matter_of(category: str) -> Matter | None:
    """What is said of all of a category, where no words name more."""
    return next((one for one in matters() if one.name == category), None)


def alone_in(plain: str) -> Iterator[tuple[str, Tier]]:
    """The category and tier of every matter whose words stand by themselves."""
    return ((one.category, one.alone) for one in _standing() if any_in(plain, one.hears))


@lru_cache(maxsize=1)
def _standing() -> Sequence[Matter]:
    return tuple(one for one in matters() if one.alone > Tier.none)


def _matter(name: str, row: Mapping[str, object], where: str) -> Matter:
    said = {whom: _both(mapping(row[whom], where), f"{where}.{whom}") for whom in WHOM if whom in row}
    if not said:
        raise ContentError(f"{where}: nobody is answered; give self, other or doer")
    alone = Tier[cast(str, row.get("alone", "none"))]
    hears = filled_in(row["hears"], kin(), f"{where}.hears") if "hears" in row else ()
    return Matter(name, text(entry(row, "of", where), where), alone, bool(row.get("now")), hears, said)


def _both(row: Mapping[str, object], where: str) -> Mapping[Language, Said]:
    found = {}
    for language in LANGUAGES:
        both = texts(entry(row, language, where), where)
        if len(both) != 2:
            raise ContentError(f"{where}.{language}: give two texts, what it is and the step")
        found[language] = Said(*both)
    return found
