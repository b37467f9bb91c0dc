"""The clauses of a message, each also with the subject that an earlier one gave it."""

import re
from collections.abc import Iterable

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.clauses import clauses_of

_PRONOUN = re.compile(r"(?:and |but |so )?(?:he|she)(?:'s)? (?=\w)", re.IGNORECASE)
_PET = re.compile(
    r"\b(?:an?|my|our|the) (?:\w+ ){0,2}(cat|dog|rabbit|hamster|parrot|horse|tortoise|puppy|kitten|greyhound|spaniel|"
    r"labrador|terrier|poodle|collie)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"(?:and |but )?(?:his|her) (?=birthday\b)", re.IGNORECASE)
_NAMED = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}\b")
_THEN = re.compile(r",? and (?=(?:he|she)(?:'s)? \w)|,? (?:and )?(?=(?:his|her) birthday\b)", re.IGNORECASE)
_KIN = re.compile(
    r"\bmy (?:little |big |older |younger |best )?(?:friend|sister|brother|mum|mom|mother|dad|father|wife|husband|"
    r"partner|boyfriend|girlfriend|son|daughter|cousin|aunt|uncle|grandma|grandpa|gran|nan|niece|nephew)\b",
    re.IGNORECASE,
)
_SUBJECT_ZH = re.compile(r"^(?:.{0,4}[我你他她它咱俺谁]|这|那|大家|别人|人家|有人|没人|[?？])")
_CALLED_ZH = re.compile(r"^(?:它|他|她)?(?:的?名字)?(?:就)?叫")
_OWNED_ZH = re.compile(
    r"(?:我.*?|^)(猫|狗|兔子|仓鼠|鹦鹉|乌龟|妹妹|姐姐|哥哥|弟弟|儿子|女儿|闺女|老公|老婆|男朋友|女朋友|闺蜜|室友)"
)
_AGED_ZH = re.compile(r"^(?:今年|现在|都|已经|刚|才|快|满)*[\d一二三四五六七八九十两半]+(?:岁|个月)")
_KEEPS_ZH = re.compile(r"养|有|叫|我们?家|我的")
_OTHER_ZH = re.compile(
    r"^我(?:们?家的?|的)?(?:[爸妈姐妹哥弟爷奶姨舅姑叔]|闺女|媳妇|孩子|娃|外婆|外公|朋友|同学|同事|室友|老板|老师|猫|狗|儿子|女儿|老公|老婆|对象)"
)


def statements(text: str, language: Language) -> list[tuple[str, str]]:
    """The clauses of a message, each also with the subject that an earlier one gave it (我搬家了，住在苏州)."""
    if language == "en":
        return _of_them(clauses_of(text, language))
    found: list[tuple[str, str]] = []
    mine, whose = False, ""
    for clause in clauses_of(text, language):
        before = found[-1][0] if found else ""
        owner = _OWNED_ZH.search(before) if _CALLED_ZH.match(clause) else None
        aged = _OWNED_ZH.search(before) if _AGED_ZH.match(clause) and _KEEPS_ZH.search(before) else None
        whose = owner[1] if owner else "" if _SUBJECT_ZH.match(clause) else whose
        if whose:  # 我家养了只猫，叫年糕，两岁: the cat is, not the person
            found.append((clause, f"我的{whose}{clause.lstrip('它他她')}"))
            mine = False
            continue
        led = mine and _SUBJECT_ZH.match(clause) is None
        found.append((clause, f"我的{aged[1]}{clause}" if aged else f"我{clause}" if led else clause))
        mine = clause.startswith(("我", "俺", "本人")) and not _OTHER_ZH.match(clause) or led
    return found


def _of_them(clauses: Iterable[str]) -> list[tuple[str, str]]:
    """Each clause, also with whom "he" or "she" is, where one of theirs was named just before."""
    found: list[tuple[str, str]] = []
    whose = ""
    for clause in (part for whole in clauses for part in _THEN.split(whole)):
        spoken = _PRONOUN.match(clause)
        theirs = _POSSESSIVE.match(clause)
        full = f"{whose} {clause[spoken.end() :]}" if spoken and whose else clause
        found.append((clause, f"{whose}'s {clause[theirs.end() :]}" if theirs and whose else full))
        named, pet = _KIN.search(clause) or _NAMED.search(clause), _PET.search(clause)
        whose = f"my {pet[1]}" if pet else named[0] if named else whose if spoken or theirs else ""
    return found
