"""What the person typed, made fit to store: visible text of a length that a reply can answer; and what it speaks of."""

import asyncio
import unicodedata
from collections.abc import Awaitable, Sequence

from pawsona.care.crisis import needs_protocol
from pawsona.care.reader import Reader
from pawsona.care.screen import PIECES, SPLIT_OVER, Reading, screen_turns, words_in
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.errors import InputError

LONGEST = 4000
"""Characters. About three pages: more belongs into a note, which the pet can read."""

LOOKED_AT = 200_000
"""Characters of what is far too long that are read, half of them at its end: help may be asked for in a paste."""
_KEPT = {"\n", "\t", "\u200c", "\u200d"}
"""Besides the visible: line ends, tabs, and the joiners that Persian words and emoji families are made with."""
_BLANK = {"\u200c", "\u200d", "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"}
"""What shows nothing by itself, whatever its category says: joiners, Hangul fillers, the empty Braille cell."""

_WORDS = {
    "en": ("That message is empty. Type something first.", "That is {over} characters over. Split it in two?"),
    "zh": ("这条消息是空的，先写点什么吧。", "超出 {over} 个字，分两条发？"),
}


def visible(text: str) -> str:
    """Without control characters, invisible formatting and lone surrogates; ends trimmed.

    A text of which nothing can be seen is empty.
    """
    kept = [c for c in text if c in _KEPT or unicodedata.category(c) not in {"Cc", "Cf", "Cs"}]
    return "".join(kept).strip() if any(map(_seen, kept)) else ""


def _seen(sign: str) -> bool:
    """Whether a sign shows anything by itself: no blank, no accent or selector without a letter, no unknown one."""
    return sign not in _BLANK and unicodedata.category(sign)[0] in "LNPS"


def looked_at(text: str) -> str:
    """As much of a text as is read."""
    return text if len(text) <= LOOKED_AT else f"{text[: LOOKED_AT // 2]}\n{text[-LOOKED_AT // 2 + 1 :]}"


def heard(text: str, language: Language) -> str:
    """The text to store.

    Raises:
        InputError: nothing visible is left, or it is longer than `LONGEST`.
    """
    read = looked_at(text)
    clean = visible(read)
    empty, long = _WORDS[language]
    if not clean:
        raise InputError(empty)
    if (size := len(clean) + len(text) - len(read)) > LONGEST:
        raise InputError(long.format(over=size - LONGEST))
    return clean


async def screened(
    earlier: Awaitable[list[Message]], text: str, language: Language, reader: Reader
) -> tuple[list[Message], str, Reading]:
    """What was said before, a message as it is to be stored, and what the screen makes of it; see `read`.

    Args:
        earlier: the messages before it, looked up while the reader's model is at work.
        text: what the person wrote.
        language: theirs.
        reader: reads for what it means.

    Raises:
        InputError: it is empty or too long. Of what is too long and needs help the beginning is taken.
    """
    begun = _begin(text, reader)
    before = await earlier
    reading = await read(before, text, reader, begun)
    try:
        return before, heard(text, language), reading
    except InputError:
        if not needs_protocol(reading):
            raise
        return before, visible(looked_at(text))[:LONGEST], reading


def _begin(text: str, reader: Reader) -> Awaitable[Reader] | None:
    """The reader after its model's pass over a message, which a thread makes; None where there is no such pass."""
    if reader.sentences is None or len(text) > PIECES:
        return None
    return asyncio.get_running_loop().run_in_executor(None, reader.after, text)


async def read(before: Sequence[Message], text: str, reader: Reader, begun: Awaitable[Reader] | None = None) -> Reading:
    """What the screen makes of a message.

    The loop is others' as well: the reader's model works in a thread, beside which words are looked for, and a long
    message is read in a thread as a whole.

    Args:
        before: earlier messages of the talk, oldest first.
        text: what the person wrote.
        reader: reads for what it means.
        begun: the model's pass, where it is under way.
    """
    text = looked_at(text)
    said = [message.text for message in before if message.role == "person"][-SPLIT_OVER:]
    if len(text) > PIECES:
        return await asyncio.to_thread(screen_turns, said, text, reader)
    begun = begun or _begin(text, reader)
    if begun is None:
        return screen_turns(said, text, reader)
    words = words_in(said, text)
    reader = await begun
    if words.row:
        reader = await asyncio.to_thread(reader.after, words.row)
    return screen_turns(said, text, reader, words)
