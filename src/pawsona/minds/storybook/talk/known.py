"""What is known of the person, each thing as a clause that addresses them: from memories, and from today's words.

Today's words are read by the same rules that make memories of them in the night, so that a question has the same
answer before it and after it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.memory.slots import Member, slots
from pawsona.minds.storybook.knowing import first_person
from pawsona.minds.storybook.remembering import summarise
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Turn
from pawsona.minds.storybook.wording import addressed
from pawsona.skills import IPET
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput

_UNTURNED = re.compile(r"^(?:it went like this|是这么回事)[:：]\s*", re.IGNORECASE)
_PERSON = {
    "en": re.compile(r"^(?:you|you're|you've|you'd|you'll|for fun you|about (?:love|sleep) you)\b", re.IGNORECASE),
    "zh": re.compile(
        r"^(?:\d+月\d+日[^，]{0,4})?你(?!们?家?的?(?:老?[爸妈爷奶姥姐妹哥弟舅姨姑叔伯]|儿子|女儿|老[公婆]|同|朋友|室友))"
    ),
}
"""A clause whose subject is the person."""


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

    def mine(self, language: Language) -> bool:
        """Whether it is about the person and not about their people."""
        return self.subject in ("", "person") and _PERSON[language].match(self.clause or self.quote) is not None

    def names(self, language: Language) -> frozenset[Member]:
        """Whom and which things it names."""
        return slots(language).within(self.text)


def you_clause(memory: Memory, context: Context) -> str:
    """A memory addressed to the person, without a final stop, whoever wrote it: a rule, a model or the person."""
    said = memory.slots.get("you") or addressed(first_person(memory.text, context), context.language)
    return said.strip().rstrip(".。")


def things(turn: Turn) -> list[Thing]:
    """All that is known, what was told last first; a thing that was told again once."""
    context = turn.given.context
    found = [*_fresh(turn), *(_thing(memory, context) for memory in _memories(turn))]
    unique: dict[str, Thing] = {}
    for thing in found:
        if thing.text and not any(_again(thing, other, turn.language) for other in unique.values()):
            unique[thing.text.casefold()] = thing
    return _latest(unique.values())


def _latest(found: Iterable[Thing]) -> list[Thing]:
    """Of what one has one of at a time, the last."""
    seen: set[tuple[str, str]] = set()
    kept: list[Thing] = []
    for thing in found:
        key = (thing.attribute, thing.subject)
        if not thing.single or key not in seen:
            kept.append(thing)
        if thing.single:
            seen.add(key)
    return kept


def _again(thing: Thing, other: Thing, language: Language) -> bool:
    """Whether two tell the same, by their value or by their words: "likes hiking", "loves hiking"."""
    if thing.subject != other.subject or thing.topic == "name":
        return False
    if thing.value and thing.value == other.value and thing.attribute[:4] != "told":
        return thing.attribute.startswith("dislike") == other.attribute.startswith("dislike")
    one, two = terms(thing.clause, language), terms(other.clause, language)
    return bool(one) and one == two


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


def _fresh(turn: Turn) -> Iterator[Thing]:
    """What was said since the last memories were made, the latest first."""
    given, context = turn.given, turn.given.context
    said = given.known.fresh or given.history
    said = tuple(m for m in said if not (m.role == "person" and m.text == given.message and m is said[-1]))
    at = {message.id: message.at.astimezone(context.now.tzinfo).date() for message in said}
    summary = summarise(SummariseInput(context=context, dialogue=said), IPET)
    for draft in sorted(summary.drafts, key=lambda draft: max(at[source] for source in draft.sources), reverse=True):
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
