"""Names in what is said: the pet's own, by which it is called, and those of people who are spoken of."""

import re

_NO_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december christmas easter english french german spanish chinese the there they".split()
)


def names_in(text: str) -> frozenset[str]:
    """Words written as names in a text, in lower case: not the one that begins it."""
    words = [word.strip(".,!?'\"()").removesuffix("'s") for word in text.split()[1:]]
    return frozenset(w.casefold() for w in words if w.isalpha() and w.istitle() and len(w) > 2) - _NO_NAMES


def without_call(text: str, name: str) -> str:
    """What was said without calling the pet by its name: "hi Miso" is "hi"."""
    call = rf"(?:{re.escape(name)}|小?(?:兔子|猫咪|兔兔|猫猫)|小猫|(?:little |my )?(?:bunny|kitty|kitten|bun))"
    found = re.sub(rf"^{call}[,，!！~ ]+(?=\S)|[,，~ ]+{call}(?=[.!?。！？~]*$)", "", text, flags=re.IGNORECASE)
    if not text.isascii():
        found = re.sub(rf"^{call}(?=[早晚你在嗨])", "", found)
    return found.strip() or text
