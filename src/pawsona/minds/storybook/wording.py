"""Says what a person said of themselves: to others in the third person, to them in the second."""

import re
from collections.abc import Mapping

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.topics import topics_of

MOST = {"en": 18, "zh": 30}
"""Words (characters) that are said back of a message: they have to fit after "You told me", with a few more."""
WHOLE = {"en": 26, "zh": 42}
"""The same for what is remembered of it: with the name a memory must still be as long as one may be."""
_TAIL = re.compile(
    r"(?:\b(?:now|too|anyway|actually|really|though|lol|lmao|haha|and|but|so|well|right)\b|[\s,，.。!！?？~～])+$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:(?:lol|haha|omg|ok|okay|so|well|and|but|oh|ugh|btw|anyway|tbh)\b[\s,.!]+|(?:yes|yeah|yeh|nah|no|nope)[,.!]+\s*)+",
    re.IGNORECASE,
)
_TAIL_ZH = re.compile(r"[，。！？、~～\s]+$|(?:啦|呀|呢|吧|哦|嘛|啊|了啦|哈)+$")
_HEAD_ZH = re.compile(r"^(?:(?:嗯+|哎+|唉+|啊+|哈+|对|错|诶|哦|行|好的?|说实话|其实|反正)[\s，,。！!]+)+")
_PERSONS = (
    # said, of them, to them
    ("my", "their", "your"),
    ("me", "them", "you"),
    ("me and", "they and", "you and"),
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
_WORD = re.compile(r"\b(?:I(?: am| was)|me and)\b|(?<!\w)[A-Za-z']+", re.IGNORECASE)
_NOT_THEM = r"(?!(?:that's|it's|its|he|she|they|this|there)\b)"
_SUBJECT = re.compile(
    rf"^{_NOT_THEM}(?:\W*\w+[,']?\w*\s+){{0,2}}?"
    r"(?:(?:i|we|i've|we've|i'd|i'll|me and)(?:\s+[\w']+){2}|(?:i'm|we're)\s+[\w']+|(?:my|our)(?:\s+[\w']+){3})",
    re.IGNORECASE,
)
_SPACE_ZH = re.compile(r"(?<=[一-龥\d!！?？~～])[ \u3000]+(?=[一-龥\d])")
_KIN_ZH = re.compile(r"我(?=老?[爸妈爷奶姥姐妹哥弟舅姨姑叔娃]|儿子|女儿|闺女|老[公婆]|对象|男友|女友|朋友|同事|室友)")
_PAST = (
    r"can't|couldn't|haven't|didn't|don't|won't|had|\w{3,}(?<!ne)ed|went|took|did|made|saw|met|lost|quit|bought|spent|"
    r"grew|used to|kept|ran|won|broke|sold|wrote|left|came|found|love|hate|like"
)
_STATES = (
    "(?:scared|tired|bored|worried|married|engaged|stressed|excited|divorced|retired|obsessed|addicted|pregnant|"
    "allergic)"
)
_THINGS = r"(?:(?:some|no|any|every)thing|morning|evening|wedding|building|ceiling|string|during|according|being)\b"
_BEING = rf"(?:back|off|down to|on|{_STATES}|(?!{_THINGS})\w{{3,}}ing)\b(?! (?:is|was)\b)"
_LEADS = (
    (re.compile(r"^(?:been|had to|got|gotten|taken|started)\b", re.IGNORECASE), "you've "),
    (re.compile(rf"^(?:still )?{_BEING}", re.IGNORECASE), "you're "),
    (re.compile(rf"^(?:{_PAST})\b", re.IGNORECASE), "you "),
)
_RUN_ON = re.compile(r"\s+(?:and|but|so|because|which|while|then)\s|[,，、]")
_DONE_TO_THEM = re.compile(r"^\w+ (?:me|us)\b", re.IGNORECASE)
"""Where somebody else is left out: "called me twice"."""
_DROPPED_ZH = re.compile(
    r"^(?!.{0,12}(?:是|来了|有个|有人))(?:(?:\d+月\d+日|今天|昨天|昨晚|明天|后天|下[周个]|上[周个]|这[周个]|明年|去年|每[天周晚]|天天|最近|刚|又|还|也|都|终于|从小|其实|就)|"
    r"(?:在|去|回|要|打算|准备|备战|考|买|养|学|练|做|干|开|搬|住|教|跑|拿到|收到|戒|得了|确诊|攒|吃|怕|爱|喜欢|结婚|离婚|分手))"
)


def _turned(text: str, table: Mapping[str, str], language: Language, zh: str) -> str:
    if language == "zh":
        # "我们班" is 你们班; told of them to others there is only one.
        return re.sub("(我|咱)们|我|咱|俺", lambda m: zh + "们" * (m[1] is not None and zh == "你"), text)
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


def paused(text: str, language: Language) -> str:
    """Chinese chat with commas where it only leaves a space."""
    return _SPACE_ZH.sub("，", text.strip()) if language == "zh" else text


def trimmed(clause: str, language: Language) -> str:
    """A clause without what only opens or ends a line of chat."""
    head = _HEAD_ZH if language == "zh" else _HEAD
    return clean(head.sub("", clause.strip(" ,，")), language)


def speaks(clause: str, language: Language) -> bool:
    """Whether a clause says that it is about the one who speaks, or only leaves "I" out."""
    return not topics_of(language).speaks_to_pet(clause) and (
        _has_subject(clause, language) or bool(_lead(clause, language))
    )


def _has_subject(clause: str, language: Language) -> bool:
    return "我" in clause[:6] if language == "zh" else _SUBJECT.match(clause) is not None


def _lead(clause: str, language: Language) -> str:
    """The subject that a line of chat leaves out, as said to them."""
    if language == "zh":
        return "你" if _DROPPED_ZH.match(clause) and not _has_subject(clause, language) else ""
    if _DONE_TO_THEM.match(clause):
        return ""
    return next((lead for cue, lead in _LEADS if cue.match(clause)), "")


def _continued(clause: str) -> str:
    """A clause that no longer begins its sentence."""
    return clause[:1].lower() + clause[1:]


def to_them(clause: str, language: Language, *, own: bool = True) -> str:
    """A clause of chat as one that may follow "You told me"; what has no subject gets one, or is given as it was.

    Args:
        clause: of the person.
        language: theirs.
        own: False where somebody else was spoken of just before, who may be the subject that is left out.
    """
    if not speaks(clause, language) or not (own or _has_subject(clause, language)):
        return f"是这么回事：{clause}" if language == "zh" else f"it went like this: {clause}"
    lead = _lead(clause, language)
    return lead + addressed(_continued(clause) if lead else clause, language)


def of_them(clause: str, language: Language, name: str, *, own: bool = True) -> str:
    """A clause of chat told in the third person, with the name of the one who said it."""
    if language == "zh":
        return f"{name}说：{told(_KIN_ZH.sub('我的', clause), language, '自己')}"
    lead = _lead(clause, language).replace("you", "they")
    clause = _continued(clause) if lead else clause
    turned = speaks(clause, language) and (own or _has_subject(clause, language))
    return f"{name} said {lead}{told(clause, language, name)}" if turned else f"{name} said: {clause}"


def gathered(clauses: list[tuple[str, float]], language: Language, most: int = 0) -> str:
    """The weightiest clause of a message with as many of its neighbours as fit, in their order.

    Args:
        clauses: each with what it carries.
        language: theirs.
        most: how much fits, in words (characters); what fits into a line of talk where nothing is said.
    """
    most = most or MOST[language]
    if not clauses:
        return ""
    at = max(range(len(clauses)), key=lambda n: clauses[n][1])
    span = (at, at)
    while (wider := _wider(clauses, *span, language, most)) is not None:
        span = wider
    return _cut(_joined(clauses, *span, language), language, most)


def _cut(text: str, language: Language, most: int) -> str:
    """As much of a run-on clause as fits, up to an "and" or a comma."""
    if length(text, language) <= most:
        return text
    ends = [match.start() for match in _RUN_ON.finditer(text)]
    return next((text[:end] for end in reversed(ends) if length(text[:end], language) <= most), text)


def _wider(
    clauses: list[tuple[str, float]], low: int, high: int, language: Language, most: int
) -> tuple[int, int] | None:
    """One clause more on the weightier side, where it carries something and there is room."""
    sides = [(low - 1, (low - 1, high)), (high + 1, (low, high + 1))]
    fit = [
        (clauses[n][1], span)
        for n, span in sides
        if 0 <= n < len(clauses) and clauses[n][1] > 0 and length(_joined(clauses, *span, language), language) <= most
    ]
    return max(fit)[1] if fit else None


def _joined(clauses: list[tuple[str, float]], low: int, high: int, language: Language) -> str:
    return ("，" if language == "zh" else ", ").join(text for text, _ in clauses[low : high + 1])
