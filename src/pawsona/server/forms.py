"""The shapes that `/api/v1` takes: what callers send."""

from pydantic import Field

from pawsona.domain.day import Reaction
from pawsona.domain.language import Language
from pawsona.domain.person import AgeBand
from pawsona.domain.pet import Outfit, Personality, Species
from pawsona.server.wire import Wire


class NewPerson(Wire):
    """Who adopts."""

    name: str
    language: Language = "en"
    time_zone: str = "UTC"
    age_band: AgeBand = "unknown"
    region: str | None = None


class NewPet(Wire):
    """Who is adopted; the first pet brings its person along."""

    name: str
    species: Species
    personality: Personality
    outfit: list[Outfit] = Field(default_factory=list)
    setting: str = ""
    person: NewPerson | None = None


class PetChange(Wire):
    """What is given changes."""

    name: str | None = None
    outfit: list[Outfit] | None = None
    setting: str | None = None


class PersonChange(Wire):
    """What is given changes."""

    name: str | None = None
    language: Language | None = None
    time_zone: str | None = None
    region: str | None = None


class GivenFeedback(Wire):
    """One of six words, free text, or both."""

    reaction: Reaction | None = None
    text: str = ""


class Said(Wire):
    """One message."""

    text: str


class MemoryChange(Wire):
    """Other words, or whether it is kept for good."""

    text: str | None = None
    pinned: bool | None = None


class NewNote(Wire):
    """A note; without a title its first line is one."""

    title: str = ""
    text: str


class ExtractRequest(Wire):
    """The points to look for; none means whatever is there."""

    points: list[str] = Field(default_factory=list)
