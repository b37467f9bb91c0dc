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
from pawsona.minds.storybook.ruled import CLOSE, matches, vetoed
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.clauses import clauses_of, size
from pawsona.minds.storybook.tastes import turned
from pawsona.minds.storybook.wording import addressed, clean, paused
from pawsona.minds.storybook.worth import Worth, earnest, worths
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput, Summary
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import written

__all__ = [
    "addressed", "clause_in", "kidding", "matches", "reconcile", "rewrite", "statements", "summarise", "vetoed",
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
_PRONOUN = re.compile(r"(?:and |but |so )?(?:he|she)(?:'s)? (?=\w)", re.IGNORECASE)
_PET = re.compile(
    r"\b(?:an?|my|our|the) (?:\w+ ){0,2}(cat|dog|rabbit|hamster|parrot|horse|tortoise|puppy|kitten|greyhound|spaniel|"
    r"labrador|terrier|poodle|collie)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"(?:and |but )?(?:his|her) (?=birthday\b)", re.IGNORECASE)
_NAMED = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}\b")
_THEN = re.compile(r",? and (?=(?:he|she)(?:'s)? \w)|,? (?:and )?(?=(?:his|her) birthday\b)", re.IGNORECASE)
_KIN = re.compile(
    r"\bmy (?:little |big |older |younger |best )?(?:friend|sister|brother|mum|mom|mother|dad|father|wife|husband|"
    r"partner|boyfriend|girlfriend|son|daughter|cousin|aunt|uncle|grandma|grandpa|gran|nan|niece|nephew)\b",
    re.IGNORECASE,
)
_SUBJECT_ZH = re.compile(r"^(?:.{0,4}[我你他她它咱俺谁]|这|那|大家|别人|人家|有人|没人|[?？])")
_CALLED_ZH = re.compile(r"^(?:它|他|她)?(?:的?名字)?(?:就)?叫")
_OWNED_ZH = re.compile(
    r"(?:我.*?|^)(猫|狗|兔子|仓鼠|鹦鹉|乌龟|妹妹|姐姐|哥哥|弟弟|儿子|女儿|闺女|老公|老婆|男朋友|女朋友|闺蜜|室友)"
)
_AGED_ZH = re.compile(r"^(?:今年|现在|都|已经|刚|才|快|满)*[\d一二三四五六七八九十两半]+(?:岁|个月)")
_KEEPS_ZH = re.compile(r"养|有|叫|我们?家|我的")
_OTHER_ZH = re.compile(
    r"^我(?:们?家的?|的)?(?:[爸妈姐妹哥弟爷奶姨舅姑叔]|闺女|媳妇|孩子|娃|外婆|外公|朋友|同学|同事|室友|老板|老师|猫|狗|儿子|女儿|老公|老婆|对象)"
)


def statements(text: str, language: Language) -> list[tuple[str, str]]:
    """The clauses of a message, each also with the subject that an earlier one gave it (我搬家了，住在苏州)."""
    if language == "en":
        return _of_them(clauses_of(text, language))
    found: list[tuple[str, str]] = []
    mine, whose = False, ""
    for clause in clauses_of(text, language):
        before = found[-1][0] if found else ""
        owner = _OWNED_ZH.search(before) if _CALLED_ZH.match(clause) else None
        aged = _OWNED_ZH.search(before) if _AGED_ZH.match(clause) and _KEEPS_ZH.search(before) else None
        whose = owner[1] if owner else "" if _SUBJECT_ZH.match(clause) else whose
        if whose:  # 我家养了只猫，叫年糕，两岁: the cat is, not the person
            found.append((clause, f"我的{whose}{clause.lstrip('它他她')}"))
            mine = False
            continue
        led = mine and _SUBJECT_ZH.match(clause) is None
        found.append((clause, f"我的{aged[1]}{clause}" if aged else f"我{clause}" if led else clause))
        mine = clause.startswith(("我", "俺", "本人")) and not _OTHER_ZH.match(clause) or led
    return found


def _of_them(clauses: Iterable[str]) -> list[tuple[str, str]]:
    """Each clause, also with whom "he" or "she" is, where one of theirs was named just before."""
    found: list[tuple[str, str]] = []
    whose = ""
    for clause in (part for whole in clauses for part in _THEN.split(whole)):
        spoken = _PRONOUN.match(clause)
        theirs = _POSSESSIVE.match(clause)
        full = f"{whose} {clause[spoken.end() :]}" if spoken and whose else clause
        found.append((clause, f"{whose}'s {clause[theirs.end() :]}" if theirs and whose else full))
        named, pet = _KIN.search(clause) or _NAMED.search(clause), _PET.search(clause)
        whose = f"my {pet[1]}" if pet else named[0] if named else whose if spoken or theirs else ""
    return found


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
    given = _named(_readable(given))
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
    return _fitting(drafts, given, profile)


def _readable(given: SummariseInput) -> SummariseInput:
    """The session without what nobody types: a paste is read up to its first page."""
    return replace(given, dialogue=tuple(replace(m, text=m.text[:_READ]) for m in given.dialogue))


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
    fit = [d for d in fit if not any(written(d.text, "memory", language))]  # said in a third language
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
