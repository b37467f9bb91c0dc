"""The JSON in an answer: whole, fenced, in the middle of prose, twice, behind a schema; mended where it is broken."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from json_repair import repair_json

_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_START = re.compile(r"[{\[](?=\s*(?:[\"'“{\[}\]/#]|\w+[\"']?\s*[:：]))")
_BARE = re.compile(r"\A\s*\"\w+\"\s*:")
_BARE_TIME = re.compile(r":\s*(\d{1,2}:\d{2})(?=\s*[,}\n])")
_BRACKETS = str.maketrans("｛｝［］", "{}[]")
# Chinese marks are structure only beside quotes and brackets; inside a text they are the text.
_STRUCTURE = (
    (re.compile(r"(?<=[{\[,，:：])\s*“"), '"'),
    (re.compile(r"”(?=\s*(?:[}\]:：]|[,，]\s*[“\"{\[]))"), '"'),
    (re.compile(r"\"\s*：\s*(?=[\"\[{\w-])"), '": '),
    (re.compile(r"(?<=[\"}\]\d])\s*，\s*(?=[\"{\[])"), ", "),
)


def documents(text: str, fitting: Callable[[Any], int]) -> Iterator[Any]:
    """What may be meant, best first: as it stands, then with full-width structure read as JSON's.

    Args:
        text: without what the model thought.
        fitting: how much of what was asked for a document has.
    """
    for variant in _variants(text):
        found = [one for body in _bodies(variant) for one in _parsed(body)]
        # Of two that are as good the later: drafts and schemas come first.
        if found:
            yield max(enumerate(found), key=lambda one: (fitting(one[1]), one[0]))[1]


def _variants(text: str) -> Iterator[str]:
    yield text
    if (half := _half_width(text)) != text:
        yield half


def _bodies(text: str) -> Iterator[str]:
    fenced = [body for body in _FENCE.findall(text) if _START.search(body)]
    for body in fenced or [text]:
        start = _START.search(body)
        if start:
            yield body[start.start() :]
        elif _BARE.match(body):
            yield "{" + body + "}"


def _parsed(body: str) -> list[Any]:
    """The documents in a body; a body that begins as a list is one."""
    found = repair_json(_BARE_TIME.sub(r': "\1"', body), return_objects=True, skip_json_loads=False)
    if not isinstance(found, dict | list) or not found:
        return [[]] if re.fullmatch(r"\[\s*\]\s*", body) else []
    if isinstance(found, dict) or body[0] == "[":
        return [found]
    return [part for part in found if isinstance(part, dict | list) and part]


def _half_width(text: str) -> str:
    clean = text.translate(_BRACKETS)
    for pattern, mark in _STRUCTURE:
        clean = pattern.sub(mark, clean)
    return clean
