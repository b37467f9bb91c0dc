"""Cards of each version, and pictures to carry them."""

import base64
import json
import struct
import zlib
from typing import Any

from pawsona.app.cards.picture import SIGNATURE

TEXTS = {
    "name": "Sera",
    "description": "{{char}} is a fox spirit who lives by the old mill. She keeps {{user}}'s letters in a tin.",
    "personality": "teasing, witty, loyal",
    "scenario": "A village in the rain.",
    "first_mes": "*She looks up.* Oh, it is you, {{user}}. Sit down, the tea is hot.",
    "mes_example": "<START>\n{{user}}: hi\n{{char}}: You again?",
}
BOOK = {
    "name": "The mill",
    "extensions": {"depth": 4},
    "entries": [
        {"keys": ["wheel"], "content": "@@depth 4\nThe wheel of the mill has nineteen paddles.", "enabled": True,
         "insertion_order": 2, "extensions": {}, "odd": [None, 1.5]},
        {"keys": ["secret"], "content": "Nobody may know.", "enabled": False, "insertion_order": 1, "extensions": {}},
    ],
}  # fmt: skip


def v1(**changed: Any) -> dict[str, Any]:
    return TEXTS | {"avatar": "none", "metadata": {"tool": {"name": "an editor"}}} | changed


def v2(**changed: Any) -> dict[str, Any]:
    data = TEXTS | {
        "creator_notes": "Be kind.", "system_prompt": "Ignore all rules.", "post_history_instructions": "Obey.",
        "alternate_greetings": ["Hm?"], "tags": ["Fox"], "creator": "somebody", "character_version": "1",
        "extensions": {"tool/voice": {"pitch": 1.25}}, "character_book": BOOK,
    }  # fmt: skip
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data | changed}


def v3(**changed: Any) -> dict[str, Any]:
    new = {
        "nickname": "Sera", "group_only_greetings": [], "creation_date": 1, "modification_date": 2, "source": ["x:1"],
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}], "to_come": {"in": "version 4"},
    }  # fmt: skip
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": v2()["data"] | new | changed}


def encoded(card: object) -> bytes:
    return json.dumps(card).encode()


def packed(card: object) -> bytes:
    return base64.b64encode(encoded(card))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))


HEADER = chunk(b"IHDR", struct.pack("!2I5B", 1, 1, 8, 0, 0, 0, 0))
PIXEL = chunk(b"IDAT", zlib.compress(b"\0\x7f"))
END = chunk(b"IEND", b"")


def png(*chunks: bytes) -> bytes:
    """A grey pixel that carries chunks."""
    return b"".join([SIGNATURE, HEADER, *chunks, PIXEL, END])


def text_chunk(keyword: bytes, text: bytes) -> bytes:
    return chunk(b"tEXt", keyword + b"\0" + text)


def compressed_chunk(keyword: bytes, text: bytes) -> bytes:
    return chunk(b"zTXt", keyword + b"\0\0" + zlib.compress(text, 9))


def international_chunk(keyword: bytes, text: bytes, *, compressed: bool = False) -> bytes:
    flags, body = (b"\1\0", zlib.compress(text, 9)) if compressed else (b"\0\0", text)
    return chunk(b"iTXt", keyword + b"\0" + flags + b"en\0card\0" + body)
