"""The echo: two or three of the person's own words with a full stop ("Three years.").

Only after my/his/her/our + noun, number + noun, a weekday, or a noun of a shipped list; four words at most; each
fragment once per conversation. Free chunks were wrong in 7 of 11 cases that we read.
"""

import re
from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.book import CONTENT
from pawsona.minds.storybook.talk.matching import stem
from pawsona.parsing import parsed

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|\d{1,3})"
_TIME = r"(?:years|months|weeks|days|hours|minutes|times|nights|people|exams|kids|cats|dogs|pages|kilos|jobs|calls)"
_FILL = r"(?:old|new|little|big|best|whole|first|last|older|younger|favou?rite)"
_PERSON = {"my": "Your", "his": "His", "her": "Her", "our": "Your", "their": "Their"}
_ZH_NUMBER = re.compile(
    r"(?<![第个一二两三四五六七八九十百千几半\d])"
    r"[一二两三四五六七八九十几半\d]{1,3}(?:个月|个小时|个人|年|天|次|夜|小时|分钟|遍|封|通)"
)
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)


@lru_cache(maxsize=2)
def _nouns(language: Language) -> frozenset[str]:
    path = CONTENT / language / "talk" / "echo.yaml"
    if not path.exists():
        return frozenset()
    data = parsed(path.read_bytes())
    return frozenset(str(noun) for noun in data["nouns"])


@lru_cache(maxsize=1)
def _possessed() -> re.Pattern[str]:
    return re.compile(rf"\b(my|his|her|our|their) ((?:{_FILL} )?)([a-z]+)\b(?!'s)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _counted() -> re.Pattern[str]:
    return re.compile(rf"\b({_NUMBER}) ((?:{_FILL} )?{_TIME})\b", re.IGNORECASE)


def _english(text: str) -> list[str]:
    nouns = _nouns("en")
    found = [f"{m.group(1).capitalize()} {m.group(2).lower()}." for m in _counted().finditer(text)]
    for match in _possessed().finditer(text):
        owner, fill, noun = (part.lower() for part in match.groups())
        if noun in nouns or stem(noun) in nouns:
            found.append(f"{_PERSON[owner]} {fill}{noun}.")
    found.extend(f"{m.group().capitalize()}." for m in _WEEKDAY.finditer(text))
    return found


def _chinese(text: str) -> list[str]:
    found = [m.group() for m in _ZH_NUMBER.finditer(text)]
    found.extend(sorted((n for n in _nouns("zh") if n in text), key=lambda n: (-len(n), text.index(n))))
    return [f"{word}……" for word in found]


def echo_of(text: str, language: Language, used: tuple[str, ...] = ()) -> str:
    """The best fragment that was not echoed yet, with its stop; empty if nothing is safe."""
    found = _english(text) if language == "en" else _chinese(text)
    return next((fragment for fragment in found if fragment not in used), "")
