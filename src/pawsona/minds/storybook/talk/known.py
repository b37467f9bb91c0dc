"""What is known of the person, each thing as a clause that addresses them: from memories, and from today's words.

Today's words are read by the same rules that make memories of them in the night, so that a question has the same
answer before it and after it.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pawsona.domain.ids import MessageId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.memory.slots import Member, slots
from pawsona.minds.storybook.kin import names_of, one_of
from pawsona.minds.storybook.knowing import first_person
from pawsona.minds.storybook.remembering import summarise
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Turn
from pawsona.minds.storybook.tastes import taste_of
from pawsona.minds.storybook.wording import addressed
from pawsona.skills import IPET
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput

_UNTURNED = re.compile(r"^(?:it went like this|是这么回事)[:：]\s*", re.IGNORECASE)
_PEOPLE = frozenset({"kin", "people"})
_FRIEND = re.compile(
    r"\b(?:best)?(?:friend|pal|buddy|bestie|mate|ex|partner|girl|guy|in-law|customer|client|crush|fiancée?|spouse|twin|"
    r"lodger|tenant|carer|nanny|babysitter|student|pupil|patient|teammate|bandmate|classmate|cleaner|priest|vicar|widow|"
    r"god(?:father|mother|parent|son|daughter|child)|"
    r"(?:step|foster )(?:father|mother|dad|mum|mom|parent|son|daughter|child))s?\b"
    r"|朋友|好友|男友|女友|前任|网友|死党|干[爹妈]|教[父母]|干(?:儿子|女儿)|未婚[夫妻]|暗恋|同桌|[笔球队战工牌酒]友|搭档|学生|"
    r"患者|病人|[租房]客|保姆|月嫂|老乡|继[父母]|后[爸妈]",
    re.IGNORECASE,
)
"""People whom a question need not name in one way only."""
_SUBJECT = {
    "en": re.compile(r"^(?:for fun |about (?:love|sleep) )?you(?:r (?:[\w'-]+ ){0,2}[\w'-]+|\b)", re.IGNORECASE),
    "zh": re.compile(r"^(?:\d+月\d+日[^，]{0,4})?你(?:[^，。的]{1,3}的)?[^，在是有叫说要去来]{0,4}"),
}
"""How a clause begins whose subject is the person, or theirs."""


@dataclass(frozen=True)
class Thing:
    """One thing that the person told."""

    text: str
    """What a question is compared with."""
    clause: str
    """Addressed to the person; empty where only their own words are known."""
    quote: str
    topic: str
    attribute: str
    subject: str
    value: str
    said_on: date
    on: date | None = None
    """The day that it is about, where it has one."""
    single: bool = False
    """Whether a person has one of it at a time: a home, an age."""
    memory: Memory | None = None

    @property
    def told_as(self) -> dict[str, str]:
        """The slots by which people and their names are found."""
        return {"attribute": self.attribute, "subject": self.subject, "value": self.value}

    def mine(self, language: Language) -> bool:
        """Whether it is about the person and not about their people."""
        return _SUBJECT[language].match(self.clause) is not None and not self._whose(language)

    def tells_of(self, question: str, language: Language) -> bool:
        """Whether it is about one whom a question names: "your friend has a son" tells of no son of one's own."""
        whose = self._whose(language)
        return bool(whose) and whose <= persons(question, language)

    def _whose(self, language: Language) -> frozenset[Member]:
        """Those of the person's people whom it is about; all that it names where its subject is not plain."""
        said = self.clause or self.quote
        subject = _SUBJECT[language].match(said)
        return persons(subject[0] if subject else said, language)

    def names(self, language: Language) -> frozenset[Member]:
        """Whom and which things it names."""
        return slots(language).within(self.text)


def persons(text: str, language: Language) -> frozenset[Member]:
    """The people whom a text names beside the person; a friend is one, too."""
    friends = frozenset({("people", -1)} if _FRIEND.search(text) else ())
    return friends | {member for member in slots(language).within(text) if member[0] in _PEOPLE}


def you_clause(memory: Memory, context: Context) -> str:
    """A memory addressed to the person, without a final stop, whoever wrote it: a rule, a model or the person."""
    said = memory.slots.get("you") or addressed(first_person(memory.text, context), context.language)
    return said.strip().rstrip(".。")


def things(turn: Turn) -> list[Thing]:
    """All that is known, what was told last first; a thing that was told again once."""
    context = turn.given.context
    found = [*_fresh(turn), *(_thing(memory, context) for memory in _memories(turn)), *_recalled(turn)]
    seen: set[Hashable] = set()
    kept: list[Thing] = []
    tastes: set[tuple[Hashable, bool]] = set()
    for thing in found:
        keys = set(_keys(thing, turn.language))
        taste = taste_of(thing.told_as, turn.language)
        if thing.text and not keys & seen and (taste is None or (taste.key, not taste.liked) not in tastes):
            kept.append(thing)
            tastes |= {(taste.key, taste.liked)} if taste is not None and taste.key else set()
        seen |= keys
    return _latest(kept)


def _latest(found: Sequence[Thing]) -> list[Thing]:
    """Of what one has one of at a time, the last."""
    seen: set[tuple[str, str]] = set()
    kept: list[Thing] = []
    names = names_of(thing.told_as for thing in found)
    for thing in found:
        key = (thing.attribute, one_of(thing.subject, names))
        if not thing.single or key not in seen:
            kept.append(thing)
        if thing.single:
            seen.add(key)
    return kept


def _keys(thing: Thing, language: Language) -> Iterator[Hashable]:
    """By what another thing tells the same: its words, or its value ("likes hiking", "loves hiking")."""
    yield thing.subject, terms(thing.clause, language) or thing.quote
    if thing.value and thing.topic != "name" and not thing.attribute.startswith("told"):
        yield thing.subject, thing.value, thing.attribute.startswith("dislike")


def _memories(turn: Turn) -> Iterator[Memory]:
    recalled = [one.memory for one in turn.given.memories if one.memory is not None]
    known = {memory.id: memory for memory in (*turn.given.known.memories, *recalled)}
    return (memory for memory in known.values() if memory.origin == "said")


def _thing(memory: Memory, context: Context) -> Thing:
    own, local = memory.slots, memory.created_at.astimezone(context.now.tzinfo).date()
    quoted = own.get("attribute") == "verbatim"
    clause = "" if quoted else _turned(you_clause(memory, context))
    return Thing(
        text=f"{memory.text} {clause} {own.get('subject', '')}",
        clause=clause,
        quote="" if clause else own.get("value") or memory.text,
        topic=memory.topic,
        attribute=own.get("attribute", ""),
        subject=own.get("subject", ""),
        value=own.get("value", ""),
        said_on=local,
        on=_day(own.get("on", "")),
        single=bool(own.get("supersedes")),
        memory=memory,
    )


def _since(turn: Turn) -> tuple[Message, ...]:
    """What was said since the last memories were made."""
    return turn.given.known.fresh or turn.given.history


def _fresh(turn: Turn) -> Iterator[Thing]:
    """The same as things, the latest first."""
    said = _since(turn)
    now = said and said[-1].role == "person" and said[-1].text == turn.given.message
    yield from _told(said[:-1] if now else said, turn.given.context)


def _recalled(turn: Turn) -> Iterator[Thing]:
    """Turns that were recalled because no memory was made of them; what was just said is read in its talk only."""
    bond, since = turn.given.context.pet.bond, {message.id for message in _since(turn)}
    yield from _told(
        tuple(
            Message(
                id=found.message or MessageId(f"recalled.{n}"), bond=bond, session=SessionId(""), role="person",
                text=found.text, at=found.said_at,
            )
            for n, found in enumerate(turn.given.memories)
            if found.memory is None and found.message not in since
        ),
        turn.given.context,
    )  # fmt: skip


def _told(said: tuple[Message, ...], context: Context) -> Iterator[Thing]:
    at = {message.id: message.at.astimezone(context.now.tzinfo).date() for message in said}
    drafts = summarise(SummariseInput(context=context, dialogue=said), IPET).drafts if said else ()
    for draft in sorted(drafts, key=lambda draft: max(at[source] for source in draft.sources), reverse=True):
        yield _draft(draft, max(at[source] for source in draft.sources))


def _draft(draft: Draft, on: date) -> Thing:
    clause = _turned(draft.slots.get("you", "")) if draft.confident else ""
    return Thing(
        text=f"{draft.text} {clause} {draft.slots.get('subject', '')}",
        clause=clause,
        quote="" if clause else draft.slots.get("value", ""),
        topic=draft.topic,
        attribute=draft.slots.get("attribute", ""),
        subject=draft.slots.get("subject", ""),
        value=draft.slots.get("value", ""),
        said_on=on,
        on=_day(draft.slots.get("on", "")),
        single=bool(draft.slots.get("supersedes")),
    )


def _turned(clause: str) -> str:
    """A clause without the words by which one gives back what has no subject."""
    return "" if _UNTURNED.match(clause) else clause


def _day(on: str) -> date | None:
    try:
        return date.fromisoformat(on)
    except ValueError:
        return None
