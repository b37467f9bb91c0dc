"""Rung 4: what is remembered. A line with a place for a memory is only ever filled from what was really said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from pawsona.domain.memory import Memory
from pawsona.domain.message import Tier
from pawsona.memory.slots import Member, proper
from pawsona.minds.storybook.kin import by_kin, kin_of
from pawsona.minds.storybook.redating import put_right
from pawsona.minds.storybook.remembering import clause_in, kidding, vetoed
from pawsona.minds.storybook.statements import statements
from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.clauses import clauses_of, size
from pawsona.minds.storybook.talk.facts import fact
from pawsona.minds.storybook.talk.gist import question_in
from pawsona.minds.storybook.talk.inquiry import inquiries, people
from pawsona.minds.storybook.talk.known import things, you_clause
from pawsona.minds.storybook.talk.matching import stem, terms
from pawsona.minds.storybook.talk.portrait import of_days, portrait
from pawsona.minds.storybook.talk.sources import in_note
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.talk.whether import whether

_MIN_OVERLAP = 1
_SHARE, _SURE = 0.4, 0.6
"""Share of a question's words that a thing must have to be meant; what is only given back as said needs more."""
_SLIGHT = 0.1
"""What a word about remembering itself ("tell", "name", 叫) weighs beside a word of the topic."""
_PLAIN = frozenset({"when", "where", "who", "how_much"})
"""Kinds of question to which a pet's whim is a wrong answer, where they are about the person's own."""
_THEIRS = {"en": re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "zh": re.compile(r"(?:我|我们|咱|咱们)(?:的|家)")}
_OWN = {"en": re.compile(r"\b(?:what|where|when|which)\b.*\bmy\b", re.IGNORECASE), "zh": re.compile("我的")}
_OWNER = {"en": re.compile(r"\b([\w-]+)['’]s?\b(?! (?:is|was|called|name)\b)"), "zh": re.compile("([一-龥]{1,4})的")}
_NEWS = {
    "en": re.compile(
        r"\b(?:did(?:n't)? (?:you|u) know (?:that )?(?:i|we|my|our)|do(?:n't)? (?:you|u) know (?:that )?(?:i|we))\b"
        r"(?!.*\b(?:name|birthday)\W*$)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?!.*[什啥谁哪几多怎]).*(?:知不知道|知道)我.*(?:了|爱你|喜欢你|想你)(?:吗|么|没有?)?[?？!！。]*$"
    ),
}
"""What is told as a question: nobody who says "did you know my dad died" wants to know what is remembered."""
_SAID_LEAST = {"en": 4, "zh": 5}
_SAID_MOST = {"en": 16, "zh": 32}
"""Words (characters) of a sentence that may be given back as it was said."""


@dataclass(frozen=True)
class _Known:
    """Something the person said: as a memory, as a clause by rule, or word by word."""

    text: str
    """What a question is compared with."""
    clause: str = ""
    """Addressed to the person; empty where only their own words are known."""
    quote: str = ""
    on: date | None = None
    """The day it was said, for what no memory was made of yet."""
    memory: Memory | None = None


def _quotable(turn: Turn) -> list[Memory]:
    """Memories that may be quoted as facts: said by the person, and not a guess."""
    found = [r.memory for r in turn.given.memories if r.memory is not None]
    return [m for m in found if m.origin == "said" and m.slots.get("attribute") != "verbatim"]


def inquired(turn: Turn) -> Said | None:
    """What a person asks of themselves, where it is plain what they ask for."""
    sheet = inquiries(turn.language)
    several = of_days(turn, sheet) or portrait(turn, sheet)
    if several is not None:
        return several
    polar = whether(turn, sheet) if sheet.facet(turn.text) is None else None
    return polar or fact(turn, sheet)


def recollection(turn: Turn) -> Said | None:
    """Questions about memory, corrections of it, and nothing else."""
    together = turn.book.acts.get("false_together")
    if together is not None and (together.cues.find(turn.text) or turn.cues.has("shared_past", turn.text)):
        return acts.perform_act(turn, together)
    if turn.cues.has("memory_why", turn.text):
        return _why(turn)
    if turn.cues.has("memory_forget", turn.text) and not turn.heavy:
        return _line(turn, "forgot")
    if turn.cues.has("memory_keep", turn.text):
        return _keep(turn)
    return _asked(turn) or _redated(turn) or (_corrected(turn) if turn.cues.has("correction", turn.text) else None)


def _asked(turn: Turn) -> Said | None:
    to_pet = turn.asks or turn.cues.has("to_pet", turn.text)
    if _NEWS[turn.language].search(turn.text):
        return None
    if to_pet and turn.cues.has("memory_asked", turn.text) and turn.cues.has("first_person", turn.text):
        return _recall(turn) or in_note(turn) or _line(turn, "unknown")
    if turn.cues.has("about_me", turn.text):
        return _recall(turn, whole=True)
    return None


def of_theirs(turn: Turn) -> Said | None:
    """Asked for a place, a time or somebody of the person's own: what was told of it, or that it isn't known."""
    asked = question_in(turn.text, turn.language, turn.names) if turn.asks and not turn.heavy else None
    if asked is None or asked.kind not in _PLAIN or turn.cues.has("to_pet", turn.text):
        return None
    if _THEIRS[turn.language].search(turn.text) or people(turn.text, turn.language):
        return _recall(turn) or in_note(turn) or _line(turn, "unknown")
    return _recall(turn, whole=True)


def _line(turn: Turn, bank: str) -> Said | None:
    line = turn.pick(turn.book.bank("memory", bank), bank)
    return Said("memory", (line,), "chit-chat", {"memory": ""}) if line else None


def _recall(turn: Turn, *, whole: bool = False) -> Said | None:
    """The best of what is known; with `whole` only what has every word of the question."""
    content, slight = _wanted(turn)
    whom = people(turn.text, turn.language)
    known = [k for k in _everything(turn) if (k.clause or k.quote) and whom <= people(k.text, turn.language)]
    known = [k for k in known if not _is_theirs(k, whom, turn)]
    scored = [(_score(k, content, slight, turn), bool(k.clause), n, k) for n, k in enumerate(known)]
    if content:
        share = 1.0 if whole else _SHARE
        scored = [row for row in scored if row[0] >= max(1.0, (share if row[1] else max(share, _SURE)) * len(content))]
    elif whole:
        return None
    else:
        scored = [row for row in scored if row[1]] or scored
    if not scored:
        return None if whole else _trusted(turn)
    best = max(scored, key=lambda row: (row[0], row[1], -row[2]))[3]
    return _give(turn, best)


def _is_theirs(known: _Known, whom: frozenset[Member], turn: Turn) -> bool:
    """Whether it is said of what somebody else has, and the question is about one's own: a doctor's number."""
    own = _OWN[turn.language].search(turn.text) is not None
    owners = _OWNER[turn.language].findall(known.clause or known.quote) if own else ()
    return any(people(owner, turn.language) - whom for owner in owners)


def _keep(turn: Turn) -> Said | None:
    """What was said just before, said back so that both know what is to be remembered."""
    said = [m for m in turn.given.history if m.role == "person" and m.tier == Tier.none]
    for known in _turn(said[-1].text, said[-1].at, turn) if said else ():
        return (
            _filled(turn, "kept", "mem", known.clause) if known.clause else _filled(turn, "said", "quote", known.quote)
        )
    return None


def _trusted(turn: Turn) -> Said | None:
    """The recall service finds by more than words; the best one is what it thinks was meant."""
    known = _quotable(turn)
    first = turn.given.memories[0].memory if turn.given.memories else None
    if not known or known[0] is not first:
        return None
    # A question about oneself alone is answered by nothing that somebody else does.
    alone = turn.language == "en" and not people(turn.text, "en") and not proper(turn.text)
    if alone and not you_clause(known[0], turn.given.context).casefold().startswith("you"):
        return None
    return _quote(turn, known[0], "recall")


def _wanted(turn: Turn) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the topic, and those about remembering and naming."""
    asked = terms(turn.text, turn.language) - terms(turn.given.context.person.name, turn.language)
    noise = turn.cues.noise_words
    if turn.language == "zh":
        slight = frozenset(t for t in asked if any(c in noise for c in t))
    else:
        slight = asked & frozenset(stem(word) for word in noise)
    return asked - slight, slight


def _score(known: _Known, content: frozenset[str], slight: frozenset[str], turn: Turn) -> float:
    own = terms(known.text, turn.language)
    return len(own & content) + _SLIGHT * len(own & slight)


def _everything(turn: Turn) -> Iterator[_Known]:
    """Memories first, then turns that were recalled, then this conversation, the latest first."""
    for memory in _quotable(turn):
        yield _Known(_topic_text(memory), you_clause(memory, turn.given.context), memory=memory)
    for found in turn.given.memories:
        if found.memory is None:
            yield from _turn(found.text, found.said_at, turn)
        elif found.memory.slots.get("attribute") == "verbatim" and found.memory.slots.get("value"):
            yield _Known(found.memory.slots["value"], quote=found.memory.slots["value"])
    said = [m for m in turn.given.history if m.role == "person" and m.tier == Tier.none]
    for n in reversed(range(len(said))):
        if not kidding(said[n].text, turn.book) and not (n + 1 < len(said) and kidding(said[n + 1].text, turn.book)):
            yield from _turn(said[n].text, said[n].at, turn)


def _turn(text: str, at: datetime, turn: Turn) -> Iterator[_Known]:
    """The clauses of one message: by rule where one holds, else as they were said."""
    context, language = turn.given.context, turn.language
    local = at.astimezone(context.now.tzinfo)
    for clause, full in statements(text, language):
        addressed = clause_in(clause, context, local) or clause_in(full, context, local)
        quote = "" if addressed else clause.strip(" .。!！")
        fits = _SAID_LEAST[language] <= size(quote, language) <= _SAID_MOST[language]
        # Chinese leaves "I" out where it is clear.
        own = turn.cues.has("first_person", clause) or (language == "zh" and not turn.cues.has("to_pet", clause))
        if quote and (not fits or turn.cues.has("question", clause) or not own):
            continue
        if quote and (vetoed(clause, turn.book, close=True) or turn.cues.has("memory_asked", clause)):
            continue
        yield _Known(f"{clause} {addressed}", addressed, quote, local.date())


def _topic_text(memory: Memory) -> str:
    subject, attribute = memory.slots.get("subject", ""), memory.slots.get("attribute", "")
    return f"{memory.text} {subject} {attribute.replace('_', ' ')}"


def _give(turn: Turn, known: _Known) -> Said | None:
    if known.memory is not None:
        return _quote(turn, known.memory, "recall")
    if known.clause:
        fresh = known.on == turn.given.context.now.date()
        return _filled(turn, "same_day" if fresh else "recall", "mem", known.clause)
    return _filled(turn, "said", "quote", known.quote)


def _filled(turn: Turn, bank: str, slot: str, value: str) -> Said | None:
    line = turn.pick(turn.book.bank("memory", bank), bank, {slot: value})
    if line is None:
        return None
    turn.slots[slot] = value
    return Said("memory", (line,), "chit-chat")


def _quote(turn: Turn, memory: Memory, bank: str) -> Said | None:
    said = _filled(turn, bank, "mem", you_clause(memory, turn.given.context))
    if said is not None:
        turn.state.woven = (*turn.state.woven, memory.id)
        said.marks["memory"] = memory.id
    return said


def _why(turn: Turn) -> Said | None:
    known = _quotable(turn)
    woven = [m for m in known if m.id in turn.state.woven] or known
    return _quote(turn, woven[0], "why") if woven else None


def _corrected(turn: Turn) -> Said | None:
    context = turn.given.context
    kin = kin_of({"attribute": t.attribute, "subject": t.subject, "value": t.value} for t in reversed(things(turn)))
    said = by_kin(turn.text, kin, turn.language)
    clauses = (clause_in(clause, context, context.now) for clause in clauses_of(said, turn.language))
    clause = next((c for c in clauses if c), "")
    return _filled(turn, "corrected", "mem", clause) if clause else None


def _redated(turn: Turn) -> Said | None:
    """A day that is put right ("no, Sunday"), with what falls on it."""
    right = put_right(turn.given.history, turn.text, turn.given.context.now, turn.language)
    for known in _turn(right.text, right.at, turn) if right is not None else ():
        if known.clause:
            return _filled(turn, "corrected", "mem", known.clause)
    return None
