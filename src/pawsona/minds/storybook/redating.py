"""A day that is put right in the same talk: "My exam is on Saturday." - "no, Sunday".

The message that named the day is read as if it had named the right one, and the correction says nothing by itself.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from pawsona.dialogue.sessions import SILENCE
from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language
from pawsona.domain.message import Message, Tier
from pawsona.minds.storybook.times import find_when

_BACK = 4
"""Messages of the person that lie at most between a day and its correction."""
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_BARE_EN = (
    rf"(?:the day after tomorrow|tomorrow|tonight|today|next week|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b|"
    r"the \d{1,2}(?:st|nd|rd|th)\b)"
)
_BARE_ZH = (
    r"(?:大后天|后天|明天|今天|(?:下下|下个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天]|"
    r"(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[号日]|\d{1,2}[号日])"
)
_HOUR_EN = (
    r"(?:(?:at |from )?(?:\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|a\.m\.|p\.m\.|o'?clock)|\d{1,2}:\d{2}|noon|midnight)"
    r"|at (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))(?!\w)"
)
_HOUR_ZH = (
    r"(?:(?:\d{1,2}|[一二三四五六七八九十两]{1,3})点(?:半|[一三]刻|[一二三四五六七八九十\d]{1,3}分)?钟?|"
    r"\d{1,2}[:：]\d{2})"
)
_CLOCK: Mapping[Language, str] = {
    "en": rf"(?: (?:morning|afternoon|evening|night))?(?:,? {_HOUR_EN})?",
    "zh": rf"(?:早上|上午|中午|下午|傍晚|晚上)?(?:{_HOUR_ZH})?",
}
"""A part of the day and an hour, each or none."""
_BEFORE: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"{_HOUR_EN},? (?:on )?$", re.IGNORECASE),
    "zh": re.compile(rf"{_HOUR_ZH}$"),
}
_AFTER = {language: re.compile(clock, re.IGNORECASE) for language, clock in _CLOCK.items()}
_DAY: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"(?<!every )\b(?:(?:on|this|next) )?{_BARE_EN}", re.IGNORECASE),
    "zh": re.compile(rf"(?<![每上]){_BARE_ZH}"),
}
_RIGHT: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?P<wrong>(?:(?:no|nope|nah|wait|oh|oops|sorry|actually|hm+|my mistake|i mean|i meant|scratch that|make that|"
        rf"correction|not (?:on )?{_BARE_EN}|it'?s not (?:on )?{_BARE_EN}|"
        r"(?:(?:it|that)(?:'?s|'ll be| is| has| was| got)? |they(?:'?ve| have)? )?(?:been )?"
        r"(?:moved|changed|pushed|shifted)(?: it| that)?(?: back| forward)? to)\b[,.!:; -]*)*)"
        r"(?:(?:it'?s|it is|that'?s|it'll be|make (?:it|that)|i meant?)\b[,:]? )?"
        rf"(?P<day>(?:(?:on|this|next) )?{_BARE_EN})(?P<clock>{_CLOCK['en']})"
        rf"(?P<after>(?:,? (?:not|instead of|rather than) (?:on )?{_BARE_EN}|,? (?:actually|sorry|instead|i meant?))*)"
        r"[^\w?]*",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        rf"(?P<wrong>(?:(?:不对|不是(?:{_BARE_ZH}|(?!{_BARE_ZH}))|不(?!是{_BARE_ZH})|错了?|说错了?|我?记错了?|我?搞错了?|"
        rf"等等|等下|抱歉|不好意思|哦|啊|"
        rf"(?:时间|日子)?(?:又|临时)?(?:改[成到在]|换到|挪到|推到|推迟到|提前到)了?)"
        rf"(?:{_BARE_ZH})?[，,。！! ]*)*)(?:应该是|我是说|是|在)?"
        rf"(?P<day>{_BARE_ZH})(?P<clock>{_CLOCK['zh']})"
        rf"(?P<after>(?:[，,]?不是(?:{_BARE_ZH}))?(?:才对|才是)?)(?:吧|啦|啊|呢|的|哦|了)*[^\w?？]*"
    ),
}
_SOUND = re.compile(r"\b(?:oh|hm+)\b|[哦啊\W]", re.IGNORECASE)
"""It says nothing of a day before: who is told of one, or asked for one, says so too."""
_ASKS_WHEN: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:when|(?:what|which) (?:day|date))\b[^?]{0,80}\?", re.IGNORECASE),
    "zh": re.compile(r"(?:什么时候|啥时候|哪天|哪一天|几号|[周星期拜]几)[^?？]{0,40}[?？]"),
}
_ITSELF = frozenset({"today", "tomorrow", "tonight", "the day after tomorrow", "next week"})


def corrected_day(text: str, language: Language) -> str:
    """The day, with its hour, that a message puts in another's place and says nothing else; empty where it does not."""
    found = _RIGHT[language].fullmatch(text.strip())
    wrong = found is not None and (_SOUND.sub("", found["wrong"]) or found["after"].strip())
    return found["day"] + found["clock"] if found is not None and wrong else ""


def put_right(before: Sequence[Message], text: str, at: datetime, language: Language) -> Message | None:
    """The message of the same talk whose day another one corrects, with the right day in it.

    Nothing where the pet named another day since, or has just asked when something else is: it may be said to that.

    Args:
        before: what was said up to the message, oldest first.
        text: the message.
        at: when it was said.
        language: the person's.
    """
    asked = bool(before) and before[-1].role == "pet" and _ASKS_WHEN[language].search(before[-1].text)
    day = corrected_day(text, language)
    mine = 0
    for message in reversed(before) if day else ():
        if at - message.at > SILENCE:
            return None
        at = message.at
        named = _DAY[language].search(message.text) if message.tier == Tier.none else None
        if message.role == "person":
            mine += 1
            if named is not None:
                return replace(message, text=_with(message.text, named, day, language))
        elif named is not None and not _named_by_person(named.group(), message, before, language):
            return None
        if mine >= _BACK or asked and mine:
            return None
    return None


def redated(dialogue: Sequence[Message], language: Language) -> tuple[tuple[Message, ...], dict[MessageId, MessageId]]:
    """A talk with its days put right, and for each correction the message that it corrects."""
    found: list[Message] = []
    corrects: dict[MessageId, MessageId] = {}
    for message in dialogue:
        own = message.role == "person" and message.tier == Tier.none
        right = put_right(found, message.text, message.at, language) if own else None
        if right is not None:
            found = [right if one.id == right.id else one for one in found]
            corrects[message.id] = right.id
            message = replace(message, text="")
        found.append(message)
    return tuple(found), corrects


def _with(text: str, named: re.Match[str], day: str, language: Language) -> str:
    if language == "en":
        bare = re.sub(r"^(?:on|this) ", "", day, flags=re.IGNORECASE)
        day = bare if bare.casefold().startswith((*_ITSELF, "next ")) else f"on {bare}"
    start, end = named.span()
    own = _DAY[language].match(day)
    if own is not None and own.end() < len(day):  # its own hour: the old one goes
        first, last = _BEFORE[language].search(text[:start]), _AFTER[language].match(text, end)
        start, end = first.start() if first else start, last.end() if last else end
    return text[:start] + day + text[end:]


def _named_by_person(named: str, told: Message, before: Sequence[Message], language: Language) -> bool:
    """Whether a day that the pet names is one that the person named: it only says it back."""
    mine = [message for message in before if message.role == "person"]
    return _on(named, told, language) in {
        _on(day.group(), message, language) for message in mine for day in _DAY[language].finditer(message.text)
    }


def _on(day: str, message: Message, language: Language) -> date | None:
    when = find_when(day, message.at, language)
    return when.on if when is not None else None
