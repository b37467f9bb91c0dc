"""What the storybook's world.yaml offers at adoption: the species it has habits for, and hobbies."""

from collections.abc import Mapping, Sequence

from pawsona.domain.pet import SPECIES, Species
from pawsona.minds.storybook.stock import Library


def species_of(book: Library) -> tuple[Species, ...]:
    """The species that have sounds and habits of their own."""
    known = book.words["species"]
    assert isinstance(known, Mapping)  # the lint of world.yaml
    return tuple(species for species in SPECIES if species in known)


def hobbies_of(book: Library) -> tuple[str, ...]:
    """Hobbies to be drawn at adoption."""
    known = book.words["hobbies"]
    assert isinstance(known, Sequence)  # the lint of world.yaml
    return tuple(str(hobby) for hobby in known)
