"""What a place asks of a companion, as values that can be joined: of several places the strictest holds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from typing import Literal, get_args

from pawsona.domain.language import Language

Words = Mapping[Language, str]

Must = Literal[
    "refer", "interrupt", "minors_mode", "age_asked", "suitability_notice", "honest_goodbye", "emergency_contact",
    "protocol_page", "yearly_count", "training_consent", "export_and_erase",
]  # fmt: skip
"""Duties that are kept or not, without a number. A pack that asks for another one is refused: to pretend is worse."""
MUSTS: frozenset[str] = frozenset(get_args(Must))


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """Something that the app says at the start of a session, or again and again while use goes on."""

    texts: tuple[Words, ...] = ()
    """Said one after another; `{pet}` is its name."""
    must_say: frozenset[str] = frozenset()
    """Facts that the texts state, see `disclosure.yaml`."""
    start: bool = False
    adults: timedelta | None = None
    """After how much continuing use, by wall clock; None: never."""
    minors: timedelta | None = None

    def every(self, minor: bool) -> timedelta | None:
        """How long use may go on without it."""
        return self.minors if minor else self.adults

    def said(self, pet: str, language: Language) -> str:
        """The texts in one language."""
        return (" " if language == "en" else "").join(text[language].format(pet=pet) for text in self.texts)


@dataclass(frozen=True, kw_only=True)
class Duties:
    """All that is asked, of one place or of several together."""

    notice: Reminder = Reminder()
    """That this is an AI."""
    breaks: Reminder = Reminder()
    """That it is time for a break."""
    forbids: frozenset[str] = frozenset()
    """Techniques that are not used on anybody."""
    forbids_minors: frozenset[str] = frozenset()
    """Techniques that are not used on minors besides."""
    must: frozenset[str] = frozenset()
    watches: frozenset[str] = frozenset()
    """Groups of risk that the screen reads for."""
    counts: frozenset[str] = frozenset()
    """Events that are counted for a yearly report."""
    guardian_under: int = 0
    """Under this age a guardian has to agree."""

    def techniques(self, minor: bool) -> frozenset[str]:
        """The techniques that are not used on a person."""
        return self.forbids | self.forbids_minors if minor else self.forbids


def strictest(all_of: Iterable[Duties]) -> Duties:
    """What satisfies all of them."""
    return reduce(_both, all_of)


def _both(one: Duties, other: Duties) -> Duties:
    return Duties(
        notice=_stricter(one.notice, other.notice),
        breaks=_stricter(one.breaks, other.breaks),
        forbids=one.forbids | other.forbids,
        forbids_minors=one.forbids_minors | other.forbids_minors,
        must=one.must | other.must,
        watches=one.watches | other.watches,
        counts=one.counts | other.counts,
        guardian_under=max(one.guardian_under, other.guardian_under),
    )


def _stricter(one: Reminder, other: Reminder) -> Reminder:
    return Reminder(
        texts=(*one.texts, *(text for text in other.texts if text not in one.texts)),
        must_say=one.must_say | other.must_say,
        start=one.start or other.start,
        adults=_sooner(one.adults, other.adults),
        minors=_sooner(one.minors, other.minors),
    )


def _sooner(*times: timedelta | None) -> timedelta | None:
    return min((time for time in times if time is not None), default=None)
