"""The opening of a streamed reply: held until it is known to be a reply, and in the right language.

Nothing is lost by it: a sentence is shown when it is whole (`dialogue/sentences.py`), and this holds back less.
"""

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from pawsona.domain.language import Language
from pawsona.minds.llm.fence import unfenced
from pawsona.minds.llm.tongue import LETTERS, LanguageError, name_of, seems

ENOUGH: dict[Language, int] = {"en": 24, "zh": 8}
"""Characters by which the language shows, by the language they seem to be in."""
_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_THOUGHT = re.compile(r"</(?:think|thinking|reasoning)>\s*", re.IGNORECASE)
_LED = re.compile(r"^\s*(?:[\w .'-]{1,24}|[一-鿿]{1,8})[:：]\s*(?=[\"“「]?\S)")
_ROLES = ("assistant", "助手")
"""What small models call themselves."""
_END = re.compile(r"[.!?。！？…]\s*$")


async def opened(
    pieces: AsyncGenerator[str], language: Language, name: str = "", *, either: bool = False
) -> AsyncGenerator[str]:
    """The pieces, without thoughts, fences and a leading "Mikan:" or "Assistant:".

    Args:
        pieces: as the server sends them; closed with this generator.
        language: the person's.
        name: the pet's, where a model may write it in front.
        either: the person asks for words of another language.

    Raises:
        LanguageError: before anything was handed on.
    """
    held, begun = "", False
    async with aclosing(pieces) as parts:
        async for part in parts:
            if begun:
                yield unfenced(part)
                continue
            held += part
            said = _said(held)
            if said is not None and (len(said.strip()) >= ENOUGH[seems(said)] or _END.search(said)):
                yield _checked(said, language, name, either=either)
                begun = True
    if not begun and (rest := (_said(held) or "").strip()):
        yield _checked(rest, language, name, either=either)


def _said(text: str) -> str | None:
    """What is said so far; None while the model still thinks."""
    if _THOUGHT.search(text):
        return _THOUGHT.split(text)[-1]
    opening = text.lstrip().casefold()
    if opening and any(tag.startswith(opening[: len(tag)]) for tag in ("<think>", "<thinking>", "<reasoning>")):
        return None
    return None if _THINKING.match(text) else text


def _checked(text: str, language: Language, name: str, *, either: bool) -> str:
    clean = unfenced(text).lstrip()
    led = _LED.match(clean)
    if led and led[0].strip(" :：").casefold() in {name.casefold(), *_ROLES}:
        clean = clean[led.end() :]
    spoken = seems(clean)
    if not either and spoken != language and sum(char.isalpha() for char in clean) >= LETTERS[spoken]:
        raise LanguageError(f"the reply is not in {name_of(language)}")
    return clean
