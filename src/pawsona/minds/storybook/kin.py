"""The person's people by their names: "Julia lives in York" tells where their sister lives, once she was named."""

import re
from collections.abc import Iterable, Mapping

from pawsona.domain.language import Language

_HOME = {
    "en": r"(?= (?:(?:now|actually|really|has|just) )*(?:lives in|moved to)\b)",
    "zh": r"(?=(?:现在|已经|其实|刚|早就)*(?:住在|搬到|搬去))",
}
"""What is told of a name and taken for the relative's: of other things a name may be somebody else's."""
_MINE = {"en": "my {who}", "zh": "我{who}"}
_BEFORE = {"en": r"(?<![\w'])", "zh": r"(?<![一-龥])"}


def kin_of(slots: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Who each name is, the later telling before the earlier, by the slots of what was told."""
    named = (one for one in slots if one.get("attribute") == "name" and one.get("subject", "person") != "person")
    return {one["value"]: one["subject"] for one in named if one.get("value")}


def by_kin(text: str, kin: Mapping[str, str], language: Language) -> str:
    """A text with a relative in place of the name, where it says where one of them lives."""
    for name, who in kin.items():
        found = re.search(f"{_BEFORE[language]}{re.escape(name)}{_HOME[language]}", text)
        if found is not None and not text[: found.start()].rstrip(" ,").casefold().endswith(who.casefold()):
            text = text[: found.start()] + _MINE[language].format(who=who) + text[found.end() :]
    return text
