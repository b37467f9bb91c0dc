"""All the labels that a reply chooses."""

import re
from typing import Any

from pawsona.bench.moodbench.answers.answer import Answer, answered
from pawsona.bench.moodbench.answers.choice import by_text, listed, statements, wanted
from pawsona.bench.moodbench.answers.labels import Labels, lettered
from pawsona.bench.moodbench.answers.phrases import ALL, ANSWER, CHOICE, EITHER, NONE, REFUSAL
from pawsona.bench.moodbench.answers.words import plain

_RUN = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")
_BARE = re.compile(r"[\s,、;/&+|()\[\].\"']*(?:[a-z](?=[\s,、;/&+|()\[\].\"']|$)[\s,、;/&+|()\[\].\"']*)+")


def choose_several(reply: Any, labels: Labels) -> Answer:
    """What a reply to a question with any number of right options chooses; "none" is an answer too."""
    if reply is None:
        return Answer("failed")
    if isinstance(reply, list) and not reply:
        return answered()
    text = lettered(plain(reply))
    if not text:
        return Answer("empty")
    if text in ("[]", "{}") or any(NONE.match(part) for part in _answers(text)):
        return answered()
    if any(ALL.match(part) for part in _answers(text)):
        return answered(*labels.names)
    chosen, doubtful = _chosen(text, labels)
    if doubtful:
        return Answer("ambiguous")
    if not chosen and REFUSAL.search(text):
        return Answer("refused")
    chosen = chosen or by_text(text, labels)
    offered = chosen & frozenset(labels.names)
    return answered(*offered) if offered else Answer("unknown")


def _answers(text: str) -> list[str]:
    """The whole reply, and what it calls its answer or choice."""
    return [text, *(text[cue.end() :] for pattern in (ANSWER, CHOICE) for cue in pattern.finditer(text))]


def _chosen(text: str, labels: Labels) -> tuple[frozenset[str], bool]:
    """Labels, and whether they are joined by an "or"."""
    called = statements(ANSWER, text, labels)
    if called:
        chosen, end = called[-1].chosen, called[-1].end
        row = text[called[-1].start : end]
        more = _labels(text[end:], labels) if re.match(r"\s*[.):、]", text[end:]) else frozenset()
        return chosen | more, bool(EITHER.search(row) and len(chosen) > 1)
    joined = [one for one in _rows(text, labels) if len(one[0]) > 1 and EITHER.search(one[1])]
    return _labels(text, labels), bool(joined)


def _labels(text: str, labels: Labels) -> frozenset[str]:
    found = {labels.name(one.group()) for one in wanted(text, labels)}
    for run in _RUN.findall(text):
        if set(run) <= set(labels.names) and list(run) == sorted(set(run)):
            found |= set(run)
    if not found and not labels.numbered and _BARE.fullmatch(text):
        found = {labels.name(letter) for letter in re.findall("[a-z]", text)}
    return frozenset(found)


def _rows(text: str, labels: Labels) -> list[tuple[frozenset[str], str]]:
    rows = []
    for found in labels.mentions(text):
        chosen, end = listed(text, found.start(), labels)
        rows.append((chosen, text[found.start() : end]))
    return rows
