"""Who and when: what every prompt may be told of P, U and the moment."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.domain.occasion import Occasion
from pawsona.domain.pet import Friend
from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.skills.context import Context
from pawsona.world.profile import profile_text

WHO = frozenset({"pet", "persona", "setting", "friends", "person", "facts", "now", "dates", "gone"})
_DAYS_ZH = "一二三四五六日"
_HOUR = timedelta(hours=1)


def who(context: Context) -> dict[str, str]:
    """P, F, U and the moment. Names are one line of visible text since adoption; all else is fenced."""
    pet = replace(context.pet, setting="")
    return {
        "pet": name(context.pet.name),
        "persona": fenced(profile_text(replace(context, pet=pet, friends=()))),
        "setting": fenced(context.pet.setting),
        "friends": fenced_list(_friend(friend, context.language) for friend in context.friends),
        "person": name(context.person.name),
        "facts": fenced_list(fact.text for fact in context.facts),
        "now": moment(context.now, context.language),
        "dates": "\n".join(_date(one, context) for one in context.occasions),
        "gone": hours(context.away / _HOUR, context.language) if context.away is not None else "",
    }


def _date(one: Occasion, context: Context) -> str:
    """One line: when, how many days ahead, and what it is."""
    days, language = (one.on - context.now.date()).days, context.language
    if language == "zh":
        ahead = "今天" if days == 0 else "明天" if days == 1 else f"{days}天后"
        return f"- {one.on:%Y-%m-%d}（{ahead}）：{fenced(one.text)}"
    ahead = "today" if days == 0 else "tomorrow" if days == 1 else f"in {days} days"
    return f"- {one.on:%Y-%m-%d} ({ahead}): {fenced(one.text)}"


def _friend(friend: Friend, language: Language) -> str:
    told = (friend.species, friend.trait, friend.hobby)
    return f"{friend.name}：{'，'.join(told)}" if language == "zh" else f"{friend.name}: {', '.join(told)}"


def name(given: str) -> str:
    """A name as it may stand among instructions: short, on one line, and without marks."""
    return " ".join(given.translate(str.maketrans("«»#$`{}<>", " " * 9)).split())[:40]


def moment(at: datetime, language: Language) -> str:
    """Day and hour on the person's wall clock."""
    if language == "zh":
        return f"{at.year}年{at.month}月{at.day}日，星期{_DAYS_ZH[at.weekday()]}，{at:%H:%M}"
    return f"{at:%A}, {at.day} {at:%B %Y}, {at:%H:%M}"


def dialogue(messages: Iterable[Message], context: Context, *, numbered: bool = False) -> str:
    """Who said what, a line each; the person's words and the pet's are data alike."""
    names: Mapping[str, str] = {"person": name(context.person.name), "pet": name(context.pet.name)}
    lines = [f"{names[message.role]}: {fenced(message.text)}" for message in messages]
    return "\n".join(f"[{n}] {line}" if numbered else line for n, line in enumerate(lines, 1))


def hours(value: float, language: Language) -> str:
    """How long somebody was away, in the words of a person."""
    days = int(value // 24)
    if days:
        return f"{days}天" if language == "zh" else f"{days} day{'s' if days > 1 else ''}"
    whole = max(1, round(value))
    return f"{whole}小时" if language == "zh" else f"{whole} hour{'s' if whole > 1 else ''}"
