"""Placeholders in a card's texts, and the markup that card programs draw."""

import re

_MACRO = re.compile(r"\{\{([^{}]{0,2000})\}\}")
_BRACKETED = re.compile(r"<(char|bot|user)>", re.IGNORECASE)
_MARKUP = re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)|</?[A-Za-z][^<>\n]{0,300}>")
"""Pictures and HTML tags: they would be read out."""


def filled(text: str, char: str, user: str) -> str:
    """The text with names in place of placeholders.

    Comments and placeholders of other programs vanish; where a card leaves something to chance, its first choice is
    taken, so that the same card makes the same pet.
    """
    names = {"char": char, "bot": char, "user": user}
    text = _BRACKETED.sub(lambda found: names[found[1].lower()], text)
    return _MARKUP.sub("", _MACRO.sub(lambda found: _value(found[1].strip(), names), text))


def templated(text: str, user: str) -> str:
    """The text without the person's name, to be given away."""
    edge = r"(?<![^\W_]){}(?![^\W_])" if user.isascii() else "{}"
    return re.sub(edge.format(re.escape(user)), "{{user}}", text)


def _value(macro: str, names: dict[str, str]) -> str:
    kind, _, rest = macro.partition(":")
    kind = kind.strip().lower()
    if kind in {"random", "pick"}:
        return re.split(r"(?<!\\),", rest.lstrip(":"), maxsplit=1)[0].replace("\\,", ",").strip()
    if kind == "reverse":
        return rest.strip()[::-1]
    return "1" if kind == "roll" else names.get(macro.lower(), "")
