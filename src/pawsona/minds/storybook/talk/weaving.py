"""The rung of touched memories: what the person has just come near to, said once, so that they know it was kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pawsona.domain.memory import Recalled
from pawsona.domain.message import Tier
from pawsona.minds.storybook.remembering import addressed, kidding, vetoed
from pawsona.minds.storybook.statements import statements
from pawsona.minds.storybook.talk.clauses import is_order, size
from pawsona.minds.storybook.talk.known import you_clause
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.touching import relation, shared
from pawsona.minds.storybook.talk.turn import Said, Turn

_ENOUGH = {"en": 0.29, "zh": 0.44}
"""Strength from which on something known is meant: recall's evidence, and what the two texts share."""
_NAMED = {"en": 0.22, "zh": 0.3}
"""The same where both name a person or thing, so that the line is about that."""
_FIT = {"en": re.compile(r"you(?:r|'\w+)?\b", re.IGNORECASE), "zh": re.compile("你")}
_BRIEF = {"en": 12, "zh": 18}
"""A clause that can follow "I remember that" begins with the person, and is no more than this long."""
_MEANT, _WIDER = 0.6, 4
"""Strength from which there is hardly a doubt, and by how much a clause may then be longer."""
_UNFIT = re.compile(r"^(?:it went like this|是这么回事)|\b(?:is|are) (?:called|named)\b|叫[\u4e00-\u9fff]{2,3}$")
"""A clause that is only given as it was typed, and a name: nobody wants to be told what their sister is called."""
_WORD, _THING, _KIND, _NAME = 0.12, 0.2, 0.12, 0.3
"""What a shared word adds, a shared thing beside it, another thing of the same kind, and a shared name."""
_CLAIM = re.compile(
    r"\byou (?:once |just |even )?(?:said|told|promised|taught|mentioned)\b"
    r"|你(?:上次|之前|以前|昨天|不是)?(?:说过|讲过|答应|教过|跟我说)",
    re.IGNORECASE,
)
"""What the pet is claimed to have said: what they told themselves is no answer to that."""
_ASKED = 0.25
"""What a question to the pet needs beyond: it is mostly about what it asks."""
_SHARED = 2
"""Words that an earlier message of this conversation must share; a thing counts double."""
_APART = 4
"""Turns of the person that lie between: what was said just now needs no reminder."""
_MOST = {"en": 22, "zh": 36}
_LEAST = {"en": 3, "zh": 5}


@dataclass(frozen=True)
class _Thread:
    """Something said before, addressed to the person, and how surely it is what they speak of."""

    clause: str
    strength: float
    mark: str
    text: str
    """As it is stored."""


def weave(turn: Turn) -> Said | None:
    """Something known that the person just touched, once per conversation and memory."""
    told_nothing = turn.size < _LEAST[turn.language] or is_order(turn.text, turn.language)
    if turn.cues.has("memory_asked", turn.text) or told_nothing or _CLAIM.search(turn.text):
        return None
    told = [m.text for m in turn.given.history if m.role == "pet"]
    threads = [
        thread
        for thread in (*_remembered(turn), *_said_here(turn))
        if thread.mark not in turn.state.woven and not any(thread.clause in text for text in told)
    ]
    for thread in sorted(threads, key=lambda thread: -thread.strength):
        said = _touched(turn, thread) or _recited(turn, thread)
        if said is not None:
            turn.state.woven = (*turn.state.woven, thread.mark)
            return said
    return None


def _touched(turn: Turn, thread: _Thread) -> Said | None:
    """The new event taken up, on the ground of the stored one: where what both name can be named."""
    found = shared(thread.text, turn)
    least = _NAMED[turn.language]
    if found is None or thread.strength < (_MEANT if turn.asks and turn.cues.has("to_pet", turn.text) else least):
        return None
    kind = relation(thread.text, found, turn, sure=thread.strength >= _ENOUGH[turn.language])
    bank = [line for line in turn.book.bank("memory", "touch", kind) if line.id not in turn.state.said]
    slots = {"what": found.what, "mem": thread.clause}
    line = turn.pick([line for line in bank if "what" in line.slots] or bank, "memory.touch", slots)
    if line is None:
        return None
    turn.slots.update(slots)
    return Said("memory", (line,), "chit-chat", {"memory": thread.mark, "thing": found.what})


def _recited(turn: Turn, thread: _Thread) -> Said | None:
    """What was said, said again: once in a conversation, and only where it is surely meant."""
    again = any(ident.startswith("memory.weave") for ident in turn.state.said)
    least = _ENOUGH[turn.language] + (_ASKED if turn.asks_for_answer else 0)
    named = _here(turn) & terms(thread.text, turn.language)
    most = _BRIEF[turn.language] + (_WIDER if thread.strength >= _MEANT else 0)
    fit = _FIT[turn.language].match(thread.clause) and size(thread.clause, turn.language) <= most
    if again or not named or not fit or thread.strength < least or _UNFIT.search(thread.clause):
        return None
    if turn.cues.has("loss", thread.text) and not turn.cues.has("loss", turn.text):
        return None  # nobody wants to be told of a death because a window froze over
    bank = "weave_neg" if turn.said < 0 else "weave_even"
    line = turn.pick(turn.book.bank("memory", bank), bank, {"mem": thread.clause})
    if line is None:
        return None
    turn.slots["mem"] = thread.clause
    return Said("memory", (line,), "chit-chat", {"memory": thread.mark})


def _here(turn: Turn) -> frozenset[str]:
    return terms(turn.text, turn.language) - terms(turn.given.context.person.name, turn.language)


def _remembered(turn: Turn) -> Iterator[_Thread]:
    """What recall found: memories, and messages that no memory was made of."""
    here, today = _here(turn), turn.given.context.now.date()
    for found in (*turn.given.memories, *turn.given.near):
        clause = _clause(found, turn)
        if not clause or found.said_at.astimezone(turn.given.context.now.tzinfo).date() >= today:
            continue
        common = terms(found.text, turn.language) & here
        names = _NAME if _shares_name(found.text, turn) else 0.0
        things, kinds = _things(found.text, turn)
        strength = found.score + _WORD * len(common) + _THING * things + _KIND * kinds + names
        yield _Thread(clause, strength, found.memory.id if found.memory else f"turn:{found.message}", found.text)


def _clause(found: Recalled, turn: Turn) -> str:
    memory = found.memory
    if memory is not None and memory.origin != "said":
        return ""
    if memory is not None and memory.slots.get("attribute") != "verbatim":
        return you_clause(memory, turn.given.context)
    text = memory.slots.get("value", "") if memory is not None else found.text
    return _told(text, turn)


def _told(text: str, turn: Turn) -> str:
    """The clause of a message that the present one touches most, turned to the person; empty where none can be."""
    here, language = _here(turn), turn.language
    fit = [
        clause
        for clause, _ in statements(text, language)
        if _LEAST[language] <= size(clause, language) <= _MOST[language]
        and not turn.cues.has("question", clause)
        and not turn.cues.has("to_pet", clause)
        and not vetoed(clause, turn.book, close=True)
    ]
    best = max(fit, key=lambda clause: (len(terms(clause, language) & here), size(clause, language)), default="")
    return addressed(best, language).strip(" .。!！,，")


def _things(text: str, turn: Turn) -> tuple[int, int]:
    """Things named in both texts, and kinds of which each text names another thing."""
    then, now = (turn.book.things(some.casefold()) for some in (text, turn.text))
    things = {hit.word for hit, _ in then} & {hit.word for hit, _ in now}
    same = {kind.name for hit, kind in then if hit.word in things}
    kinds = {kind.name for _, kind in then if not kind.weak} & {kind.name for _, kind in now}
    return len(things), len(kinds - same)


def _shares_name(text: str, turn: Turn) -> bool:
    """Whether a word that is written as a name there is spoken of here."""
    if turn.language == "zh":
        return False
    names = {word.strip(".,!?'").removesuffix("'s") for word in text.split()[1:] if word[:1].isupper()}
    names -= {"I", "I'm", "I've", "I'd", turn.given.context.person.name}
    said = {word.strip(".,!?'\"").casefold().removesuffix("'s") for word in turn.text.split()}
    return any(name.casefold() in said for name in names if len(name) > 1)


def _said_here(turn: Turn) -> Iterator[_Thread]:
    """Earlier messages of this conversation, not the latest ones."""
    said = [m for m in turn.given.history if m.role == "person" and m.tier == Tier.none]
    here, today = _here(turn), turn.given.context.now.date()
    for _n, message in enumerate(said[:-_APART]):
        if message.at.astimezone(turn.given.context.now.tzinfo).date() != today or kidding(message.text, turn.book):
            continue
        common = len(terms(message.text, turn.language) & here) + _things(message.text, turn)[0]
        clause = _told(message.text, turn) if common >= _SHARED else ""
        if clause:
            yield _Thread(
                clause, _ENOUGH[turn.language] + _WORD * (common - _SHARED), f"turn:{message.id}", message.text
            )
