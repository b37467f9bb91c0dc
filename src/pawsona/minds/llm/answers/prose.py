"""Answers that are plain text."""

import re
from collections.abc import Callable
from typing import Any

from pawsona.minds.llm.answers.answer import Answer
from pawsona.minds.llm.fence import unfenced
from pawsona.skills.chat import Reply
from pawsona.skills.routine import Detail, Outline

_WRAPPED = re.compile(r'^(["“「])(.*)(["”」])$', re.DOTALL)
_LABEL = re.compile(r"^(?:outline|detail|reply|answer|greeting|大纲|细节|回复|回答|问候)\s*[:：]\s*", re.IGNORECASE)
_MARKUP = re.compile(r"\*\*|^#+\s+.*\n|^[-*]\s+", re.MULTILINE)
_BLOCK = re.compile(r"\A```[\w-]*\n(.*?)\n?(?:```|\Z)", re.DOTALL)


def prose(text: str) -> str:
    """One paragraph: without fences, markup, a label in front or quotes around.

    Raises:
        ValueError: nothing is left.
    """
    block = _BLOCK.match(text)
    clean = _LABEL.sub("", _MARKUP.sub("", unfenced(block[1] if block else text)).strip())
    wrapped = _WRAPPED.match(clean)
    clean = " ".join((wrapped[2] if wrapped else clean).split())
    if not clean:
        raise ValueError("the answer is empty")
    return clean


def _answer(name: str, build: Callable[[str], Any], most: int) -> Answer:
    return Answer(name, None, lambda text, given: build(text), lambda text, given: prose(text), most)


REPLY = _answer("text", lambda text: Reply(text=text), 220)
OUTLINE = _answer("text", lambda text: Outline(text=text), 260)
DETAIL = _answer("text", lambda text: Detail(text=text), 220)
