"""BM25 (Robertson and Zaragoza 2009) over a sheet: for each word of a question, who has it and how much it tells."""

from dataclasses import dataclass

import numpy as np

from pawsona.domain.sheet import Floats, Numbers, Sheet, Terms

K1, B = 1.2, 0.75
"""The usual constants: how soon a repeated word stops counting, and how much a long text must hold of it."""


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
    counts = np.empty((len(terms), len(rows)), np.float32)
    for number, term in enumerate(terms):
        counts[number] = np.bincount(sheet.owners[sheet.terms == term], minlength=len(sheet))[rows]
    having = np.count_nonzero(counts, axis=1)
    weights = np.log(1 + (len(rows) - having + 0.5) / (having + 0.5)).astype(np.float32)
    return Occurrences(counts, sheet.lengths[rows].astype(np.float32), weights)


def scores(found: Occurrences) -> Floats:
    """BM25 per text."""
    norm = K1 * (1 - B + B * found.lengths / (found.lengths.mean() or 1.0)) if len(found.lengths) else found.lengths
    weighed: Floats = np.einsum("q,qn->n", found.weights, found.counts * (K1 + 1) / (found.counts + norm))
    return weighed


def relevance(sheet: Sheet, terms: Terms) -> Floats:
    """BM25 per row of a sheet."""
    return scores(occurrences(sheet, terms, np.arange(len(sheet))))
