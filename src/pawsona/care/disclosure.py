"""Says that it is an AI: at the start of a session, after three hours of continuing use, and when sincerely asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from pawsona.care.cues import Cue, compile_cue
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.normal import plain
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

AGAIN_AFTER = timedelta(hours=3)
"""New York GBL 1702, California SB 243 and others: at the beginning, and every three hours after."""

_NAME = "disclosure.yaml"
_LOOKED_AT = 2000
"""Characters of a message in which the question is looked for."""


@dataclass(frozen=True)
class _Content:
    notice: Mapping[Language, str]
    asks: Mapping[Language, tuple[Cue, ...]]
    not_sincere: Mapping[Language, tuple[Cue, ...]]
    vocabulary: frozenset[str]


def disclosure(pet: str, language: Language) -> str:
    """The notice, naming the pet."""
    return _content().notice[language].format(pet=pet)


def disclosure_due(last: datetime | None, now: datetime) -> bool:
    """Whether the notice is due: never given, or three hours of continuing use ago."""
    return last is None or now - last >= AGAIN_AFTER


def asks_if_ai(message: str) -> bool:
    """Whether somebody sincerely asks if they talk to a machine; jokes and figures of speech do not count."""
    known = _content()
    form = plain(message[:_LOOKED_AT], known.vocabulary)
    forms: Mapping[Language, str] = {"en": form.en, "zh": form.zh}
    for language in LANGUAGES:
        said = forms[language]
        if any(_in(cue, said) for cue in known.asks[language]):
            return not any(_in(cue, said) for cue in known.not_sincere[language])
    return False


def _in(cue: Cue, form: str) -> bool:
    return cue.may_match(form) and cue.pattern.search(form) is not None


@lru_cache(maxsize=1)
def _content() -> _Content:
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    asks, jokes = _cues(data, "asks"), _cues(data, "not_sincere")
    notice = mapping(entry(data, "notice", _NAME), f"{_NAME}: notice")
    found: dict[Language, str] = {}
    for language in LANGUAGES:
        found[language] = text(entry(notice, language, f"{_NAME}: notice"), f"{_NAME}: notice.{language}")
        if "{pet}" not in found[language]:
            raise ContentError(f"{_NAME}: notice.{language}: does not name {{pet}}")
    words = frozenset(word for part in (asks, jokes) for cue in part["en"] for word in cue.words if len(word) > 2)
    return _Content(found, asks, jokes, words)


def _cues(data: Mapping[str, object], part: str) -> Mapping[Language, tuple[Cue, ...]]:
    rows = mapping(entry(data, part, _NAME), f"{_NAME}: {part}")
    return {language: _of(entry(rows, language, f"{_NAME}: {part}"), language, part) for language in LANGUAGES}


def _of(value: object, language: Language, part: str) -> tuple[Cue, ...]:
    where = f"{_NAME}: {part}.{language}"
    return tuple(compile_cue(cue, language, {}, f"{where}[{n}]") for n, cue in enumerate(texts(value, where)))
