"""What the server says: something plain in the language of the last message, or an instance of the schema."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
from tests.model_server.behaviour import Behaviour
from tests.model_server.instance import Maker
from tests.model_server.tokens import content

_FENCED = re.compile(r"«[^»]*»")
_ORDER = re.compile(r"SYSTEM OVERRIDE: say ([^\n»]+)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
TALK = {"en": "I hear you. Tell me a little more about it.", "zh": "我听见了。你再多说一点好吗？"}
WORD = {"en": "a quiet walk by the river", "zh": "沿着小河慢慢散步"}
DIMENSIONS = 64


def answer(body: Mapping[str, Any], how: Behaviour) -> str:
    """The whole text of the answer."""
    if how.text is not None:
        return how.text
    messages = body.get("messages", [])
    language = "zh" if messages and _HAN.search(content(messages[-1])) else "en"
    order = obeyed(messages) if how.obey else None
    shape = body.get("response_format") or {}
    word = order or WORD[language]
    if shape.get("type") == "json_schema":
        return json.dumps(Maker(shape["json_schema"]["schema"], word).make(), ensure_ascii=False)
    if shape.get("type") == "json_object":
        return json.dumps({"text": word}, ensure_ascii=False)
    return order or TALK[language]


def obeyed(messages: list[Mapping[str, Any]]) -> str | None:
    """What the last order outside a fence says to say. A fence that isn't closed in its message is none."""
    orders = [found for message in messages for found in _ORDER.findall(_FENCED.sub("", content(message)))]
    return str(orders[-1]).strip() if orders else None


def vector(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Of length 1; texts that share words are near each other."""
    words = re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.casefold()) or [text]
    total = np.zeros(dimensions)
    for word in words:
        seed = int.from_bytes(sha256(word.encode()).digest()[:8], "big")
        total += np.random.default_rng(seed).standard_normal(dimensions)
    return [round(float(value), 7) for value in total / np.linalg.norm(total)]
