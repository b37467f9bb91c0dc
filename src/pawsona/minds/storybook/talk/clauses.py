"""Cuts a message into clauses, so that the heaviest can be answered."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entrusting import unwrapped
from pawsona.minds.storybook.talk.naming import without_call
from pawsona.minds.storybook.talk.spelling import KEPT, spelled
from pawsona.skills.chat import ChatInput

_PARTS = 3
"""Clauses of a message that are compared by themselves."""
WEIGHED = 120
"""Clauses of a message that are weighed: every rung of the reply may look at each of them, for each of its entries."""
_LEAST = {"en": 4, "zh": 6}
"""Words (characters) of such a clause."""


_ORDER = {
    "en": re.compile(
        r"^(?:don'?t|do|tell|guess|let|give|stop|come|go|look|listen|put|try|make|say|show|help|please|thanks?|sorry|hello|"
        r"hi|hey|bye|good|night|wish|pat|hug|sing|play|take|wait|hold|remember|imagine|never mind|same|and|or)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?:给我|帮|别|来|再|快|听好|听着|猜|让我|请|说说|告诉|陪|换|等|记得|要不|不如|晚安|早安|谢|拜拜|早|嗨|喂|抱抱|摸摸|"
        r"算了|好[的了吧]|行[了吧]|没事|不是|对|那[就我])"
    ),
}
"""How begins what is said to the pet: an order, a greeting, a yes."""


@lru_cache(maxsize=2)
def _joiners(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(engine_cues(language).cues["joiners"].patterns), re.IGNORECASE)


@lru_cache(maxsize=KEPT)
def clauses_of(text: str, language: Language) -> tuple[str, ...]:
    """The clauses of a message in order; a message without any letter is one clause."""
    marked = _joiners(language).sub(lambda m: _stop(m.group()) + "\n", unwrapped(spelled(text, language), language))
    parts = [part.strip(" ,，") for part in marked.split("\n")]
    found = tuple(part for part in parts if part)
    return found or (text.strip(),)


def weighed(clauses: Sequence[str]) -> tuple[str, ...]:
    """Those of a message that a reply may answer: of very many each once, and then its beginning and its end."""
    if len(clauses) <= WEIGHED:
        return tuple(clauses)
    own = tuple(dict.fromkeys(clauses))
    return own if len(own) <= WEIGHED else (*own[: WEIGHED // 2], *own[-WEIGHED // 2 :])


def _stop(joiner: str) -> str:
    """A question keeps its mark: it decides what may be answered or remembered."""
    return joiner.strip() if any(mark in joiner for mark in "?？") else ""


def size(text: str, language: Language) -> int:
    """Words, or characters in Chinese."""
    return length(text, language)


def said_to(given: ChatInput) -> str:
    """The message as it was meant: hasty typing spelled out, the pet's name left out."""
    return without_call(spelled(given.message, given.context.language).strip(), given.context.pet.name)


def parts_of(given: ChatInput) -> tuple[str, ...]:
    """The message, and its clauses where they say something by themselves, the longest first."""
    text, language = said_to(given), given.context.language
    clauses = [clause for clause in clauses_of(text, language) if size(clause, language) >= _LEAST[language]]
    longest = sorted(clauses, key=lambda clause: -len(clause))[:_PARTS]
    return (text, *(clause for clause in dict.fromkeys(longest) if clause != text))


def is_order(text: str, language: Language) -> bool:
    """Whether a text asks something of the pet, greets it or says yes, and tells nothing."""
    return _ORDER[language].search(text) is not None
