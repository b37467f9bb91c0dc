"""The opening of a streamed reply: held until it is known to be a reply, and in the right language.

Nothing is lost by it: a sentence is shown when it is whole (`dialogue/sentences.py`), and this holds back less.
"""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from pawsona.domain.language import Language, nameless
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
    pieces: AsyncGenerator[str], language: Language, name: str = "", *, names: Sequence[str] = (), either: bool = False
) -> AsyncGenerator[str]:
    """The pieces, without thoughts, fences and a leading "Mikan:" or "Assistant:".

    Args:
        pieces: as the server sends them; closed with this generator.
        language: the person's.
        name: the pet's, where a model may write it in front.
        names: may be in any language.
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
            if said is not None and _enough(said, names):
                yield _checked(said, language, name, names, either=either)
                begun = True
    if not begun and (rest := (_said(held) or "").strip()):
        yield _checked(rest, language, name, names, either=either)


def _enough(said: str, names: Sequence[str]) -> bool:
    """Whether the language shows; a long name at the end may not be whole yet."""
    if any(said.endswith(name[:size]) for name in names for size in range(LETTERS["en"], len(name))):
        return False
    left = nameless(said, names)
    return len(left.strip()) >= ENOUGH[seems(left)] or _END.search(said) is not None


def _said(text: str) -> str | None:
    """What is said so far; None while the model still thinks."""
    if _THOUGHT.search(text):
        return _THOUGHT.split(text)[-1]
    opening = text.lstrip().casefold()
    if opening and any(tag.startswith(opening[: len(tag)]) for tag in ("<think>", "<thinking>", "<reasoning>")):
        return None
    return None if _THINKING.match(text) else text


def _checked(text: str, language: Language, name: str, names: Sequence[str], *, either: bool) -> str:
    clean = unfenced(text).lstrip()
    led = _LED.match(clean)
    if led and led[0].strip(" :：").casefold() in {name.casefold(), *_ROLES}:
        clean = clean[led.end() :]
    said = nameless(clean, names)
    if not either and (spoken := seems(said)) != language and sum(map(str.isalpha, said)) >= LETTERS[spoken]:
        raise LanguageError(f"the reply is not in {name_of(language)}")
    return clean
