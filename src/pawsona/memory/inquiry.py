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
_ASKS = re.compile(
    r"[?？]|\b(?:what|whats|where|wheres|when|whens|who|whos|which|how|do|does|did|am|is|are|was|were|have|has|can|could|"
    r"tell|know|remember|else)\b|[吗么嘛啥谁哪几]|什么|多[大少]|怎|没有|不[^，。]|知道|记得|了解|说说",
    re.IGNORECASE,
)
_ON = re.compile(r"^\W*(?:(?:and|so|ok) )?(?:what|anything|who) else\b|^\W*(?:那|就)?(?:还有|别的)", re.IGNORECASE)


def about_self(text: str) -> bool:
    """Whether a message may ask about the one who says it; a mind reads it closely."""
    return bool(_ON.search(text) or (_SELF.search(text) and _ASKS.search(text)))


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
