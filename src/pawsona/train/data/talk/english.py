"""What in Latin letters tells who somebody is. A word that plain talk does not have counts as a name."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import MappingProxyType

from pawsona.train.data.talk.words import listed, vocabulary

_WORD = re.compile(r"[^\W\d_㐀-鿿]+(?:['-][^\W\d_㐀-鿿]+)*")
_OPENS = re.compile(r"(?:^|[.!?…。！？\n:;\"“(（*~\-–—])[\s\"'“”‘(（*]*$")
_AMBIGUOUS = re.compile(r"'s$")


def name(text: str) -> str | None:
    """The code of the first word that may name somebody or some place; the text in NFKC form."""
    words = [(match[0], match.start()) for match in _WORD.finditer(text)]
    for at, (word, start) in enumerate(words):
        before = words[at - 1][0].casefold() if at else ""
        behind = words[at + 1][0].casefold() if at + 1 < len(words) else ""
        opens = _OPENS.search(text[:start]) is not None
        for part in word.split("-"):
            if (code := _of(part, before, behind, opens=opens)) is not None:
                return code
    return None


def _of(word: str, before: str, behind: str, *, opens: bool) -> str | None:
    plain = word.casefold()
    bare = _AMBIGUOUS.sub("", plain)
    if plain in listed("en", "capitals"):
        return None
    if plain not in vocabulary() and bare not in vocabulary():
        return "word"
    capital = word[:1].isupper()
    if capital and not opens:
        return "name"
    doubtful = bare in listed("en", "also_words")
    if doubtful and (before in listed("en", "before_a_name") or (plain != bare)):
        return "name"
    if doubtful and capital and behind in listed("en", "behind_a_name"):
        return "name"
    return None


def trace(text: str) -> str | None:
    """The code of the first number, address, date or handle; the text in NFKC form."""
    return next((code for code, found in _traces().items() if found(text)), None)


@cache
def _traces() -> MappingProxyType[str, Callable[[str], object]]:
    found: dict[str, Callable[[str], object]] = {
        code: re.compile(pattern, re.IGNORECASE).search for code, pattern in _patterns().items()
    }
    return MappingProxyType({**found, "digits": lambda text: any(_digits(text))})


def _patterns() -> dict[str, str]:
    months, ordinals, streets = _any_of("months"), _any_of("ordinals"), _any_of("streets")
    figures = f"{_any_of('numbers')}|{_any_of('tens')}"
    units = "am|pm|th|st|nd|rd|s|h|km|kg|m|cm|k|x|min|mins|hrs|hr|%"
    return {
        "handle": rf"[@#＠]\w|\w@|https?:|www\.|\w\.(?:{_ENDS}|io|de|me|gg|tv|app|dev|edu)\b|\bdot\s+(?:{_ENDS})\b"
        rf"|\w_\w|\b(?:{_any_of('handles')})\b|\be-?mail (?:is|me)|\buser ?name\b|\bmy (?:number|address|account|id)\b",
        "code": rf"\b(?=\w*\d)(?=\w*[^\W\d_])(?!\d{{1,2}}(?:{units})\b)[A-Za-z0-9]{{2,}}\b",
        "birth": rf"\b(?:born|birthday|birth|b-?day)\b.{{0,30}}(?:\d|\b(?:{months}|{ordinals}|in)\b)",
        "date": rf"\b(?:{months})\b\.?,? (?:the )?(?:\d|{ordinals})"
        rf"|\b(?:\d{{1,2}}(?:st|nd|rd|th)?|{ordinals})(?: of)? (?:{months})\b"
        rf"|\b\d{{1,4}}[/.\-]\d{{1,2}}[/.\-]\d{{1,4}}\b",
        "address": rf"\b\d+\s?[a-z]?,?\s+(?:[\w']+\s+){{1,3}}(?:{streets})\b"
        r"|\b(?:flat|apartment|apt|room|unit|suite|house|number)\s+\d"
        rf"|\b(?:{figures})\s+(?:[\w']+\s+){{1,2}}(?:street|road|avenue|lane|close|crescent|terrace|gardens|boulevard)\b",
        "number": rf"(?:\b(?:{figures})\b[\s,\-]*(?:and\s+)?){{4,}}",
    }


_ENDS = "com|net|org|co|cn|uk"


def _any_of(name_: str) -> str:
    return "|".join(sorted(map(re.escape, listed("en", name_)), key=len, reverse=True))


_GROUP = re.compile(r"\d(?:[\s\-./()（）,:]{0,2}\d)*")
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b(?!:)")


def _digits(text: str) -> Iterator[str]:
    """Numbers of three digits and more, however they are set apart; the time of day is none."""
    for match in _GROUP.finditer(_TIME.sub(" x ", text)):
        if sum(map(str.isdigit, match[0])) >= 3:
            yield match[0]
