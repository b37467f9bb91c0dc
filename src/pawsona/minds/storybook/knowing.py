"""What a message does to something known: says it again, or says that it is no longer so.

What is known may have been written by any mind or by the person, so it is read by its words: turned back into the
first person, the rules that understand what a person says understand it too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.domain.person import UNNAMED
from pawsona.memory.slots import slots
from pawsona.minds.storybook.drafts import draft_told
from pawsona.minds.storybook.keeping import Keeping, keeping
from pawsona.minds.storybook.kin import is_another, names_of, one_of
from pawsona.minds.storybook.ruled import denied, filled, matches
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.clauses import clauses_of
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.tastes import taste_in, taste_of
from pawsona.minds.storybook.topics import topics_of
from pawsona.minds.storybook.worth import plain
from pawsona.skills.context import Context
from pawsona.skills.memory import About, Draft

_AGAIN = 0.5
"""Share of what is known that a message repeats, from which it says it again."""
_TOUCHED = {"en": 0.25, "zh": 0.12}
"""The same where it says besides that something changed; in Chinese single characters count as well as pairs."""
_EMPTY = frozenset({"person", "user", "live", "lives", "has", "have", "call", "work", "like", "goe", "go"})
_KIN = (frozenset({"occupation", "work"}), frozenset({"emotional_life", "relatives_and_friends"}))
_SUBJECT_EN = r"^(?:the (?:person|user|owner)|they|{name})(?P<own>'s|s'|’s)? (?P<verb>[\w']+)"
_HOME = "relative_home"
_NUMBER = re.compile(
    r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon)\b|[一二两三四五六七八九十]+",
    re.IGNORECASE,
)
_VERBS = {"is": "am", "was": "was", "has": "have", "does": "do", "goes": "go", "doesn't": "don't", "are": "am"}


@dataclass(frozen=True)
class Said:
    """A message of the person, and where it stands."""

    message: Message
    text: str
    """Without what is only asked or imagined."""
    asked: str = ""
    """What the pet said just before."""
    before: str = ""
    """A few turns before, the pet's and the person's: they name what "we ended it" is about."""


def compared(drafts: Sequence[Draft], said: Sequence[Said], known: Sequence[Memory], context: Context) -> list[Draft]:
    """The drafts, each with what it does to something known; what is only said again becomes a renewal.

    Args:
        drafts: of one session.
        said: the person's messages in earnest.
        known: what may be meant.
        context: for language and name.
    """
    left = list(drafts)
    changed: list[Draft] = []
    for one in said:
        about = touched(one, known, context)
        if about is None:
            continue
        memory = next(m for m in known if m.id == about.memory)
        mine = [draft for draft in left if one.message.id in draft.sources]
        if about.kind == "replaces":
            sure = _values_differ(one.text, memory, known, context)
            fit = [draft for draft in mine if sure or _fits(draft, memory)[0] or not draft.slots.get("supersedes")]
            best = max(fit, key=lambda draft: _fits(draft, memory), default=None)
            left = [draft for draft in left if draft is not best]
            changed.append(_successor(one.message, best, memory, about, context))
        else:
            left = [draft for draft in left if draft not in mine or not _repeats(draft, memory, context)]
            changed.append(_renewal(one.message, memory, about))
    return [*left, *changed]


def touched(said: Said, known: Sequence[Memory], context: Context) -> About | None:
    """What a message does to the one thing known that it is about, if it is about any."""
    language, cues, text = context.language, keeping(context.language), said.text
    if not text:
        return None
    recalled = cues.has("assent", text) and not cues.has("dissent", text)
    heard = terms(f"{text} {said.asked}" if recalled else text, language)
    around = heard | terms(said.before, language)
    about: list[tuple[float, About]] = []
    for memory in known:
        share = _share(memory, heard, context)
        near = max(share, _share(memory, around, context))
        if _values_differ(text, memory, known, context) or _turns(text, memory, language):  # surer than words of change
            about.append((4 + share, About(kind="replaces", memory=memory.id)))
        elif _of_another_home(text, memory, language):
            continue
        elif not _is_told(memory) and _is_changed(text, memory, (share, near), known, cues, language):
            about.append((2 + share + near / 2, About(kind="replaces", memory=memory.id)))
        elif share >= _AGAIN and not cues.has("dissent", text) and not cues.has("news", text):
            about.append((share, About(kind="same", memory=memory.id)))
    return max(about, key=lambda pair: pair[0], default=(0.0, None))[1]


def _is_told(memory: Memory) -> bool:
    """Whether it is a message as it was told, with several things in it: one of them may change, not the whole."""
    return memory.slots.get("attribute", "").startswith(("told_", "verbatim"))


def _is_name(memory: Memory) -> bool:
    """Whether it is what one of theirs is called: that they moved changes where they live, not their name."""
    return memory.slots.get("attribute") == "name" and memory.slots.get("subject", "person") != "person"


def _share(memory: Memory, heard: frozenset[str], context: Context) -> float:
    own = terms(_named(memory.text, context).replace(context.person.name, ""), context.language) - _EMPTY
    return len(own & heard) / len(own) if own else 0.0


def _named(text: str, context: Context) -> str:
    """What was noted before the person said their name, with it."""
    unnamed = UNNAMED[context.language]
    return context.person.name + text.removeprefix(unnamed) if text.startswith(unnamed) else text


def _is_changed(
    text: str, memory: Memory, shares: tuple[float, float], known: Sequence[Memory], cues: Keeping, language: Language
) -> bool:
    share, near = shares
    book = talk_book(language)
    if _of_others(text, memory, language) or any(denied(c, memory.topic, book) for c in clauses_of(text, language)):
        return False
    other = cues.only[memory.topic].find(text) if memory.topic in cues.only else None
    if other is not None and other.group().casefold() not in memory.text.casefold():
        return share < _AGAIN or cues.has("changed", text) or _numbers_differ(text, memory.text)
    if share >= _AGAIN and cues.has("denied", memory.text) and cues.has("taken", text):
        return True  # it doesn't hold any more
    if cues.has("over", text) and near >= _AGAIN:
        return True
    if not cues.has("changed", text) or _is_name(memory):
        return False
    if share >= _TOUCHED[language]:
        return True
    # The only thing known of its topic may be meant without a word of it, but not by news of somebody else.
    alone = sum(other.topic == memory.topic for other in known) == 1
    return alone and memory.topic in topics_of(language).found(text.casefold())


def _of_another_home(text: str, memory: Memory, language: Language) -> bool:
    """Whether both tell where one of theirs lives, and not the same: whose home has changed, the rule alone knows."""
    if memory.slots.get("attribute") != _HOME:
        return False
    found = (match for clause in clauses_of(text, language) for match in matches(clause, talk_book(language)))
    return any(rule.attribute == _HOME and said.get("v") != memory.slots.get("value") for rule, said in found)


def _of_others(text: str, memory: Memory, language: Language) -> bool:
    """Whether a message is about one of theirs whom a memory doesn't name."""
    other = talk_book(language).guards.get("other")
    if other is None or not any(other.find(clause) for clause in clauses_of(text, language)):
        return False
    named, known = (slots(language).within(one) for one in (text, memory.text))
    return any(member[0] in {"kin", "animals"} for member in named - known)


def _turns(text: str, memory: Memory, language: Language) -> bool:
    """Whether a taste that is known is the opposite by now."""
    known = taste_of(memory.slots, language)
    said = (taste_in(clause, language) for clause in clauses_of(text, language))
    return known is not None and any(taste is not None and taste.turns(known) for taste in said)


def _numbers_differ(text: str, known: str) -> bool:
    now, then = ({found.casefold() for found in _NUMBER.findall(one)} for one in (text, known))
    return bool(now and then and not now & then)


def _values_differ(text: str, memory: Memory, known: Sequence[Memory], context: Context) -> bool:
    """Whether a rule that knows only one value finds another one now."""
    now, then = dict(_facets(text, context)), dict(_facets(first_person(memory.text, context), context))
    if memory.slots.get("attribute") == _HOME:
        then = {}  # that names the relative, too, in passing
    if memory.slots.get("supersedes"):
        then[memory.slots.get("attribute", ""), memory.slots.get("subject", "")] = memory.slots.get("value", "")
    names = names_of([*(other.slots for other in known), *({"subject": subject} for _, subject in (*now, *then))])
    now = {key: value for key, value in now.items() if not is_another(*key, text, context.language)}
    said = {(attribute, one_of(subject, names)): value for (attribute, subject), value in now.items()}
    known_as = {(attribute, one_of(subject, names)): value for (attribute, subject), value in then.items()}
    return any(said[key].casefold() != value.casefold() for key, value in known_as.items() if key in said)


def _facets(text: str, context: Context) -> Iterator[tuple[tuple[str, str], str]]:
    """(attribute, subject) and value, by the rules whose attribute has one value at a time."""
    book = talk_book(context.language)
    for clause in clauses_of(text, context.language):
        for rule in book.rules:
            if rule.supersedes:
                places = filled(rule, clause, context.language) or {}
                value = places.get("v", "")
                if value and not rule.never.find(value):
                    yield (rule.attribute, rule.subject or places.get("who") or "person"), value


def first_person(text: str, context: Context) -> str:
    """What is known as the person would say it ("I live in Leeds"); as it is where it is told in another way."""
    text = _named(text, context)
    if context.language == "zh":
        return re.sub(f"这个人|主人|用户|{re.escape(context.person.name)}|^(?:他|她)(?!们)", "我", text).rstrip("。")
    pattern = _SUBJECT_EN.replace("{name}", re.escape(context.person.name))
    match = re.match(pattern, text, re.IGNORECASE)
    if match is None:
        return text
    rest = text[match.end() :].rstrip(".")
    if match["own"]:
        return f"my {match['verb']}{rest}"
    verb = match["verb"].casefold()
    return f"I {_VERBS.get(verb) or verb.removesuffix('s')}" + re.sub(r"\btheir\b", "my", rest)


def _fits(draft: Draft, memory: Memory) -> tuple[bool, bool, bool, bool]:
    """How well a draft takes a memory's place: of the same kind, of the same attribute, of the same topic, sure."""
    same = draft.slots.get("attribute") == memory.slots.get("attribute")
    kin = any({draft.topic, memory.topic} <= group for group in _KIN)
    one = bool(draft.slots.get("supersedes")) and draft.topic == memory.topic
    return draft.topic == memory.topic or kin, same, one, draft.confident


def _successor(message: Message, best: Draft | None, memory: Memory, about: About, context: Context) -> Draft:
    """What takes another's place is of its topic, unless a rule knew better."""
    if best is None or not best.confident:
        at = message.at.astimezone(context.now.tzinfo)
        best = draft_told(plain(message, memory.topic, context.language), context, at)
    topic = best.topic if best.slots.get("supersedes") else memory.topic
    return replace(best, topic=topic, about=about)


def _repeats(draft: Draft, memory: Memory, context: Context) -> bool:
    """Whether a draft of a message that repeats something known has nothing else to say."""
    own = terms(draft.text.replace(context.person.name, ""), context.language)
    return _fits(draft, memory)[0] or not own or _share(memory, own, context) > 0 or not draft.confident


def _renewal(message: Message, memory: Memory, about: About) -> Draft:
    return Draft(
        text=memory.text, topic=memory.topic, importance=memory.importance, sources=(message.id,), about=about,
        slots=memory.slots,
    )  # fmt: skip
