"""The 16 skills and the acts, each defined once: typed input, typed output, rules that say what is wrong.

A profile (`ipet`, `petbench`, `h2htalk`, `open`) holds the counts and lengths on which the papers disagree.
No I/O here. `SKILLS` and `ACTS` map the fixed names to the definitions.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pawsona.skills import acts as _acts
from pawsona.skills.chat import CHAT_GENERAL, CHAT_ROUTINE, CHAT_SUPPORT, NOTE_CHAT, NOTE_RETRIEVE
from pawsona.skills.contract import Skill
from pawsona.skills.memory import MEMORY_GREET, MEMORY_REWRITE, MEMORY_SUMMARISE
from pawsona.skills.mind import Mind
from pawsona.skills.note import NOTE_EXTRACT, NOTE_GREET, NOTE_INTENT
from pawsona.skills.profiles import IPET, PROFILES, Profile
from pawsona.skills.routine import (
    ROUTINE_DETAIL,
    ROUTINE_FEEDBACK,
    ROUTINE_GREET,
    ROUTINE_OUTLINE,
    ROUTINE_SCHEDULE,
)

__all__ = ["ACTS", "IPET", "PROFILES", "SKILLS", "Mind", "Profile", "Skill"]

AnySkill = Skill[Any, Any]


def _by_name(*skills: AnySkill) -> Mapping[str, AnySkill]:
    return MappingProxyType({skill.name: skill for skill in skills})


SKILLS = _by_name(
    CHAT_GENERAL,
    CHAT_SUPPORT,
    CHAT_ROUTINE,
    NOTE_EXTRACT,
    NOTE_CHAT,
    NOTE_INTENT,
    NOTE_RETRIEVE,
    NOTE_GREET,
    MEMORY_SUMMARISE,
    MEMORY_REWRITE,
    MEMORY_GREET,
    ROUTINE_OUTLINE,
    ROUTINE_SCHEDULE,
    ROUTINE_DETAIL,
    ROUTINE_FEEDBACK,
    ROUTINE_GREET,
)

ACTS = _by_name(
    _acts.JUDGE,
    _acts.AFFECT_READ,
    _acts.STRATEGY_CHOOSE,
    _acts.PROMISE_FIND,
    _acts.PLAN_CHANGE,
    _acts.MEMORY_RECONCILE,
    _acts.DAY_DIRECT,
    _acts.ROUTINE_DETAILS,
    _acts.FRIEND_CREATE,
    _acts.CARE_CLASSIFY,
)
