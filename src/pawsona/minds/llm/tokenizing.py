"""Asks a server what its model's tokenizer makes of our own prompts; llama.cpp and vLLM answer at /tokenize.

Once for a model, while it answers for the first time: nobody waits for it, and a server without one is not asked again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pawsona.domain.language import LANGUAGES
from pawsona.minds.llm.beside import beside
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokens import Rates, Tokens

if TYPE_CHECKING:
    import httpx2

logger = logging.getLogger(__name__)

SECONDS = 5.0
_SAMPLED = ("chat.general", "memory.summarise", "routine.details")
_LEAST, _MOST = 0.02, 4.0
"""Tokens that a character takes with any tokenizer; what lies outside was no count of our text."""


@asynccontextmanager
async def measuring(tokens: Tokens, endpoint: Endpoint, prompts: Prompts) -> AsyncIterator[None]:
    """Beside what happens inside, tokens are measured; where that ends first, they are at the next call."""
    if tokens.settled:
        yield
        return
    tokens.settled = True
    asking = asyncio.create_task(rates(endpoint, samples(prompts)))
    try:
        yield
    finally:
        tokens.settled = asking.done()
        asking.cancel()
        await asyncio.wait({asking})
        if tokens.settled and (found := asking.result()) is not None:
            tokens.measured(found)


def samples(prompts: Prompts) -> list[str]:
    """A text for each language: prose, and the forms that answers are asked for in."""
    return ["\n".join(prompts.of(skill, language).plain for skill in _SAMPLED) for language in LANGUAGES]


async def rates(endpoint: Endpoint, texts: Sequence[str]) -> Rates | None:
    """What characters of two texts in different scripts take; None where the server doesn't tell."""
    import httpx2  # only where a server is asked

    try:
        async with beside(endpoint, SECONDS) as client:
            counts = [await _count(client, endpoint.model, text) for text in texts]
    except (httpx2.HTTPError, ValueError, LookupError, TypeError) as error:
        logger.info("the server of %s does not count tokens by itself (%s)", endpoint.model, type(error).__name__)
        return None
    return _solved(texts, counts)


async def _count(client: "httpx2.AsyncClient", model: str, text: str) -> int:
    """llama.cpp takes `content`, vLLM `prompt`; either passes over the other's."""
    answer = await client.post("/tokenize", json={"model": model, "content": text, "prompt": text})
    answer.raise_for_status()
    found = answer.json()
    return int(found["count"]) if "count" in found else len(found["tokens"])


def _solved(texts: Sequence[str], counts: Sequence[int]) -> Rates | None:
    """Two texts, two unknowns: every Chinese prompt has some Latin letters too."""
    (a, b), (c, d) = ((latin := len(text.encode("ascii", "ignore")), len(text) - latin) for text in texts)
    whole = a * d - b * c
    if not whole:
        return None
    found = Rates((counts[0] * d - counts[1] * b) / whole, (counts[1] * a - counts[0] * c) / whole)
    return found if all(_LEAST < rate < _MOST for rate in (found.latin, found.other)) else None
