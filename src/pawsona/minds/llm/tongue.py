"""In which language a model speaks: its opening, and each sentence after it.

A name, a title or what is quoted is in nobody's language; and whoever asks how something is said in another language
wants to hear it.
"""

import re
from collections.abc import Iterable

from pawsona.domain.language import Language, is_chinese, nameless
from pawsona.domain.message import Message
from pawsona.errors import MindError

LETTERS: dict[Language, int] = {"en": 8, "zh": 5}
"""Fewer may be a name, or "OK"."""
ASKED = 3
"""So many words of the person's, the latest ones, may have asked for another language."""
_QUOTED = re.compile(
    r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|《[^》]*》|‘[^’]*’|\([^)]*\)|（[^）]*）|`[^`]*`|https?://\S+"
)
_WORD = re.compile(r"\b[a-z]{2,}\b")
_WANTED: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:chinese|mandarin|cantonese|hanzi|pinyin|translat\w*|language)\b|中文|汉语|普通话", re.I),
    "zh": re.compile(r"英语|英文|英国话|外语|外文|语言|翻译|译成|单词|\benglish\b|\btranslate\b", re.I),
}


class LanguageError(Exception):
    """The reply is in another language than the person's, and nothing of it was handed on."""


class ChangedError(MindError):
    """A reply goes on in another language; what came before it stays."""


def seems(text: str) -> Language:
    """What a text is in, as a quarter of its letters tell."""
    return "zh" if is_chinese(text) else "en"


def name_of(language: Language) -> str:
    """For a sentence in a log."""
    return "Chinese" if language == "zh" else "English"


def wanted(message: str, history: Iterable[Message], language: Language) -> bool:
    """Whether the person asks for words of the other language, in this message or one just before it."""
    mine = [said.text for said in history if said.role == "person"]
    return any(_WANTED[language].search(text) for text in [*mine, message][-ASKED:])


def strange(sentence: str, language: Language, names: Iterable[str] = ()) -> bool:
    """Whether a whole sentence is in another language than the person's; `names` may be in any."""
    if language == "en" and sentence.isascii():
        return False
    left = nameless(_QUOTED.sub("", sentence), names)
    spoken = seems(left)
    if spoken == language or sum(map(str.isalpha, left)) < LETTERS[spoken]:
        return False
    return spoken == "zh" or len(_WORD.findall(left)) > 1  # names and titles have capitals
