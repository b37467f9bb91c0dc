"""Who a card makes: name, kind, setting and first words of a pet, as short as prompts and pages can bear."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from pawsona.app.adoption import LONGEST_NAME, LONGEST_SETTING
from pawsona.app.cards.document import Fields
from pawsona.app.cards.likeness import personality_of, species_of
from pawsona.app.cards.macros import filled
from pawsona.care.check import check_sentence
from pawsona.care.screen import screen
from pawsona.dialogue.hearing import visible
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.language import Language, is_chinese, language_of
from pawsona.domain.message import Tier
from pawsona.domain.pet import PERSONALITIES, Personality, Species

T = TypeVar("T", bound=str)

OURS = "pawsona"
"""Where a card of ours keeps what other programs have no field for: `extensions.pawsona`."""
_MEMORABLE = {"personality": 150, "scenario": 110}
"""Characters of the setting that these may take; the description has the rest."""
_GREETING = 300
_READ = 20_000
"""Characters of a field that are looked at; the whole text stays in the card."""
_UNFIT = {"harm", "harm_others", "means", "sexual"}
"""What no prompt of a companion is told of a card, nor the person shown."""


@dataclass(frozen=True)
class Persona:
    """What the pet is told of its card."""

    name: str
    """As the card has it; empty where nothing of it is visible."""
    species: Species
    personality: Personality
    setting: str
    greeting: str


def persona_of(
    fields: Fields, *, called: str | None, user: str, language: Language, known: Collection[Species]
) -> Persona:
    """Read a card as a persona.

    Args:
        fields: the card.
        called: what the person calls the pet, if not by the card's name.
        user: the person's name, for the card's placeholders.
        language: the person's; first words in another one are not said.
        known: the species that can be adopted.
    """
    own = own_of(fields)
    name = _name(fields)
    char = called or name
    return Persona(
        name=name,
        species=_one_of(own.get("species"), tuple(known)) or species_of(fields, known),
        personality=_one_of(own.get("personality"), PERSONALITIES) or personality_of(fields),
        setting=_setting(fields, own.get("setting"), char, user),
        greeting=_greeting(fields.first_mes, char, user, language),
    )


def own_of(fields: Fields) -> dict[str, Any]:
    """What a card of ours keeps in its extension; empty in others'."""
    own = fields.extensions.get(OURS)
    return own if isinstance(own, dict) else {}


def _one_of(value: object, known: tuple[T, ...]) -> T | None:
    return next((each for each in known if each == value), None)


def _name(fields: Fields) -> str:
    """The nickname, which is what placeholders call the character; cut between words where a label is too short."""
    for given in (fields.nickname, fields.name):
        name = " ".join(visible(given[:_READ]).split())
        if len(name) > LONGEST_NAME:
            name = (name[: LONGEST_NAME + 1].rpartition(" ")[0] or name)[:LONGEST_NAME].rstrip()
        if name:
            return name
    return ""


def _setting(fields: Fields, own: object, char: str, user: str) -> str:
    if isinstance(own, str):
        return _excerpt(own, LONGEST_SETTING, char, user)
    short = [_excerpt(getattr(fields, name), most, char, user) for name, most in _MEMORABLE.items()]
    room = LONGEST_SETTING - sum(len(text) + 1 for text in short if text)
    return " ".join(text for text in (_excerpt(fields.description, room, char, user), *short) if text)


def _excerpt(text: str, most: int, char: str, user: str) -> str:
    """The first sentences that fit and are fit to be told; of one that is too long alone, the first words."""
    shown = ""
    for sentence in _sentences(filled(text[:_READ], char, user)):
        if any(fault.mark in _UNFIT for fault in check_sentence(sentence, "en")):
            continue
        longer = f"{shown} {sentence}".strip() if not shown.endswith(("。", "！", "？")) else shown + sentence
        if len(longer) > most:
            return _broken_off(shown or sentence, most)
        shown = longer
    return shown


def _broken_off(text: str, most: int) -> str:
    """The text, with a mark where it does not end with a sentence."""
    if len(text) <= most and not text[-1].isalnum():
        return text
    cut = text[: most - 1]
    return f"{(cut.rpartition(' ')[0] or cut) if len(text) >= most else cut}…"


def _greeting(text: str, char: str, user: str, language: Language) -> str:
    """The first words, unless they are of another language, of a risk, or nothing that the pet may say is left."""
    text = filled(text[: 10 * _GREETING], char, user).replace("*", "")
    if language_of(text, language) != language or screen(text).tier > Tier.none:
        return ""
    shown = ""
    for sentence in _sentences(text):
        longer = f"{shown} {sentence}".strip() if language == "en" else shown + sentence
        if check_sentence(sentence, language):
            continue
        if len(longer) > _GREETING:
            break
        shown = longer
    return shown


def _sentences(text: str) -> list[str]:
    """Sentences of a text whose lines are often sentences too, without a stop."""
    found: list[str] = []
    for line in visible(text).splitlines():
        cutter = Sentences()
        cut = [" ".join(sentence.split()) for sentence in (*cutter.feed(line), cutter.rest())]
        found += [sentence for sentence in cut if sentence]
        if found and cut[-1] and found[-1][-1].isalnum():
            found[-1] += "。" if is_chinese(found[-1]) else "."
    return found
