"""The person's emotional state after Plutchik: eight families in three intensities, their dyads, or neutral."""

from dataclasses import dataclass
from typing import Literal

Family = Literal["joy", "trust", "fear", "surprise", "sadness", "disgust", "anger", "anticipation"]
"""In circular order: the opposite of a family stands four steps on."""

DEGREES: dict[Family, tuple[str, str, str]] = {
    "joy": ("serenity", "joy", "ecstasy"),
    "trust": ("acceptance", "trust", "admiration"),
    "fear": ("apprehension", "fear", "terror"),
    "surprise": ("distraction", "surprise", "amazement"),
    "sadness": ("pensiveness", "sadness", "grief"),
    "disgust": ("boredom", "disgust", "loathing"),
    "anger": ("annoyance", "anger", "rage"),
    "anticipation": ("interest", "anticipation", "vigilance"),
}

DYADS: dict[str, tuple[Family, Family]] = {
    "love": ("joy", "trust"),
    "submission": ("trust", "fear"),
    "awe": ("fear", "surprise"),
    "disapproval": ("surprise", "sadness"),
    "remorse": ("sadness", "disgust"),
    "contempt": ("disgust", "anger"),
    "aggressiveness": ("anger", "anticipation"),
    "optimism": ("anticipation", "joy"),
    "guilt": ("joy", "fear"),
    "curiosity": ("trust", "surprise"),
    "despair": ("fear", "sadness"),
    "unbelief": ("surprise", "disgust"),
    "envy": ("sadness", "anger"),
    "cynicism": ("disgust", "anticipation"),
    "pride": ("anger", "joy"),
    "hope": ("anticipation", "trust"),
    "delight": ("joy", "surprise"),
    "sentimentality": ("trust", "sadness"),
    "shame": ("fear", "disgust"),
    "outrage": ("surprise", "anger"),
    "pessimism": ("sadness", "anticipation"),
    "morbidness": ("disgust", "joy"),
    "dominance": ("anger", "trust"),
    "anxiety": ("anticipation", "fear"),
}

STATES: frozenset[str] = frozenset({"neutral", *DYADS, *(name for row in DEGREES.values() for name in row)})

_HEAVY: frozenset[str] = frozenset({"fear", "sadness", "disgust", "anger"})
_LIGHT: frozenset[str] = frozenset({"joy", "trust", "anticipation"})


@dataclass(frozen=True, slots=True)
class Affect:
    """One reading of how the person feels. History stores changes only (MoodBench sec. 3)."""

    state: str = "neutral"
    """One of `STATES`."""
    intensity: int = 0
    """0 for neutral, else 1 to 3."""

    def __post_init__(self) -> None:
        if self.state not in STATES:
            raise ValueError(f"{self.state!r} is no state of Plutchik's set")
        if not 0 <= self.intensity <= 3:
            raise ValueError(f"intensity runs from 0 to 3, not {self.intensity}")

    @property
    def families(self) -> tuple[Family, ...]:
        """The families it is made of: none for neutral, one, or the two of a dyad."""
        if self.state in DYADS:
            return DYADS[self.state]
        return tuple(family for family, degrees in DEGREES.items() if self.state in degrees)

    @property
    def valence(self) -> Literal[-1, 0, 1]:
        """Heavy, even or light; a dyad with a heavy half is heavy, save pride and curiosity."""
        if self.state in {"pride", "curiosity"}:
            return 1
        if _HEAVY.intersection(self.families):
            return -1
        return 1 if _LIGHT.intersection(self.families) else 0
