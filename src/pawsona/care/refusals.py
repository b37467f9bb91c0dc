"""What somebody asks for that nobody gets here, and the plain words in which it is refused."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.categories import family
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.kin import kin
from pawsona.care.patterns import Patterns, any_in, filled_in
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

_NAME = "refusals.yaml"


@dataclass(frozen=True)
class Refusal:
    """One of those in `refusals.yaml`."""

    name: str
    category: str
    tier: Tier
    now: bool
    hears: Patterns
    only_with: Patterns
    """Words that must be there as well; none where `hears` is enough."""
    never_with: Patterns
    """Words that say that somebody else asked."""
    said: Mapping[Language, str]

    @property
    def family(self) -> str:
        """Whose texts go with it."""
        return family(self.category)

    def answers(self, plain: str) -> bool:
        """Whether a text, folded, asks for it."""
        if not any_in(plain, self.hears) or any_in(plain, self.never_with):
            return False
        return not self.only_with or any_in(plain, self.only_with)


@lru_cache(maxsize=1)
def refusals() -> Sequence[Refusal]:
    """All of them, in the order in which they are looked for.

    Raises:
        ContentError: `refusals.yaml` is wrong.
    """
    rows = mapping(read_yaml(CONTENT / _NAME), _NAME)
    return tuple(_refusal(name, mapping(row, name), f"{_NAME}: {name}") for name, row in rows.items())


def refused(plain: str) -> Iterator[Refusal]:
    """What a text, folded, asks for and doesn't get."""
    return (one for one in refusals() if one.answers(plain))


def _refusal(name: str, row: Mapping[str, object], where: str) -> Refusal:
    says, tier = mapping(entry(row, "says", where), where), text(entry(row, "tier", where), where)
    if tier not in Tier.__members__:
        raise ContentError(f"{where}: there is no tier {tier!r}")
    only_with, never_with = (
        filled_in(row[key], kin(), f"{where}.{key}") if key in row else () for key in ("if_also", "unless")
    )
    return Refusal(
        name,
        text(entry(row, "of", where), where),
        Tier[tier],
        bool(row.get("now")),
        filled_in(entry(row, "hears", where), kin(), f"{where}.hears"),
        only_with,
        never_with,
        {language: text(entry(says, language, where), where) for language in LANGUAGES},
    )
