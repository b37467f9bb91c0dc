"""Says what a person said of themselves: to others in the third person, to them in the second."""

import re
from collections.abc import Mapping

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.topics import topics_of

MOST = {"en": 22, "zh": 36}
"""Words (characters) of a clause that is kept: it has to fit after "You told me"."""
_TAIL = re.compile(
    r"(?:\b(?:now|too|anyway|actually|really|though|lol|lmao|haha|and|but|so|well|right)\b|[\s,，.。!！?？~～])+$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:(?:lol|haha|omg|ok|okay|so|well|and|but|yes|yeah|yeh|nah|no|oh|ugh|btw|anyway)\b[\s,.!]*)+", re.I
)
_TAIL_ZH = re.compile(r"[，。！？、~～\s]+$|(?:啦|呀|呢|吧|哦|嘛|啊|了啦|哈)+$")
_HEAD_ZH = re.compile(r"^(?:(?:嗯+|哎+|唉+|啊+|哈+|对|错|诶|哦|行|好的?|说实话|其实|反正)[\s，,。！!]+)+")
_PERSONS = (
    # said, of them, to them
    ("my", "their", "your"),
    ("me", "them", "you"),
    ("mine", "theirs", "yours"),
    ("myself", "themselves", "yourself"),
    ("i", "they", "you"),
    ("i'm", "they're", "you're"),
    ("i am", "they are", "you are"),
    ("i was", "they were", "you were"),
    ("i've", "they've", "you've"),
    ("i'd", "they'd", "you'd"),
    ("i'll", "they'll", "you'll"),
    ("our", "their", "your"),
    ("ours", "theirs", "yours"),
    ("we", "they", "you"),
    ("we're", "they're", "you're"),
    ("we've", "they've", "you've"),
    ("us", "them", "you"),
    ("am", "are", "are"),
)
_THIRD = {said: third for said, third, _ in _PERSONS}
_SECOND = {said: second for said, _, second in _PERSONS}
_WORD = re.compile(r"\bI(?: am| was)\b|[A-Za-z']+", re.IGNORECASE)
_SUBJECT = re.compile(
    r"^(?:\W*\w+[,']?\w*\s+){0,3}?(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|our|me and)\b", re.IGNORECASE
)
_PAST = (
    r"can't|couldn't|haven't|didn't|don't|won't|had|\w{2,}(?<!ne)ed|went|took|did|made|saw|met|lost|quit|bought|spent|grew|"
    r"used to|kept|ran|won|broke|sold|wrote|left|came|found|love|hate|like"
)
_LEADS = (
    (re.compile(r"^(?:been|had to|got|gotten|taken|started)\b", re.IGNORECASE), "you've "),
    (re.compile(r"^(?:back|off|down to|on|going|\w{3,}ing)\b(?! (?:is|was)\b)", re.IGNORECASE), "you're "),
    (re.compile(rf"^(?:{_PAST})\b", re.IGNORECASE), "you "),
)
_DROPPED_ZH = re.compile(
    r"^(?:(?:今天|昨天|昨晚|明天|后天|下[周个]|上[周个]|这[周个]|明年|去年|每[天周晚]|天天|最近|刚|又|还|也|都|终于|从小|其实|就)|"
    r"(?:在|去|回|要|打算|准备|备战|考|买|养|学|练|做|干|开|搬|住|教|跑|拿到|收到|戒|得了|确诊|攒|吃|怕|爱|喜欢|结婚|离婚|分手))"
)


def _turned(text: str, table: Mapping[str, str], language: Language, zh: str) -> str:
    if language == "zh":
        return re.sub("我们|咱们|我|咱|俺", zh, text)
    return _WORD.sub(lambda m: table.get(m.group().casefold(), m.group()), text)


def addressed(text: str, language: Language) -> str:
    """What a person said of themselves, said to them: "my sister called me" as "your sister called you"."""
    return _turned(text, _SECOND, language, "你")


def told(text: str, language: Language, name: str) -> str:
    """The same, said of them to others."""
    return _turned(text, _THIRD, language, name)


def clean(value: str, language: Language) -> str:
    """A captured piece without the particles that end a line of chat."""
    return _TAIL_ZH.sub("", value.strip()) if language == "zh" else _TAIL.sub("", value.strip())


def trimmed(clause: str, language: Language) -> str:
    """A clause without what only opens or ends a line of chat."""
    head = _HEAD_ZH if language == "zh" else _HEAD
    return clean(head.sub("", clause.strip(" ,，")), language)


def has_subject(clause: str, language: Language) -> bool:
    """Whether a clause says that it is about the one who speaks."""
    return "我" in clause[:8] if language == "zh" else _SUBJECT.match(clause) is not None


def to_them(clause: str, language: Language) -> str:
    """A clause of chat as one that may follow "You told me"; a line without a subject gets one, or is given whole."""
    said = addressed(clause, language)
    if topics_of(language).speaks_to_pet(clause):
        return _whole(clause, language)
    if has_subject(clause, language):
        return said
    if language == "zh":
        return f"你{said}" if _DROPPED_ZH.match(clause) else _whole(said, language)
    lead = next((lead for cue, lead in _LEADS if cue.match(clause)), None)
    return f"{lead}{said}" if lead else _whole(said, language)


def _whole(clause: str, language: Language) -> str:
    return f"是这么回事：{clause}" if language == "zh" else f"it went like this: {clause}"


def of_them(clause: str, language: Language, name: str) -> str:
    """A clause of chat told in the third person, with the name of the one who said it."""
    if language == "zh":
        return f"{name}说：{told(clause, language, '自己')}"
    if has_subject(clause, language) and not topics_of(language).speaks_to_pet(clause):
        return f"{name} said {told(clause, language, name)}"
    return f"{name} said: {clause}"


def gathered(clauses: list[tuple[str, float]], language: Language) -> str:
    """The weightiest clause of a message with as many of its neighbours as fit, in their order."""
    if not clauses:
        return ""
    at = max(range(len(clauses)), key=lambda n: clauses[n][1])
    span = (at, at)
    while (wider := _wider(clauses, *span, language)) is not None:
        span = wider
    return _joined(clauses, *span, language)


def _wider(clauses: list[tuple[str, float]], low: int, high: int, language: Language) -> tuple[int, int] | None:
    """One clause more on the weightier side, where it carries something and there is room."""
    sides = [(low - 1, (low - 1, high)), (high + 1, (low, high + 1))]
    fit = [
        (clauses[n][1], span)
        for n, span in sides
        if 0 <= n < len(clauses)
        and clauses[n][1] > 0
        and length(_joined(clauses, *span, language), language) <= MOST[language]
    ]
    return max(fit)[1] if fit else None


def _joined(clauses: list[tuple[str, float]], low: int, high: int, language: Language) -> str:
    return ("，" if language == "zh" else ", ").join(text for text, _ in clauses[low : high + 1])
