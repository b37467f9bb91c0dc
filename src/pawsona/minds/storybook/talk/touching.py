"""How a message touches something stored: what both speak of, and what the new thing is to the old one.

A line for the touch takes up the new event and has the stored one only for its ground; the old one is not recited.
"""

import re
from dataclasses import dataclass

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.matching import stem
from pawsona.minds.storybook.talk.phrases import Phrase, persons, phrases, taken
from pawsona.minds.storybook.talk.turn import Turn

_PLANNED = {
    "en": re.compile(
        r"\b(?:will|going to|gonna|tomorrow|tmrw|next|soon|starts?|coming|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
        r"exam|test|interview|match|race|trip|wedding|appointment|results?|audition|deadline|due|move|moving|surgery|"
        r"plan\w*|want\w* to|hop(?:e|ing) to|booked|saving|\d+ (?:january|february|march|april|may|june|july|august|"
        r"september|october|november|december))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"明天|后天|下[周个]|下星期|周[一二三四五六日末]|星期|礼拜|月底|\d+[月号日]|要(?:去|考|交|搬|面试|比赛|上|开|见)|准备|打算|考试|面试|比赛|手术|婚礼|答辩|体检|复查|成绩|结果|报名|约了|想去|想买"),
}
_WORRIED = {
    "en": re.compile(r"\b(?:worr\w+|nervous|scared|afraid|anxious|stress\w*|dread\w*|ill|sick|hospital|test results?|"
                     r"surgery|fever|biopsy|scan)\b", re.IGNORECASE),
    "zh": re.compile(r"担心|紧张|怕|焦虑|慌|愁|病|发烧|咳|医院|手术|复查|丢了|吵|没底|压力"),
}
_GOES_ON = {
    "en": re.compile(r"\b(?:learning|training|practi[sc]ing|saving|trying|working on|knitting|building|writing|reading|"
                     r"growing|planted|started|began|looking for|teaching|painting|preparing|studying|every (?:day|week))\b",
                     re.IGNORECASE),
    "zh": re.compile(r"在学|学着|在练|练|攒|存钱|备考|准备|在写|在织|在做|种了|养了|开始|正在|坚持|每天|减肥|健身|在找"),
}
_AGAIN = {"en": re.compile(r"\b(?:again|another|still|as usual|once more|back at)\b", re.IGNORECASE), "zh": re.compile(r"又|还在|还是|再一?次|老样子|照样")}
_DONE = {
    "en": re.compile(r"\b(?:done|did|went|was|were|over|passed|got|made it|finished|came|happened|finally|survived|today|won|lost|"
                     r"failed|is here|opened|arrived|started|bought|met|said|called|rang|normal|fine|ok)\b|\w{3,}ed\b", re.IGNORECASE),
    "zh": re.compile(r"了|完|过[了线]?|终于|成了|今天|刚"),
}
_NAME_ZH = re.compile(r"叫(?P<name>[\u4e00-\u9fff]{2,3}?)(?=[，,。]|的|$)")
_LEAST_ZH = 2


@dataclass(frozen=True, slots=True)
class Shared:
    """What a message and something stored both speak of."""

    what: str
    person: bool = False
    close: bool = True
    """Whether it is somebody, or theirs: other things are shared by chance."""


def shared(stored: str, turn: Turn) -> Shared | None:
    """The person or thing that both name, as it is said to the one who speaks; persons first."""
    return _shared_zh(stored, turn) if turn.language == "zh" else _shared_en(stored, turn)


def _shared_en(stored: str, turn: Turn) -> Shared | None:
    then = {stem(word) for word in re.findall(r"[a-z]+", stored.casefold())}
    here = [p for p in phrases(turn.text, "en", turn.names) if stem(p.head) in then]
    for phrase in sorted(here, key=lambda p: not p.person):
        return Shared(_definite(phrase), phrase.person, phrase.person or phrase.owned)
    named = _NAME_EN.search(stored)
    # "She'd have laughed": of somebody who was named before, where nobody else is named now.
    of_them = named is not None and _THEY_EN.search(turn.text) and not any(p.person for p in phrases(turn.text, "en"))
    return Shared(named[1], True) if named is not None and of_them else None


_NAME_EN = re.compile(r"\b(?:called|named|name is) ([A-Z][a-z]+)\b")
_THEY_EN = re.compile(r"\b(?:she|he|her|him)\b", re.IGNORECASE)


def _definite(phrase: Phrase) -> str:
    """As of something that both know: "a medal" is "the medal"."""
    lead, _, rest = phrase.text.partition(" ")
    if lead in {"a", "an", "some", "that", "those", "another"} and rest:
        return f"the {rest}"
    known = phrase.person or lead in {"the", "your", "his", "her", "their"} or phrase.head in persons()
    return phrase.text if known or lead.isdigit() else f"the {phrase.text}"


def _shared_zh(stored: str, turn: Turn) -> Shared | None:
    """A name, somebody of the family, or a thing that the kinds know."""
    named = _NAME_ZH.search(stored)
    if named and named["name"] in turn.text:
        return Shared(named["name"], True)
    people = _PEOPLE_ZH.search(turn.text)
    if people and people[1] in stored:
        return Shared(taken(people[0], "zh"), True)
    then = {hit.word for hit, _ in turn.book.things(stored)}
    here = [hit.word for hit, kind in turn.book.things(turn.text) if hit.word in then and not kind.weak]
    best = max((word for word in here if len(word) >= _LEAST_ZH), key=len, default="")
    return Shared(best) if best else None


_PEOPLE_ZH = re.compile(
    r"(?:我|咱)?(?:们)?家?(?:的)?老?((?:妈|爸|爷爷|奶奶|姥姥|姥爷|外婆|外公|姐|妹|哥|弟|儿子|女儿|闺女|老公|老婆|媳妇|对象|室友|同桌|"
    r"同事|领导|老板|导师|老师|邻居|房东|闺蜜|发小|孙子|孙女|老头子|老伴|教官|师傅|班长|教练))[妈爸]?"
)


def relation(stored: str, found: Shared, turn: Turn, *, sure: bool = False) -> str:
    """What the new event is to the old one: the bank of lines that fits; none for a thing shared by chance."""
    language: Language = turn.language
    # By this message alone: the mood before it is not that of the new event.
    bad = not turn.laughs and (turn.said < 0 or any(c.trouble for c in turn.clauses))
    good = turn.said > 0 or turn.laughs
    if _tender(stored, found, turn):
        return _gentle(found)
    if _AGAIN[language].search(turn.text):
        return "again" if not bad else _gentle(found)
    over = _DONE[language].search(turn.text) is not None
    if over and _WORRIED[language].search(stored) and (bad or good):
        return "worry_bad" if turn.mood == "neg" else "worry_good" if good else _gentle(found)
    if over and _PLANNED[language].search(stored) and not found.person:
        return "worry_bad" if turn.mood == "neg" else _gentle(found) if bad else "outcome"
    if found.person:
        return _gentle(found) if bad else "person"
    if not bad and _GOES_ON[language].search(stored):
        return "progress"
    if not found.close and not sure:
        return ""
    return _gentle(found) if bad else "thing"


_LOSS = {
    "en": re.compile(r"\b(?:died|passed away|lost (?:my|our|her|him|their|your)|funeral|miss(?:es|ing|ed)? (?:her|him|them)|widow\w*|"
                     r"divorce\w*|broke up|moved out|no longer|used to|(?:'d|would) have|late (?:wife|husband|mother|father))\b",
                     re.IGNORECASE),
    "zh": re.compile(r"去世|走了|没了|不在了|离婚|分手|葬|遗|以前|从前|要是.{0,4}在"),
}
"""What makes any memory beside it tender."""


def _tender(stored: str, found: Shared, turn: Turn) -> bool:
    """Whether a loss lies in the message or in anything that is known of whom it speaks."""
    rows = [*(r.memory.text if r.memory else r.text for r in (*turn.given.memories, *turn.given.near)), stored]
    known = [text for text in rows if found.what.casefold() in text.casefold() or text == stored]
    return any(_LOSS[turn.language].search(text) for text in (turn.text, *known))


def _gentle(found: Shared) -> str:
    return "person_neg" if found.person else "thing_neg"
