"""The opening of a streamed reply: held until it is known to be a reply, and in the right language.

Nothing is lost by it: a sentence is shown when it is whole (`dialogue/sentences.py`), and this holds back less.
"""

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from pawsona.domain.language import Language, is_chinese
from pawsona.minds.llm.fence import unfenced

ENOUGH: dict[Language, int] = {"en": 24, "zh": 8}
"""Characters by which the language shows, by the language they seem to be in."""
LETTERS: dict[Language, int] = {"en": 8, "zh": 5}
"""Fewer may be a name, or "OK"."""
_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_THOUGHT = re.compile(r"</(?:think|thinking|reasoning)>\s*", re.IGNORECASE)
_LED = re.compile(r"^\s*(?:[\w .'-]{1,24}|[一-鿿]{1,8})[:：]\s*(?=[\"“「]?\S)")
_ROLES = ("assistant", "助手")
"""What small models call themselves."""
_END = re.compile(r"[.!?。！？…]\s*$")


class LanguageError(Exception):
    """The reply begins in another language than the person's."""


async def opened(pieces: AsyncGenerator[str], language: Language, name: str = "") -> AsyncGenerator[str]:
    """The pieces, without thoughts, fences and a leading "Mikan:" or "Assistant:".

    Args:
        pieces: as the server sends them; closed with this generator.
        language: the person's.
        name: the pet's, where a model may write it in front.

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
            if said is not None and (len(said.strip()) >= ENOUGH[_seems(said)] or _END.search(said)):
                yield _checked(said, language, name)
                begun = True
    if not begun and (rest := (_said(held) or "").strip()):
        yield _checked(rest, language, name)


def _said(text: str) -> str | None:
    """What is said so far; None while the model still thinks."""
    if _THOUGHT.search(text):
        return _THOUGHT.split(text)[-1]
    opening = text.lstrip().casefold()
    if opening and any(tag.startswith(opening[: len(tag)]) for tag in ("<think>", "<thinking>", "<reasoning>")):
        return None
    return None if _THINKING.match(text) else text


def _seems(text: str) -> Language:
    return "zh" if is_chinese(text) else "en"


def _checked(text: str, language: Language, name: str) -> str:
    clean = unfenced(text).lstrip()
    led = _LED.match(clean)
    if led and led[0].strip(" :：").casefold() in {name.casefold(), *_ROLES}:
        clean = clean[led.end() :]
    spoken = _seems(clean)
    if spoken != language and sum(char.isalpha() for char in clean) >= LETTERS[spoken]:
        raise LanguageError(f"the reply is not in {'Chinese' if language == 'zh' else 'English'}")
    return clean
