"""Profiles: the counts, lengths and textual forms on which the papers disagree.

`ipet` is what the pet runs; `petbench` and `h2htalk` are their benchmarks' own; `open` only keeps the hard rules.
Lengths are words in English and characters in Chinese (see `domain.language.length`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pawsona.domain.language import Language


@dataclass(frozen=True)
class Limit:
    """A range, both ends included; `soft` ranges are reported but never make an answer invalid."""

    low: int = 0
    high: int | None = None
    soft: bool = False

    def broken_by(self, value: int) -> bool:
        return not self.soft and not self.allows(value)

    def allows(self, value: int) -> bool:
        return value >= self.low and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


ANY = Limit()


@dataclass(frozen=True)
class Lengths:
    """One limit per language."""

    en: Limit = ANY
    zh: Limit = ANY

    def of(self, language: Language) -> Limit:
        return self.zh if language == "zh" else self.en


def _both(limit: Limit) -> Lengths:
    return Lengths(limit, limit)


@dataclass(frozen=True)
class Profile:
    """The limits of one paper. Field comments name the sources."""

    name: str
    reply: Lengths = Lengths()
    items: Limit = ANY
    """Schedule items (T2)."""
    label: Lengths = Lengths()
    outline: Lengths = Lengths()
    detail: Lengths = Lengths()
    memory: Lengths = Lengths()
    rewrite: Lengths = Lengths()
    note_greeting: Lengths = Lengths()
    sleep_after: int | None = None
    """Sleep, the last item, begins at this hour or later."""


IPET = Profile(
    name="ipet",
    reply=Lengths(Limit(1, 60, soft=True), Limit(1, 80, soft=True)),
    items=Limit(5, 8),
    # iPET sec. 2.3 says 2 to 5 words ("10:00 Walk in park"); Chinese: H2HTalk's 8 characters are too few
    # for a friend's name, so 2 to 12.
    label=Lengths(Limit(2, 5), Limit(2, 12)),
    outline=Lengths(Limit(5, 100), Limit(8, 160)),
    # "about 50 words"; vignettes that read well have 25 to 40, beats 40 to 60 (docs/log.md).
    detail=Lengths(Limit(15, 80), Limit(20, 130)),
    memory=Lengths(Limit(1, 30), Limit(1, 50)),
    rewrite=_both(Limit(1, 50)),
    note_greeting=Lengths(Limit(1, 50, soft=True), Limit(1, 80, soft=True)),
    sleep_after=20,
)
PETBENCH = Profile(
    name="petbench",
    reply=_both(Limit(1, 30, soft=True)),
    # Templates ask for at most 5, references have 5 to 7: the count is soft, order and sleep are hard.
    items=Limit(1, 5, soft=True),
    label=_both(Limit(1, 8)),
    outline=_both(Limit(1, 100)),
    memory=_both(Limit(1, 20)),
    rewrite=_both(Limit(1, 50)),
    note_greeting=_both(Limit(1, 35, soft=True)),
    sleep_after=20,
)
# H2HTalk's templates are Pet-Bench's; their English wording keeps "characters" where Pet-Bench's words are meant.
H2HTALK = replace(PETBENCH, name="h2htalk", note_greeting=Lengths())
OPEN = Profile(name="open")

PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (IPET, PETBENCH, H2HTALK, OPEN)})
