"""The shapes that `/api/v1` answers with (docs at `/api/docs`). Translations from the domain stand in `present.py`."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pawsona.domain.account import Role
from pawsona.domain.day import Mode, Reaction, Season, Weather
from pawsona.domain.departure import Cause, Leaving
from pawsona.domain.language import Language
from pawsona.domain.memory import Origin, Retention, Topic
from pawsona.domain.person import AgeBand
from pawsona.domain.pet import Outfit, Personality, Species


class Wire(BaseModel):
    """Unknown fields are refused, so that a typing error is heard of."""

    model_config = ConfigDict(extra="forbid")


class PersonWire(Wire):
    id: str
    name: str
    language: Language
    time_zone: str
    age_band: AgeBand
    region: str | None


class PetWire(Wire):
    id: str
    name: str
    species: Species
    personality: Personality
    personality_name: str
    outfit: list[Outfit]
    adopted_on: date
    hobbies: list[str]


class MindWire(Wire):
    name: str
    kind: Literal["storybook", "llm"]
    why: str


class AccountsWire(Wire):
    role: Role | None = Field(description="Of whoever is signed in.")
    sign_up: bool = Field(description="Whether anybody may make an account.")
    mail: bool = Field(description="Whether a link for a new password can be sent.")


class HomeWire(Wire):
    version: str
    language: Language
    mind: MindWire
    person: PersonWire | None
    pets: list[PetWire]
    attachment: bool = True
    """False: the Secure Attachment Persona is off, for research; every page says so."""
    offer: str | None = None
    forgotten: int = 0
    """Grows whenever something is forgotten: copies that a browser kept are void then."""
    accounts: AccountsWire | None = Field(None, description="Where people sign in; null at home.")


class NamedWire(Wire):
    id: str
    name: str


class PersonalityWire(NamedWire):
    about: str


class ChoicesWire(Wire):
    species: list[NamedWire]
    personalities: list[PersonalityWire]
    outfits: list[NamedWire]
    age_bands: list[NamedWire]
    languages: list[NamedWire]
    time_zones: list[str]
    countries: list[str]


class FeedbackWire(Wire):
    id: str
    reaction: Reaction | None
    text: str
    reply: str


class ItemWire(Wire):
    index: int
    at: str
    label: str
    kind: str
    short: str | None
    detail: str | None
    state: Literal["past", "now", "later"]
    feedback: list[FeedbackWire]


class DayWire(Wire):
    date: date
    title: str
    outline: str
    mode: Mode
    weather: Weather
    season: Season
    stopgap: bool
    items: list[ItemWire]


class DatesWire(Wire):
    dates: list[date]


class TasteWire(Wire):
    kind: str
    label: str
    value: float


class FeedbackAnswer(Wire):
    id: str
    reply: str
    tastes: list[TasteWire]


class GreetingWire(Wire):
    hello: str
    say: str


class WayWire(Wire):
    verb: str
    value: str
    href: str


class LineWire(Wire):
    name: str
    text: str
    hours: str
    how: list[WayWire]


class EmergencyWire(Wire):
    text: str
    numbers: list[str]


class ResourcesWire(Wire):
    title: str
    intro: str
    lines: list[LineWire]
    emergency: EmergencyWire | None
    note: str


class CareWire(Wire):
    pinned: ResourcesWire | None
    question: str | None = None


class PromiseWire(Wire):
    id: str
    text: str
    due: datetime
    asked: bool
    closed: bool


class NowWire(Wire):
    pet: PetWire
    person: PersonWire
    local_time: datetime
    tod: Literal["dawn", "day", "dusk", "night"]
    season: Season
    weather: Weather
    mood: Literal["content", "happy", "curious", "sleepy", "caring", "quiet"]
    pose: Literal["sit", "sleep"]
    greeting: GreetingWire
    day: DayWire | None
    now: int | None
    disclosure: str
    care: CareWire
    due: list[PromiseWire]


class UsedMemory(Wire):
    id: str
    version: str
    text: str
    said_at: datetime
    source: str | None
    quote: str | None


class MessageWire(Wire):
    id: str
    role: Literal["person", "pet"]
    text: str
    at: datetime
    memories: list[UsedMemory]
    crisis: bool
    after: str | None = Field(None, description="What was heard after a crisis; such words stand in the talk.")
    resources: ResourcesWire | None
    failed: bool = False
    stopped: bool = Field(
        False, description="Whoever heard it ended it here; a message whose reply never began says it of that."
    )


class MessagesWire(Wire):
    messages: list[MessageWire]
    more: bool
    sent: dict[str, str] = Field(description="Of the keys asked for those that were heard, with their message.")


class MemoryWire(Wire):
    id: str
    version: str = Field(description="Names its present words; send it back as If-Match to change only these.")
    text: str
    voice: str | None
    topic: Topic
    topic_name: str
    retention: Retention
    pinned: bool
    said_at: datetime
    renewed_at: datetime
    expires_on: date | None
    left: float
    origin: Origin


class MemoriesWire(Wire):
    memories: list[MemoryWire]
    counts: dict[str, int]
    total: int
    more: bool


class DepartureWire(Wire):
    date: date
    cause: Cause
    kind: Leaving
    count: int
    topic: Topic | None
    topic_name: str | None
    retention: Retention | None


class ForgettingWire(Wire):
    leaving: list[MemoryWire]
    forgotten: list[DepartureWire]


class SourceWire(Wire):
    id: str
    text: str
    at: datetime


class WhyWire(Wire):
    messages: list[SourceWire]


class NoteWire(Wire):
    """`titled`: its title was given, and is not just how it begins."""

    id: str
    title: str
    titled: bool
    text: str
    at: datetime
    help: ResourcesWire | None = None


class DocumentWire(Wire):
    id: str
    name: str
    passages: int
    at: datetime


class NightWire(Wire):
    stages: list[str]
    day: date
