"""Loads all of care's content at once: Pawsona refuses to start rather than run without care."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pawsona.care.age import read_age
from pawsona.care.check import check_sentence
from pawsona.care.crisis import follow_up
from pawsona.care.disclosure import asks_if_ai
from pawsona.care.followup import read_answer
from pawsona.care.gloss import glossary
from pawsona.care.instead import instead_of
from pawsona.care.introduction import introduces
from pawsona.care.isolation import says_only_you
from pawsona.care.minors import is_minor
from pawsona.care.packs import ALL, Rules, rules_of
from pawsona.care.reader import Reader, Sentences
from pawsona.care.resources import Resources, resources
from pawsona.care.scene import Scene
from pawsona.care.screen import screen
from pawsona.care.situation import situation
from pawsona.care.wording import lasting
from pawsona.domain.person import Person

BARE = (
    "the Secure Attachment Persona is OFF, for research: this pet may cling, flatter and brush off. Let nobody live "
    'with it; take attachment = "off-for-research" out of [care] in pawsona.toml.'
)
"""Said wherever it is off."""


@dataclass(frozen=True)
class Care:
    """What care needs to know of this home."""

    rules: Rules
    resources: Resources
    reader: Reader = Reader()
    attachment: bool = True
    """The Secure Attachment Persona is on; False is for research alone."""

    def scene(self, person: Person) -> Scene:
        """What holds for all that is said to a person in this home; a turn adds its own."""
        minor = is_minor(person)
        return Scene(minor=minor, forbidden=self.rules.duties.techniques(minor), attachment=self.attachment)


def care_ready(
    packs: Sequence[str] = (ALL,),
    packs_folder: Path | None = None,
    extra_resources: Path | None = None,
    locale: str | None = None,
    *,
    attachment: bool = True,
    sentences: Sentences | None = None,
) -> Care:
    """Load and check everything; the app calls this before it opens.

    Args:
        packs: names of the packs that hold here.
        packs_folder: where an operator's own packs are.
        extra_resources: an operator's own help lines.
        locale: the region in the language settings of this machine.
        attachment: the Secure Attachment Persona is on.
        sentences: the model that reads along, where there is one.

    Raises:
        ContentError: a content file is wrong, or a pack is unknown; names file and place.
    """
    reader = Reader(sentences)
    screen("hello 你好", Reader())
    glossary()
    check_sentence("hello 你好", "en")
    instead_of("harm", "en")
    asks_if_ai("hello 你好")
    follow_up("en")
    situation("hello 你好", "violence")
    introduces("hello 你好")
    read_answer("hello 你好")
    read_age("hello 你好")
    says_only_you("hello 你好")
    lasting(timedelta(hours=1), "en")
    return Care(rules_of(packs, packs_folder), resources(extra_resources, locale), reader, attachment)
