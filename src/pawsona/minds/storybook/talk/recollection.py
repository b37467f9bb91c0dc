"""Rung 4: what is remembered. A line with a place for a memory is only ever filled from a memory object."""

from pawsona.domain.memory import Memory, Recalled
from pawsona.minds.storybook.remembering import clause_for
from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Said, Turn

_MIN_OVERLAP = 1


def you_clause(memory: Memory) -> str:
    """The memory addressed to the person, without a final stop."""
    return (memory.slots.get("you") or memory.text).strip().rstrip(".。")


def _known(turn: Turn) -> list[Memory]:
    """Memories that may be quoted as facts: said by the person, and not a guess."""
    found = [r.memory for r in turn.given.memories if r.memory is not None]
    return [m for m in found if m.origin == "said" and m.slots.get("attribute") != "verbatim"]


def recollection(turn: Turn) -> Said | None:
    """Questions about memory, corrections of it, and nothing else."""
    together = turn.book.acts.get("false_together")
    if together is not None and together.cues.find(turn.text):
        return acts.perform_act(turn, together)
    if turn.cues.has("memory_why", turn.text):
        return _why(turn)
    if turn.cues.has("memory_forget", turn.text) and not turn.heavy:
        line = turn.pick(turn.book.bank("memory", "forgot"), "forgot")
        return Said("memory", (line,), "chit-chat") if line else None
    if turn.cues.has("memory_asked", turn.text) and turn.cues.has("first_person", turn.text):
        return _recall(turn) or _unknown(turn)
    if turn.cues.has("correction", turn.text):
        return _corrected(turn)
    return None


def _recall(turn: Turn) -> Said | None:
    asked = terms(turn.text, turn.language)
    known = _known(turn)
    same = [m for m in known if asked & terms(_topic_text(m), turn.language)]
    if same or (known and _open_question(turn)):
        return _quote(turn, (same or known)[0], "recall")
    for found in turn.given.memories:
        said = _said_today(turn, found)
        if said is not None:
            return said
    # The recall service found it by more than words; the best one is what it thinks was meant.
    return _quote(turn, known[0], "recall") if known and turn.given.memories[0].memory is known[0] else None


def _topic_text(memory: Memory) -> str:
    subject, attribute = memory.slots.get("subject", ""), memory.slots.get("attribute", "")
    return f"{memory.text} {subject} {attribute.replace('_', ' ')}"


def _open_question(turn: Turn) -> bool:
    """Whether it names nothing: what do you remember about me?"""
    return len(terms(turn.text, turn.language)) <= 2


def _said_today(turn: Turn, found: Recalled) -> Said | None:
    """A turn that no memory was made from yet: its clause is made the same way, or it is not claimed."""
    if found.memory is not None:
        return None
    clause = clause_for(found.text, turn.given.context)
    if not clause or not (terms(found.text, turn.language) & terms(turn.text, turn.language)):
        return None
    line = turn.pick(turn.book.bank("memory", "same_day"), "same_day", {"mem": clause})
    if line is None:
        return None
    turn.slots["mem"] = clause
    return Said("memory", (line,), "chit-chat")


def _quote(turn: Turn, memory: Memory, bank: str) -> Said | None:
    clause = you_clause(memory)
    line = turn.pick(turn.book.bank("memory", bank), bank, {"mem": clause})
    if line is None:
        return None
    turn.slots["mem"] = clause
    turn.state.woven = (*turn.state.woven, memory.id)
    return Said("memory", (line,), "chit-chat", {"memory": memory.id})


def _unknown(turn: Turn) -> Said | None:
    line = turn.pick(turn.book.bank("memory", "unknown"), "unknown")
    return Said("memory", (line,), "chit-chat", {"memory": ""}) if line else None


def _why(turn: Turn) -> Said | None:
    known = _known(turn)
    woven = [m for m in known if m.id in turn.state.woven] or known
    if not woven:
        return None
    return _quote(turn, woven[0], "why")


def _corrected(turn: Turn) -> Said | None:
    clause = clause_for(turn.text, turn.given.context)
    if not clause:
        return None
    line = turn.pick(turn.book.bank("memory", "corrected"), "corrected", {"mem": clause})
    if line is None:
        return None
    turn.slots["mem"] = clause
    return Said("memory", (line,), "chit-chat")


def weave(turn: Turn) -> Said | None:
    """Something known that the person just touched, once per conversation and memory."""
    if turn.valence == "even" or turn.asks:
        return None
    here = terms(turn.text, turn.language) - terms(turn.given.context.person.name, turn.language)
    for memory in _known(turn):
        value = terms(f"{memory.slots.get('value', '')} {memory.slots.get('subject', '')}", turn.language)
        fresh = memory.id not in turn.state.woven and memory.created_at.date() < turn.given.context.now.date()
        if fresh and len(value & here) >= _MIN_OVERLAP and memory.slots.get("you"):
            return _quote(turn, memory, "weave_neg" if turn.valence == "neg" else "weave_pos")
    return None
