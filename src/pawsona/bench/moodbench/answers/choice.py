"""The one label that a reply chooses.

What is called the answer counts first, then a label that leads the reply, then what is chosen in running text, then the
only label or the only option that is mentioned at all. Two that contradict each other without a turn ("wait",
"therefore") are ambiguous.
"""

import re
from dataclasses import dataclass
from typing import Any

from pawsona.bench.moodbench.answers.answer import Answer, answered
from pawsona.bench.moodbench.answers.labels import Labels, lettered
from pawsona.bench.moodbench.answers.phrases import (
    AND,
    ANSWER,
    CHOICE,
    EITHER,
    PRAISE,
    REFUSAL,
    SPREADS,
    SPURNED,
    TURN,
    WRONG,
)
from pawsona.bench.moodbench.answers.words import folded, plain

_OPENING = re.compile(r"[\s(\[{\"'“‘「『【<]*")
_CLOSING = re.compile(r"[)\]}\"'”’」』】>]*")
_AFTER_LEAD = re.compile(r"[)\]}\"'”’」』】>]*\s*(?:[.):、,。!?;|]|$|\n|[-–—=]|选项|项|因为|because\b|since\b)")
_LINE = re.compile(r"^[^\S\n]*(?:[-•·]\s+)?(?:(?:option|choice|选项)\s*)?", re.IGNORECASE | re.MULTILINE)
_CLAUSE = re.compile(r"[.,;:!?。、\n]|\bbut\b|但|不过", re.IGNORECASE)
_RUN = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")


_OPTION = re.compile(r"\boptions?\b|\bchoices?\b|选项|项|\bor\b|\band\b|或者?|和", re.IGNORECASE)
_NEAR = 40
"""How many characters before a label can say that it is not meant."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Labels that something in a text puts forward, and where."""

    chosen: frozenset[str]
    start: int
    end: int


def choose(reply: Any, labels: Labels) -> Answer:
    """What a reply to a question with one right option chooses."""
    if reply is None:
        return Answer("failed")
    text = lettered(plain(reply))
    if not text:
        return Answer("empty")
    for found in (_whole(text, labels), _stated(text, labels), _last_resort(text, labels)):
        if found is not None:
            return found
    return Answer("refused" if REFUSAL.search(text) else "unknown")


def listed(text: str, place: int, labels: Labels) -> tuple[frozenset[str], int]:
    """The labels that stand in a row there, and where the row ends."""
    chosen: set[str] = set()
    end = place
    while True:
        start = _OPENING.match(text, place)
        found = labels.at(text, start.end() if start else place)
        if found is None:
            return frozenset(chosen), end
        chosen.add(labels.name(found.group()))
        closing = _CLOSING.match(text, found.end())
        end = closing.end() if closing else found.end()
        between = AND.match(text, end) or EITHER.match(text, end)
        if between is None:
            return frozenset(chosen), end
        place = between.end()


def statements(pattern: re.Pattern[str], text: str, labels: Labels) -> list[Statement]:
    """What follows each place where the pattern does."""
    found: list[Statement] = []
    for cue in pattern.finditer(text):
        if found and cue.start() < found[-1].end:
            continue  # "option A, option C": one row
        if SPURNED.search(text[max(0, cue.start() - _NEAR) : cue.start()]):
            continue
        chosen, end = listed(text, cue.end(), labels)
        if chosen and not WRONG.match(text, end):
            found.append(Statement(chosen, cue.start(), end))
    return found


def wanted(text: str, labels: Labels) -> list[re.Match[str]]:
    """Labels that are mentioned and not rejected."""
    kept, spread = [], 0
    for found in labels.mentions(text):
        before = text[max(0, found.start() - _NEAR) : found.start()]
        if SPREADS.search(before):
            _, spread = listed(text, found.start(), labels)
        if found.start() >= spread and not SPURNED.search(before) and not WRONG.match(text, found.end()):
            kept.append(found)
    return kept


def by_text(text: str, labels: Labels) -> frozenset[str]:
    """Labels of the options whose words are in a text; the longest first, so that "not sad" is not "sad"."""
    left, chosen = folded(text), set()
    if left in labels.texts:
        return frozenset({labels.texts[left]})
    for option in sorted(labels.texts, key=len, reverse=True):
        denied = r"(?<!not )(?<!n't )(?<!不是)(?<!不是 )(?<!\w)" if option.isascii() else "(?<![不没无非])"
        pattern = denied + re.escape(option) + (r"(?!\w)" if option.isascii() else "")
        rest = re.sub(pattern, "\0", left)
        if rest != left:
            chosen.add(labels.texts[option])
            left = rest
    return frozenset(chosen)


def verdict(chosen: frozenset[str], labels: Labels) -> Answer:
    """One label that is on offer is an answer; several are ambiguous."""
    if len(chosen) > 1:
        return Answer("ambiguous")
    [label] = chosen
    return answered(label) if label in labels.names else Answer("unknown")


def _whole(text: str, labels: Labels) -> Answer | None:
    """The reply is nothing but labels."""
    rest = _OPTION.sub("", text)
    tokens = [labels.name(token) for token in labels.token.findall(rest)]
    if tokens and not re.search(r"\w", labels.token.sub("", rest)):
        return verdict(frozenset(tokens), labels)
    run = text.strip(". 。")
    if _RUN.fullmatch(run) and set(run) <= set(labels.names) and len(set(run)) == len(run):
        return Answer("ambiguous")
    return None


def _stated(text: str, labels: Labels) -> Answer | None:
    """What is called the answer, leads the reply or is chosen."""
    called = statements(ANSWER, text, labels)
    lead = _leading(text, labels)
    if called:
        first = [lead] if lead is not None and not called[0].start < lead.end else []
        return _settled([*first, *called], text, labels)
    picked = sorted([*statements(CHOICE, text, labels), *_praised(text, labels)], key=lambda one: one.start)
    if lead is not None:
        turned = [one for one in picked if TURN.search(text[lead.end : one.end])] or _turned(text, lead, labels)
        return _settled([lead, *turned], text, labels)
    return _settled(picked, text, labels) if picked else None


def _settled(found: list[Statement], text: str, labels: Labels) -> Answer:
    """The last one, where all say the same or something said that it replaces the others."""
    last = found[-1]
    others = [one for one in found[:-1] if one.chosen != last.chosen]
    if others and not TURN.search(text[others[-1].end : last.end]):
        return Answer("ambiguous")
    return verdict(last.chosen, labels)


def _turned(text: str, lead: Statement, labels: Labels) -> list[Statement]:
    """The only label after a turn away from the first one."""
    turn = TURN.search(text, lead.end)
    later = [found for found in wanted(text, labels) if turn and found.start() >= turn.end()]
    if len({labels.name(found.group()) for found in later}) != 1:
        return []
    return [Statement(frozenset({labels.name(later[0].group())}), later[0].start(), later[0].end())]


def _praised(text: str, labels: Labels) -> list[Statement]:
    return [
        Statement(frozenset({labels.name(found.group())}), found.start(), found.end())
        for found in wanted(text, labels)
        if PRAISE.match(text, found.end())
    ]


def _leading(text: str, labels: Labels) -> Statement | None:
    """A label that the reply begins with. Where several lines do, they go through the options one by one."""
    lines = [_led(text, line.end(), labels) for line in _LINE.finditer(text)]
    led = [line for line in lines if line is not None]
    if len({one.chosen for one in led}) != 1 or lines[0] is None or WRONG.match(text, lines[0].end):
        return None
    return lines[0]


def _led(text: str, place: int, labels: Labels) -> Statement | None:
    chosen, end = listed(text, place, labels)
    closed = text[end - 1 : end] in (")", "]", "】")
    return Statement(chosen, place, end) if chosen and (closed or _AFTER_LEAD.match(text, end)) else None


def _last_resort(text: str, labels: Labels) -> Answer | None:
    """A line of its own, the only label in the text, or the only option's words."""
    alone = {labels.name(m.group(1)) for m in _alone(text, labels)}
    if len(alone) == 1:
        return verdict(frozenset(alone), labels)
    if REFUSAL.search(text):
        return _all_the_same(text, labels)
    if chosen := frozenset(labels.name(found.group()) for found in wanted(text, labels)):
        return verdict(chosen, labels)
    named = by_text(text, labels)
    return verdict(named, labels) if named else None


def _all_the_same(text: str, labels: Labels) -> Answer | None:
    """What follows a refusal's words in a clause of its own: "As an AI, B" is an answer."""
    *_, refusal = REFUSAL.finditer(text)
    clause = _CLAUSE.search(text, refusal.end())
    later = [found for found in wanted(text, labels) if clause and found.start() >= clause.end()]
    chosen = frozenset(labels.name(found.group()) for found in later)
    return verdict(chosen, labels) if len(chosen) == 1 else None


def _alone(text: str, labels: Labels) -> list[re.Match[str]]:
    token = r"\d{1,2}" if labels.numbered else "[A-Za-z]"
    return list(re.finditer(rf"^[^\S\n]*[(\[]?({token})[)\].。]?[^\S\n]*$", text, re.MULTILINE))
