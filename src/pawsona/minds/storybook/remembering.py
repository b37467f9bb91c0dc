"""Skills `memory.summarise` and `memory.rewrite`, and act `memory.reconcile`: what is worth keeping, by guarded rules.

Guards come first, per clause: questions, hypotheses, wishes, reported speech, fiction, jokes and other people's
business make no memory. What no rule knows is kept as said, marked as unsure, never quoted as a fact.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import cast

from pawsona.domain.language import Language, length
from pawsona.domain.memory import Importance, Memory, Topic
from pawsona.domain.message import Message, Tier
from pawsona.minds.storybook.deck import draw
from pawsona.minds.storybook.lasting import lasting
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
_ASIDE = {"en": 8, "zh": 12}
"""Up to this size, what greets, thanks or plays with the pet is said to it, and tells nothing to keep."""
_CLOSE = frozenset({"relatives_and_friends", "emotional_life"})
_SUBJECT_ZH = re.compile(r"^(?:.{0,4}[我你他她它咱俺谁]|这|那|大家|别人|人家|有人|没人|[?？])")
_OTHER_ZH = re.compile(
    r"^我(?:的|家)?(?:[爸妈姐妹哥弟爷奶]|朋友|同学|同事|室友|老板|老师|猫|狗|儿子|女儿|老公|老婆|对象)"
)
_FIRST = ("my", "me", "mine", "myself", "i", "i'm", "our", "we", "us", "am")
_THIRD = dict(zip(_FIRST, "their|them|theirs|themselves|they|they're|their|they|them|are".split("|"), strict=True))
_SECOND = dict(zip(_FIRST, "your|you|yours|yourself|you|you're|your|you|you|are".split("|"), strict=True))
_WORD = re.compile(r"[A-Za-z']+")


def _turned(text: str, table: Mapping[str, str], language: Language, zh: str) -> str:
    if language == "zh":
        return re.sub("我们|咱们|我|咱|俺", zh, text)
    return _WORD.sub(lambda m: table.get(m.group().casefold(), m.group()), text)


def addressed(text: str, language: Language) -> str:
    """What a person said of themselves, said to them: "my sister called me" as "your sister called you"."""
    return _turned(text, _SECOND, language, "你")


def _clean(value: str, language: Language) -> str:
    return _TAIL_ZH.sub("", value.strip()) if language == "zh" else _TAIL.sub("", value.strip())


def vetoed(clause: str, book: TalkBook, *, close: bool = False) -> bool:
    """Whether a guard forbids making a memory of a clause; people `close` to the person are their business."""
    return any(cues.find(clause) for name, cues in book.guards.items() if not (name == "other" and close))


def matches(clause: str, book: TalkBook) -> Iterator[tuple[Rule, dict[str, str]]]:
    """The rules that hold in a clause, with the places they filled."""
    for rule in book.rules:
        found = next((m for cue in rule.cues if (m := cue.find(clause))), None)
        if found is not None and not vetoed(clause, book, close=rule.topic in _CLOSE):
            places = {k: _clean(v, book.language) for k, v in found.groupdict().items() if v}
            if all(f"{{{name}}}" not in rule.text + rule.you or places.get(name) for name in ("v", "who")):
                yield rule, places


def statements(text: str, language: Language) -> list[tuple[str, str]]:
    """The clauses of a message, each also with the subject that an earlier one gave it (我搬家了，住在苏州)."""
    found: list[tuple[str, str]] = []
    mine = False
    for clause in clauses_of(text, language):
        led = mine and language == "zh" and _SUBJECT_ZH.match(clause) is None
        found.append((clause, f"我{clause}" if led else clause))
        mine = clause.startswith(("我", "俺", "本人")) and not _OTHER_ZH.match(clause) or led
    return found


def kidding(text: str, book: TalkBook) -> bool:
    """Whether a message takes back what it, or the one before it, said."""
    return "kidding" in book.guards and book.guards["kidding"].find(text) is not None


def draft_of(rule: Rule, said: Mapping[str, str], context: Context, at: datetime, source: Message | None) -> Draft:
    """A draft by a rule, said of the person and to the person, with days that stay true."""
    language, name = context.language, context.person.name
    found = {k: lasting(v, at, language) for k, v in said.items()}
    places = {k: text for k, (text, _) in found.items()}
    on = next((day for _, day in found.values() if day), None)
    third = {k: _turned(v, _THIRD, language, name) for k, v in places.items()} | {"U": name}
    second = {k: _turned(v, _SECOND, language, "你") for k, v in places.items()} | {"U": name}
    subject = rule.subject or places.get("who", "") or "person"
    slots = {
        "attribute": rule.attribute,
        "subject": subject,
        "value": places.get("v", ""),
        "on": on.isoformat() if on else "",
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
    """Perform `memory.summarise`: sure entries by rule, then what was said at some length, kept as said."""
    context, book = given.context, talk_book(given.context.language)
    sure: list[Draft] = []
    unsure: list[Draft] = []
    before = ""
    for n, message in enumerate(given.dialogue):
        if message.role == "person" and message.tier == Tier.none and not _in_jest(given.dialogue[n:], book):
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


def _in_jest(dialogue: tuple[Message, ...], book: TalkBook) -> bool:
    """Whether the first message, or the person's next one, takes it back."""
    mine = [m.text for m in dialogue if m.role == "person"][:2]
    return any(kidding(text, book) for text in mine)


def _local(message: Message, context: Context) -> datetime:
    return message.at.astimezone(context.now.tzinfo)


def _sure(message: Message, asked: str, context: Context, book: TalkBook) -> list[Draft]:
    found = [
        draft_of(rule, places, context, _local(message, context), message)
        for clause, full in statements(message.text, context.language)
        for rule, places in (*matches(clause, book), *(matches(full, book) if full != clause else ()))
    ]
    return found or list(_answer(message, asked, context, book))


def _answer(message: Message, asked: str, context: Context, book: TalkBook) -> Iterator[Draft]:
    """An answer to the pet's own question has its slot in the question."""
    for question, rule in book.pending:
        if asked and question.find(asked):
            match = next((m for cue in rule.cues if (m := cue.find(message.text.strip()))), None)
            if match and not vetoed(message.text, book, close=rule.topic in _CLOSE):
                places = {k: _clean(v, context.language) for k, v in match.groupdict().items() if v}
                if places.get("v"):
                    yield draft_of(rule, places, context, _local(message, context), message)
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
    if any(book.promise[kind].find(message.text) for kind in ("remind", "ask") if kind in book.promise):
        return
    short = size(message.text, language) <= _ASIDE[language]
    if short and any(act.cues.find(message.text.strip()) for act in book.acts.values()):
        return
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
