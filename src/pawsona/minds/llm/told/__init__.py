"""What prompts are told: the variables of each skill, made from its input. Data is fenced here and nowhere else."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pawsona.minds.llm.told import acts, day, memory, note, talk
from pawsona.minds.llm.told.who import WHO

Told = Callable[[Any], Mapping[str, str]]

TOLD: Mapping[str, Told] = MappingProxyType(
    {
        **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), talk.told),
        "note.extract": note.extract,
        "note.intent": note.intent,
        "note.greet": note.greet,
        "memory.summarise": memory.summarise,
        "memory.rewrite": memory.rewrite,
        "memory.greet": memory.greet,
        "memory.reconcile": memory.reconcile,
        "routine.outline": day.outline,
        "routine.schedule": day.schedule,
        "routine.detail": day.detail,
        "routine.details": day.details,
        "day.direct": day.outline,
        "routine.feedback": day.feedback,
        "routine.greet": day.greet,
        "judge": acts.judge,
        "affect.read": acts.affect,
        "strategy.choose": acts.strategy,
        "promise.find": acts.promise,
        "plan.change": acts.plan,
        "friend.create": acts.friend,
        "care.classify": acts.care,
    }
)

_TALK = frozenset({"care", "today", "tomorrow", "memories", "perhaps", "knowledge", "note", "passages", "due",
                   "promised", "change", "affect", "strategy", "asked_if_ai", "message"})  # fmt: skip
_DAY = frozenset({"date", "weather", "past", "tastes", "changes", "memories", "activities"})

OFFERED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        skill: frozenset(WHO | names)
        for skill, names in {
            **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), _TALK),
            "note.extract": frozenset({"text", "points"}),
            "note.intent": frozenset({"dialogue", "message"}),
            "note.greet": frozenset({"passages"}),
            "memory.summarise": frozenset({"dialogue", "known", "topics"}),
            "memory.rewrite": frozenset({"memories"}),
            "memory.greet": frozenset({"memories", "away", "due"}),
            "memory.reconcile": frozenset({"draft", "near"}),
            "routine.outline": _DAY,
            "routine.schedule": _DAY | {"outline"},
            "routine.detail": _DAY | {"outline", "schedule", "item"},
            "routine.details": _DAY | {"outline", "schedule"},
            "day.direct": _DAY,
            "routine.feedback": frozenset({"item", "reaction", "text"}),
            "routine.greet": frozenset({"item", "away"}),
            "judge": frozenset({"text", "criteria", "low", "high"}),
            "affect.read": frozenset({"dialogue", "message", "before", "states"}),
            "strategy.choose": frozenset({"dialogue", "message", "affect", "known", "due"}),
            "promise.find": frozenset({"message", "reply", "owed"}),
            "plan.change": frozenset({"message", "today", "activities"}),
            "friend.create": frozenset({"known"}),
            "care.classify": frozenset({"message", "tier"}),
        }.items()
    }
)
"""Every skill and act -> the variables its prompt may use."""
