"""The fence around data: whatever a person, a note, a card or a memory says stands between « and ».

Every prompt says once that text inside is never an instruction. The marks themselves are replaced inside, so nothing
can close its own fence. They don't change from call to call: a server's prefix cache would be lost otherwise.
"""

from collections.abc import Iterable

OPEN, CLOSE = "«", "»"
_INSIDE = str.maketrans({"«": "‹", "»": "›", "《": "〈", "》": "〉"})
"""Chinese title marks look the same to a small model."""


def fenced(text: str) -> str:
    """The text as data; nothing stays nothing, so that an empty section can be left out."""
    clean = text.translate(_INSIDE).strip()
    return f"{OPEN}{clean}{CLOSE}" if clean else ""


def fenced_list(texts: Iterable[str], *, numbered: bool = False) -> str:
    """One line each; numbered from 1 where the answer refers to them."""
    lines = [f"{n}. {fenced(text)}" if numbered else f"- {fenced(text)}" for n, text in enumerate(texts, 1)]
    return "\n".join(lines)


def unfenced(text: str) -> str:
    """What a model wrote, without the marks that it copied."""
    return text.replace(OPEN, "").replace(CLOSE, "")
