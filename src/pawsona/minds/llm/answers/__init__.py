"""What comes back: for each skill the form its answer has, and how it becomes the skill's output.

Texts are plain text. Everything else has a shape (its JSON schema goes to servers that keep one) and a plain form of
lines, as the papers' "HH:MM activity", for models that can't write JSON.
"""

from collections.abc import Mapping
from types import MappingProxyType

from pawsona.minds.llm.answers import act, day, memory, note
from pawsona.minds.llm.answers.answer import Answer
from pawsona.minds.llm.answers.prose import DETAIL, OUTLINE, REPLY

ANSWERS: Mapping[str, Answer] = MappingProxyType(
    {
        **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), REPLY),
        **dict.fromkeys(("note.greet", "memory.greet", "routine.greet", "routine.feedback"), REPLY),
        "routine.outline": OUTLINE,
        "routine.detail": DETAIL,
        "routine.schedule": day.SCHEDULE,
        "routine.details": day.DETAILS,
        "day.direct": day.WHOLE_DAY,
        "note.extract": note.EXTRACT,
        "note.intent": note.INTENT,
        "memory.summarise": memory.SUMMARY,
        "memory.rewrite": memory.REWRITE,
        "memory.reconcile": memory.VERDICT,
        "judge": act.JUDGEMENT,
        "affect.read": act.AFFECT,
        "strategy.choose": act.CHOICE,
        "promise.find": act.PROMISES,
        "plan.change": act.PLAN,
        "friend.create": act.FRIEND,
        "care.classify": act.CARE,
    }
)

__all__ = ["ANSWERS", "Answer"]
