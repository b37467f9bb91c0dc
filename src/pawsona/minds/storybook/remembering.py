"""Skills `memory.summarise` and `memory.rewrite`, and act `memory.reconcile`: what is worth keeping, by guarded rules.

Guards come first, per clause: questions, hypotheses, wishes, reported speech, fiction, jokes and other people's
business make no memory. What no rule knows is kept as said, marked as unsure, never quoted as a fact.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pawsona.domain.language import Language, length
from pawsona.domain.memory import Importance, Memory, Topic
from pawsona.domain.message import Message, Tier
from pawsona.minds.storybook.deck import draw
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.clauses import clauses_of, size
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entries import Rule
from pawsona.minds.storybook.talk.matching import terms
from pawsona.skills.acts import ReconcileInput, Verdict
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, Rewrite, RewriteInput, SummariseInput, Summary
from pawsona.skills.profiles import Profile

_LEAST = {"en": 5, "zh": 7}
"""Words (characters) from which an unknown clause is worth keeping."""
_VERBATIM_MOST = 4
"""Unsure entries of one session: the longest ones."""
_TAIL = re.compile(
    r"(?:\b(?:now|too|anyway|actually|really|though|lol|haha|and|but|so|well|right)\b|[\s,，.。!！?？~～])+$",
    re.IGNORECASE,
)
_TAIL_ZH = re.compile(r"[，。！？、~～\s]+$|(?:啦|呀|呢|吧|哦|嘛|啊|了啦|哈)+$")
_FIRST = ("my", "me", "mine", "myself", "i", "i'm", "our", "we", "us", "am")
_THIRD = dict(zip(_FIRST, "their|them|theirs|themselves|they|they're|their|they|them|are".split("|"), strict=True))
_SECOND = dict(zip(_FIRST, "your|you|yours|yourself|you|you're|your|you|you|are".split("|"), strict=True))
_WORD = re.compile(r"[A-Za-z']+")


def _turned(text: str, table: Mapping[str, str], language: Language, zh: str) -> str:
    if language == "zh":
        return re.sub("我们|咱们|我|咱|俺", zh, text)
    return _WORD.sub(lambda m: table.get(m.group().casefold(), m.group()), text)


def _clean(value: str, language: Language) -> str:
    return _TAIL_ZH.sub("", value.strip()) if language == "zh" else _TAIL.sub("", value.strip())


def vetoed(clause: str, book: TalkBook, rule: Rule | None = None) -> bool:
    """Whether a guard forbids making a memory of a clause; people close to them are nobody else's business."""
    close = rule is not None and rule.topic in {"relatives_and_friends", "emotional_life"}
    return any(cues.find(clause) for name, cues in book.guards.items() if not (name == "other" and close))


def matches(clause: str, book: TalkBook) -> Iterator[tuple[Rule, dict[str, str]]]:
    """The rules that hold in a clause, with the places they filled."""
    for rule in book.rules:
        found = next((m for cue in rule.cues if (m := cue.find(clause))), None)
        if found is not None and not vetoed(clause, book, rule):
            places = {k: _clean(v, book.language) for k, v in found.groupdict().items() if v}
            if all(f"{{{name}}}" not in rule.text + rule.you or places.get(name) for name in ("v", "who")):
                yield rule, places


def draft_of(rule: Rule, places: Mapping[str, str], context: Context, source: Message | None) -> Draft:
    """A draft by a rule, said of the person and to the person."""
    language, name = context.language, context.person.name
    third = {k: _turned(v, _THIRD, language, name) for k, v in places.items()} | {"U": name}
    second = {k: _turned(v, _SECOND, language, "你") for k, v in places.items()} | {"U": name}
    subject = rule.subject or places.get("who", "") or "person"
    slots = {
        "attribute": rule.attribute,
        "subject": subject,
        "value": places.get("v", ""),
        "you": _fill(rule.you, second),
        "ask": _fill(rule.ask, second),
        "supersedes": "1" if rule.supersedes else "",
    }
    return Draft(
        text=_fill(rule.text, third),
        topic=cast(Topic, rule.topic),
        importance=cast(Importance, rule.importance),
        sources=(source.id,) if source else (),
        slots={key: value for key, value in slots.items() if value},
    )


def _fill(text: str, places: Mapping[str, str]) -> str:
    for name, value in places.items():
        text = text.replace("{" + name + "}", value)
    return re.sub(r"\s+", " ", text).strip()


def clause_for(text: str, context: Context) -> str:
    """The first thing a text says of the person, addressed to them ("you like tea"); empty if nothing is sure."""
    book = talk_book(context.language)
    for clause in clauses_of(text, context.language):
        for rule, places in matches(clause, book):
            return draft_of(rule, places, context, None).slots.get("you", "")
    return ""


def summarise(given: SummariseInput, profile: Profile) -> Summary:
    """Perform `memory.summarise`: sure entries by rule, then what was said at some length, kept as said."""
    context, book = given.context, talk_book(given.context.language)
    sure: list[Draft] = []
    unsure: list[Draft] = []
    before = ""
    for message in given.dialogue:
        if message.role == "person" and message.tier == Tier.none:
            found = _sure(message, before, context, book)
            sure.extend(found)
            if not found:
                unsure.extend(_as_said(message, context, book))
        before = message.text if message.role == "pet" else ""
    unsure.sort(key=lambda d: -length(d.text, context.language))
    drafts = [*_latest(sure), *unsure[:_VERBATIM_MOST]]
    known = {m.text for m in given.known}
    limit = profile.memory.of(context.language)
    fit = [d for d in drafts if d.text not in known and limit.allows(length(d.text, context.language))]
    return Summary(drafts=tuple({d.text: d for d in fit}.values()))


def _sure(message: Message, asked: str, context: Context, book: TalkBook) -> list[Draft]:
    found = [
        draft_of(rule, places, context, message)
        for clause in clauses_of(message.text, context.language)
        for rule, places in matches(clause, book)
    ]
    return found or list(_answer(message, asked, context, book))


def _answer(message: Message, asked: str, context: Context, book: TalkBook) -> Iterator[Draft]:
    """An answer to the pet's own question has its slot in the question."""
    for question, rule in book.pending:
        if asked and question.find(asked):
            match = next((m for cue in rule.cues if (m := cue.find(message.text.strip()))), None)
            if match and not vetoed(message.text, book, rule):
                places = {k: _clean(v, context.language) for k, v in match.groupdict().items() if v}
                if places.get("v"):
                    yield draft_of(rule, places, context, message)
                    return


def _latest(drafts: Iterable[Draft]) -> list[Draft]:
    """What replaces an earlier value of the same session stands alone."""
    found: dict[object, Draft] = {}
    for n, draft in enumerate(drafts):
        key: object = (draft.slots["attribute"], draft.slots["subject"]) if draft.slots.get("supersedes") else n
        found[key] = draft
    return list(found.values())


def _as_said(message: Message, context: Context, book: TalkBook) -> Iterator[Draft]:
    language, name = context.language, context.person.name
    cues = engine_cues(language)
    for clause in clauses_of(message.text, language):
        usable = cues.has("first_person", clause) and not cues.has("talk_verbs", clause)
        if (
            not usable
            or vetoed(clause, book)
            or size(clause, language) < _LEAST[language]
            or cues.has("to_pet", clause)
        ):
            continue
        said = f"{name}说：“{clause}”" if language == "zh" else f'{name} said: "{clause}"'
        slots = {"attribute": "verbatim", "subject": "person", "value": clause}
        yield Draft(text=said, topic="other_events", importance=0, sources=(message.id,), confident=False, slots=slots)


def reconcile(given: ReconcileInput) -> Verdict:
    """Perform `memory.reconcile`: same words renew, a new value of the same attribute replaces."""
    draft, language = given.draft, given.context.language
    own = terms(draft.text, language)
    for n, memory in enumerate(given.near):
        other = terms(memory.text, language)
        if draft.text == memory.text or (own | other and len(own & other) / len(own | other) >= 0.85):
            return Verdict(kind="same", index=n)
    for n, memory in enumerate(given.near):
        if _supersedes(draft, memory):
            return Verdict(kind="replaces", index=n)
    return Verdict(kind="new")


def _supersedes(draft: Draft, memory: Memory) -> bool:
    slots = memory.slots
    same = all(draft.slots.get(k) and draft.slots.get(k) == slots.get(k) for k in ("attribute", "subject"))
    return bool(same and draft.slots.get("supersedes") and draft.slots.get("value") != slots.get("value"))


def rewrite(given: RewriteInput, profile: Profile) -> Rewrite:
    """Perform `memory.rewrite`: each memory as the pet would say it to itself."""
    context, book = given.context, talk_book(given.context.language)
    limit = profile.rewrite.of(context.language)
    texts: list[str] = []
    used = dict(context.ledger)
    for n, memory in enumerate(given.memories):
        mem = memory.text.strip().rstrip(".。")
        bank = [*book.bank("rewrite", memory.topic), *book.bank("rewrite", "default")]
        day = context.now.date()
        line = draw(bank, key=f"{day}/rewrite/{n}", seed=context.pet.seed, today=day, ledger=used, cooldown=0)
        text = line.fill({"mem": mem, "U": context.person.name, "P": context.pet.name}) if line else mem
        if line is not None:
            used[line.id] = day
        texts.append(text if limit.allows(length(text, context.language)) else memory.text)
    return Rewrite(texts=tuple(texts))
