"""Porter's stemmer (1980) with the additions that NLTK makes by default, as `rouge_score` uses it."""

import re
from functools import lru_cache

_IRREGULAR = {
    form: stem
    for stem, forms in {
        "sky": "sky skies", "die": "dying", "lie": "lying", "tie": "tying", "news": "news", "inning": "innings inning",
        "outing": "outings outing", "canning": "cannings canning", "howe": "howe", "proceed": "proceed",
        "exceed": "exceed", "succeed": "succeed",
    }.items()
    for form in forms.split()
}  # fmt: skip
_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate"),
    ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"),
    ("biliti", "ble"), ("fulli", "ful"),
)  # fmt: skip
_STEP_3 = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""))
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip
_WORD = re.compile(r"[a-z0-9]+")
_VOWEL_RUN = re.compile("v+c+")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word in small letters; words of one or two letters stay."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _step_1c(_step_1b(_step_1a(word)))
    word = _replaced(_step_2(word), _STEP_3)
    return _step_5(_step_4(word))


def stems(text: str) -> list[str]:
    """The words of an English text as `rouge_score` counts them: small letters and digits, longer ones stemmed."""
    return [stem(word) if len(word) > 3 else word for word in _WORD.findall(text.lower())]


def _sounds(word: str) -> str:
    """`v` for each vowel, `c` for each consonant; y is a vowel after a consonant."""
    found = ""
    for at, letter in enumerate(word):
        vowel = letter in "aeiou" or (letter == "y" and at > 0 and found[-1] == "c")
        found += "v" if vowel else "c"
    return found


def _measure(word: str) -> int:
    return len(_VOWEL_RUN.findall(_sounds(word)))


def _vowels(word: str) -> bool:
    return "v" in _sounds(word)


def _doubled(word: str) -> bool:
    return len(word) >= 2 and word[-1] == word[-2] and _sounds(word)[-1] == "c"


def _short(word: str) -> bool:
    """Ends consonant, vowel, consonant (not w, x, y), or is a vowel and a consonant."""
    sounds = _sounds(word)
    return (sounds[-3:] == "cvc" and word[-1] not in "wxy") or sounds == "vc"


def _step_1a(word: str) -> str:
    if word.endswith("ies") and len(word) == 4:
        return word[:-1]
    for suffix, repl in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(suffix):
            return word.removesuffix(suffix) + repl
    return word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + ("ie" if len(word) == 4 else "i")
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        left = word.removesuffix(suffix)
        if left != word and _vowels(left):
            return _mended(left)
    return word


def _mended(left: str) -> str:
    """What is left without `ed` or `ing`."""
    if left.endswith(("at", "bl", "iz")):
        return left + "e"
    if _doubled(left):
        return left if left[-1] in "lsz" else left[:-1]
    return left + "e" if _measure(left) == 1 and _short(left) else left


def _step_1c(word: str) -> str:
    left = word[:-1]
    return left + "i" if word.endswith("y") and len(left) > 1 and _sounds(left)[-1] == "c" else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2)


def _replaced(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    """The first suffix that fits is replaced, where enough is left of the word."""
    for suffix, repl in rules:
        if word.endswith(suffix):
            left = word.removesuffix(suffix)
            return left + repl if _measure(left) > 0 else word
    return word


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            left = word.removesuffix(suffix)
            fits = _measure(left) > 1 and (suffix != "ion" or left[-1] in "st")
            return left if fits else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        left = word[:-1]
        if _measure(left) > 1 or (_measure(left) == 1 and not _short(left)):
            word = left
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
