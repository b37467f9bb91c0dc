"""What the storybook's world.yaml offers at adoption: the species it has scenes for, and hobbies."""

from collections.abc import Sequence

from pawsona.domain.pet import SPECIES, Species
from pawsona.minds.storybook.stock import Library


def species_of(book: Library) -> tuple[Species, ...]:
    """The species that have activities of their own; a bird with paws and whiskers would be none."""
    written = {species for act in book.vignettes for species in book.activities[act].guard.species}
    return tuple(species for species in SPECIES if species in written)


def hobbies_of(book: Library) -> tuple[str, ...]:
    """Hobbies to be drawn at adoption."""
    known = book.words["hobbies"]
    assert isinstance(known, Sequence)  # the lint of world.yaml
    return tuple(str(hobby) for hobby in known)
