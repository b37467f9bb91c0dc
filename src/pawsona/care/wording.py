"""What the app says of time, rest, age and people, in both languages."""

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.domain.language import LANGUAGES, Language

_NAME = "wellbeing.yaml"
_ALL = {
    "limit": ("reached", "over", "break", "quiet"),
    "time": ("30", "60", "90", "120", "180", "hours", "minutes"),
    "age": ("question", "child", "adult"),
    "help": ("near",),
    "people": ("said", "hours", "nights"),
}


def say(name: str, language: Language, **values: object) -> str:
    """The words of a name such as `age.question`, filled in."""
    return _words()[name][language].format(**values)


def lasting(time: timedelta, language: Language) -> str:
    """A length of time as people say it, to the minute."""
    minutes = round(time.total_seconds() / 60)
    if f"time.{minutes}" in _words():
        return say(f"time.{minutes}", language)
    if minutes % 60:
        return say("time.minutes", language, minutes=minutes)
    return say("time.hours", language, hours=minutes // 60)


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[Language, str]]:
    """All of `wellbeing.yaml`.

    Raises:
        ContentError: something is missing or wrong there.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    found = {}
    for group, names in _ALL.items():
        rows = mapping(entry(data, group, _NAME), f"{_NAME}: {group}")
        for name in names:
            where = f"{_NAME}: {group}.{name}"
            row = mapping(entry(rows, name, where), where)
            found[f"{group}.{name}"] = {lang: text(entry(row, lang, where), where) for lang in LANGUAGES}
    return found
