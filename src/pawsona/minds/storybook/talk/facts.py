"""One thing that a person asks of themselves or of their people: by its kind, else by its words."""

from collections.abc import Sequence

from pawsona.domain.language import Language
from pawsona.domain.person import UNNAMED
from pawsona.memory.slots import Member, proper, slots
from pawsona.minds.storybook.talk.inquiry import Facet, Inquiries, inquiries, people
from pawsona.minds.storybook.talk.known import Thing, persons, things
from pawsona.minds.storybook.talk.lately import said_lately
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.sources import in_note
from pawsona.minds.storybook.talk.told import given_back, without
from pawsona.minds.storybook.talk.turn import Said, Turn

_SHARE = {"en": 0.6, "zh": 0.55}
"""Share of the telling words of a question that a thing must have to be its answer."""
_NAMING = frozenset({"name", "pet", "best_friend"})
_MOST = 3
"""Things told at once."""


def fact(turn: Turn, sheet: Inquiries) -> Said | None:
    """What is known of what is asked, or that it was never told."""
    asks = sheet.asks.find(turn.text) is not None or turn.cues.has("memory_asked", turn.text)
    open_ = asks or turn.asks or sheet.open.find(turn.text) is not None
    facet = sheet.facet(turn.text) if open_ and turn.cues.has("first_person", turn.text) else None
    known = things(turn) if open_ else []
    if facet is None and not asks and not (open_ and _named(turn, known)):
        return None
    found = _of_kind(turn, facet, known) if facet is not None else []
    found = found or (_by_words(turn, sheet, known) if facet is None or facet.name != "name" else [])
    if found:
        return given_back(turn, "recall", found[:_MOST])
    person = turn.given.context.person
    if facet is not None and facet.name == "name" and person.name != UNNAMED[person.language]:
        return without(turn, "name")
    said = said_lately(turn, sheet)
    if said is not None:
        return given_back(turn, "said", [said])
    unknown = facet is not None or sheet.of_kin.find(turn.text) is not None
    return in_note(turn) or without(turn, "unknown") if unknown and not turn.heavy else None


def _named(turn: Turn, known: Sequence[Thing]) -> bool:
    """Whether a question names somebody whom the person told of."""
    to_pet = turn.cues.has("to_pet", turn.text) and not turn.cues.has("remembering", turn.text)
    if to_pet or inquiries(turn.language).advice.find(turn.text):
        return False
    names = {thing.value for thing in known if thing.attribute in _NAMING and thing.subject != "person"} - {""}
    names |= proper(turn.text) if turn.language == "en" else frozenset()
    told = "\n".join(thing.text for thing in known)
    return any(name in turn.text and name in told for name in names - {turn.given.context.person.name})


def _of_kind(turn: Turn, facet: Facet, known: Sequence[Thing]) -> list[Thing]:
    """The things of a kind; those that are on another day, or about somebody else than is asked for, are none."""
    today, asked = turn.given.context.now.date(), people(turn.text, turn.language)
    found = [
        thing
        for thing in known
        if not (facet.others and thing.attribute == "name" and thing.subject == "person")
        and (facet.has(thing) or (facet.ahead and thing.on is not None and thing.on >= today))
        and not clashes(turn.text, thing, turn.language)
        and (_about(thing, asked, turn) if asked else facet.others or thing.mine(turn.language))
    ]
    order = {attribute: n for n, attribute in enumerate(facet.attributes)}
    ruled = sorted((t for t in found if t.attribute in order), key=lambda t: order[t.attribute])
    found.sort(key=lambda t: t.topic not in facet.topics)
    return [*ruled, *(thing for thing in found if thing not in ruled and not (ruled and ruled[0].single))]


def _about(thing: Thing, asked: frozenset[Member], turn: Turn) -> bool:
    return asked <= thing.names(turn.language) and _whose_is_asked(thing, turn)


def _whose_is_asked(thing: Thing, turn: Turn) -> bool:
    """Whether it is about the person or whom they name; who asks of somebody by name alone is asked nothing more."""
    own = turn.cues.has("first_person", turn.text)
    return not own or thing.mine(turn.language) or thing.tells_of(turn.text, turn.language)


def clashes(question: str, thing: Thing, language: Language) -> bool:
    """Whether a thing names another month, day or place than a question does."""
    asked, told = slots(language).within(question), thing.names(language)
    if thing.on is not None:
        told |= {("months", thing.on.month - 1), ("weekdays", thing.on.weekday())}
    classes = {kind for kind, _ in asked} & {kind for kind, _ in told}
    return any(not {m for m in asked if m[0] == kind} & {m for m in told if m[0] == kind} for kind in classes)


def _by_words(turn: Turn, sheet: Inquiries, known: Sequence[Thing]) -> list[Thing]:
    """The things that have the words of a question, whom it names, and the kind of answer that it wants."""
    language, text = turn.language, turn.text
    kinds = [kind for kind, cue in sheet.kinds.items() if cue.search(text)]
    plain = text
    for kind in kinds:
        plain = sheet.kinds[kind].sub("\n", plain)
    wanted = sheet.telling(plain) - terms(turn.given.context.person.name, language)
    if not wanted:
        return []
    asked = slots(language).within(plain)
    answers = [thing for thing in known if _answers(thing, asked, kinds, turn)]
    rows = [(len(sheet.told(thing) & wanted) / len(wanted), thing) for thing in answers]
    best = max((fit for fit, _ in rows), default=0.0)
    found = [thing for fit, thing in rows if fit == best and fit >= _SHARE[language]]
    return [thing for thing in found if thing.single][:1] or found


def _answers(thing: Thing, asked: frozenset[Member], kinds: Sequence[str], turn: Turn) -> bool:
    language, named = turn.language, thing.names(turn.language)
    text = thing.clause or thing.quote
    speakers = frozenset({turn.given.context.person.name, turn.given.context.pet.name})
    return (
        asked <= named
        and (_whose_is_asked(thing, turn) or not persons(thing.text, language))
        and not clashes(turn.text, thing, language)
        and all(any(member[0] == kind for member in named) for kind in kinds)
        and not any(answer.lacks(text, speakers) for answer in slots(language).wanted(turn.text))
    )
