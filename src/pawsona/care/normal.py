"""One plain form for the many ways in which a sentence can be written, so that cues stay short.

Undone here: invisible characters, look-alike letters, spaced-out and stretched words, digits for letters,
traditional characters, homophones and pinyin, pictures that stand for words.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts

_HAN = "㐀-䶿一-鿿"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Mn", "Me"})
_LETTERS = re.compile(r"(?<![a-z0-9])(?:[a-z0-9@$][\s.\-_*·/,]{1,3}){2,}[a-z0-9](?![a-z0-9'])")
_END = re.compile(r"[.!?;…]+(?=[\s\"')\]]|$)|[。！？；]|\n\s*\n")
_WORD = re.compile(r"[a-z0-9@$!*|\-]+")
_STRETCHED = re.compile(r"(.)\1{2,}")
_LOOSE_HAN = re.compile(rf"(?<=[{_HAN}])[\s.\-_*/·~+^=|&#%]+(?=[{_HAN}])")
_HAS_HAN = re.compile(f"[{_HAN}]")
_SPACE_BY_HAN = re.compile(rf"(?<=[{_HAN}])\s+|\s+(?=[{_HAN}])")
_LONGEST_WORD = 40
"""Longer tokens are looked through for unspaced phrases only; nobody says a word like that."""

_KEPT = 4000
"""Characters of a text, as many as a message may have, whose form is kept: longer ones would fill the memory."""


@dataclass(frozen=True)
class Plain:
    """The two plain forms: words with one space before each and after the last; and characters without spaces."""

    en: str
    zh: str


@dataclass(frozen=True)
class _Tables:
    phrases: Mapping[str, str]
    phrase: re.Pattern[str]
    fillers: frozenset[str]
    unspaced: Mapping[str, str]
    glyphs: Mapping[int, str]
    leet: Mapping[str, str]
    emoji: tuple[Mapping[int, str], Mapping[int, str]]
    traditional: Mapping[int, str]
    homophones: Mapping[str, str]
    homophone: re.Pattern[str]


@lru_cache(maxsize=1)
def tables() -> _Tables:
    """The content of `normal.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    name = "normal.yaml"
    data = mapping(read_yaml(CONTENT / name), name)
    strings = {
        part: {key: text(value, f"{name}: {part}.{key}") for key, value in _part(data, part).items()}
        for part in ("phrases", "homoglyphs", "leet", "homophones")
    }
    pictures = {key: texts(listing(pair, key), f"{name}: emoji.{key}") for key, pair in _part(data, "emoji").items()}
    pairs = text(entry(data, "traditional", name), f"{name}: traditional").split()
    return _Tables(
        phrases=strings["phrases"],
        phrase=_any_of(strings["phrases"], r"(?<= )", r"(?= )"),
        fillers=frozenset(text(entry(data, "fillers", name), f"{name}: fillers").split()),
        unspaced={p.replace(" ", ""): p for p in texts(entry(data, "unspaced", name), f"{name}: unspaced")},
        glyphs={ord(c): latin for many, latin in strings["homoglyphs"].items() for c in many},
        leet=strings["leet"],
        emoji=(
            {ord(c): f" {en} " for c, (en, _) in pictures.items()},
            {ord(c): zh for c, (_, zh) in pictures.items()},
        ),
        traditional={ord(pair[0]): pair[1] for pair in pairs},
        homophones=strings["homophones"],
        homophone=_any_of(strings["homophones"], r"(?<![a-z])", "", latin_end=r"(?![a-z0-9个点月天次张只号杯块元])"),
    )


def _part(data: Mapping[str, object], part: str) -> Mapping[str, object]:
    return mapping(entry(data, part, "normal.yaml"), f"normal.yaml: {part}")


def _any_of(words: Iterable[str], before: str, after: str, latin_end: str = "") -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    parts = (re.escape(w) + (latin_end if w[-1].isascii() else "") for w in ordered)
    return re.compile(f"{before}(?:{'|'.join(parts)}){after}")


def plain(said: str, vocabulary: frozenset[str]) -> Plain:
    """Bring a text into its plain forms.

    Args:
        said: any text, of any length.
        vocabulary: words worth repairing a misspelling for.
    """
    visible, chinese = _lately(said) if len(said) <= _KEPT else _either(said)
    return Plain(_english(visible.translate(tables().emoji[0]), vocabulary), chinese)


@lru_cache(maxsize=64)  # a text is read with several vocabularies, one after another
def _lately(said: str) -> tuple[str, str]:
    return _either(said)


def _either(said: str) -> tuple[str, str]:
    """What is the same whatever the vocabulary: a text as it is seen, and its Chinese form."""
    visible = _visible(said)
    return visible, _chinese(visible.translate(tables().emoji[1]))


def readable(said: str, vocabulary: frozenset[str]) -> str:
    """A text as one would have typed it plainly, in small letters, with its punctuation: what a reader of meaning gets.

    Args:
        said: any text, of any length.
        vocabulary: words that may have been spaced out.
    """
    known = tables()
    visible = _visible(said)
    visible = visible.translate(known.emoji[1 if _HAS_HAN.search(visible) else 0])
    visible = _LETTERS.sub(lambda match: _together(match[0], vocabulary), visible)
    simple = _LOOSE_HAN.sub("", visible).translate(known.traditional)
    return known.homophone.sub(lambda match: known.homophones[match[0]], simple)


def _visible(said: str) -> str:
    """In small letters, without what cannot be seen, and look-alike letters as those that they look like."""
    visible = said.replace("\u2019", "'").replace("\u02bc", "'")
    if not visible.isascii():
        visible = "".join(c for c in unicodedata.normalize("NFKD", visible) if _shown(c))
        visible = visible.translate(tables().glyphs)
    return visible.lower()


def folded(said: str) -> str:
    """The lightest form, for patterns that read a sentence as it was written: small, simplified, narrow letters."""
    known, visible = tables(), said
    if not visible.isascii():
        visible = "".join(c for c in unicodedata.normalize("NFKC", visible) if _shown(c))
        visible = visible.translate(known.glyphs).translate(known.traditional)
    return visible.casefold().replace("\u2019", "'").replace("\u02bc", "'")


def _shown(char: str) -> bool:
    return char in "\n\t" or unicodedata.category(char) not in _INVISIBLE


def _english(visible: str, vocabulary: frozenset[str]) -> str:
    joined = _LETTERS.sub(lambda match: _together(match[0], vocabulary), visible)
    joined = joined.replace("'ll ", " will ").replace("'", "")
    known = tables()
    words: list[str] = []
    at = 0
    for end in itertools.chain(_END.finditer(joined), (None,)):
        stop = end.start() if end else len(joined)
        for token in _WORD.findall(joined, at, stop):
            if token not in known.fillers:
                words.extend(_repaired(token, vocabulary))
        words.append("|")
        at = end.end() if end else stop
    spaced = f" {' '.join(words)} "
    return known.phrase.sub(lambda match: known.phrases[match[0]], spaced)


def _together(letters: str, vocabulary: frozenset[str]) -> str:
    """A spaced-out word; three letters may well be words of their own ("r u a")."""
    word = re.sub(r"[^a-z0-9@$]", "", letters)
    return word if len(word) > 3 or word in vocabulary else letters


@lru_cache(maxsize=4096)
def _repaired(token: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
    """The words that a token stands for; itself where it needs no repair."""
    if token in vocabulary or (len(token) < 4 and token.isalpha()):
        return (token,)
    for compact, phrase in tables().unspaced.items():
        if compact in token:
            before, after = token.split(compact, 1)
            return tuple(w for w in (before, *phrase.split(), after) if w)
    if token.isalpha() and not _STRETCHED.search(token) or len(token) > _LONGEST_WORD:
        return (_respelled(token, vocabulary),)
    if "-" in token:
        whole = token.replace("-", "")
        parts = [part for part in token.split("-") if part]
        return (whole,) if whole in vocabulary else tuple(w for p in parts for w in _repaired(p, vocabulary))
    for candidate in _candidates(token):
        if candidate in vocabulary:
            return (candidate,)
    masked = _masked(token, vocabulary)
    return (masked,) if masked else tuple(re.findall(r"[a-z0-9]+", token))


def forget_words() -> None:
    """Keep no word that was read in memory, and no text."""
    _repaired.cache_clear()
    _lately.cache_clear()


def _respelled(token: str, vocabulary: frozenset[str]) -> str:
    """The known word that a token is when one slip of the fingers is undone; itself where there is none."""
    if f"{token}g" in vocabulary and token.endswith("in"):
        return f"{token}g"
    return _slips(vocabulary).get(token, token)


@lru_cache(maxsize=4)
def _slips(vocabulary: frozenset[str]) -> Mapping[str, str]:
    """Slip -> word: a letter dropped or doubled, or two swapped, in words long enough for it to be no accident."""
    found: dict[str, str] = {}
    for word in sorted(vocabulary):
        if len(word) < 6 or not word.isalpha():
            continue
        for n in range(1, len(word)):
            found.setdefault(word[:n] + word[n + 1 :], word)
            found.setdefault(word[:n] + word[n] + word[n:], word)
            found.setdefault(word[: n - 1] + word[n] + word[n - 1] + word[n + 1 :], word)
    return found


def _candidates(token: str) -> Iterable[str]:
    """What a word with stretched letters, or with digits for letters, may have been."""
    leet = tables().leet
    for shorter in (r"\1", r"\1\1"):
        word = _STRETCHED.sub(shorter, token)
        bare = word.strip("!|*-")
        for form in (word, bare):
            options = [leet.get(char, char) for char in form]
            yield from ("".join(choice) for choice in itertools.islice(itertools.product(*options), 16))


def _masked(token: str, vocabulary: frozenset[str]) -> str | None:
    """The known word behind stars ("su*cide"), if it is long enough to be no accident."""
    if "*" not in token or sum(c.isalpha() for c in token) < 2 or not token.strip("*").count("*"):
        return None
    shape = re.compile(re.escape(token.strip("!|")).replace(r"\*", "[a-z]") + "$")
    return next((word for word in sorted(vocabulary) if shape.match(word)), None)


def _chinese(visible: str) -> str:
    known = tables()
    simple = _LOOSE_HAN.sub("", visible).translate(known.traditional)
    simple = known.homophone.sub(lambda match: known.homophones[match[0]], simple)
    simple = _SPACE_BY_HAN.sub("", simple)
    simple = known.homophone.sub(lambda match: known.homophones[match[0]], simple)
    return re.sub(r"[。！？!?；;\n]+", "|", simple)
