"""Chinese word by word in English, for a reader that was taught to understand English only.

No translation: word order stays, and what has no meaning alone is left out. What matters is that two ways to say a
thing come near each other.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from pawsona.care.files import CONTENT
from pawsona.errors import ContentError

FILE = CONTENT / "reader" / "glossary.txt"
_MARKS = str.maketrans("，。！？、；：“”「」《》～（）…", ',.!?,;:""""""~().')
_HAN = re.compile(r"[㐀-䶿一-鿿]")


def has_han(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return _HAN.search(text) is not None


def glossed(text: str) -> str:
    """A text with its Chinese words in English, the longest known first; everything else stays."""
    known, longest = glossary()
    marked, out, at = text.translate(_MARKS), [], 0
    while at < len(marked):
        if not _HAN.match(marked, at):
            out.append(marked[at])
            at += 1
            continue
        word = next((w for n in range(longest, 1, -1) if (w := marked[at : at + n]) in known), marked[at])
        out.append(f" {known.get(word, word)} ")
        at += len(word)
    return " ".join("".join(out).split())


@lru_cache(maxsize=1)
def glossary() -> tuple[Mapping[str, str], int]:
    """The words and how long the longest is.

    Raises:
        ContentError: the file is missing, or a line is no `word=English`.
    """
    try:
        lines = FILE.read_text("utf-8").splitlines()
    except OSError as error:
        raise ContentError(f"{FILE.name}: can't be read ({error.strerror})") from error
    found = {}
    for number, line in enumerate(lines, start=1):
        word, mark, meaning = line.partition("=")
        if not word or not mark:
            raise ContentError(f"{FILE.name}, line {number}: should be a Chinese word, =, and what it means")
        found[word] = meaning
    return found, max(map(len, found), default=1)
