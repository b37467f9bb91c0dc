"""How much each text speaks for being the answer: its own words and meaning, those around it, its session, its days.

A turn is often found by what stands beside it ("How old is she?" - "Nine."), and a session tells what its turns are
about. Each row of what comes back is one text, each column one part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from pawsona.domain.ports import KINDS, Kind
from pawsona.domain.sheet import Flags, Floats, Numbers, Sheet
from pawsona.memory.bm25 import Occurrences, occurrences, scores
from pawsona.memory.cosine import cosines
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


@dataclass(frozen=True, slots=True)
class Wording:
    """What speaks for the texts of a bond before the question's vector is known."""

    rows: Numbers
    """Their rows in the sheet: talk in its order, then memories."""
    sessions: Numbers
    beside: Sequence[Flags]
    """For each distance whether the text that far after one is of the same session."""
    told: Sequence[Floats]
    """The parts that are words."""
    asked: Sequence[Floats]
    """Those that the question says of speaker, kind and days."""


def worded(sheet: Sheet, question: Question) -> Wording:
    """Weigh every text of a sheet for the words of a question.

    Args:
        sheet: all texts of a bond.
        question: what is asked.
    """
    talk = _of_kinds(sheet, TALK)
    rows = np.concatenate([talk[np.argsort(sheet.at[talk], kind="stable")], _of_kinds(sheet, ("memory",))])
    sessions, spoken = sheet.sessions[rows], len(talk)
    hits = occurrences(sheet, question.terms, rows)
    beside = [_beside(sessions, spoken, distance) for distance in range(1, _AROUND + 1)]
    told = (
        words := scores(hits) / hits.total,
        scores(_windows(hits, beside)) / hits.total,
        _in_sessions(words, hits, sessions[:spoken]),
    )
    asked = _about(sheet, question, rows), sheet.asks[rows], _within(sheet.at[rows], question)
    return Wording(rows, sessions, beside, told, asked)


def evidence(sheet: Sheet, wording: Wording, vector: Floats | None) -> Evidence:
    """Add how near every text is.

    Args:
        sheet: the same.
        wording: what words say of it.
        vector: the question's, None where it has none.
    """
    rows, sessions = wording.rows, wording.sessions
    alike = _cosines(sheet, vector)
    near = _standard(alike, sheet.embedded)[rows]
    meant = near, _means(near, wording.beside[0]), _best_of_sessions(near, sessions[: len(wording.beside[0])])
    columns = np.stack([*wording.told, *meant, *wording.asked], dtype=np.float32, casting="unsafe").T
    return Evidence(rows, columns, alike[rows], among(FOUND)[sheet.kinds[rows]])


def _of_kinds(sheet: Sheet, kinds: tuple[Kind, ...]) -> Numbers:
    return np.flatnonzero(among(kinds)[sheet.kinds])


@cache
def among(kinds: tuple[Kind, ...]) -> Flags:
    """For each of all kinds whether it is one of these."""
    return np.array([kind in kinds for kind in KINDS])


def _cosines(sheet: Sheet, vector: Floats | None) -> Floats:
    near = np.zeros(len(sheet), np.float32)
    if vector is not None:
        near[sheet.embedded] = cosines(sheet, vector)
    return near


def _standard(cosines: Floats, embedded: Numbers) -> Floats:
    """Cosines of any embedder on one scale: mean 0, deviation 1; what has no vector is as near as the middle."""
    near = np.zeros_like(cosines)
    if len(embedded):
        known = cosines[embedded]
        near[embedded] = (known - known.mean()) / (known.std() or 1.0)
    return near


def _beside(sessions: Numbers, spoken: int, distance: int) -> Flags:
    """For each place of talk: whether the text at a distance after it is of the same session."""
    same = np.zeros(spoken, np.bool_)
    talk = sessions[:spoken]
    same[: max(spoken - distance, 0)] = (talk[:-distance] == talk[distance:]) & (talk[distance:] >= 0)
    return same


def _windows(hits: Occurrences, beside: Sequence[Flags]) -> Occurrences:
    """Each turn with those around it as one text."""
    counts, lengths = hits.counts.copy(), hits.lengths.copy()
    for distance, same in enumerate(beside, 1):
        spoken, there = len(same), same[:-distance].astype(np.float32)
        if not there.any():
            continue
        for whole, own in ((counts, hits.counts), (lengths, hits.lengths)):
            whole[..., : spoken - distance] += own[..., distance:spoken] * there
            whole[..., distance:spoken] += own[..., : spoken - distance] * there
    return Occurrences(counts, lengths, hits.weights)


def _in_sessions(words: Floats, hits: Occurrences, sessions: Numbers) -> Floats:
    """BM25 of the session where there is one; memories, which come after the talk, are of none."""
    spoken, found = len(sessions), words.copy()
    if spoken:
        talk = Occurrences(hits.counts[:, :spoken], hits.lengths[:spoken], hits.weights)
        found[:spoken] = np.where(sessions < 0, words[:spoken], _of_sessions(talk, sessions) / hits.total)
    return found


def _of_sessions(hits: Occurrences, sessions: Numbers) -> Floats:
    """BM25 of the whole session that a text belongs to; what is of none has no meaning."""
    groups = sessions + 1
    first = np.flatnonzero(np.diff(groups, prepend=-1))  # a session stands mostly in one piece
    whole = np.vstack([hits.counts, hits.lengths])
    pieces = np.add.reduceat(whole, first, axis=1) if len(first) else whole
    sums = np.zeros((int(groups.max(initial=0)) + 1, len(whole)), np.float32)
    np.add.at(sums, groups[first], pieces.T)
    counts, lengths = sums.T[:-1], sums.T[-1]
    told = lengths > 0
    told[0] = False
    of_session = np.zeros(len(lengths), np.float32)
    of_session[told] = scores(Occurrences(counts[:, told], lengths[told], hits.weights))
    return of_session[groups]


def _means(near: Floats, same: Flags) -> Floats:
    """How near a turn and those beside it are, taken together."""
    total: Floats = near.copy()
    spoken, after = len(same), same[:-1]
    count = np.ones(spoken, np.float32)
    early, late = slice(0, max(spoken - 1, 0)), slice(1, spoken)
    for one, other in ((early, late), (late, early)):
        total[one] += near[other] * after
        count[one] += after
    total[:spoken] /= count
    return total


def _best_of_sessions(near: Floats, sessions: Numbers) -> Floats:
    """How near the nearest text of its session is; what is of none stands for itself."""
    spoken, nearest = len(sessions), near.copy()
    best = np.full(int(sessions.max(initial=-1)) + 2, -np.inf, np.float32)
    np.maximum.at(best, sessions, near[:spoken])
    nearest[:spoken] = np.where(sessions < 0, near[:spoken], best[sessions])
    return nearest


def _about(sheet: Sheet, question: Question, rows: Numbers) -> Floats:
    if question.speaker is None:
        return np.zeros(len(rows), np.float32)
    theirs: Floats = (sheet.speakers[rows] == sheet.names.index(question.speaker)).astype(np.float32)
    return theirs


def _within(at: Numbers, question: Question) -> Floats:
    begin, end = question.seconds
    return ((begin <= at) & (at < end)).astype(np.float32)
