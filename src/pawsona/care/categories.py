"""The names of the 33 categories, and the families of texts that answer them.

`suicide.active` is looked up by itself, else by what stands before the dot.
"""

from collections.abc import Mapping

FAMILIES: Mapping[str, str] = {
    "suicide.other": "other",
    "suicide.bereaved": "bereaved",
    "suicide": "suicide",
    "self_harm": "suicide",
    "violence.threat": "threat",
    "medical": "medical",
    "medication": "medication",
    "substance": "substance",
    "eating": "eating",
    "postpartum": "birth",
    "psychosis": "mind",
    "mania": "mind",
    "panic": "panic",
    "dependency": "attached",
    "companion": "attached",
    "ruin": "money",
    "grooming": "grooming",
    "minor": "young",
    "jailbreak": "boundary",
    "follow_up": "again",
}
"""By category, else by the part of it before the dot, else `violence`."""
FAMILY_NAMES = tuple(dict.fromkeys([*FAMILIES.values(), "violence"]))
FIELDS: Mapping[str, str] = {
    **dict.fromkeys(("suicide", "other", "bereaved", "attached", "money"), "despair"),
    **dict.fromkeys(("violence", "grooming", "young"), "by_others"),
    **dict.fromkeys(("medical", "medication", "eating", "substance"), "body"),
    **dict.fromkeys(("birth", "mind", "panic"), "state"),
}
"""By family: the wider field that has texts of its own, for where the family is a guess and the field is none."""
FIELD_NAMES = tuple(dict.fromkeys(FIELDS.values()))
COMMON = "common"
"""The family where even the field is a guess."""


def family(category: str) -> str:
    """Which of the protocol's texts answer a category."""
    return look_up(FAMILIES, category, "violence")


def look_up(table: Mapping[str, str], category: str, otherwise: str) -> str:
    """What a table that goes by category, or by its family, says of one."""
    return table.get(category) or table.get(category.partition(".")[0], otherwise)
