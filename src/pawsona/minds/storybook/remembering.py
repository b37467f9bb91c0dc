"""Skill `memory.summarise`: what is worth keeping, in three tiers.

Rules with places come first, and guards before them, per clause: questions, hypotheses, wishes, reported speech,
fiction, jokes and other people's business make no memory. What no rule knows is weighed by its words and signs
(`worth`): what much speaks for becomes a memory in the third person, what a little speaks for is kept as said and
never quoted as a fact.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language, length
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import UNNAMED
from pawsona.minds.storybook.drafts import draft_of, draft_said, draft_told
from pawsona.minds.storybook.kin import by_kin, kin_of, names_of, one_of
from pawsona.minds.storybook.knowing import Said, compared
from pawsona.minds.storybook.reconciling import reconcile, rewrite
from pawsona.minds.storybook.redating import redated
from pawsona.minds.storybook.ruled import CLOSE, matches, vetoed
from pawsona.minds.storybook.statements import statements
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.clauses import size
from pawsona.minds.storybook.tastes import turned
from pawsona.minds.storybook.wording import addressed, clean, paused
from pawsona.minds.storybook.worth import Worth, earnest, worths
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput, Summary
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import written

__all__ = [
    "addressed", "clause_in", "kidding", "matches", "reconcile", "rewrite", "summarise", "vetoed",
]  # fmt: skip

_VERBATIM_MOST = 4
"""Unsure entries of one session: the weightiest ones."""
_READ = 1500
"""Characters that are read of one message."""
_CONTEXT = 3
"""Turns before a message that may name what it is about."""
_ASIDE = {"en": 8, "zh": 12}
"""Up to this size, what greets, thanks or plays with the pet is said to it, and tells nothing to keep."""
_IN_PASSING = frozenset({"relative_named"})
_JOINED = {"en": ". ", "zh": "，"}
_SENTENCES = re.compile(r"(?<=[.!?。！？…）)])\s*")


def kidding(text: str, book: TalkBook) -> bool:
    """Whether a message takes back what it, or the one before it, said."""
    return "kidding" in book.guards and book.guards["kidding"].find(text) is not None


def clause_in(clause: str, context: Context, at: datetime) -> str:
    """What a clause says of the person, addressed to them ("you like tea"); empty if nothing is sure.

    Args:
        clause: of a message of the person.
        context: for names and language.
        at: when it was said, on the person's wall clock.
    """
    for rule, places in matches(clause, talk_book(context.language)):
        return draft_of(rule, places, context, at, None).slots.get("you", "")
    return ""


def summarise(given: SummariseInput, profile: Profile) -> Summary:
    """Perform `memory.summarise`: entries by rule, then what much speaks for, then a little as it was said."""
    given, corrects = _redated(_named(_readable(given)))
    context = given.context
    sure = _by_rule(given)
    told: list[Draft] = []
    said: list[Worth] = []
    slots = [*(memory.slots for memory in given.known), *(draft.slots for draft in sure)]
    kin = kin_of(slots)
    for worth in _weighed(_without_rules(given, kin), {source for draft in sure for source in draft.sources}):
        if worth.sure:
            told.append(draft_told(worth, context, _local(worth.message, context)))
        elif not any(worth.message.id in draft.sources for draft in sure):
            said.append(worth)
    said.sort(key=lambda worth: -worth.points)
    unsure = [draft_said(w.text, w.topic, w.message, context) for w in said[:_VERBATIM_MOST]]
    spoken = _said(given, kin)
    drafts = turned([*_latest(sure, names_of(slots)), *told, *unsure], spoken, context)
    drafts = compared(drafts, spoken, given.known, context)
    return _fitting([_sourced(draft, corrects) for draft in drafts], given, profile)


def _readable(given: SummariseInput) -> SummariseInput:
    """The session without what nobody types: a paste is read up to its first page."""
    return replace(given, dialogue=tuple(replace(m, text=m.text[:_READ]) for m in given.dialogue))


def _redated(given: SummariseInput) -> tuple[SummariseInput, Mapping[MessageId, MessageId]]:
    dialogue, corrects = redated(given.dialogue, given.context.language)
    return replace(given, dialogue=dialogue), corrects


def _sourced(draft: Draft, corrects: Mapping[MessageId, MessageId]) -> Draft:
    """A draft that a correction made what it is has that for a source, too."""
    also = tuple(one for one, wrong in corrects.items() if wrong in draft.sources)
    return replace(draft, sources=(*draft.sources, *also)) if also else draft


def _named(given: SummariseInput) -> SummariseInput:
    """The session with the name that is told in it, where the person had none: what stands before it is theirs, too."""
    person = given.context.person
    if person.name != UNNAMED[person.language]:
        return given
    told = [d for d in _by_rule(given) if (d.slots["attribute"], d.slots["subject"]) == ("name", "person")]
    if not told:
        return given
    return replace(given, context=replace(given.context, person=replace(person, name=told[-1].slots["value"])))


def _said(given: SummariseInput, kin: Mapping[str, str]) -> list[Said]:
    """The person's messages in earnest, each with what stands before it."""
    language, book, dialogue = given.context.language, talk_book(given.context.language), given.dialogue
    found: list[Said] = []
    for n, message in enumerate(dialogue):
        if _counts(dialogue[n:], book):
            last = dialogue[n - 1].text if n and dialogue[n - 1].role == "pet" else ""
            before = " ".join(other.text for other in dialogue[max(0, n - _CONTEXT) : n])
            found.append(Said(message, earnest(by_kin(message.text, kin, language), language), last, before))
    return found


def _fitting(drafts: list[Draft], given: SummariseInput, profile: Profile) -> Summary:
    language, known = given.context.language, {m.text for m in given.known}
    limit = profile.memory.of(language)
    fit = [d for d in drafts if (d.about or d.text not in known) and limit.allows(length(d.text, language))]
    fit = [
        d for d in fit if not any(written(d.text, "memory", language, given.context.names))
    ]  # said in a third language
    return Summary(drafts=tuple({d.text: d for d in fit}.values()))


def _by_rule(given: SummariseInput) -> list[Draft]:
    context, book = given.context, talk_book(given.context.language)
    found: list[Draft] = []
    before, kin = "", kin_of(memory.slots for memory in given.known)
    for n, message in enumerate(given.dialogue):
        if _counts(given.dialogue[n:], book):
            said = replace(message, text=by_kin(message.text, kin, context.language))
            found.extend(_sure(said, before, context, book))
            kin |= kin_of(draft.slots for draft in found)
        before = _asking(message.text) if message.role == "pet" else ""
    return found


def _asking(said: str) -> str:
    """The sentences of the pet that ask: "you work as a nurse" is no question about the work."""
    return " ".join(sentence for sentence in _SENTENCES.split(said) if sentence.rstrip().endswith(("?", "？")))


def _without_rules(given: SummariseInput, kin: Mapping[str, str]) -> SummariseInput:
    """The session without the clauses that a rule has understood: what is left may tell another thing."""
    language, book = given.context.language, talk_book(given.context.language)

    def rest(message: Message) -> Message:
        if message.role != "person":
            return message
        pairs = statements(paused(message.text, language), language)
        left = [
            one
            for one, full in pairs
            if not any(_understood(said, book) for said in (one, full, by_kin(full, kin, language)))
        ]
        return message if len(left) == len(pairs) else replace(message, text=_JOINED[language].join(left))

    return replace(given, dialogue=tuple(rest(message) for message in given.dialogue))


def _understood(clause: str, book: TalkBook) -> bool:
    """Whether rules tell what a clause says; that somebody is named in passing is not all of it."""
    return any(rule.name not in _IN_PASSING for rule, _ in matches(clause, book))


def _weighed(given: SummariseInput, ruled: Collection[MessageId]) -> list[Worth]:
    """What is worth it, less what only greets or plays, asks to be reminded, or is taken back."""
    language, dialogue = given.context.language, given.dialogue
    book = talk_book(language)
    counts = {m.id for n, m in enumerate(dialogue) if _counts(dialogue[n:], book) and not _for_pet(m, language, book)}
    heard = [m for m in dialogue if m.role == "pet" or m.tier == Tier.none]
    return [worth for worth in worths(heard, language, ruled) if worth.message.id in counts and worth.text]


def _counts(dialogue: tuple[Message, ...], book: TalkBook) -> bool:
    """Whether the first message is the person's own, in earnest, and no crisis."""
    first = dialogue[0]
    if first.role != "person" or first.tier != Tier.none:
        return False
    return not book.guards["orders"].find(first.text) and not _in_jest(dialogue, book)


def _for_pet(message: Message, language: Language, book: TalkBook) -> bool:
    """Whether a message only greets, thanks or plays with the pet, or asks it to remind."""
    if any(book.promise[kind].find(message.text) for kind in ("remind", "ask") if kind in book.promise):
        return True
    short = size(message.text, language) <= _ASIDE[language]
    return short and any(act.cues.find(message.text.strip()) for act in book.acts.values())


def _in_jest(dialogue: tuple[Message, ...], book: TalkBook) -> bool:
    """Whether the first message, or the person's next one, takes it back."""
    mine = [m.text for m in dialogue if m.role == "person"][:2]
    return any(kidding(text, book) for text in mine)


def _local(message: Message, context: Context) -> datetime:
    return message.at.astimezone(context.now.tzinfo)


def _sure(message: Message, asked: str, context: Context, book: TalkBook) -> list[Draft]:
    found = [
        draft_of(rule, places, context, _local(message, context), message)
        for clause, full in statements(paused(message.text, context.language), context.language)
        for rule, places in (*matches(clause, book), *(matches(full, book) if full != clause else ()))
    ]
    # "I love ice cream" is one thing, whether a rule knows it as food or as something loved: the first rule's.
    once = {(_kind(d.slots["attribute"]), d.slots["subject"], d.slots.get("value")): d for d in reversed(found)}
    return list(reversed(once.values())) or list(_answer(message, asked, context, book))


def _kind(attribute: str) -> str:
    kind = attribute.split("_")[0]
    return "likes" if kind == "hobby" else kind


def _answer(message: Message, asked: str, context: Context, book: TalkBook) -> Iterator[Draft]:
    """An answer to the pet's own question has its slot in the question."""
    for question, rule in book.pending:
        if asked and question.find(asked):
            match = next((m for cue in rule.cues if (m := cue.find(message.text.strip()))), None)
            if match and not vetoed(message.text, book, close=rule.topic in CLOSE):
                places = {k: clean(v, context.language) for k, v in match.groupdict().items() if v}
                if places.get("v"):
                    yield draft_of(rule, places, context, _local(message, context), message)
                    return


def _latest(drafts: Iterable[Draft], names: Mapping[str, Collection[str]]) -> list[Draft]:
    """What replaces an earlier value of the same session stands alone."""
    found: list[tuple[tuple[str, str], Draft]] = []
    for draft in drafts:
        key = (draft.slots["attribute"], one_of(draft.slots["subject"], names))
        if draft.slots.get("supersedes"):
            found = [row for row in found if row[0] != key]
        found.append((key, draft))
    return [draft for _, draft in found]
