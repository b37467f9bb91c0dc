"""A card's PNG: the texts it carries are taken out and put in; its pixels are neither looked at nor touched.

A picture from a stranger may lie about every length. Checksums and sizes are the PNG library's to check; what it
leaves open is how far a compressed text may inflate.
"""

import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pawsona.app.cards.refusal import refusal
from pawsona.domain.language import Language

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = ("ccv3", "chara")
"""Where cards are kept, the newer version first: a picture may hold the same card for readers of both."""
INFLATED = 8 * 2**20
"""Bytes of a compressed text; more is no card."""
MOST_CHUNKS = 20_000

Chunk = tuple[bytes, bytes]
"""Type and content."""


@dataclass(frozen=True)
class Picture:
    """A PNG taken apart: the texts of cards by keyword, and the picture without them."""

    texts: Mapping[str, bytes]
    image: bytes


def taken_apart(content: bytes, language: Language) -> Picture:
    """Read a PNG.

    Raises:
        InputError: it is damaged, or a text of a card inflates beyond any card.
    """
    kept: list[Chunk] = []
    texts: dict[str, bytes] = {}
    for kind, data in _chunks(content, language):
        keyword = data.partition(b"\0")[0].decode("latin-1").lower() if kind in _TEXTS else ""
        if keyword in KEYWORDS:
            texts.setdefault(keyword, _text(kind, data, language))
        else:
            kept.append((kind, data))
    return Picture(texts, _written(kept))


def put_together(image: bytes, texts: Mapping[str, bytes]) -> bytes:
    """A picture of ours with texts before its end."""
    chunks = list(_chunks(image, "en"))
    added = [(b"tEXt", keyword.encode() + b"\0" + text) for keyword, text in texts.items()]
    return _written([*chunks[:-1], *added, chunks[-1]])


def _chunks(content: bytes, language: Language) -> Iterator[Chunk]:
    # Deferred: most homes never see a card.
    import png  # type: ignore[import-untyped]

    try:
        for number, (kind, data) in enumerate(png.Reader(bytes=content).chunks()):
            if number == MOST_CHUNKS or (number == 0) != (kind == b"IHDR"):
                raise refusal("damaged", language)
            yield kind, data
    except (png.Error, EOFError):
        raise refusal("damaged", language) from None


def _written(chunks: list[Chunk]) -> bytes:
    import png  # as above

    out = io.BytesIO()
    png.write_chunks(out, chunks)
    return out.getvalue()


def _plain(rest: bytes, language: Language) -> bytes:
    return rest


def _compressed(rest: bytes, language: Language) -> bytes:
    """zTXt: the method, then the text."""
    if rest[:1] != b"\0":
        raise refusal("damaged", language)
    return _inflated(rest[1:], language)


def _international(rest: bytes, language: Language) -> bytes:
    """iTXt: whether it is compressed, the method, language, translated keyword, text."""
    flags, parts = rest[:2], rest[2:].split(b"\0", 2)
    if len(parts) < 3 or flags not in (b"\0\0", b"\1\0"):
        raise refusal("damaged", language)
    return _inflated(parts[2], language) if flags[0] else parts[2]


_TEXTS = {b"tEXt": _plain, b"zTXt": _compressed, b"iTXt": _international}


def _text(kind: bytes, data: bytes, language: Language) -> bytes:
    return _TEXTS[kind](data.partition(b"\0")[2], language)


def _inflated(data: bytes, language: Language) -> bytes:
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(data, INFLATED)
    except zlib.error:
        raise refusal("damaged", language) from None
    if stream.unconsumed_tail:
        raise refusal("inflates", language)
    if not stream.eof:
        raise refusal("damaged", language)
    return text
