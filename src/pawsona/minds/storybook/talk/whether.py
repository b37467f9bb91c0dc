"""Questions of yes or no about oneself: yes where it is known, no where the opposite is, else that it was never told.

A question is read as the statement that it would be ("am I a nurse?" as "I am a nurse"), by the same rules that
understand what a person says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pawsona.minds.storybook.kin import names_of, one_of
from pawsona.minds.storybook.remembering import matches
from pawsona.minds.storybook.talk.book import TalkBook
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.minds.storybook.talk.facts import clashes
from pawsona.minds.storybook.talk.inquiry import Inquiries, Saying, people
from pawsona.minds.storybook.talk.known import Thing, things
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.told import given_back, without
from pawsona.minds.storybook.talk.turn import Said, Turn

_PLAIN = Saying("be", Cues([]), unknown=True)
"""What no cue knows, but a rule that makes memories."""


@dataclass(frozen=True)
class Statement:
    """A question as a statement of the person."""

    text: str
    saying: Saying
    value: str


def whether(turn: Turn, sheet: Inquiries) -> Said | None:
    """The answer, with what it rests on; nothing where the question wants something else."""
    statement = statement_in(turn.text, sheet, turn.book)
    if statement is None:
        return None
    known = things(turn)
    ruled = _by_rule(statement, known, turn)
    if ruled is not None:
        return given_back(turn, "yes" if ruled[0] else "no", [ruled[1]])
    thing = _supports(statement, known, sheet)
    if thing is not None:
        return given_back(turn, "yes" if _agrees(statement, thing, sheet) else "no", [thing])
    if not (statement.saying.unknown or any(matches(statement.text, turn.book))) or _hurts(statement, turn):
        return None
    return without(turn, "untold")


def _hurts(statement: Statement, turn: Turn) -> bool:
    """Whether the question wants comfort; that of a taste has its hard word ("do I hate tea?") from the taste."""
    return turn.grave or (turn.heavy and statement.saying.name not in {"taste", "told"})


def statement_in(text: str, sheet: Inquiries, book: TalkBook) -> Statement | None:
    """What a question would say if it were none; nothing where it says nothing that one remembers."""
    said = stated(text, sheet)
    for saying in sheet.sayings if said else ():
        if (match := saying.cues.find(said)) is not None:
            return Statement(said, saying, (match.groupdict().get("v") or "").strip())
    return Statement(said, _PLAIN, "") if said and any(matches(said, book)) else None


def stated(text: str, sheet: Inquiries) -> str:
    """A question of yes or no about the person or theirs as a statement; empty where it is none."""
    found = sheet.knows_if.find(text) or sheet.tagged.find(text)
    asked = found["q"] if found else sheet.before.sub("", text.strip())
    while (shorter := sheet.behind.sub("", asked)) != asked:
        asked = shorter
    if sheet.open.find(asked):
        return ""
    for cue, form in sheet.stated:
        if (match := cue.search(asked)) is not None:
            return form.format(**{key: value or "" for key, value in match.groupdict().items()}).strip()
    return asked if found else ""


def _by_rule(statement: Statement, known: Sequence[Thing], turn: Turn) -> tuple[bool, Thing] | None:
    """By a rule that knows one value at a time: a home, an age, a sister's name."""
    names = names_of(thing.told_as for thing in known)
    denied: tuple[bool, Thing] | None = None
    for rule, places in matches(statement.text, turn.book):
        value, subject = places.get("v", ""), rule.subject or places.get("who", "") or "person"
        for thing in known:
            same = thing.attribute == rule.attribute and one_of(thing.subject, names) == one_of(subject, names)
            if same and rule.supersedes and value and thing.value:
                one, two = terms(value, turn.language), terms(thing.value, turn.language)
                if not (one and two) or one <= two or two <= one:
                    return (True, thing) if one and two else None
                denied = denied or (False, thing)  # of two brothers the other may be it
    return denied


def _supports(statement: Statement, known: Sequence[Thing], sheet: Inquiries) -> Thing | None:
    """The thing that bears on it, for or against."""
    language, kind = sheet.language, statement.saying.name
    wanted = sheet.telling(statement.value if kind in {"taste", "have", "told", "been"} else statement.text)
    whose = people(statement.text, language)
    if kind == "kin" and not sheet.telling(statement.value):
        return None
    for thing in known:
        if not thing.clause and kind != "told":
            continue
        if _dieted(statement, thing, wanted, sheet):
            return thing
        if not wanted or not wanted <= sheet.told(thing) or not whose <= thing.names(language):
            continue
        if _fits(statement, thing, sheet):
            return thing
    return None


def _fits(statement: Statement, thing: Thing, sheet: Inquiries) -> bool:
    """Whether a thing that has the words speaks of the same person, in the same way."""
    language, kind = sheet.language, statement.saying.name
    if kind == "told":
        return True
    if clashes(statement.text, thing, language):
        return False
    if kind == "taste" and not sheet.tastes.find(thing.clause):
        return False
    return thing.mine(language) or thing.tells_of(statement.text, language)


def _dieted(statement: Statement, thing: Thing, wanted: frozenset[str], sheet: Inquiries) -> bool:
    """Whether the person's diet rules out what they ask for."""
    if statement.saying.name != "taste" or thing.attribute != "diet" or not wanted:
        return False
    return any(diet in thing.clause.casefold() and wanted <= foods for diet, foods in sheet.diets.items())


def _agrees(statement: Statement, thing: Thing, sheet: Inquiries) -> bool:
    if statement.saying.name == "told":
        return True
    if (
        thing.attribute == "diet"
        and statement.saying.name == "taste"
        and _dieted(statement, thing, sheet.telling(statement.value), sheet)
    ):
        return sheet.against.find(statement.text) is not None
    return (sheet.against.find(statement.text) is None) == (sheet.against.find(thing.clause) is None)
