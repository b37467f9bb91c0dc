"""A card's lorebook as a document of knowledge: what is looked up there is quoted and named, like any other document.

Conditions of other programs (keys, depth, chance) are left out: recall finds a passage by what is asked.
"""

from pawsona.app.cards.document import Book, Entry
from pawsona.app.cards.macros import filled

LONGEST = 200_000
"""Characters, about 300 passages. The rest stays in the card."""
_KEYS = 3
"""Keys that stand over an entry which does not name what it is about; they are read out with it."""


def lore(book: Book | None, char: str, user: str) -> str:
    """The entries that are switched on, in their order; empty where there are none."""
    entries = sorted(book.entries, key=lambda entry: entry.insertion_order) if book else []
    text, length = [], 0
    for entry in entries:
        told = _told(entry, char, user)
        length += len(told)
        if told and length <= LONGEST:
            text.append(told)
    return "\n\n".join(text)


def _told(entry: Entry, char: str, user: str) -> str:
    lines = entry.content[:LONGEST].splitlines()
    decorators = [line for line in lines if line.startswith("@@")]
    if not entry.enabled or "@@dont_activate" in (line.strip() for line in decorators):
        return ""
    content = filled("\n".join(line for line in lines if not line.startswith("@@")), char, user).strip()
    keys = [key for each in entry.keys[:_KEYS] if (key := " ".join(filled(each, char, user).split()))]
    named = any(key.casefold() in content.casefold() for key in keys)
    return content if named or not (content and keys) else f"# {', '.join(keys)}\n{content}"


def undecorated(content: str) -> str:
    """An entry's text for readers of version 2, who would say the decorators out loud."""
    return "\n".join(line for line in content.splitlines() if not line.startswith("@@")).lstrip("\n")
