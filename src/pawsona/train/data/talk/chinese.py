"""What in Chinese characters tells who somebody is: names are not set apart, but have surnames and titles."""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from pawsona.train.data.talk.words import characters, listed, pairs, told

_RUN = re.compile(r"[㐀-鿿]+")
_FAMILIAR = "小老阿大"


def name(text: str) -> str | None:
    """The code of the first thing that may name somebody or some place; the text simplified, in NFKC form."""
    runs = _RUN.findall(text)
    return next((code for code, found in _NAMES.items() if any(map(found, runs))), None)


def trace(text: str) -> str | None:
    """The code of the first number, date or handle."""
    return next((code for code, found in _traces().items() if found.search(text)), None)


def _rare(run: str) -> bool:
    return any(char not in characters() for char in run)


def _place(run: str) -> bool:
    return any(place in run for place in listed("zh", "places")) or any(
        match.start() > 0 and run[match.start() - 1 : match.start() + 1] not in pairs()
        for match in _any("place_endings").finditer(run)
    )


def _said(run: str) -> bool:
    """Behind words that say a name: whatever our own texts don't have there."""
    for match in _any("cues").finditer(run):
        if (told_ := run[match.end() : match.end() + 2]) and told_ not in pairs():
            return True
    return re.search(r"姓(?!名)[㐀-鿿]", run) is not None


def _titled(run: str) -> bool:
    family, known = _surnames(), pairs()
    for match in _any("titles").finditer(run):
        pair = run[max(0, match.start() - 1) : match.start() + 1]
        if len(pair) == 2 and (pair[0] in family or (match[0] in "哥姐" and pair not in known)) and match[0] != pair[0]:
            if len(match[0]) > 1 or pair not in known:
                return True
    return False


def _familiar(run: str) -> bool:
    """Old Zhang, little Li, A-Qiang."""
    for at, char in enumerate(run[:-1]):
        if char in _FAMILIAR:
            pair, more = run[at : at + 2], run[at : at + 4]
            family = pair[1] in _surnames() and char != "大"
            known = pair in pairs() and not (family or char == "阿")
            if not known and not any(more.startswith(word) for word in listed("zh", "not_people")):
                return True
    return False


def _surname(run: str) -> bool:
    """A surname and what is no word with it."""
    if any(double in run for double in listed("zh", "double_surnames")):
        return True
    family, given, known = _surnames(), _given(), pairs()
    for at in range(len(run) - 1):
        if run[at] not in family:
            continue
        one, two = run[at : at + 2], run[at + 1 : at + 3]
        strange = one not in known and (len(two) < 2 or two not in known)
        named = one[1] in given and (one not in known or (len(two) == 2 and two[1] in given and two not in known))
        if strange or named or (len(two) == 2 and two[0] == two[1] != one[0] and one not in known):
            return True
    return False


def _bare(run: str) -> bool:
    """A given name alone: two characters of names that make no word, or one of them twice."""
    given, known = _given(), pairs()
    return any(
        one in given and other in given and (run[at : at + 2] not in known)
        for at, (one, other) in enumerate(pairwise(run))
    )


_NAMES: MappingProxyType[str, Callable[[str], bool]] = MappingProxyType({
    "rare": _rare, "place": _place, "name.said": _said, "name.titled": _titled, "name.familiar": _familiar,
    "name.surname": _surname, "name.given": _bare,
})  # fmt: skip


@cache
def _surnames() -> frozenset[str]:
    return frozenset("".join(told("zh")["surnames"].split()))


@cache
def _given() -> frozenset[str]:
    return frozenset("".join(told("zh")["given"].split()))


@cache
def _any(name_: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, listed("zh", name_)), key=len, reverse=True)))


@cache
def _traces() -> MappingProxyType[str, re.Pattern[str]]:
    digit, number = told("zh")["numerals"], "[0-9零〇一二两三四五六七八九十]"
    signs = "[鼠牛虎兔龙蛇马羊猴鸡狗猪]"
    return MappingProxyType(
        {
            "handle": _any("handles"),
            "number": re.compile(f"(?:[{digit}][\\s\\-—,，]?){{5,}}"),
            "date": re.compile(
                f"{number}+月{number}+[日号]?|[0-9{digit}]{{2,4}}年(?!前|后|多|来|了|级)|{number}+[日号](?:出?生)"
            ),
            "birth": re.compile(
                f"(?:出生|生日|生于|诞生|出世).{{0,10}}(?:{number}|月|年|属)|{number}月.{{0,6}}(?:出?生|生日)"
                f"|[零〇一二三四五六七八九0-9]{{2}}后|{number}[日号].{{0,4}}生日|属{signs}"
            ),
            "address": re.compile(f"{number}+(?:号楼|号院|栋|幢|单元|弄|室|号(?=住|那|$|，|。))|[0-9]+号"),
        }
    )
