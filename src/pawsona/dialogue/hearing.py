"""What the person typed, made fit to store: visible text of a length that a reply can answer; and what it speaks of."""

import asyncio
import logging
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import ParamSpec, TypeVar

from pawsona.care.crisis import needs_protocol
from pawsona.care.reader import Reader
from pawsona.care.screen import PIECES, SPLIT_OVER, Reading, Words, screen_turns, words_in
from pawsona.domain.language import Language
from pawsona.domain.message import Message, Tier
from pawsona.errors import InputError

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)

_THREADS = ThreadPoolExecutor(2, thread_name_prefix="pawsona-reader")
"""Nobody else's: the loop's own threads may all be at work for minutes, and who is in danger can't wait for these."""
_LONG = ThreadPoolExecutor(2, thread_name_prefix="pawsona-reader-long")
"""For messages above `PIECES`, which take longer: two of them keep no short one waiting."""

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
    before: Sequence[Message],
    text: str,
    language: Language,
    reader: Reader,
    begun: Awaitable[Reader] | None = None,
) -> tuple[str, Reading]:
    """A message as it is to be stored, and what the screen makes of it; see `read`.

    Args:
        before: what was said before it.
        text: what the person wrote.
        language: theirs.
        reader: reads for what it means.
        begun: see `read`.

    Raises:
        InputError: it is empty or too long. Of what is too long and needs help the beginning is taken.
    """
    reading = await read(before, text, reader, begun)
    try:
        return heard(text, language), reading
    except InputError:
        if not needs_protocol(reading):
            raise
        return visible(looked_at(text))[:LONGEST], reading


def begin(text: str, reader: Reader) -> Awaitable[Reader] | None:
    """The reader after its model's pass over a message, which a thread makes; None where there is no such pass."""
    if reader.sentences is None or len(text) > PIECES:
        return None
    return _beside(_THREADS, _after, reader, text)


async def read(before: Sequence[Message], text: str, reader: Reader, begun: Awaitable[Reader] | None = None) -> Reading:
    """What the screen makes of a message; by words and spelling where the reader's model fails.

    The loop is others' as well: the reader's model works in a thread, beside which words are looked for, and a long
    message is read in a thread as a whole. Where no thread can be had, all is read on the loop.

    Args:
        before: earlier messages of the talk, oldest first.
        text: what the person wrote.
        reader: reads for what it means.
        begun: what `begin` gave for it, where it is under way.
    """
    text = looked_at(text)
    said = [message.text for message in before if message.role == "person"][-SPLIT_OVER:]
    if len(text) > PIECES:
        long = _beside(_LONG, _screened, said, text, reader)
        return _screened(said, text, reader) if long is None else await long
    begun = begun or begin(text, reader)
    if begun is None:
        return _screened(said, text, reader)
    words = words_in(said, text)
    reader = await begun
    alone = _screened(said, text, reader, replace(words, row=""))
    if alone.tier > Tier.none or not words.row:
        return alone
    row = _beside(_THREADS, _screened, said, text, reader, words)
    return _screened(said, text, reader, words) if row is None else await row


def _beside(
    threads: ThreadPoolExecutor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> Awaitable[T] | None:
    """What a thread will make of it; None where the machine gives no thread."""
    try:
        return asyncio.wrap_future(threads.submit(work, *args, **kwargs))
    except RuntimeError:
        logger.warning("no thread could be had to read a message in; it is read on the loop")
        return None


def _after(reader: Reader, text: str) -> Reader:
    try:
        return reader.after(text)
    except Exception as error:  # noqa: BLE001 - whatever it is, a crisis must be heard
        return _without_model(error)


def _screened(said: Sequence[str], text: str, reader: Reader, words: Words | None = None) -> Reading:
    try:
        return screen_turns(said, text, reader, words)
    except Exception as error:
        if reader.sentences is None:
            raise
        return screen_turns(said, text, _without_model(error), words)


def _without_model(error: Exception) -> Reader:
    """A reader of words and spelling. Of the error only its type is logged: it may quote what was read."""
    logger.error("the reader's model failed, words and spelling are read without it: %s", type(error).__name__)
    return Reader()
