"""When it is said that this is an AI and that a break would be good; whether somebody sincerely asks what this is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from pawsona.care.cues import Cue, compile_cue
from pawsona.care.duties import Reminder, Words
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, texts
from pawsona.care.normal import plain
from pawsona.domain.language import LANGUAGES, Language

AHEAD = timedelta(minutes=30)
"""A notice that lies so far in the future was given before the clock was set back, and counts as not given."""
_NAME = "disclosure.yaml"
_LOOKED_AT = 2000
"""Characters of a message in which the question is looked for."""


@dataclass(frozen=True)
class _Content:
    facts: Mapping[str, Mapping[Language, tuple[str, ...]]]
    asks: Mapping[Language, tuple[Cue, ...]]
    not_sincere: Mapping[Language, tuple[Cue, ...]]
    vocabulary: frozenset[str]


def disclosure_due(notice: Reminder, minor: bool, began: datetime, last: datetime | None, now: datetime) -> bool:
    """Whether it is time to say that this is an AI.

    Args:
        notice: the rules' reminder.
        minor: whether the person counts as one.
        began: when the session began.
        last: when it was last said, in whichever session.
        now: the present.
    """
    return (notice.start and (last is None or last < began)) or _over(notice.every(minor), began, last, now)


def break_due(breaks: Reminder, minor: bool, since: datetime, last: datetime | None, now: datetime) -> bool:
    """Whether it is time for a break: `since` is when the person's use began that has gone on until now."""
    return _over(breaks.every(minor), since, last, now)


def _over(every: timedelta | None, since: datetime, last: datetime | None, now: datetime) -> bool:
    if every is None:
        return False
    if last is not None and last - now > AHEAD:
        return True
    return now - max(since, last or since) >= every


def stated(texts: Sequence[Words]) -> frozenset[str]:
    """The facts that texts state in every language."""
    joined = {language: " ".join(words[language] for words in texts) for language in LANGUAGES}
    facts = _content().facts.items()
    return frozenset(name for name, words in facts if all(_says(joined[at], words[at]) for at in LANGUAGES))


def _says(text_: str, words: Sequence[str]) -> bool:
    return any(re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", text_) for word in words)


def asks_if_ai(message: str) -> bool:
    """Whether somebody sincerely asks if they talk to a machine; jokes and figures of speech do not count."""
    known = _content()
    form = plain(message[:_LOOKED_AT], known.vocabulary)
    forms: Mapping[Language, str] = {"en": form.en, "zh": form.zh}
    for language in LANGUAGES:
        said = forms[language]
        if any(cue.within(said) for cue in known.asks[language]):
            return not any(cue.within(said) for cue in known.not_sincere[language])
    return False


@lru_cache(maxsize=1)
def _content() -> _Content:
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    asks, jokes = _cues(data, "asks"), _cues(data, "not_sincere")
    facts = {}
    for name, words_ in mapping(entry(data, "facts", _NAME), f"{_NAME}: facts").items():
        where = f"{_NAME}: facts.{name}"
        rows = mapping(words_, where)
        facts[name] = {at: tuple(texts(entry(rows, at, where), f"{where}.{at}")) for at in LANGUAGES}
    words = frozenset(word for part in (asks, jokes) for cue in part["en"] for word in cue.words if len(word) > 2)
    return _Content(facts, asks, jokes, words)


def _cues(data: Mapping[str, object], part: str) -> Mapping[Language, tuple[Cue, ...]]:
    rows = mapping(entry(data, part, _NAME), f"{_NAME}: {part}")
    return {language: _of(entry(rows, language, f"{_NAME}: {part}"), language, part) for language in LANGUAGES}


def _of(value: object, language: Language, part: str) -> tuple[Cue, ...]:
    where = f"{_NAME}: {part}.{language}"
    return tuple(compile_cue(cue, language, {}, f"{where}[{n}]") for n, cue in enumerate(texts(value, where)))
