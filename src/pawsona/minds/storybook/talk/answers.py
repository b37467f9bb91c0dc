"""The rung of answers: a question that nothing in the book knows gets an answer of its kind, from the pet itself.

Yes or no is the pet's lasting mind: the same question has the same answer on another day.
"""

import re

from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.talk.gist import Question, question_in
from pawsona.minds.storybook.talk.happenings import naming
from pawsona.minds.storybook.talk.inquiry import inquiries
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.talk.whether import stated

_YES = {"like": 3, "have": 2, "ever": 2, "can": 2}
"""Of four: how often the pet says yes."""
_QUOTED = re.compile('["“”]')
"""Marks of what somebody else asked."""
_OF_PET = frozenset({"feel", "ever", "like", "have", "can", "would_you", "you_too", "opinion_of"})
"""Kinds that are about the pet, and may be answered beside something sad."""


def answer(turn: Turn) -> Said | None:
    """An answer to the last question of the message, by its kind."""
    if turn.given.knowledge or turn.heavy:
        return None
    asked = _asked(turn)
    if asked is None or (turn.grave and asked.kind not in _OF_PET):
        return None
    kind = f"{asked.kind}_{'yes' if _yes(turn, asked) else 'no'}" if asked.polar else asked.kind
    if kind == "yes_no" and stated(turn.text, inquiries(turn.language)):
        kind = "about_you"  # what it can't know of somebody it doesn't guess
    slots = {"word": asked.word} if asked.word else {}
    rows = turn.book.bank("answers", kind) or turn.book.bank("answers", "any")
    bank = [line for line in rows if line.id not in turn.state.said]
    line = turn.pick(naming(turn, bank, slots), f"answer.{kind}", slots) or turn.pick(bank, f"answer.{kind}", slots)
    if line is None:
        return None
    turn.slots.update(slots)
    return Said("answer", (line,), "stance-taking", {"answer": kind})


def _asked(turn: Turn) -> Question | None:
    """The last clause that asks."""
    for clause in reversed(turn.clauses):
        if turn.cues.has("question", clause.text) and not _QUOTED.search(clause.text):
            return question_in(clause.text, turn.language, turn.names)
    return question_in(turn.text, turn.language, turn.names) if turn.asks else None


def _yes(turn: Turn, asked: Question) -> bool:
    about = sorted(terms(asked.word or turn.text, turn.language))
    return roll(turn.given.context.pet.seed, asked.kind, *about) % 4 < _YES.get(asked.kind, 2)
