"""P: the persona, and F: its friends."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pawsona.domain.ids import Bond, PersonId, PetId

Species = Literal["cat", "dog", "bird", "rabbit", "dragon", "capybara"]
SPECIES: tuple[Species, ...] = get_args(Species)

Personality = Literal["sunny", "gruff", "quiet", "curious", "dreamy", "cheeky", "proud", "careful"]
"""What colours a pet's words, gestures and opinions; what each is like stands in the storybook's world.yaml."""
PERSONALITIES: tuple[Personality, ...] = get_args(Personality)

Outfit = Literal["scarf", "bell", "glasses", "straw-hat"]
OUTFITS: tuple[Outfit, ...] = get_args(Outfit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pet:
    """The persona. `seed` decides everything that chance decides in its life, so that a life can be replayed."""

    id: PetId
    person: PersonId
    name: str
    species: Species
    personality: Personality
    seed: int
    adopted_at: datetime
    outfit: tuple[Outfit, ...] = ()
    hobbies: tuple[str, ...] = ()
    setting: str = ""
    """Free text about who it is, the person's own words; empty for the built-in personalities."""

    @property
    def bond(self) -> Bond:
        return Bond(self.person, self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Friend:
    """One of the pet's social circle F (iPET sec. 2.3: randomly made profiles)."""

    name: str
    species: str
    """What it is, in the person's language: friends may be snails or herons."""
    trait: str
    hobby: str
    relationship: Literal["friend", "buddy", "bestie"] = "friend"
