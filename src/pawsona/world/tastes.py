"""Tastes: what the pet seeks and avoids, summed from what the person thought of its days.

They are never stored: taking a reaction back takes its effect back. Each stays within -1 and 1.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from pawsona.domain.day import Feedback, Reaction, Tastes

WEIGHTS: Mapping[Reaction, float] = {
    "not_bad": 0.1,
    "dislike": -0.2,
    "pat": 0.15,
    "helpless": 0.0,
    "doting": 0.1,
    "funny": 0.1,
}
"""Five dislikes avoid an activity altogether."""
SAID = 0.1
"""What a free text weighs, for or against."""

_FOR = re.compile(
    r"\b(?:love|loved|like|liked|nice|great|good|cute|sweet|fun|more of|again|wonderful|lovely|adorable|proud|yay)\b"
    r"|喜欢|好玩|可爱|真好|不错|棒|太好|有意思|多去|再去|厉害|开心|乖|好耶"
)
_AGAINST = re.compile(
    r"\b(?:hate|hated|dislike|boring|bored|awful|bad|stop|less|ugh|never|not again|too much|dangerous|silly|worse)\b"
    r"|讨厌|无聊|别再|不要|少去|没意思|难看|危险|不好|不喜欢|没劲|别去|太多"
)
_DENIED = re.compile(
    r"\b(?:not|don't|dont|didn't|isn't|wasn't|never|no)\s+(?:\w+\s+)?(?:love|like|liked|nice|great|good|fun|cute)\b"
    r"|不(?:太|怎么|是很)?(?:喜欢|好玩|可爱|棒|开心)|没(?:什么)?意思"
)
_SPARED = re.compile(r"\bnot (?:at all )?(?:bad|boring|awful)\b|不无聊|不讨厌|不坏|不难看")


def tastes_of(feedback: Iterable[Feedback]) -> Tastes:
    """Activity -> -1 (avoided) to 1 (sought); activities without an opinion are left out."""
    sums: defaultdict[str, float] = defaultdict(float)
    for row in feedback:
        sums[row.kind] += (WEIGHTS[row.reaction] if row.reaction else 0.0) + SAID * valence(row.text)
    bounded = {kind: round(max(-1.0, min(1.0, total)), 3) for kind, total in sums.items()}
    return {kind: value for kind, value in bounded.items() if value}


def reactions_of(feedback: Iterable[Feedback]) -> Mapping[date, frozenset[Reaction]]:
    """By day, what was thought of anything in it."""
    found: defaultdict[date, frozenset[Reaction]] = defaultdict(frozenset)
    for row in feedback:
        if row.reaction is not None:
            found[row.on] |= {row.reaction}
    return dict(found)


def valence(text: str) -> int:
    """1 where a free text is for, -1 where it is against, 0 where it says neither or both."""
    folded = text.casefold().replace("’", "'")
    spared, denied = len(_SPARED.findall(folded)), len(_DENIED.findall(folded))
    left = _DENIED.sub(" ", _SPARED.sub(" ", folded))
    score = spared - denied + len(_FOR.findall(left)) - len(_AGAINST.findall(left))
    return (score > 0) - (score < 0)
