"""English words as `nltk.word_tokenize` cuts them (Penn Treebank's rules), several times as fast.

NLTK first cuts sentences with Punkt, whose trained model is a download; all that this changes is which full stops stand
alone. Here Punkt's own rules hold without the trained model: a stop ends a sentence unless it belongs to a known
abbreviation, an initial or a numbered item. The rest of the rules look no further than the next blank, so each piece
between blanks is cut once and remembered. (One difference is left: to NLTK a quotation mark that begins a line inside a
sentence is a closing one.)
"""

import re
from functools import lru_cache

NAME = "nltk-words/punkt-rules-1"
"""In signatures; another rule is another name."""
LONGEST = 500
"""Characters between two blanks; more is no word, and rules that look ahead take time by its square."""
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st jr sr vs etc e.g i.e u.s u.k u.n a.m p.m no vol fig inc ltd co corp gen col capt lt sgt rev "
    "hon gov sen rep mt ave jan feb mar apr jun jul aug sep sept oct nov dec approx dept est".split()
)
_CLOSERS = "]})>\"'»”’"
_END = re.compile(rf"([^.])\.([{re.escape(_CLOSERS)}]*)\s*$")
"""The last full stop of a text."""
_HELD = "\ue000"
"""A full stop that will stand alone: until the quotes are done it must not look like a blank before them."""
_LAST = rf"(?!.*(?:{_HELD}|[.?!](?:[)\";}}\]*:@'({{\[‘’“”«»?!]|\s)))"
"""No other end of a sentence after this one: of several in a piece Punkt looks at the last."""
_INSIDE = re.compile(rf"([^.])\.(?=[)\";}}\]*:@'({{\[‘’“”«»?!]){_LAST}")
"""A full stop with more of the same piece behind it: `(Yes.)`."""
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*")
_QUOTES = (
    (rf"([?!{_HELD}])\"(?![\"')\]}}‘’“”«»]*(?:\s|--|$)){_LAST}", r"\1 `` "),
    (r"([«“‘„]|`+)", r" \1 "), (r"([ (\[{<])(\"|'{2})", r"\1 `` "), (r"(``)", r" \1 "),
    (r"(?i)(?<!\w)(')(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"\1 "), (_HELD, " . "),
)  # fmt: skip
_MARKS = (
    (r"([:,])(?!\d)", r" \1 "), (r"\.{2,}", r" \g<0> "), (r"[;@#$%&*?!\u2012-\u2015\[\](){}<>]", r" \g<0> "),
    (r"([^'])' ", r"\1 ' "), (r"--", " -- "), (r"([»”’])", r" \1 "), (r"''|\"", " '' "),
)  # fmt: skip
_PARTS = (
    (r"([^' ])('[sS]|'[mM]|'[dD]|') ", r"\1 \2 "), (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
)  # fmt: skip
_FIRST = tuple((re.compile(pattern), repl) for pattern, repl in _QUOTES)
_THEN = tuple((re.compile(pattern), repl) for pattern, repl in (*_MARKS, *_PARTS))
_TWO = frozenset("cannot gimme gonna gotta lemme wanna".split())
_HALVES = re.compile(
    r"(?i)\b(can)(not)\b|\b(d)('ye)\b|\b(gim)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b|\b(lem)(me)\b|\b(more)('n)\b|"
    r"\b(wan)(na)(?=\s)| ('t)(is)\b| ('t)(was)\b"
)
_OPENERS = "(\"`'{[:;&#*@)}]-,“‘«"


def words(text: str) -> list[str]:
    """The words and marks of an English text."""
    pieces = text.split()
    if len(text) > LONGEST:
        pieces = [piece[at : at + LONGEST] for piece in pieces for at in range(0, len(piece), LONGEST)]
    found: list[str] = []
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=False):
        found += _cut(piece, not after or (piece[-1] == "." and _ends(piece, after)), not after)
    return found


@lru_cache(maxsize=1 << 16)
def _cut(piece: str, ends: bool, last: bool) -> tuple[str, ...]:
    """What stands between two blanks, cut.

    Args:
        piece: no blank in it.
        ends: its full stop ends a sentence.
        last: nothing comes after it.
    """
    if piece.isalpha() and piece.isascii() and piece.lower() not in _TWO:
        return (piece,)
    padded = f" {piece}" if last else f" {piece} "
    padded = _INSIDE.sub(lambda met: met[0] if _abbreviated(met.string[: met.end()]) else met[1] + _HELD, padded)
    if ends:
        padded = _END.sub(rf"\1{_HELD}\2", padded)
    for pattern, repl in _FIRST:
        padded = pattern.sub(repl, padded)
    padded = f"{padded.rstrip()} "
    for pattern, repl in _THEN:
        padded = pattern.sub(repl, padded)
    return tuple(_HALVES.sub(lambda met: f" {' '.join(filter(None, met.groups()))} ", padded).split())


def _ends(piece: str, after: str) -> bool:
    """Whether a piece's last full stop ends a sentence: Punkt's rules without what its trained model knows."""
    if _abbreviated(piece):
        return False
    word = piece[:-1].lstrip(_OPENERS)
    if len(word) == 1 and word.isalpha():
        return not after[0].isalpha()
    return not (_NUMBER.fullmatch(word) and after[0].islower())


def _abbreviated(piece: str) -> bool:
    word = piece.rsplit(None, 1)[-1][:-1].lstrip(_OPENERS).lower()
    return word in ABBREVIATIONS or word.rsplit("-", 1)[-1] in ABBREVIATIONS
