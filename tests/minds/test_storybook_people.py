"""The people of the English village stay who they are: the doctor is a woman in every text, the miller a man."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pawsona.minds.storybook.library import CONTENT

SHE = ("doctor", "baker", "postmistress", "librarian", "schoolmistress", "teacher", "tinsmith", "cheese-woman")
HE = ("miller", "ferryman", "smith", "cobbler", "lamplighter", "postman", "vicar", "mayor", "carter", "fishmonger")
_PERSON = re.compile(rf"(?:The|Then the|And the) ({'|'.join(SHE + HE)})\b[^,;:']*?\b(he|his|she|hers)\b")
FOLDERS = ("arcs", "vignettes", "threads", "weathers")


def texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict | list):
        for part in entry.values() if isinstance(entry, dict) else entry:
            yield from texts(part)


def strangers(text: str) -> Iterator[str]:
    """Sentences about a villager that go on with somebody else's pronoun."""
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        found = _PERSON.match(sentence)
        if found and (found[2] in {"she", "hers"}) != (found[1] in SHE):
            yield sentence


PATHS = sorted(path for folder in FOLDERS for path in (CONTENT / "en" / folder).glob("*.yaml"))


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_nobody_changes_between_texts(path: Path) -> None:
    found = [sentence for text in texts(yaml.safe_load(path.read_text("utf-8"))) for sentence in strangers(text)]
    assert found == []


def test_a_change_would_be_seen() -> None:
    assert list(strangers("Rain. The doctor takes off his hat. The miller takes off his."))
    assert list(strangers("The smith knows what she wants."))
    assert not list(strangers("The doctor takes off her hat."))
