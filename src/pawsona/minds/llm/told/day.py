"""What the skills on the pet's own life are told (iPET eq. 3 to 8)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from pawsona.domain.day import Change, Day, Item, Reaction, Weather
from pawsona.domain.language import Language
from pawsona.minds.llm.activities import activities
from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.minds.llm.told.who import hours, moment, who
from pawsona.skills.acts import DetailsInput
from pawsona.skills.routine import DayInput, DetailInput, FeedbackInput, RoutineGreetInput, ScheduleInput

_WEATHER: Mapping[Weather, str] = {
    "sun": "晴", "cloud": "多云", "rain": "下雨", "wind": "有风", "fog": "有雾", "snow": "下雪",
}  # fmt: skip
_SEASON = {"spring": "春天", "summer": "夏天", "autumn": "秋天", "winter": "冬天"}
_REACTION: Mapping[Reaction, Mapping[Language, str]] = {
    "not_bad": {"en": "not bad", "zh": "还不错"},
    "dislike": {"en": "I don't like that", "zh": "不太喜欢"},
    "pat": {"en": "a pat on the head", "zh": "摸摸头"},
    "helpless": {"en": "a helpless sigh", "zh": "拿你没办法"},
    "doting": {"en": "a fond smile", "zh": "宠溺地笑"},
    "funny": {"en": "a laugh", "zh": "哈哈哈"},
}
_PAST = 3
"""Days before that a new one is told of; the checker looks at more."""


def outline(given: DayInput) -> Mapping[str, str]:
    """I, P, U, F and, in memory mode, M; the rest is the world's."""
    language = given.context.language
    zh = language == "zh"
    return {
        **who(given.context),
        "date": moment(given.context.now, language).rpartition("，" if zh else ",")[0],
        "weather": f"{_SEASON[given.season]}，{_WEATHER[given.weather]}" if zh else f"{given.season}, {given.weather}",
        "past": _past(given.past[:_PAST], given.context.now.date(), language),
        "tastes": _tastes(given, language),
        "changes": changed(given.changes, language),
        "memories": fenced_list(memory.text for memory in given.memories) if given.mode == "memory" else "",
        "activities": activities(language),
    }


def schedule(given: ScheduleInput) -> Mapping[str, str]:
    return {**outline(given.day), "outline": fenced(given.outline.text) if given.outline else ""}


def detail(given: DetailInput) -> Mapping[str, str]:
    asked = ScheduleInput(day=given.day, outline=given.outline)
    one = timetable(given.schedule[given.index : given.index + 1])
    return {**schedule(asked), "schedule": fenced(timetable(given.schedule)), "item": fenced(one)}


def details(given: DetailsInput) -> Mapping[str, str]:
    asked = ScheduleInput(day=given.day, outline=given.outline)
    return {**schedule(asked), "schedule": fenced(timetable(given.schedule))}


def feedback(given: FeedbackInput) -> Mapping[str, str]:
    language = given.context.language
    reaction = _REACTION[given.reaction][language] if given.reaction else ""
    return {**who(given.context), "item": fenced(_told(given.item)), "reaction": reaction, "text": fenced(given.text)}


def greet(given: RoutineGreetInput) -> Mapping[str, str]:
    away = hours(given.away_hours, given.context.language) if given.away_hours >= 1 else ""
    return {**who(given.context), "item": fenced(_told(given.item)), "away": away}


def timetable(items: Sequence[Item], *, details: bool = False) -> str:
    """Lines as iPET writes them: "HH:MM label", with what happened where that is wanted."""
    return "\n".join(_told(item) if details else f"{item.at:%H:%M} {item.label}" for item in items)


def _told(item: Item) -> str:
    return f"{item.at:%H:%M} {item.label}" + (f": {item.detail}" if item.detail else "")


def changed(changes: Iterable[Change], language: Language) -> str:
    """What talk asked for: each must be in the plan."""
    rows = []
    for change in changes:
        at = f"{change.at:%H:%M} " if change.at else ""
        rows.append(f"- {change.on.isoformat()} {at}{fenced(f'{change.label}: {change.said}')}")
    return "\n".join(rows)


def _past(days: Sequence[Day], today: date, language: Language) -> str:
    rows = []
    for day in days:
        ago = (today - day.on).days
        when = f"{ago}天前" if language == "zh" else f"{ago} day{'s' if ago > 1 else ''} before"
        told = f"{day.outline} ({', '.join(item.label for item in day.items[1:-1])})"
        rows.append(f"- {when}: {fenced(told)}")
    return "\n".join(rows)


def _tastes(given: DayInput, language: Language) -> str:
    words = {"en": ("seeks", "avoids"), "zh": ("更想做", "不想做")}[language]
    sought = [kind for kind, value in given.tastes.items() if value > 0.2]
    avoided = [kind for kind, value in given.tastes.items() if value < -0.2]
    return "\n".join(
        f"- {word}: {', '.join(kinds)}" for word, kinds in zip(words, (sought, avoided), strict=True) if kinds
    )
