"""The person's people by their names: "Julia lives in York" tells where their sister lives, once she was named."""

import re
from collections.abc import Collection, Iterable, Mapping

from pawsona.domain.language import Language

_HOME = {
    "en": r"(?= (?:(?:now|actually|really|has|just) )*(?:lives in|moved to)\b)",
    "zh": r"(?=(?:现在|已经|其实|刚|早就)*(?:住在|搬到|搬去))",
}
"""What is told of a name and taken for the relative's: of other things a name may be somebody else's."""
_MINE = {"en": "my {who}", "zh": "我{who}"}
_BEFORE = {"en": r"(?<![\w'])", "zh": r"(?<![一-龥])"}
_OPENS = re.compile(
    r"(?:^|[.!?;:\n]|\b(?:no|nope|wrong|sorry|well|but|and|that|actually|think)\b)[\s,\"“]*$", re.IGNORECASE
)
"""What stands before a name that begins what is said."""
_PAIRED = re.compile(r"\b[A-Z]\w+ and $")
_APPOSED = re.compile(r"(?:朋友|同[学事桌]|邻居|老[师板]|室友|闺蜜|[爸妈爷奶公婆姐妹哥弟姨姑叔舅]|女儿|儿子)[，,\s]*$")
"""Whom a name after a comma belongs to, other than who is meant."""

_SEVERAL = frozenset("friend cousin aunt uncle niece nephew flatmate roommate colleague neighbour neighbor".split())
"""Of whom one may have several: without a name it may be another one."""
_NAMESAKES = _SEVERAL | frozenset(
    "sister brother son daughter grandma grandpa gran nan grandmother grandfather 姐姐 姐 妹妹 妹 哥哥 哥 弟弟 弟 儿子 "
    "女儿 闺女 表姐 表哥 表弟 表妹 闺蜜 室友 同桌 朋友 好朋友 发小".split()
)
"""Of whom a second name is a second one, where it is no correction."""
_CORRECTS = {
    "en": re.compile(
        r"^(?:no|nope|wait|sorry|actually|oops)\b|\bnot (?-i:[A-Z])|\bi mean|\b(?:now|really|actually) "
        r"(?:is |goes )?(?:called|named|by)\b|\b(?:is|'s|name) (?:now|really|actually)\b|\bwrong\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("^(?:不|错|等等|等下|哦不)|不是|不叫|改名|改叫|现在叫|其实叫|应该叫|说错|搞错|我是说"),
}


def kin_of(slots: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Who each name is, the later telling before the earlier, by the slots of what was told."""
    named = (one for one in slots if one.get("attribute") == "name" and one.get("subject", "person") != "person")
    return {one["value"]: one["subject"] for one in named if one.get("value")}


def is_another(attribute: str, subject: str, text: str, language: Language) -> bool:
    """Whether a name that is told may be of a second brother or friend: the first keeps theirs."""
    return attribute == "name" and _several(subject, _NAMESAKES) and _CORRECTS[language].search(text) is None


def names_of(slots: Iterable[Mapping[str, str]]) -> dict[str, set[str]]:
    """The names that were told of each kind of relative, by the slots of what was told."""
    found: dict[str, set[str]] = {}
    for one in slots:
        who, name = _parted(one.get("subject", ""))
        name = one.get("value", "") if one.get("attribute") == "name" else name
        if who and name:
            found.setdefault(_kind(who), set()).add(name)
    return found


def one_of(subject: str, names: Mapping[str, Collection[str]]) -> str:
    """Whom a subject means: "sister Julia" is "sister" where no other sister was named."""
    who, name = _parted(subject)
    alone = name and set(names.get(_kind(who), ())) == {name} and not _several(who)
    return who if alone else subject


def _parted(subject: str) -> tuple[str, str]:
    who, _, name = subject.rpartition(" ")
    return (who.rstrip(","), name) if who and name[:1].isupper() else (subject, "")


def _kind(who: str) -> str:
    return who.rpartition(" ")[2].casefold()


def _several(who: str, kinds: Collection[str] = _SEVERAL) -> bool:
    """Whether there may be another one of the kind: there is one best friend."""
    return _kind(who) in kinds and not who.casefold().endswith("best friend")


def by_kin(text: str, kin: Mapping[str, str], language: Language) -> str:
    """A text with a relative in place of the name, where it says where one of them lives."""
    for name, who in kin.items():
        places = re.finditer(f"{_BEFORE[language]}{re.escape(name)}{_HOME[language]}", text)
        found = next((place for place in places if _alone(text[: place.start()], language)), None)
        if found is not None:
            others = sum(_kind(other) == _kind(who) for other in kin.values()) > 1
            whom = f"{who} {name}" if language == "en" and (others or _several(who)) else who
            text = text[: found.start()] + _MINE[language].format(who=whom) + text[found.end() :]
    return text


def _alone(before: str, language: Language) -> bool:
    """Whether a name begins what is said: "my friend Julia" is somebody else of that name."""
    if language == "zh":
        return _APPOSED.search(before) is None
    return _OPENS.search(before) is not None and _PAIRED.search(before) is None
