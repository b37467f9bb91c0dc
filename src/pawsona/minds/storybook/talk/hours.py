"""Hours of the day that a line takes for granted: "I've got all afternoon" is not said at nine in the evening."""

import re

_HOURS = (
    (re.compile(r"\b(?:all|whole) morning\b|this morning's|一上午|整个?上午|大清早", re.IGNORECASE), range(5, 13)),
    (re.compile(r"\b(?:all|whole|this) afternoon\b|一下午|整个?下午", re.IGNORECASE), range(11, 18)),
    (re.compile(r"\b(?:all|whole|this) evening\b|一晚上|整个?晚上|今晚", re.IGNORECASE), range(14, 24)),
    (re.compile(r"\b(?:good night|sleep well)\b|晚安", re.IGNORECASE), (*range(17, 24), *range(0, 11))),
)


def fits_hour(text: str, hour: int) -> bool:
    """Whether nothing in a line is of another time of day."""
    return all(hour in hours or not said.search(text) for said, hours in _HOURS)
