"""BM25 (Robertson and Zaragoza 2009) over a sheet: for each word of a question, who has it and how much it tells."""

from dataclasses import dataclass

import numpy as np

from pawsona.domain.sheet import Floats, Numbers, Sheet, Terms

K1, B = 1.2, 0.75
"""The usual constants: how soon a repeated word stops counting, and how much a long text must hold of it."""


FEW = 20_000
"""Comparisons of a word with a word that are made at once: 20 words with 100 short texts."""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The words of a question in the texts."""

    counts: Floats
    """Words by texts."""
    lengths: Floats
    """Words per text."""
    weights: Floats
    """How much each word tells (idf)."""

    @property
    def total(self) -> float:
        """What the question is about, all told."""
        return float(self.weights.sum()) or 1.0


def occurrences(sheet: Sheet, terms: Terms, rows: Numbers) -> Occurrences:
    """Where the words of a question stand.

    Args:
        sheet: the texts.
        terms: the question's words.
        rows: of which texts; how rare a word is counts among them.
    """
    if len(terms) * len(sheet.terms) <= FEW:
        counts = _at_once(sheet, terms)[:, rows]
    else:
        counts = _one_by_one(sheet, terms, rows)
    weights = rarity(np.count_nonzero(counts, axis=1), len(rows))
    return Occurrences(counts, sheet.lengths[rows].astype(np.float32), weights)


def _at_once(sheet: Sheet, terms: Terms) -> Floats:
    """How often each row has each word, in a few steps for all words."""
    words, places = (terms[:, None] == sheet.terms).nonzero()
    hits = np.bincount(words * len(sheet) + sheet.owners[places], minlength=len(terms) * len(sheet))
    counts: Floats = hits.astype(np.float32).reshape(len(terms), len(sheet))
    return counts


def _one_by_one(sheet: Sheet, terms: Terms, rows: Numbers) -> Floats:
    """The same for some rows of a large sheet, with room for one word's comparisons."""
    places = np.full(len(sheet), -1)
    places[rows] = np.arange(len(rows))
    words, owners = _standing(sheet, terms)
    texts = places[owners]
    if len(rows) < len(sheet):
        words, texts = words[texts >= 0], texts[texts >= 0]
    hits = np.bincount(words * len(rows) + texts, minlength=len(terms) * len(rows))
    counts: Floats = hits.astype(np.float32).reshape(len(terms), len(rows))
    return counts


def _standing(sheet: Sheet, terms: Terms) -> tuple[Numbers, Numbers]:
    """Where words stand: their places among the terms, in order, and beside each the row, in order."""
    found = [(sheet.terms == term).nonzero()[0] for term in terms]
    words = np.repeat(np.arange(len(terms)), [*map(len, found)])
    return words, sheet.owners[np.concatenate(found)] if found else words


def having(sheet: Sheet, terms: Terms) -> Numbers:
    """How many rows have each word; the words of a row stand side by side."""
    words, owners = _standing(sheet, terms)
    texts = words * len(sheet) + owners
    return np.bincount(words[np.diff(texts, prepend=-1) > 0], minlength=len(terms))


def rarity(having: Numbers, texts: int) -> Floats:
    """How much words tell (idf) that so many of the texts have."""
    weights: Floats = np.log(1 + (texts - having + 0.5) / (having + 0.5)).astype(np.float32)
    return weights


def scores(found: Occurrences) -> Floats:
    """BM25 per text."""
    norm = K1 * (1 - B + B * found.lengths / (found.lengths.mean() or 1.0)) if len(found.lengths) else found.lengths
    shares = found.counts + norm
    np.divide(found.counts, shares, out=shares)
    weighed: Floats = np.einsum("q,qn->n", found.weights * np.float32(K1 + 1), shares)
    return weighed


def relevance(sheet: Sheet, terms: Terms) -> Floats:
    """BM25 per row of a sheet."""
    return scores(occurrences(sheet, terms, np.arange(len(sheet))))
