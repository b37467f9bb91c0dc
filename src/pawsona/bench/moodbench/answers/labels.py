"""The names of options: letters while there are enough of them, numbers beyond 26.

The public implementation goes on with small letters, which its own reading then takes for capitals.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

from pawsona.bench.moodbench.answers.words import folded

_LETTER = re.compile(
    r"(?<![A-Za-z0-9_])(?<![A-Za-z]['.])[A-Za-z](?![A-Za-z0-9_])(?!'[A-Za-z])(?!\.[A-Za-z]\b)(?!-[A-Za-z])"
)
_NUMBER = re.compile(r"(?<![\d.A-Za-z])\d{1,2}(?![\dA-Za-z%])(?!\.\d)")
_STEMS = dict(zip("甲乙丙丁戊己庚辛壬癸", "ABCDEFGHIJ", strict=True))
_STEM = re.compile(
    r"(?:(?<=[选项是为])|(?<![\u4e00-\u9fff]))[甲乙丙丁戊己庚辛壬癸](?=选项|项|最|更|正确|是正确|[^\u4e00-\u9fff]|$)"
)
_GOES_ON = re.compile(r"\s+[a-z]")
_PREDICATE = re.compile(
    r"\s+(?:is|and|or|as|because|since|seems|looks|fits|would|but|over|not|here|was|then|it|makes|best|matches|does|has)\b"
)
_FOLLOWED = re.compile(r"\s*(?:[^\sA-Za-z]|$)|\s+(?:is|and|or|because|since|as)\b")
_CLOSED = re.compile(r"\s*(?:[.,;:)\]}、。!?\"'”]|$)")
_OPENED = re.compile(r"(?:\boption|\bchoice|\banswer|\bletter|[(\[（【:])\s*[\"'“]?$", re.IGNORECASE)


def lettered(text: str) -> str:
    """A reply that counts 甲, 乙, 丙 as one that counts A, B, C; people who are called so stay."""
    return _STEM.sub(lambda found: _STEMS[found.group()], text)


def labels(count: int) -> tuple[str, ...]:
    """A to Z, or 1 to `count` where there are more."""
    return tuple(ascii_uppercase[:count]) if count <= len(ascii_uppercase) else tuple(map(str, range(1, count + 1)))


@dataclass(frozen=True)
class Labels:
    """What is on offer: labels, and the options' texts beside them."""

    names: tuple[str, ...]
    options: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: Sequence[str]) -> "Labels":
        """Labels for options, in their order."""
        return cls(labels(len(options)), tuple(options))

    @cached_property
    def numbered(self) -> bool:
        return all(name.isdigit() for name in self.names)

    @cached_property
    def cased(self) -> bool:
        """Whether small and capital letters are different labels."""
        return len({name.casefold() for name in self.names}) < len(self.names)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Options' texts, compared without case and punctuation, with their labels; without those that come twice."""
        found = [folded(option) for option in self.options]
        pairs = zip(found, self.names, strict=False)
        return {text: name for text, name in pairs if text and found.count(text) == 1}

    @property
    def token(self) -> re.Pattern[str]:
        """What may be a label, wherever it stands."""
        return _NUMBER if self.numbered else _LETTER

    def name(self, token: str) -> str:
        """A token as the label it would be, on offer or not."""
        if self.numbered:
            return str(int(token))
        return token if self.cased else token.upper()

    def at(self, text: str, place: int) -> re.Match[str] | None:
        """The label that stands exactly there, if it is one and no word."""
        found = self.token.match(text, place)
        return found if found and self._meant(text, found) else None

    def mentions(self, text: str) -> Iterator[re.Match[str]]:
        """Labels in running text: capitals, or letters in brackets, that are on offer; no articles, no pronouns."""
        for found in self.token.finditer(text):
            if self.name(found.group()) in self.names and self._meant(text, found) and self._plainly(text, found):
                yield found

    def _meant(self, text: str, found: re.Match[str]) -> bool:
        """Not the article of "a good friend", nor the pronoun of "I think"."""
        token, rest = found.group(), text[found.end() : found.end() + 40]
        if self.numbered or self.cased:
            return True
        if token in "aAiI":
            if self._option_follows(token, rest):
                return True
            if token == "I":
                before = text[max(0, found.start() - 12) : found.start()]
                return bool(_CLOSED.match(rest) and not rest.startswith(",")) or bool(_OPENED.search(before))
            if token == "i":
                return bool(_CLOSED.match(rest))
        if token.islower():
            return bool(_FOLLOWED.match(rest))
        return not (token == "A" and _GOES_ON.match(rest) and not _PREDICATE.match(rest))

    def _option_follows(self, token: str, rest: str) -> bool:
        option = dict(zip(self.names, self.options, strict=False)).get(token.upper(), "")
        return bool(option) and rest.strip().casefold().startswith(option[:30].casefold())

    def _plainly(self, text: str, found: re.Match[str]) -> bool:
        if self.numbered or self.cased or found.group().isupper():
            return True
        return text[found.start() - 1 : found.start()] in ("(", "[") or text[found.end() : found.end() + 1] in (
            ")",
            "]",
        )
