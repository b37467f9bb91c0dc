"""Reading plain lines: the forms that the papers use, for models that can't write JSON."""

import re
from collections.abc import Collection, Iterator
from datetime import time

from pawsona.minds.llm.answers.times import TIME, time_of
from pawsona.minds.llm.answers.words import key

_NUMBER = r"(?:[\[(（]?\d{1,2}\s*[\])）.、]\s*\W*)?"
_TIMED = re.compile(
    rf"^\W*{_NUMBER}{TIME}(?:\s*[-–—~到至]\s*\d{{1,2}}[:：]\d{{2}}\s*(?:am|pm)?)?\s*(?:[-–—:：|.、,，]\s*)?(?P<rest>.*)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\s*[\[(（]?\s*(?P<n>\d{1,3})\s*[\])）.:：、|]\s*(?P<rest>.+)$")
_FIELD = re.compile(rf"^\W*{_NUMBER}(?P<key>[\w .\-]{{1,40}}?)\s*[:：=|]\s*(?P<value>.*)$")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}[\s|:-]*$")
_MARKS = re.compile(r"\*\*|__|`")
_NOTHING = re.compile(
    r"^\W*(?:none|nothing\b.{0,40}|no key information\b.{0,20}|没有.{0,12}|无)\W*$", re.IGNORECASE | re.MULTILINE
)


def unmarked(text: str) -> str:
    """Lines without Markdown: no bold, no code; of a table only what stands in it, cells still parted by bars."""
    lines = text.splitlines()
    heads = {at - 1 for at, line in enumerate(lines) if "|" in line and _RULE.match(line)}
    kept = [line for at, line in enumerate(lines) if at not in heads and not ("|" in line and _RULE.match(line))]
    return "\n".join(_MARKS.sub("", line).strip("| \t") if line.lstrip().startswith("|") else _MARKS.sub("", line)
                     for line in kept)  # fmt: skip


def says_nothing(text: str) -> bool:
    """Whether a line says that there is nothing to report; a broken document says no such thing."""
    return "{" not in text and _NOTHING.search(text) is not None


def timed(text: str) -> Iterator[tuple[time, str]]:
    """The lines that begin with a time, and what stands behind it."""
    for line in text.splitlines():
        match = _TIMED.match(line)
        if match and match["rest"].strip(" *_`|\"'"):
            yield time_of(match), match["rest"].strip(" *_`|\"'")


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that begin with a number, and what stands behind it."""
    for line in text.splitlines():
        match = _NUMBERED.match(line)
        if match:
            yield int(match["n"]), match["rest"].strip()


def fields(text: str, names: Collection[str] = ()) -> dict[str, str]:
    """`key: value` lines, keys as `key` compares them; the first of a key stands.

    Args:
        text: the lines.
        names: keys that may also stand behind a comma, when a model put all on one line.
    """
    if names:
        text = re.sub(
            rf"[,，;；]\s*(?=(?:{'|'.join(map(re.escape, names))})\s*[:：=])", "\n", text, flags=re.IGNORECASE
        )
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match:
            found.setdefault(key(match["key"]), match["value"].strip(" \"'*`,|"))
    return found


def first_of(text: str, words: tuple[str, ...]) -> str:
    """The word of a list that a text names first.

    Raises:
        ValueError: it names none.
    """
    folded = text.casefold()
    at = {word: match.start() for word in words if (match := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded))}
    if not at:
        raise ValueError(f"the answer names none of {', '.join(words[:8])}")
    return min(at, key=lambda word: at[word])
