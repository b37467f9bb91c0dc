"""Reading plain lines: the forms that the papers use, for models that can't write JSON."""

import re
from collections.abc import Iterator
from datetime import time

_TIMED = re.compile(
    r"^\W*(?P<h>[01]?\d|2[0-4])\s*[:：h点時时]\s*(?P<m>[0-5]\d)?(?:分)?\s*(?P<half>am|pm|a\.m\.|p\.m\.)?"
    r"(?:\s*[-–—~到至]\s*\d{1,2}[:：]\d{2}\s*(?:am|pm)?)?\s*(?:[-–—:：|.、,，]\s*)?(?P<rest>.*)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\s*[\[(（]?\s*(?P<n>\d{1,3})\s*[\])）.:：、]\s*(?P<rest>.+)$")
_FIELD = re.compile(r"^\W*(?P<key>[\w .\-]{1,40}?)\s*[:：=]\s*(?P<value>.*)$")


def clock(text: str) -> time:
    """A time of day as models write it: "7:30", "07:30:00", "7:30 pm", "19点半" is not among them.

    Raises:
        ValueError: it is none.
    """
    match = _TIMED.match(text.strip())
    if match is None:
        raise ValueError(f"{text.strip()[:12]!r} is no time of day (HH:MM)")
    return _time(match)


def _time(match: re.Match[str]) -> time:
    hour, half = int(match["h"]), (match["half"] or "").replace(".", "").casefold()
    if half == "pm" and hour < 12:
        hour += 12
    return time(hour % 24 if half != "am" or hour != 12 else 0, int(match["m"] or 0))


def timed(text: str) -> Iterator[tuple[time, str]]:
    """The lines that begin with a time, and what stands behind it."""
    for line in text.splitlines():
        match = _TIMED.match(line)
        if match and match["rest"].strip(" *_`|\"'"):
            yield _time(match), match["rest"].strip(" *_`|\"'")


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that begin with a number, and what stands behind it."""
    for line in text.splitlines():
        match = _NUMBERED.match(line)
        if match:
            yield int(match["n"]), match["rest"].strip()


def fields(text: str) -> dict[str, str]:
    """`key: value` lines, keys in small letters with underscores; the first of a key stands."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match:
            found.setdefault(match["key"].strip().casefold().replace(" ", "_"), match["value"].strip(" \"'*`,"))
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
