"""How much each text speaks for being the answer: its own words and meaning, those around it, its session, its days.

A turn is often found by what stands beside it ("How old is she?" - "Nine."), and a session tells what its turns are
about. Each row of what comes back is one text, each column one part.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from pawsona.domain.ports import KINDS, Kind
from pawsona.domain.sheet import Flags, Floats, Numbers, Sheet
from pawsona.memory.bm25 import Occurrences, occurrences, scores
from pawsona.memory.question import Question

FOUND: tuple[Kind, ...] = ("memory", "turn")
TALK: tuple[Kind, ...] = ("turn", "context")
_AROUND = 2
"""Turns before and after whose words count as if they stood in the turn."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for the texts of a bond."""

    rows: Numbers
    """Their rows in the sheet."""
    parts: Floats
    """Texts by `PARTS`."""
    cosines: Floats
    """How near each is, whatever the others are; 0 where there is no vector."""
    found: Flags
    """Which of them may be found; the others are context."""


PARTS = (
    "words", "window", "session", "meaning", "around", "session meaning", "speaker", "asks", "days",
)  # fmt: skip


def evidence(sheet: Sheet, question: Question, vector: Floats | None) -> Evidence:
    """Weigh every text of a sheet for a question.

    Args:
        sheet: all texts of a bond.
        question: what is asked.
        vector: the question's, None where it has none.
    """
    talk = _of_kinds(sheet, TALK)
    rows = np.concatenate([talk[np.argsort(sheet.at[talk], kind="stable")], _of_kinds(sheet, ("memory",))])
    sessions, spoken = sheet.sessions[rows], len(talk)
    hits = occurrences(sheet, question.terms, rows)
    cosines = _cosines(sheet, vector)
    near = _standard(cosines, sheet.embedded)[rows]
    parts = [
        words := scores(hits) / hits.total,
        scores(_windows(hits, sessions, spoken)) / hits.total,
        np.where(sessions < 0, words, _of_sessions(hits, sessions) / hits.total),
        near,
        _means(near, sessions, spoken),
        _best_of_sessions(near, sessions),
        _about(sheet, question, rows),
        sheet.asks[rows],
        _within(sheet.at[rows], question),
    ]
    return Evidence(rows, np.stack(parts, axis=1).astype(np.float32), cosines[rows], among(FOUND)[sheet.kinds[rows]])


def _of_kinds(sheet: Sheet, kinds: tuple[Kind, ...]) -> Numbers:
    return np.flatnonzero(among(kinds)[sheet.kinds])


@cache
def among(kinds: tuple[Kind, ...]) -> Flags:
    """For each of all kinds whether it is one of these."""
    return np.array([kind in kinds for kind in KINDS])


def _cosines(sheet: Sheet, vector: Floats | None) -> Floats:
    cosines = np.zeros(len(sheet), np.float32)
    if vector is not None:
        # Not `@`: its threads wait for each other when the machine is busy.
        cosines[sheet.embedded] = np.einsum("ij,j->i", sheet.vectors, vector)
    return cosines


def _standard(cosines: Floats, embedded: Numbers) -> Floats:
    """Cosines of any embedder on one scale: mean 0, deviation 1; what has no vector is as near as the middle."""
    near = np.zeros_like(cosines)
    if len(embedded):
        known = cosines[embedded]
        near[embedded] = (known - known.mean()) / (known.std() or 1.0)
    return near


def _neighbours(sessions: Numbers, spoken: int, distance: int) -> Numbers:
    """The places whose neighbour at a distance is of the same session; memories have none."""
    talk = sessions[:spoken]
    first, second = talk[:-distance], talk[distance:]
    return np.flatnonzero((first == second) & (first >= 0))


def _windows(hits: Occurrences, sessions: Numbers, spoken: int) -> Occurrences:
    """Each turn with those around it as one text."""
    counts, lengths = hits.counts.copy(), hits.lengths.copy()
    words, texts = np.nonzero(hits.counts)  # few: most words stand in few texts
    for distance in range(1, _AROUND + 1):
        here = _neighbours(sessions, spoken, distance)
        lengths[here] += hits.lengths[here + distance]
        lengths[here + distance] += hits.lengths[here]
        joined = np.zeros(len(sessions) + distance, np.bool_)
        joined[here] = True
        for step, mine in ((distance, joined[texts]), (-distance, joined[texts - distance])):
            counts[words[mine], texts[mine] + step] += hits.counts[words[mine], texts[mine]]
    return Occurrences(counts, lengths, hits.weights)


def _of_sessions(hits: Occurrences, sessions: Numbers) -> Floats:
    """BM25 of the whole session that a text belongs to; what is of none has no meaning."""
    groups = sessions + 1
    lengths = np.bincount(groups, hits.lengths, minlength=1).astype(np.float32)
    counts = np.zeros((len(hits.counts), len(lengths)), np.float32)
    for number, row in enumerate(hits.counts):
        counts[number] = np.bincount(groups, row, minlength=len(lengths))
    there = lengths > 0
    there[0] = False
    of_session = np.zeros(len(lengths), np.float32)
    of_session[there] = scores(Occurrences(counts[:, there], lengths[there], hits.weights))
    return of_session[groups]


def _means(near: Floats, sessions: Numbers, spoken: int) -> Floats:
    """How near a turn and those beside it are, taken together."""
    total: Floats = near.copy()
    count = np.ones(len(near), np.float32)
    here = _neighbours(sessions, spoken, 1)
    for one, other in ((here, here + 1), (here + 1, here)):
        total[one] += near[other]
        count[one] += 1
    total /= count
    return total


def _best_of_sessions(near: Floats, sessions: Numbers) -> Floats:
    """How near the nearest text of its session is; what is of none stands for itself."""
    best = np.full(int(sessions.max(initial=-1)) + 2, -np.inf, np.float32)
    np.maximum.at(best, sessions, near)
    nearest: Floats = np.where(sessions < 0, near, best[sessions])
    return nearest


def _about(sheet: Sheet, question: Question, rows: Numbers) -> Floats:
    if question.speaker is None:
        return np.zeros(len(rows), np.float32)
    theirs: Floats = (sheet.speakers[rows] == sheet.names.index(question.speaker)).astype(np.float32)
    return theirs


def _within(at: Numbers, question: Question) -> Floats:
    begin, end = question.seconds
    return ((begin <= at) & (at < end)).astype(np.float32)
