"""Who is treated as a minor: whoever is not known to be of age, and whoever says in talk that they are not."""

from pawsona.domain.person import Person


def is_minor(person: Person) -> bool:
    """Whether minors' rules hold: on what they said of their age, on what talk showed, and where nothing is known."""
    return person.age_band != "adult" or person.age_seen in {"child", "teen"}
