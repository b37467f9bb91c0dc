"""Whether somebody only agrees: a nod tells nothing by itself, and confirms what it answers."""

import re

_NODS = re.compile(
    r"^\W*(?:(?:oh|ha(?:ha)*|well|ok|okay|and|so)\W+)*"
    r"(?:ye[aps]+h?|yes|yup|yeh|exactly|correct|right|true|indeed|that's (?:right|it|true)|thats (?:right|it|true)|"
    r"you (?:remembered|got it|know it)|u remembered|good memory|spot on|of course|still (?:do|am|is|true)|i do|i am)\b"
    r"|^\W*(?:对|是的|是呀|是啊|嗯|恩|没错|可不|当然|就是|正是|记性|你还?记得)",
    re.IGNORECASE,
)
_MOST = 24
"""Characters up to which nothing but the nod is said."""


def nods(text: str) -> bool:
    """Whether a message agrees and says little else: "yes exactly", 对呀没错."""
    return len(text.strip()) <= _MOST and _NODS.match(text) is not None
