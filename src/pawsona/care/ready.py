"""Loads all of care's content at once: Pawsona refuses to start rather than run without care."""

from pathlib import Path

from pawsona.care.check import check_sentence
from pawsona.care.crisis import follow_up
from pawsona.care.disclosure import disclosure
from pawsona.care.resources import Resources, resources
from pawsona.care.screen import screen


def care_ready(extra_resources: Path | None = None) -> Resources:
    """Load and check everything; the app calls this before it opens.

    Args:
        extra_resources: an operator's own lines.

    Returns:
        The lines to choose from.

    Raises:
        ContentError: a content file is wrong; names file and place.
    """
    screen("hello 你好")
    check_sentence("hello 你好", "en")
    disclosure("Mikan", "en")
    follow_up("en")
    return resources(extra_resources)
