"""What a person asks for and said today in words that no rule understood: given back word by word."""

from collections.abc import Iterator
from dataclasses import replace

from pawsona.domain.message import Message, Tier
from pawsona.memory.slots import slots
from pawsona.minds.storybook.remembering import kidding, vetoed
from pawsona.minds.storybook.statements import statements
from pawsona.minds.storybook.talk.inquiry import Inquiries, people
from pawsona.minds.storybook.talk.known import Thing, persons
from pawsona.minds.storybook.talk.turn import Turn
from pawsona.minds.storybook.wording import addressed


def said_lately(turn: Turn, sheet: Inquiries) -> Thing | None:
    """The last sentence about the same people that has all words of a question, and an answer of the kind it wants.

    Whose an animal or a thing is isn't seen from words alone: only people, and the person, are asked for so.
    """
    wanted, own = sheet.telling(turn.text), turn.cues.has("first_person", turn.text)
    if not wanted or not own or people(turn.text, turn.language) - persons(turn.text, turn.language):
        return None
    return next((thing for thing in _sentences(turn) if wanted <= sheet.told(thing) and _answers(thing, turn)), None)


def _sentences(turn: Turn) -> Iterator[Thing]:
    """The person's own sentences of today, the latest first; what was in earnest."""
    said = turn.given.known.fresh or turn.given.history
    now = said and said[-1].role == "person" and said[-1].text == turn.given.message
    for message in reversed(said[:-1] if now else said):
        if message.role == "person" and message.tier == Tier.none and not kidding(message.text, turn.book):
            yield from _of(message, turn)


def _of(message: Message, turn: Turn) -> Iterator[Thing]:
    day = message.at.astimezone(turn.given.context.now.tzinfo).date()
    for clause, _ in statements(message.text, turn.language):
        plain = not turn.cues.has("question", clause) and not vetoed(clause, turn.book, close=True)
        if plain and turn.cues.has("first_person", clause):
            yield Thing(clause, "", clause.strip(" .。!！"), "", "", "", "", day)


def _answers(thing: Thing, turn: Turn) -> bool:
    """Whether it is about the one who is asked for, and has an answer of the kind."""
    language, forms = turn.language, slots(turn.language)
    turned = replace(thing, clause=addressed(thing.quote, language))
    asked = persons(turn.text, language)
    if not (turned.tells_of(turn.text, language) if asked else turned.mine(language)):
        return False
    # A trade is not known by its form, nor a Chinese name.
    loose = [forms.answers.get(name) for name in ("job", *(("name",) if language == "zh" else ()))]
    speakers = frozenset({turn.given.context.person.name, turn.given.context.pet.name})
    return not any(form.lacks(thing.quote, speakers) for form in forms.wanted(turn.text) if form not in loose)
