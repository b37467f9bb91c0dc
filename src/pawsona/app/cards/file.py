"""A file that may be a card: a PNG that carries one, or its JSON alone."""

import base64
import binascii
from dataclasses import dataclass

from pawsona.app.cards.document import Document, read_document
from pawsona.app.cards.picture import KEYWORDS, SIGNATURE, taken_apart
from pawsona.app.cards.refusal import refusal
from pawsona.domain.language import Language

LARGEST = 8 * 2**20
"""Bytes of one file."""
_ZIP = b"PK\x03\x04"
_SPACE = b" \t\r\n"


@dataclass(frozen=True)
class CardFile:
    """What was in a file."""

    document: Document
    image: bytes | None
    """The picture without the card."""


def read_card(content: bytes, language: Language = "en") -> CardFile:
    """Read a card; takes up to a second for the largest, so a server does it in a thread.

    Raises:
        InputError: the file is no card that can be read; the sentence, in this language, says why.
    """
    if len(content) > LARGEST:
        raise refusal("large", language, most=LARGEST // 2**20)
    if content.startswith(SIGNATURE):
        picture = taken_apart(content, language)
        for keyword in KEYWORDS:
            if keyword in picture.texts:
                return CardFile(read_document(_decoded(picture.texts[keyword], language), language), picture.image)
        raise refusal("bare", language)
    if content.startswith(_ZIP):
        raise refusal("charx", language)
    return CardFile(read_document(_json(content, language), language), None)


def _decoded(text: bytes, language: Language) -> str:
    """Base64 of UTF-8; line ends and missing padding are forgiven."""
    packed = text.translate(None, _SPACE).rstrip(b"=")
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True).decode("utf-8-sig")
    except (binascii.Error, UnicodeDecodeError):
        raise refusal("coding", language) from None


def _json(content: bytes, language: Language) -> str:
    if not content.removeprefix(b"\xef\xbb\xbf").lstrip(_SPACE).startswith(b"{"):
        raise refusal("kind", language)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refusal("utf8", language) from None
