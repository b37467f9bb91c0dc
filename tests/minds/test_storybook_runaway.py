"""No pattern of our content runs away: one that tries each way to cut a message stops a whole server for an hour."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tests.minds.talking import say

import pawsona

CONTENT = sorted(Path(pawsona.__file__).parent.glob("*/**/*.yaml"))
_REPEATED = re.compile(r"\)(?:[*+]|\{\d+,\})")
_SIGNS = re.compile(r"\\[a-zA-Z]|[\\^$*+?{}()|\[\]]")
_WORDS = re.compile(r"[㐀-鿿]{1,6}|[a-z']{1,12}|[，。 ,.]")
SECONDS = 0.15
"""A pattern that is well takes microseconds for these few words; one that is not takes twice as long with each more."""


def _runs_away(pattern: str) -> bool:
    """Whether any word of it, said again and again, takes ever longer."""
    found = re.compile(pattern, re.IGNORECASE)
    words = set(_WORDS.findall(_SIGNS.sub("|", pattern)))
    for word in {"9", *words, *(sign for each in words for sign in each), *(f"{each} " for each in words)}:
        for times in range(12, 41, 4):
            begun = time.thread_time()
            found.search(word * times + "\x01")
            if time.thread_time() - begun > SECONDS:
                return True
    return False


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from _texts(part)


def _patterns() -> Iterator[str]:
    """What repeats a group as often as it comes."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in CONTENT:
        written = path.read_text(encoding="utf-8")
        if _REPEATED.search(written):
            yield from (text for text in _texts(yaml.load(written, loader)) if _REPEATED.search(text))


@pytest.mark.long
def test_no_pattern_of_our_content_runs_away() -> None:
    patterns = sorted(set(_patterns()))
    assert len(patterns) > 200
    assert [pattern for pattern in patterns if _runs_away(pattern)] == []


@pytest.mark.parametrize("pattern", ["^(?:早|[0-9]+)*醒", "^(?:刚才|刚刚?)*醒", "^(?:就|是|就是)*醒"])
def test_a_pattern_that_runs_away_is_found(pattern: str) -> None:
    assert _runs_away(pattern)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("said", ["9" * 30, "嗯" * 60, "刚" * 60, "就是" * 60, "乖" * 60])
def test_a_word_said_again_and_again_is_answered(said: str) -> None:
    assert say(said, language="zh").text
