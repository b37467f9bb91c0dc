"""What the storybook's day content is made of once it is loaded: frozen, with every default filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time

from pawsona.domain.day import Season, Weather
from pawsona.domain.language import Language
from pawsona.domain.pet import Friend

PARTS = ("morning", "noon", "afternoon", "evening", "night")
"""From 5, 11, 14, 18 and 20 o'clock; night is the later part of the evening, so both hold then."""


def parts_at(minute: int) -> frozenset[str]:
    """The parts of the day that hold at a minute since midnight."""
    for name, start in (("night", 1200), ("evening", 1080), ("afternoon", 840), ("noon", 660)):
        if minute >= start:
            return frozenset({"evening", "night"}) if name == "night" else frozenset({name})
    return frozenset({"morning"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The truth that a text must not contradict."""

    weather: Weather
    season: Season
    species: str
    personality: str | None
    """None when guards of style are dropped because nothing else is left."""
    company: bool = False
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What must hold for a text; an empty set asks for nothing."""

    weather: frozenset[str] = frozenset()
    season: frozenset[str] = frozenset()
    species: frozenset[str] = frozenset()
    personality: frozenset[str] = frozenset()
    when: frozenset[str] = frozenset()
    company: bool = False

    def allows(self, scene: Scene) -> bool:
        """Whether the text is true in a scene."""
        return (
            (not self.weather or scene.weather in self.weather)
            and (not self.season or scene.season in self.season)
            and (not self.species or scene.species in self.species)
            and (not self.personality or scene.personality is None or scene.personality in self.personality)
            and (not self.when or not self.when.isdisjoint(scene.parts))
            and (not self.company or scene.company)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Something a pet can do; times are minutes since midnight."""

    id: str
    earliest: int
    latest: int
    minutes: int
    place: str
    energy: int
    guard: Guard
    company: bool
    tags: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Line:
    """A text with the id under which the ledger knows it."""

    id: str
    text: str
    guard: Guard = Guard()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vignette:
    """A whole little scene for one activity."""

    id: str
    act: str
    guard: Guard
    memorable: int
    detail: str
    short: str
    tell: str
    voice: Mapping[str, str] = field(default_factory=dict)
    """Personality -> the sentence with which such a pet closes the scene."""

    @property
    def rest(self) -> int:
        """Days until it may be told again."""
        return {1: 30, 2: 90}.get(self.memorable, 365)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """A part of an episode that happens at one time and place."""

    id: str
    when: str
    place: str
    act: str
    label: str
    detail: str
    short: str
    guard: Guard
    own: tuple[Line, ...] = ()
    """Sentences for one body, manner, weather or season: one of them stands where the detail says so."""
    variants: tuple[Line, ...] = ()
    """Other details, for one body, manner, weather or season."""

    @property
    def line(self) -> str:
        return f"beat:{self.id}"

    @property
    def is_plain(self) -> bool:
        """Whether it happens over something that is done on any day: so it is with what travels through a quiet one."""
        return not self.label

    @property
    def at_meal(self) -> bool:
        """Whether it happens at what every day has."""
        return self.is_plain and not self.when


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """A scene of a later day in which a story is still there."""

    id: str
    acts: frozenset[str]
    guard: Guard
    detail: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One sentence of a run, and at what sort of moment it is true."""

    at: str
    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What the weather does to one day: sentences in front of what is told there, in their order."""

    id: str
    guard: Guard
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of the pet's whose answer may become a thread variable."""

    text: str
    sets: str | None
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Value -> lower-case pieces of answers that mean it; empty where any name will do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a likely question about an episode; `cues` are lower-case pieces of that question."""

    cues: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One day of a storyline, or a one-shot whole, in all its facets."""

    line: str
    """`arc:<storyline>:<number>` or `oneshot:<id>`: what the ledger knows it by."""
    story: str
    gap: int
    plan: str
    beats: tuple[Beat, ...]
    echo: Mapping[str, str]
    """`meal` and `night`."""
    tell: str
    short: str
    ask: Ask | None
    faq: tuple[Answer, ...]
    feel: str
    only: Mapping[str, str] = field(default_factory=dict)
    """Thread variable -> the value without which the episode is skipped."""
    recap: str = ""
    """How things stand, where the storyline comes back after days."""
    between: tuple[Glimpse, ...] = ()
    """For the days until the story goes on, or after it is over."""
    react: Mapping[str, int] = field(default_factory=dict)
    """`liked` or `disliked` -> number of the episode that follows then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A storyline of several episodes, or a one-shot of one."""

    id: str
    season: frozenset[str]
    cast: tuple[str, ...]
    defaults: Mapping[str, str]
    """Thread variables until the person names them."""
    episodes: tuple[Episode, ...]
    oneshot: bool
    species: frozenset[str] = frozenset()
    """Whose life it can be, by its words; empty for anybody's."""
    festival: str | None = None
    """The feast on whose day alone it happens."""
    says: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Thread variable -> value -> how texts say it."""

    def allows(self, scene: Scene) -> bool:
        """Whether it can begin in a scene."""
        in_season = not self.season or scene.season in self.season
        return in_season and (not self.species or scene.species in self.species)

    def spoken(self, names: Mapping[str, str]) -> dict[str, str]:
        """Thread variables as texts say them."""
        return {name: self.says.get(name, {}).get(value, value) for name, value in names.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Festival:
    """A feast of the village and the one rule by which its day is found."""

    id: str
    name: str
    on: tuple[int, int] | None = None
    """Month and day."""
    nth: tuple[int, int, int] | None = None
    """Month, which one (-1 is the last), weekday (0 is Monday)."""
    lunar: tuple[int, int] | None = None
    """Month and day of the Chinese calendar; day -1 is the month's last."""
    term: str | None = None
    """One of the 24 solar terms, by its Chinese name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """All day content of one language."""

    language: Language
    activities: Mapping[str, Activity]
    labels: Mapping[str, tuple[Line, ...]]
    vignettes: Mapping[str, tuple[Vignette, ...]]
    """By activity."""
    stories: Mapping[str, Story]
    threads: Mapping[str, Story]
    """What travels through a day in which nothing else happens: told like one-shots, by id."""
    runs: tuple[Run, ...]
    outline: Mapping[str, tuple[Line, ...]]
    weather: Mapping[str, tuple[Line, ...]]
    change_labels: Mapping[str, tuple[Line, ...]]
    change_details: tuple[Line, ...]
    other_details: tuple[Line, ...]
    memory_beats: Mapping[str, tuple[Line, ...]]
    friends: tuple[Friend, ...]
    festivals: tuple[Festival, ...]
    words: Mapping[str, object]
    """The rest of world.yaml as it stands: species, hobbies."""
    vignette: Mapping[str, Vignette] = field(default_factory=dict)
    """By id."""
    episode: Mapping[str, Episode] = field(default_factory=dict)
    """By line."""

    def story_of(self, episode: Episode) -> Story:
        """The storyline, one-shot or thread that an episode belongs to."""
        return self.threads.get(episode.story) or self.stories[episode.story]

    def joined(self, *sentences: str) -> str:
        """Sentences in one paragraph."""
        return (" " if self.language == "en" else "").join(sentences)


def clock(minute: int) -> time:
    """Minutes since midnight as a wall-clock time."""
    return time(minute // 60, minute % 60)


def minute_of(moment: time) -> int:
    """The reverse of `clock`; seconds are dropped."""
    return moment.hour * 60 + moment.minute
