"""What a question about oneself may draw on: all that is known, not only what its words are near to.

"What do I do for a living?" shares no word with "Lin is a nurse", and "what do you know about me?" with nothing at all.
"""

import re
from datetime import date

from pawsona.domain.ids import Bond
from pawsona.domain.known import Known
from pawsona.domain.message import Tier
from pawsona.domain.ports import Store

_SELF = re.compile(r"\b(?:i|i'm|im|me|my|mine|myself|we|our|us)\b|[我咱俺]", re.IGNORECASE)
_PET = re.compile(r"\b(?:you|your|u|ur)\b|[你您]", re.IGNORECASE)
_ASKS = re.compile(
    r"[?？]|^\W*(?:(?:so|and|but|hey|ok|okay|oh|well|now|then|again|please|do you know|any idea)\b\W*)*"
    r"(?:what|where|when|who|which|whose|how)(?:'?s)?\b|^\W*(?:(?:so|and|but|hey|ok|oh|well)\b\W*)*(?:do|does|did|am|is|are|was|were|have|has|"
    r"can|could|don't|didn't|isn't|aren't|tell|remind|describe|sum|anything|something|more)\b|"
    r"\b(?:know|remember|recall)\b|[吗么嘛啥谁哪几]|什么|多[大少久]|怎么|没$|[有会能是]没有|(?P<verb>[一-鿿])[不没](?P=verb)|"
    r"知道|记得|了解|认识|说说|讲讲|还有|继续",
    re.IGNORECASE,
)


def about_self(text: str) -> bool:
    """Whether a message may ask about the one who says it, or about theirs; a mind reads it closely."""
    return bool(_ASKS.search(text)) and bool(_SELF.search(text) or not _PET.search(text))


async def all_told(store: Store, bond: Bond, today: date) -> Known:
    """All that may answer a question about oneself.

    Args:
        store: where it is.
        bond: whose.
        today: the person's calendar day.
    """
    memories = await store.memories.all(bond)
    sessions = await store.talk.open_sessions(bond)
    said = [message for session in sessions for message in await store.talk.of_session(session)]
    return Known(
        tuple(memory for memory in memories if memory.alive(today) and memory.origin == "said"),
        tuple(message for message in said if message.tier == Tier.none),
    )
